/** One WebSocket of an OpenEnv client: its messages are answered one after the other, and it has one episode at a time. */
import type { WebSocket } from 'ws';
import type { z } from 'zod';
import type { StepOutcome } from '../../module/episodes/environment.ts';
import type { NamedEpisode } from '../episodes.ts';
import { checkBody } from '../http/check-body.ts';
import { parseBody, parseElement } from '../http/exact-json.ts';
import { causeText, HttpProblem, problemOf } from '../http/problem.ts';
import type { Service } from '../service.ts';
import {
  actionText,
  type ResetRequest,
  resetRequest,
  standingOf,
  startEpisode,
  stepEpisode,
} from './openenv-episodes.ts';
import { mcpAnswer } from './openenv-mcp.ts';
import {
  errorJson,
  failureJson,
  MESSAGES,
  type MessageType,
  metadataOf,
  observationJson,
  problemJson,
  type resetData,
  type StepData,
} from './openenv-messages.ts';

/** Codes of RFC 6455 that a session is closed with. */
export const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, tryLater: 1013 } as const;

/** OpenEnv's clients wait for each answer; one that has given up on some still has no more than these. */
const MOST_WAITING = 16;

export interface SessionParts {
  service: Service;
  socket: WebSocket;
  /** Name of the environment. */
  module: string;
  /** For the log. */
  id: string;
  /** What a refusal for want of places tells beside the reason. */
  counts: () => Record<string, number>;
}

/** The episode of a session, as its client calls it, with what its latest setup or step came to. */
interface Play {
  named: NamedEpisode;
  label: string;
  latest: StepOutcome;
}

export class Session {
  readonly #parts: SessionParts;
  readonly #gone = new AbortController();
  #turn: Promise<void> = Promise.resolve();
  #waiting = 0;
  #play: Play | undefined;
  #draining = false;

  /** Resolves when the connection has ended and so has its episode. */
  readonly ended: Promise<void>;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    const { socket } = parts;
    socket.on('message', (bytes) => this.#take(bytes as Buffer));
    this.ended = new Promise((resolve) => {
      socket.once('close', () => {
        this.#gone.abort();
        const { log } = this.#parts.service;
        void this.#turn
          .then(() => this.#play?.named.episode.close())
          .catch((error: unknown) => log.event('error', 'close_failed', { error: String(error) }))
          .then(() => resolve());
      });
    });
  }

  /** Whether it is a session of that environment, and its client has not taken leave. */
  isOpen(module: string): boolean {
    const { socket } = this.#parts;
    return this.#parts.module === module && socket.readyState === socket.OPEN;
  }

  /** Says farewell once no episode lives: those that do may be played to their end. */
  drain(): void {
    this.#draining = true;
    this.#leaveWhenIdle();
  }

  /** Answers what has been begun, then ends. */
  async close(): Promise<void> {
    this.#draining = true;
    await this.#turn;
    this.#end(CLOSE.goingAway, 'the server ends');
  }

  #take(bytes: Buffer): void {
    if (this.#parts.socket.readyState !== this.#parts.socket.OPEN) return;
    if (this.#waiting >= MOST_WAITING) {
      this.#end(CLOSE.policy, `more than ${MOST_WAITING} messages without waiting for answers`);
      return;
    }
    const { limits } = this.#parts.service;
    if (!limits.hold(bytes.length)) {
      limits.hold(-bytes.length);
      this.#end(CLOSE.tryLater, 'too many bytes wait');
      return;
    }
    this.#waiting++;
    this.#turn = this.#turn.then(async () => {
      try {
        if (!this.#gone.signal.aborted) await this.#send(await this.#answer(bytes));
      } finally {
        this.#waiting--;
        limits.hold(-bytes.length);
        if (this.#draining) this.#leaveWhenIdle();
      }
    });
  }

  /** Resolves when the client has taken it, or will never. So nobody has more than one answer kept for him. */
  #send(text: string | undefined): Promise<void> {
    if (text === undefined) return Promise.resolve();
    return new Promise((resolve) => this.#parts.socket.send(text, () => resolve()));
  }

  #end(code: number, reason: string): void {
    this.#parts.socket.close(code, reason);
  }

