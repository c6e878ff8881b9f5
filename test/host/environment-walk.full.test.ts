/**
 * A random walk: hundreds of episodes are opened, stepped, branched, hung, crashed and closed at random, and each must
 * show what a model of the fixture shows. RUNRL_WALK_ROUNDS makes it longer, RUNRL_WALK_SEED repeats one,
 * RUNRL_WALK_PLACE is another level than the default (`strict`, `landlock`, `none`).
 */
import { randomInt } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Environment, Episode, Level, SandboxOptions, Status, StepOutcome } from '../../src/index.ts';
import { otherPython } from '../helpers/other-user.ts';
import { castOf, until } from '../helpers/processes.ts';
import { withEnvironment } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';

const ROUNDS = Number(process.env.RUNRL_WALK_ROUNDS ?? 60);
const SEED = Number(process.env.RUNRL_WALK_SEED ?? randomInt(2 ** 31));
const PLACE = process.env.RUNRL_WALK_PLACE ?? 'namespaces';
/** Episodes that live at the same time, at most. */
const MOST = 120;
const STARTS_PER_ROUND = 12;
const MAX_STEPS = 30;
/** Long enough for an honest step on a busy machine. */
const TIMEOUT = 5_000;
/** For how many rounds those that hang may go on; the other episodes do not wait for them. */
const HANG_FOR = 20;

