/** One agent process: started with its spec, spoken to over the channel, noticed when it dies. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { SandboxError } from '../errors.ts';
import { SCHEMA_HASH } from '../protocol/generated.ts';
import {
  type AgentMessage,
  type AgentSpec,
  type HostMessage,
  PROTOCOL_VERSION,
} from '../protocol/messages.ts';
import type { Channel } from './channel.ts';
import { Heartbeat } from './heartbeat.ts';
import { Ledger } from './ledger.ts';
import { ProcessorWait } from './processor-wait.ts';

export interface AgentEvents {
  onMessage: (message: AgentMessage, block: Buffer | undefined) => void;
  /**
   * The process has ended, for whatever reason; nothing more will come. `mayHaveBegun` tells of each call that was sent
   * whether a worker was given it; undefined when that cannot be known.
   */
  onExit: (description: string, mayHaveBegun: ((call: number) => boolean) | undefined) => void;
}

export interface Agent {
  send(message: HostMessage, block?: Buffer): void;
  /**
   * Ends the agent and with it everything it has started. Resolves when it is gone.
   * @param withinMs how long it may take, in milliseconds, before it is killed. @default 2000
   */
  stop(withinMs?: number): Promise<void>;
}

export const STOP_WITHIN_MS = 2_000;
const KEEP_STDERR = 2_000;
/** A question that only wants to know whether the agent is there: `running`, with no call to be named. */
const PING = 0;
/** How long after its exit the last of its standard error may take to arrive. */
const LAST_WORDS_MS = 100;
/** How long a message may take that was sent before an orderly end, and is read by another thread than the end itself. */
const LAST_MESSAGE_MS = 2_000;
/** What an agent says before it ends by itself. */
const LAST_MESSAGES: ReadonlySet<AgentMessage['type']> = new Set(['load_failed', 'died']);

/**
 * `leaving` has said its last message, `stopping` is told to end, `failing` is killed for what it did or did not do. An
 * end is `awaited` when the process has gone without a word that may still be on its way; after `ended` comes nothing.
 */
type State = 'running' | 'leaving' | 'stopping' | 'failing' | 'awaited' | 'ended';

const NEXT: Readonly<Record<State, readonly State[]>> = {
  running: ['leaving', 'stopping', 'failing', 'awaited', 'ended'],
  leaving: ['stopping', 'failing', 'ended'],
  stopping: ['failing', 'ended'],
  failing: ['ended'],
  awaited: ['ended'],
  ended: [],
};

class AgentProcess implements Agent {
  readonly #name: string;
  readonly #channel: Channel;
  readonly #events: AgentEvents;
  readonly #child: ChildProcessByStdio<Writable, null, Readable>;
  readonly #heartbeat: Heartbeat;
  readonly #exited: Promise<void>;
  #setExited: () => void = () => {};
  #state: State = 'running';
  #said = '';
  /** Why it was killed. */
  #fault: string | undefined;
  /** How the process ended whose last message is awaited. */
  #how = '';
  #ledger: Ledger | undefined;

