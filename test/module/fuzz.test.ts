/** Whatever an agent says, in whatever order: every call ends once, with its own answer or none. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AgentEvents } from '../../src/agent/agent.ts';
import type { Outcome } from '../../src/index.ts';
import { RewardModule } from '../../src/module/calls/reward-module.ts';
import { ModuleFiles } from '../../src/module/module-files.ts';
import { resolveOptions, rewardOptionsSchema } from '../../src/options.ts';
import { type AgentMessage, CALL_FRAME, RESULT_FLAGS, RESULT_FRAME } from '../../src/protocol/messages.ts';
import { cases } from '../helpers/extent.ts';

const CALLS = 6;
const LOADED: AgentMessage = {
  type: 'loaded',
  function: 'f',
  shape: '',
  parameters: [],
  reserved: [],
  required: [],
  load_ms: 1,
  warnings: [],
  unset: [],
  output: '',
};

/** A result as an agent forwards it; its reward is made of what the call was. */
const resultOf = (call: number, completion: number, status: number, size?: number): Buffer => {
  const frame = Buffer.alloc(RESULT_FRAME.size);
  frame.writeUInt32LE(size ?? frame.length, RESULT_FRAME.at.size);
  frame.writeUInt32LE(call, RESULT_FRAME.at.call);
  frame.writeUInt8(status, RESULT_FRAME.at.status);
  frame.writeUInt8(RESULT_FLAGS.hasReward, RESULT_FRAME.at.flags);
  frame.writeDoubleLE(completion * 10, RESULT_FRAME.at.reward);
  return frame;
};

/** A module with an agent that the test plays. */
class Play {
  readonly agents: { events: AgentEvents; calls: Map<number, number>; begun: Set<number> }[] = [];
  /** Every number that any agent was given, with the completion that it stood for. */
  readonly numbers = new Map<number, number>();
  holds = 0;
  readonly registry = new Set<RewardModule>();

  load = (): Promise<RewardModule> => {
    const loading = RewardModule.load({
      file: 'f.py',
      level: 'none',
      files: new ModuleFiles('reward.py'),
      settings: resolveOptions(rewardOptionsSchema, { concurrency: 2 }),
      warnings: [],
      redact: undefined,
      recover: false,
      start: (events) => this.#start(events),
      hold: (count) => {
        this.holds += count;
      },
      release: (count) => {
        this.holds -= count;
      },
      onLog: () => {},
      registry: this.registry,
    });
    this.say(LOADED);
    return loading;
  };

  get agent() {
    const agent = this.agents.at(-1);
    if (agent === undefined) throw new Error('there is no agent');
    return agent;
  }

  say(message: AgentMessage, block?: Buffer): void {
    this.agent.events.onMessage(message, block);
  }

  #start(events: AgentEvents) {
    const calls = new Map<number, number>();
    this.agents.push({ events, calls, begun: new Set() });
    return {
      send: (_message: unknown, block?: Buffer) => {
        for (let at = 0; block !== undefined && at < block.length; at += block.readUInt32LE(at)) {
          const call = block.readUInt32LE(at + CALL_FRAME.at.call);
          const body = at + CALL_FRAME.size + block.readUInt32LE(at + CALL_FRAME.at.row_size);
          const completion = Number(JSON.parse(block.toString('utf8', body, at + block.readUInt32LE(at))));
          calls.set(call, completion);
          this.numbers.set(call, completion);
        }
      },
      stop: async () => {},
    };
  }
}

const call = fc.oneof(fc.integer({ min: 1, max: CALLS + 2 }), fc.constantFrom(0, 0xffff_ffff));
const event = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('results' as const),
      call,
      status: fc.nat(12),
      copies: fc.nat(3),
    }),
  },
  fc.record({
    kind: fc.constant('torn' as const),
    call,
    size: fc.constantFrom(0, 45, 47, 2 ** 31, 2 ** 32 - 1),
  }),
  fc.record({ kind: fc.constant('begun' as const), call }),
  fc.record({
    kind: fc.constant('running' as const),
    request: fc.integer({ min: -1, max: 5 }),
    calls: fc.array(call),
  }),
  fc.record({ kind: fc.constant('died' as const), unstarted: fc.array(call) }),
  fc.record({ kind: fc.constantFrom('loaded' as const, 'load_failed' as const, 'ask' as const) }),
  fc.record({ kind: fc.constant('exit' as const), knows: fc.boolean() }),
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const act = (play: Play, module: RewardModule, asked: Promise<unknown>[], what: Event): void => {
  const { agent } = play;
  switch (what.kind) {
    case 'results': {
      const frame = resultOf(what.call, play.numbers.get(what.call) ?? -1, what.status);
      play.say({ type: 'results', count: 1 }, Buffer.concat(Array(what.copies + 1).fill(frame)));
      break;
    }
    case 'torn':
      play.say({ type: 'results', count: 1 }, resultOf(what.call, -1, 0, what.size));
      break;
    case 'begun':
      agent.begun.add(what.call);
      break;
    case 'running':
      play.say({
        type: 'running',
        request: what.request,
        calls: what.calls.map((each) => ({ call: each, running_ms: 1, stack: null })),
      });
      break;
    case 'died':
      play.say({ type: 'died', message: 'died', unstarted: what.unstarted });
      break;
    case 'loaded':
      play.say(LOADED);
      break;
    case 'load_failed':
      play.say({ type: 'load_failed', reason: 'module', message: 'no' });
      break;
    case 'ask':
      asked.push(module.running(2));
      break;
    case 'exit':
      agent.events.onExit('it ended', what.knows ? (each) => agent.begun.has(each) : undefined);
      break;
  }
};

it('every call ends once, with its own answer or none; nothing is waited for in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
      const play = new Play();
      const module = await play.load();
      const ends: (Outcome | Error)[][] = Array.from({ length: CALLS }, () => []);
      const calls = ends.map((own, completion) =>
        module.score({ completion: String(completion) }).then(
          (outcome) => own.push(outcome),
          (error) => own.push(error),
        ),
      );
      const asked: Promise<unknown>[] = [];
      for (const each of events) {
        try {
          act(play, module, asked, each);
        } catch (error) {
          // As the channel does with a message that is none: the agent is killed for it.
          expect(error).toMatchObject({ code: 'RS402' });
          play.agent.events.onExit('killed', undefined);
        }
      }
      await module.close();
      await Promise.all([...calls, ...asked]);
      for (const [completion, own] of ends.entries()) {
        expect(own).toHaveLength(1);
        const [end] = own;
        if (end instanceof Error) expect(end).toMatchObject({ code: expect.stringMatching(/^RS/) });
        else if (end?.status === 'ok') expect(end.reward).toBe(completion * 10);
        else expect(end?.reward).toBeNull();
      }
      expect(play.holds).toBe(0);
      expect(play.registry.size).toBe(0);
    }),
    { numRuns: cases(2_000) },
  );
});
