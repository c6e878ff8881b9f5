/** Whatever callers and agents do, in whatever order: everything is answered once, and no place is lost. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Episode } from '../../src/index.ts';
import { cases } from '../helpers/extent.ts';
import { type FakeAgent, FakeHost, LOADED, obliging } from './fake-agent.ts';

const PLACES = 4;

const event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('start' as const), aborts: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('step' as const), which: fc.nat(9) }) },
  fc.record({
    kind: fc.constant('branch' as const),
    which: fc.nat(9),
    count: fc.integer({ min: 1, max: 4 }),
  }),
  fc.record({ kind: fc.constant('close' as const), which: fc.nat(9) }),
  fc.record({ kind: fc.constant('abort' as const) }),
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('answer' as const),
      which: fc.nat(9),
      status: fc.constantFrom('ok' as const, 'ok' as const, 'invalid' as const, 'timeout' as const),
      done: fc.boolean(),
      copies: fc.integer({ min: 1, max: 2 }),
    }),
  },
  fc.record({ kind: fc.constant('exit' as const), begun: fc.constantFrom(true, false, undefined) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('turn' as const) }) },
);
type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
};

/** Has an agent that has loaded, unless the environment was given up. */
const reload = async (host: FakeHost, agents: number): Promise<void> => {
  const deadline = Date.now() + 20_000;
  while (host.agents.length === agents && Date.now() < deadline)
    await new Promise((end) => setTimeout(end, 5));
  if (host.agents.length > agents) host.agent.say(LOADED);
};

class Play {
  readonly host = new FakeHost();
  readonly episodes: Episode[] = [];
  readonly asked: Promise<unknown>[] = [];
  readonly answered = new WeakMap<FakeAgent, Set<number>>();
  abort = new AbortController();

  keep(asked: Promise<unknown>): void {
    this.asked.push(
      asked.catch((error: { code: string }) => expect(error.code).toMatch(/^RS(403|50[123])$/)),
    );
  }

  /** Requests that the newest agent has not answered. */
  open() {
    const answered = this.answered.get(this.host.agent) ?? new Set();
    this.answered.set(this.host.agent, answered);
    return { answered, requests: this.host.agent.requests.filter(({ call }) => !answered.has(call)) };
  }
}

const act = async (
  play: Play,
  environment: Awaited<ReturnType<FakeHost['load']>>,
  what: Event,
): Promise<void> => {
  const { host, episodes } = play;
  if (what.kind === 'turn') await turns();
  else if (what.kind === 'start') {
    const { signal } = play.abort;
    const started = environment.start({}, what.aborts ? { signal } : {});
    play.keep(started.then((episode) => episodes.push(episode)));
  } else if (what.kind === 'abort') {
    play.abort.abort();
    play.abort = new AbortController();
  } else if (what.kind === 'answer') {
    const { answered, requests } = play.open();
    const request = requests[what.which % Math.max(1, requests.length)];
    if (request === undefined) return;
    answered.add(request.call);
    const refused = { type: 'CannotBranch', message: 'a thread', traceback: null };
    const answer = request.op === 'close' ? {} : { status: what.status, reward: 1, done: what.done };
    for (let copy = 0; copy < what.copies; copy++)
      host.agent.reply(request, what.status === 'invalid' ? { ...answer, tail: { error: refused } } : answer);
  } else if (what.kind === 'exit') {
    const agents = host.agents.length;
    const { begun } = what;
    host.agent.events.onExit('killed', begun === undefined ? undefined : () => begun);
    await reload(host, agents);
  } else {
    const episode = episodes[what.which % Math.max(1, episodes.length)];
    if (episode === undefined) return;
    if (what.kind === 'step') play.keep(episode.step('a'));
    else if (what.kind === 'close') play.keep(episode.close());
    else play.keep(episode.branch(what.count).then((copies) => episodes.push(...copies)));
  }
};

it('everything is answered once, and all places are free in the end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
      const play = new Play();
      const { host } = play;
      host.answer = () => undefined;
      const environment = await host.load({ maxEpisodes: PLACES });
      let exits = 0;
      for (const each of events) {
        if (each.kind === 'exit' && ++exits > 2) continue; // each takes its time, and four give the module up
        await act(play, environment, each);
      }
      // From now on everybody behaves well.
      host.answer = obliging;
      for (let rounds = 0; rounds < 50; rounds++) {
        await turns();
        const { answered, requests } = play.open();
        for (const request of requests) {
          answered.add(request.call);
          host.agent.reply(request, obliging(request));
        }
        for (const episode of play.episodes) play.keep(episode.close());
      }
      await Promise.all(play.asked);
      expect(environment.live).toBe(0);
      expect(host.holds).toBe(0);
      const all = await Promise.all(Array.from({ length: PLACES }, () => environment.start({})));
      expect(all.map(({ setup, ended }) => [setup.status, ended])).toEqual(all.map(() => ['ok', undefined]));
      await environment.close();
      expect([host.holds, host.registry.size]).toEqual([0, 0]);
    }),
    { numRuns: cases(150) },
  );
}, 180_000);
