/** An environment with agents that the test plays. */
import type { AgentEvents } from '../../src/agent/agent.ts';
import { EnvironmentModule } from '../../src/module/episodes/environment-module.ts';
import { ModuleFiles } from '../../src/module/module-files.ts';
import { type EnvironmentOptions, environmentOptionsSchema, resolveOptions } from '../../src/options.ts';
import type { Status } from '../../src/outcome.ts';
import {
  type AgentMessage,
  EPISODE_FLAGS,
  EPISODE_FRAME,
  EPISODE_OPS,
  type HostMessage,
  RESULT_FLAGS,
  RESULT_FRAME,
  type ResultTail,
  STATUS_CODES,
} from '../../src/protocol/messages.ts';
import type { EpisodeOp } from '../../src/protocol/requests.ts';

export const LOADED: AgentMessage = {
  type: 'loaded',
  function: 'Game',
  shape: 'setup(**kwargs), step(action)',
  parameters: [],
  reserved: ['self', 'action'],
  required: [],
  load_ms: 1,
  warnings: [],
  unset: [],
  output: '',
};

/** A request as the agent reads it. */
export interface FakeRequest {
  call: number;
  episode: number;
  op: EpisodeOp;
  seed: number | undefined;
  sameRandom: boolean;
  body: Buffer;
}

export interface Answer {
  status?: Status;
  reward?: number;
  done?: boolean;
  tail?: ResultTail;
}

export class FakeAgent {
  readonly events: AgentEvents;
  /** Requests in the order in which they came; those of one message together. */
  readonly messages: FakeRequest[][] = [];
  readonly cancelled: number[] = [];
  stoppedWithinMs: number | undefined;
  /** What it says to each request; undefined: nothing. */
  answer: (request: FakeRequest) => Answer | undefined = () => undefined;

  constructor(events: AgentEvents) {
    this.events = events;
  }

  get requests(): FakeRequest[] {
    return this.messages.flat();
  }

  say(message: AgentMessage, block?: Buffer): void {
    this.events.onMessage(message, block);
  }

  reply({ call }: Pick<FakeRequest, 'call'>, { status = 'ok', reward, done, tail }: Answer = {}): void {
    const json = tail === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(tail));
    const frame = Buffer.alloc(RESULT_FRAME.size + json.length);
    frame.writeUInt32LE(frame.length, RESULT_FRAME.at.size);
    frame.writeUInt32LE(call, RESULT_FRAME.at.call);
    frame.writeUInt8(STATUS_CODES[status], RESULT_FRAME.at.status);
    const flags =
      (reward === undefined ? 0 : RESULT_FLAGS.hasReward) | (done === true ? RESULT_FLAGS.done : 0);
    frame.writeUInt8(flags, RESULT_FRAME.at.flags);
    frame.writeDoubleLE(reward ?? 0, RESULT_FRAME.at.reward);
    json.copy(frame, RESULT_FRAME.size);
    this.say({ type: 'results', count: 1 }, frame);
  }

  receive(message: HostMessage, block: Buffer = Buffer.alloc(0)): void {
    if (message.type === 'cancel') this.cancelled.push(...message.calls);
    if (message.type !== 'requests') return;
    const { at, size: header } = EPISODE_FRAME;
    const requests: FakeRequest[] = [];
    for (let from = 0; from < block.length; from += block.readUInt32LE(from + at.size)) {
      const flags = block.readUInt8(from + at.flags);
      const op = block.readUInt8(from + at.op);
      requests.push({
        call: block.readUInt32LE(from + at.call),
        episode: block.readUInt32LE(from + at.episode),
        op: (Object.keys(EPISODE_OPS) as EpisodeOp[]).find((name) => EPISODE_OPS[name] === op) as EpisodeOp,
        seed: (flags & EPISODE_FLAGS.seeded) === 0 ? undefined : Number(block.readBigInt64LE(from + at.seed)),
        sameRandom: (flags & EPISODE_FLAGS.sameRandom) !== 0,
        body: Buffer.from(block.subarray(from + header, from + block.readUInt32LE(from + at.size))),
      });
    }
    this.messages.push(requests);
    for (const request of requests) {
      const answer = this.answer(request);
      if (answer !== undefined) setImmediate(() => this.reply(request, answer));
    }
  }
}

/** Says yes to everything, and gives each step a reward of one. */
export const obliging = ({ op, body }: FakeRequest): Answer =>
  op === 'step' ? { reward: 1, tail: { observation: `after ${JSON.parse(body.toString())}` } } : {};

export class FakeHost {
  readonly agents: FakeAgent[] = [];
  readonly lines: string[] = [];
  readonly registry = new Set<{ close: () => Promise<void> }>();
  holds = 0;
  /** What new agents answer. */
  answer: FakeAgent['answer'] = obliging;

  /** The newest agent. */
  get agent(): FakeAgent {
    const agent = this.agents.at(-1);
    if (agent === undefined) throw new Error('there is no agent');
    return agent;
  }

  load(options: EnvironmentOptions = {}): Promise<EnvironmentModule> {
    const loading = EnvironmentModule.load({
      file: 'game.py',
      level: 'none',
      files: new ModuleFiles('reward.py'),
      settings: resolveOptions(environmentOptionsSchema, options),
      hashSeed: '0',
      warnings: [],
      redact: undefined,
      recover: false,
      start: (events) => {
        const agent = new FakeAgent(events);
        agent.answer = (request) => this.answer(request);
        this.agents.push(agent);
        return {
          send: (message, block) => agent.receive(message, block),
          stop: async (withinMs) => {
            agent.stoppedWithinMs = withinMs;
          },
        };
      },
      hold: (count) => {
        this.holds += count;
      },
      release: (count) => {
        this.holds -= count;
      },
      onLog: (line) => this.lines.push(line),
      registry: this.registry,
    });
    this.agent.say(LOADED);
    return loading;
  }
}
