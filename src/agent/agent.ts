/** One agent process: started with its spec, spoken to over the channel, noticed when it dies. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
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

/** Starts an agent with an interpreter that has pyzmq and msgpack. `shim` is the folder of the Python side. */
export const startAgent = (
  python: string,
  shim: string,
  channel: Channel,
  spec: Omit<AgentSpec, 'protocol' | 'schema' | 'endpoint'>,
  events: AgentEvents,
): Agent => {
  const full: AgentSpec = {
    protocol: PROTOCOL_VERSION,
    schema: SCHEMA_HASH,
    endpoint: channel.endpoint,
    ...spec,
  };
  // Not through execa, whose import takes a sixth of the time to the first reward; nothing of it is needed here.
  const child = spawn(python, ['-I', '-B', join(shim, 'runrl_shim/agent/main.py'), spec.module.file], {
    // The agent needs nothing of the environment, and what bubblewrap inherits its sandbox could read.
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['pipe', 'ignore', 'pipe'],
    // Its own process group: Ctrl-C in a terminal is for the host to decide about.
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEEP_STDERR);
  });
  let ended = false;
  let isStopping = false;
  let hasTakenLeave = false;
  /** Of an agent that is gone, and whose last message is still waited for. */
  let settleNow: (() => void) | undefined;
  let fault: string | undefined;
  let ledger: Ledger | undefined;
  // An idle sandbox must not keep the process alive: the agent and its pipes do not count.
  child.unref();
  const stdin = child.stdin;
  const unref = (stream: unknown): void => {
    if (
      typeof stream === 'object' &&
      stream !== null &&
      'unref' in stream &&
      typeof stream.unref === 'function'
    )
      stream.unref();
  };
  unref(stdin);
  unref(child.stderr);
  stdin.on('error', () => {}); // EPIPE of an agent that died: `exit` tells it with code and signal
  stdin.write(`${JSON.stringify(full)}\n`); // and stays open: its end without a word tells the agent that the host is gone

  const wait = new ProcessorWait(child.pid ?? 0);
  const heartbeat = new Heartbeat({
    isListening: () => channel.isListening,
    ask: () => channel.send(spec.name, { type: 'running', request: PING, limit: 0 }),
    isStarved: () => wait.isStarved(),
    wake: (seconds, isStarved) => {
      const so = `the agent has not answered for ${seconds} s`;
      if (isStarved) log(`${so}: it waits for a processor, which others keep busy`);
      else log(`${so}: it is told to go on, should it have been stopped`);
      child.kill('SIGCONT');
    },
    giveUp: (seconds) => {
      fault = `the agent did not answer for ${seconds} s and was killed`;
      child.kill('SIGKILL');
    },
  });
  const log = (line: string): void => events.onMessage({ type: 'log', line }, undefined);
  channel.listen(
    spec.name,
    (message, block) => {
      heartbeat.heard();
      if (message.type === 'running' && message.request === PING) return;
      if (message.type === 'hello') ledger ??= new Ledger(child.pid ?? 0, message.ledger);
      if (message.type !== 'hello') {
        hasTakenLeave ||= LAST_MESSAGES.has(message.type);
        events.onMessage(message, block);
        if (hasTakenLeave) settleNow?.();
      } else if (message.protocol !== PROTOCOL_VERSION || message.schema !== SCHEMA_HASH) {
        fault = `it speaks protocol ${message.protocol}/${message.schema}, the host ${PROTOCOL_VERSION}/${SCHEMA_HASH}: reinstall runrl-sandbox`;
        child.kill('SIGKILL');
      }
    },
    (error: SandboxError) => {
      fault = error.message;
      child.kill('SIGKILL');
    },
  );
  const exited = new Promise<void>((resolve) => {
    const settle = (how: string): void => {
      if (ended) return;
      ended = true;
      heartbeat.stop();
      channel.forget(spec.name);
      const trouble = said.trim() === '' ? '' : `: ${said.trim()}`;
      events.onExit(fault ?? `the agent ended (${how})${trouble}`, ledger?.close());
      resolve();
    };
    const gone = (code: number | null, signal: NodeJS.Signals | null): void => {
      const how = signal ?? `exit code ${code ?? '?'}`;
      // Its end may be seen before the message that says why: that one comes through a thread of ZeroMQ's.
      if (code !== 0 || isStopping || hasTakenLeave || fault !== undefined) settle(how);
      else if (settleNow === undefined && !ended) {
        settleNow = () => settle(how);
        setTimeout(settleNow, LAST_MESSAGE_MS).unref();
      }
    };
    child.on('error', (error) => settle(error.message));
    // `close` comes after the last of stderr, but waits for whoever else holds it: `exit` starts the clock.
    child.on('close', gone);
    child.on('exit', (code, signal) => setTimeout(gone, LAST_WORDS_MS, code, signal).unref());
  });

  return {
    send: (message, block) => channel.send(spec.name, message, block),
    stop: async (withinMs = STOP_WITHIN_MS) => {
      if (ended) return;
      isStopping = true;
      settleNow?.();
      child.ref();
      stdin.end('close\n');
      child.kill('SIGCONT'); // one that was stopped would not read it
      const timer = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await exited;
      clearTimeout(timer);
    },
  };
};