  #leaveWhenIdle(): void {
    const lives = this.#play !== undefined && this.#play.named.episode.ended === undefined;
    if (!lives && this.#waiting === 0) this.#end(CLOSE.goingAway, 'the server takes nothing new');
  }

  /** Never throws: whatever goes wrong is an answer, and the session goes on. */
  async #answer(bytes: Buffer): Promise<string | undefined> {
    const { service, id, counts } = this.#parts;
    try {
      return await this.#handle(bytes);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.kind === 'internal')
        service.log.event('error', 'internal', { session: id, error: causeText(problem.cause) });
      return problemJson(problem, problem.kind === 'busy' ? counts() : {});
    }
  }

  async #handle(bytes: Buffer): Promise<string | undefined> {
    const body = await parseBody(bytes);
    const { type } = checkObject(body.value);
    if (typeof type !== 'string' || !Object.hasOwn(MESSAGES, type))
      return errorJson('UNKNOWN_TYPE', `Unknown message type: ${String(type).slice(0, 60)}`, {
        help: `there are ${Object.keys(MESSAGES).join(', ')}`,
      });
    const schema = MESSAGES[type as MessageType];
    const { data } = checkBody(schema, body.value, (path) =>
      path.length === 0 ? Object.keys(schema.shape) : ['action', 'metadata'],
    ) as { data?: unknown };
    const part = body.fields.get('data');
    const written = part === undefined ? undefined : await parseElement(bytes, part);
    if (type === 'reset') return this.#reset(resetRequest(written, data as z.output<typeof resetData>));
    if (type === 'step' && written !== undefined) return this.#step(actionText(written, data as StepData));
    if (type === 'state') return JSON.stringify({ type: 'state', data: this.#state() });
    if (type === 'mcp') return JSON.stringify({ type: 'mcp', data: mcpAnswer(data) });
    this.#end(CLOSE.normal, '');
    return undefined;
  }

  async #reset(request: ResetRequest): Promise<string> {
    const { service, module } = this.#parts;
    // With all places taken the new episode would wait for the one before it.
    const closeLast = async (): Promise<void> => {
      await this.#play?.named.episode.close();
      this.#play = undefined;
    };
    const named = await startEpisode(service, module, request, this.#gone.signal, closeLast);
    const { episode } = named;
    this.#play = { named, label: request.label ?? named.id, latest: episode.setup };
    const standing = standingOf(this.#play.label, episode);
    return episode.ended === undefined
      ? observationJson(episode.setup, standing)
      : failureJson('reset', episode.setup, standing);
  }

  async #step(action: string): Promise<string> {
    if (this.#play === undefined)
      return errorJson('EXECUTION_ERROR', 'There is no episode: send `reset` first');
    const play = this.#play;
    const outcome = await stepEpisode(this.#parts.service, play.named, action, this.#gone.signal);
    play.latest = outcome;
    const standing = standingOf(play.label, play.named.episode);
    // A number that a policy has named for this failure is what the caller wants to train on.
    return outcome.status === 'ok' || outcome.reward !== null
      ? observationJson(outcome, standing)
      : failureJson('step', outcome, standing);
  }

  #state(): Record<string, unknown> {
    if (this.#play === undefined) return { episode_id: null, step_count: 0, return: 0, ended: null };
    const { label, named, latest } = this.#play;
    // Also for clients whose version drops the metadata of an observation.
    const { steps, ...rest } = metadataOf(latest, standingOf(label, named.episode));
    return { ...rest, step_count: steps };
  }
}

const checkObject = (value: unknown): Record<string, unknown> => {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Record<string, unknown>;
  throw new HttpProblem('invalid', 'The message must be an object with a `type`');
};