  constructor(python: string, shim: string, channel: Channel, spec: AgentSpec, events: AgentEvents) {
    this.#name = spec.name;
    this.#channel = channel;
    this.#events = events;
    // Not through execa, whose import takes a sixth of the time to the first reward; nothing of it is needed here.
    this.#child = spawn(python, ['-I', '-B', join(shim, 'runrl_shim/agent/main.py'), spec.module.file], {
      // The agent needs nothing of the environment, and what bubblewrap inherits its sandbox could read.
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'pipe'],
      // Its own process group: Ctrl-C in a terminal is for the host to decide about.
      detached: true,
    });
    this.#exited = new Promise((resolve) => {
      this.#setExited = resolve;
    });
    this.#heartbeat = this.#watch();
    this.#listen();
    this.#begin(spec);
  }

  send(message: HostMessage, block?: Buffer): void {
    this.#channel.send(this.#name, message, block);
  }

  async stop(withinMs = STOP_WITHIN_MS): Promise<void> {
    if (this.#state === 'awaited') this.#end();
    if (this.#state === 'ended') return;
    this.#go('stopping');
    this.#child.ref();
    this.#child.stdin.end('close\n');
    this.#child.kill('SIGCONT'); // one that was stopped would not read it
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), withinMs);
    await this.#exited;
    clearTimeout(timer);
  }

  /** Goes to another state, if that is a legal move. */
  #go(state: State): boolean {
    if (!NEXT[this.#state].includes(state)) return false;
    this.#state = state;
    return true;
  }

  #begin(spec: AgentSpec): void {
    const { stdin, stderr } = this.#child;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#said = (this.#said + text).slice(-KEEP_STDERR);
    });
    // An idle sandbox must not keep the process alive: the agent and its pipes do not count.
    this.#child.unref();
    unref(stdin);
    unref(stderr);
    stdin.on('error', () => {}); // EPIPE of an agent that died: `exit` tells it with code and signal
    stdin.write(`${JSON.stringify(spec)}\n`); // and stays open: its end without a word tells the agent that the host is gone
    this.#child.on('error', (error) => this.#end(error.message));
    // `close` comes after the last of stderr, but waits for whoever else holds it: `exit` starts the clock.
    const gone = (code: number | null, signal: NodeJS.Signals | null): void => this.#onGone(code, signal);
    this.#child.on('close', gone);
    this.#child.on('exit', (code, signal) => setTimeout(gone, LAST_WORDS_MS, code, signal).unref());
  }

  #watch(): Heartbeat {
    const wait = new ProcessorWait(this.#child.pid ?? 0);
    return new Heartbeat({
      isListening: () => this.#channel.isListening,
      ask: () => this.send({ type: 'running', request: PING, limit: 0 }),
      isStarved: () => wait.isStarved(),
      wake: (seconds, isStarved) => {
        const so = `the agent has not answered for ${seconds} s`;
        const why = isStarved
          ? 'it waits for a processor, which others keep busy'
          : 'it is told to go on, should it have been stopped';
        this.#events.onMessage({ type: 'log', line: `${so}: ${why}` }, undefined);
        this.#child.kill('SIGCONT');
      },
      giveUp: (seconds) => this.#fail(`the agent did not answer for ${seconds} s and was killed`),
    });
  }

  #listen(): void {
    this.#channel.listen(
      this.#name,
      (message, block) => this.#onMessage(message, block),
      (error: SandboxError) => this.#fail(error.message),
    );
  }

  #onMessage(message: AgentMessage, block: Buffer | undefined): void {
    this.#heartbeat.heard();
    if (message.type === 'running' && message.request === PING) return;
    if (message.type === 'hello') {
      this.#ledger ??= new Ledger(this.#child.pid ?? 0, message.ledger);
      const { protocol, schema } = message;
      if (protocol !== PROTOCOL_VERSION || schema !== SCHEMA_HASH)
        this.#fail(
          `it speaks protocol ${protocol}/${schema}, the host ${PROTOCOL_VERSION}/${SCHEMA_HASH}: reinstall runrl-sandbox`,
        );
      return;
    }
    this.#events.onMessage(message, block);
    if (!LAST_MESSAGES.has(message.type)) return;
    if (this.#state === 'awaited') this.#end();
    else this.#go('leaving');
  }

  #fail(fault: string): void {
    this.#fault = fault;
    this.#go('failing');
    this.#child.kill('SIGKILL');
  }

  #onGone(code: number | null, signal: NodeJS.Signals | null): void {
    this.#how ||= signal ?? `exit code ${code ?? '?'}`;
    // Its end may be seen before the message that says why: that one comes through a thread of ZeroMQ's.
    if (code !== 0 || !(this.#state === 'running' || this.#state === 'awaited')) this.#end();
    else if (this.#go('awaited')) setTimeout(() => this.#end(), LAST_MESSAGE_MS).unref();
  }

  #end(how = this.#how): void {
    if (!this.#go('ended')) return;
    this.#heartbeat.stop();
    this.#channel.forget(this.#name);
    const trouble = this.#said.trim() === '' ? '' : `: ${this.#said.trim()}`;
    this.#events.onExit(this.#fault ?? `the agent ended (${how})${trouble}`, this.#ledger?.close());
    this.#setExited();
  }
}

const unref = (stream: unknown): void => {
  if (
    typeof stream === 'object' &&
    stream !== null &&
    'unref' in stream &&
    typeof stream.unref === 'function'
  )
    stream.unref();
};

/** Starts an agent with an interpreter that has pyzmq and msgpack. `shim` is the folder of the Python side. */
export const startAgent = (
  python: string,
  shim: string,
  channel: Channel,
  spec: Omit<AgentSpec, 'protocol' | 'schema' | 'endpoint'>,
  events: AgentEvents,
): Agent => {
  const { endpoint } = channel;
  const full: AgentSpec = { protocol: PROTOCOL_VERSION, schema: SCHEMA_HASH, endpoint, ...spec };
  return new AgentProcess(python, shim, channel, full, events);
};