/** A generator of whole numbers below a bound: the same for the same seed (mulberry32). */
const generator = (seed: number) => {
  let state = seed | 0;
  return (bound: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
};

/** What `walks.py` does. */
class Model {
  static readonly MODULUS = 1_000_003;
  readonly at: number;
  readonly steps: number;
  readonly return: number;

  constructor(at: number, steps = 0, sum = 0) {
    this.at = at % Model.MODULUS;
    this.steps = steps;
    this.return = sum;
  }

  /** 31 times a million is far below 2 ** 53. */
  after(added: number): Model {
    const at = (this.at * 31 + added) % Model.MODULUS;
    return new Model(at, this.steps + 1, this.return + (at % 17) / 4);
  }

  get isDone(): boolean {
    return this.at % 29 === 0;
  }
}

/** Words that make a setup or a step fail, and what comes of it. */
const FAILURES: readonly [word: string, status: Status][] = [
  ['hang', 'timeout'],
  ['spin', 'timeout'],
  ['exit', 'crashed'],
  ['raise', 'raised'],
  ['forget', 'raised'],
];

interface Pair {
  /** By which they are kept in order, whatever ends first: one seed makes one walk. */
  key: number;
  episode: Episode;
  model: Model;
}

class Walk {
  readonly #environment: Environment;
  readonly #below: (bound: number) => number;
  #live: Pair[] = [];
  #lastKey = 0;
  /** What hangs, by the round in which it began. */
  readonly #hanging: Promise<void>[][] = [];
  readonly counts: Record<string, number> = {};

  constructor(environment: Environment, seed: number) {
    this.#environment = environment;
    this.#below = generator(seed);
  }

  /** Something with each live episode, and some new ones, all at the same time. */
  async round(): Promise<void> {
    const hanging: Promise<void>[] = [];
    this.#hanging.push(hanging);
    if (this.#hanging.length > HANG_FOR) await Promise.all(this.#hanging.shift() ?? []);
    const acts: Promise<void>[] = [];
    let room = MOST - this.#live.length - this.#hanging.flat().length;
    for (const pair of this.#live.splice(0).sort((one, other) => one.key - other.key)) {
      const copies = Math.min(room, 1 + this.#below(3));
      const dice = this.#below(100);
      if (dice < 4 && copies > 0) {
        room -= copies;
        acts.push(this.#branch(pair, copies));
      } else if (dice < 6) hanging.push(this.#fail(pair));
      else if (dice < 8) acts.push(this.#close(pair.episode));
      else if (dice < 9) acts.push(this.#cancel(pair.episode));
      else if (dice < 20) this.#live.push(pair);
      else acts.push(this.#steps(pair, 1 + this.#below(3)));
    }
    for (let starts = Math.min(room, this.#below(STARTS_PER_ROUND)); starts > 0; starts--) {
      const fails = this.#below(30) === 0;
      (fails ? hanging : acts).push(fails ? this.#failToStart() : this.#start());
    }
    for (const each of hanging) each.catch(() => {}); // it is told when it is awaited
    const results = await Promise.allSettled(acts);
    for (const result of results) if (result.status === 'rejected') throw result.reason;
  }

  async closeAll(): Promise<void> {
    await Promise.all(this.#hanging.splice(0).flat());
    expect(this.#environment.live).toBe(this.#live.length);
    await Promise.all(this.#live.splice(0).map(({ episode }) => this.#close(episode)));
    expect(this.#environment.live).toBe(0);
  }

  #count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  #failure(): readonly [string, Status] {
    return FAILURES[this.#below(FAILURES.length)] as (typeof FAILURES)[number];
  }

  async #start(): Promise<void> {
    const [key, start] = [++this.#lastKey, this.#below(2 ** 30)];
    this.#count('start');
    const episode = await this.#environment.start({ start });
    expect(episode.setup).toMatchObject({ status: 'ok', observation: `0:${start % Model.MODULUS}` });
    this.#live.push({ key, episode, model: new Model(start) });
  }

  async #failToStart(): Promise<void> {
    const [word, status] = this.#failure();
    this.#count(`start ${status}`);
    const episode = await this.#environment.start({ start: 1, do: word });
    if (word === 'forget') {
      expect(episode.setup).toMatchObject({ status: 'ok', observation: '0:None' }); // it harms the next step
      expect(await episode.step('walk 1')).toMatchObject({ status, error: { type: 'TypeError' } });
    } else expect(episode.setup).toMatchObject({ status, observation: null });
    expect(episode.ended).toBe('failed');
  }

  async #steps({ key, episode, model }: Pair, count: number): Promise<void> {
    const added = Array.from({ length: count }, () => this.#below(1_000));
    const asked = added.map((number) => episode.step(`walk ${number}`));
    let state = model;
    for (const [index, step] of asked.entries()) {
      const isOver = (state.isDone && state !== model) || state.steps === MAX_STEPS;
      if (isOver) {
        await expect(step).rejects.toMatchObject({ code: 'RS502' });
        continue;
      }
      this.#count('step');
      const outcome = await step;
      state = state.after(added[index] as number);
      this.#check(outcome, state);
    }
    expect(episode).toMatchObject({ steps: state.steps, return: state.return });
    const ended = state.isDone ? 'done' : state.steps === MAX_STEPS ? 'max_steps' : undefined;
    expect(episode.ended).toBe(ended);
    if (ended === undefined) this.#live.push({ key, episode, model: state });
  }

  #check(outcome: StepOutcome, { at, isDone }: Model): void {
    expect(outcome).toMatchObject({
      status: 'ok',
      observation: `walk:${at}`,
      reward: (at % 17) / 4,
      done: isDone,
      info: { at },
      error: null,
    });
  }

  async #branch({ key, episode, model }: Pair, count: number): Promise<void> {
    const keys = [key, ...Array.from({ length: count }, () => ++this.#lastKey)];
    this.#count('branch');
    const copies = await episode.branch(count);
    for (const [index, each] of [episode, ...copies].entries()) {
      expect(each).toMatchObject({ steps: model.steps, return: model.return, ended: undefined });
      this.#live.push({ key: keys[index] as number, episode: each, model });
    }
  }

  async #fail({ episode, model: { steps } }: Pair): Promise<void> {
    const [word, status] = this.#failure();
    this.#count(status);
    const outcome = await episode.step(`${word} 1`);
    expect(outcome).toMatchObject({ status, observation: null, reward: null, done: false });
    // A machine that is busy with those that spin may have no time for a stack.
    if (status === 'timeout') expect(outcome.stack).toMatch(/walks\.py|^unavailable/);
    expect(episode).toMatchObject({ ended: 'failed', steps: steps + 1 });
  }

  async #cancel(episode: Episode): Promise<void> {
    this.#count('cancelled');
    const abort = new AbortController();
    const step = episode.step('hang 1', { signal: abort.signal });
    setTimeout(() => abort.abort(), this.#below(50));
    expect(await step).toMatchObject({ status: 'cancelled' });
    expect(episode.ended).toBe('failed');
  }

  async #close(episode: Episode): Promise<void> {
    this.#count('close');
    const hung = this.#below(4) === 0 ? episode.step('hang 1') : undefined;
    await episode.close();
    if (hung !== undefined) expect(await hung).toMatchObject({ status: 'cancelled' });
    await expect(episode.step('walk 1')).rejects.toMatchObject({ code: 'RS502' });
  }
}

it(
  `a random walk of ${ROUNDS} rounds (RUNRL_WALK_SEED=${SEED})`,
  async () => {
    const limits = { timeout: TIMEOUT, setupTimeout: TIMEOUT, maxSteps: MAX_STEPS, concurrency: 200 };
    const python = PLACE === 'landlock' ? { python: otherPython() ?? realPython() } : {};
    const confinement = PLACE === 'strict' ? { profile: PLACE } : { level: PLACE as Level };
    const options = { ...limits, sandbox: { ...confinement, ...python } as SandboxOptions };
    await withEnvironment('environments/walks.py', options, async ({ environment, folder }) => {
      const walk = new Walk(environment, SEED);
      for (let round = 0; round < ROUNDS; round++) await walk.round();
      await walk.closeAll();
      if (PLACE === 'namespaces')
        await until(
          () => castOf(folder).workers,
          (workers) => workers.length === 0,
        );
      for (const what of ['step', 'branch', 'timeout', 'crashed', 'raised', 'cancelled', 'close', 'start'])
        expect(walk.counts[what] ?? 0, what).toBeGreaterThan(0);
    });
  },
  20_000 + ROUNDS * 3_000,
);
