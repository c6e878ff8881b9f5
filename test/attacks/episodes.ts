/** Attacks by episodes: each plays its steps, with an honest episode beside it that lives before, during and after it. */
import { setTimeout } from 'node:timers/promises';
import { type Environment, type Episode, SandboxError, type StepOutcome } from '../../src/index.ts';
import { type Family, processesBelow } from '../helpers/family.ts';
import { until } from '../helpers/processes.ts';
import type { Attack } from './catalogue.ts';
import type { Planted } from './plant.ts';
import type { Fight } from './suite.ts';

const SETTLES_MS = 5_000;
const STEADY_LOOKS = 8;
/** Longer than any deadline: what has not been answered then never is. */
const ANSWERS_WITHIN_MS = 15_000;

/** How long nothing is asked of an episode that is to `rest`, unless it ends. */
const RESTS_MS = 2_500;

type End = Pick<StepOutcome, 'status' | 'reward' | 'info'> & { said: string };

const endOf = ({ status, reward, info, error }: StepOutcome): End => ({
  status,
  reward,
  info,
  said: error ? `${error.type}: ${error.message}` : String(info.found ?? info.answer ?? ''),
});

const answered = <T>(promise: Promise<T>, what: string): Promise<T> =>
  Promise.race([
    promise,
    setTimeout(ANSWERS_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`${what} was never answered`);
    }),
  ]);

/** An honest episode, and what it should observe. */
class Neighbour {
  readonly wronged: string[] = [];
  readonly durations: number[] = [];
  private sum = 0;
  private readonly episode: Episode;

  constructor(episode: Episode) {
    this.episode = episode;
  }

  step = async (number: number): Promise<void> => {
    this.sum += number;
    const outcome = await answered(this.episode.step(String(number)), 'a step of an honest episode');
    this.durations.push(outcome.duration_ms);
    const { status, said } = endOf(outcome);
    if (status !== 'ok') this.wronged.push(`${status}: ${said}`);
    else if (outcome.observation !== String(this.sum) || outcome.done !== (number === 0))
      this.wronged.push(`observed ${outcome.observation} and not ${this.sum}`);
    else if (said !== '' || outcome.stdout + outcome.stderr !== '')
      this.wronged.push(`${said}${outcome.stdout}${outcome.stderr}`);
  };

  get lives(): boolean {
    return this.episode.ended === undefined;
  }
}

export class EpisodeArena {
  private calm = 1;
  private readonly environment: Environment;
  private readonly planted: Planted;
  private readonly family: Family;

  constructor(environment: Environment, planted: Planted, family: Family) {
    this.environment = environment;
    this.planted = planted;
    this.family = family;
  }

  private neighbour = async (): Promise<Neighbour> =>
    new Neighbour(await this.environment.start({ secret: this.planted.neighbourSecret }));

  calibrate = async (): Promise<void> => {
    const neighbour = await this.neighbour();
    for (const number of [3, 2, 1, 0]) await neighbour.step(number);
    this.calm = Math.min(...neighbour.durations);
  };

  /** All that must be as it was when every episode has ended. */
  quiet = async (): Promise<Record<string, number>> => {
    let last = '';
    let same = 0;
    return until(
      () => processesBelow(this.family),
      (now) => {
        const text = JSON.stringify(now);
        same = text === last ? same + 1 : 0;
        last = text;
        return same >= STEADY_LOOKS;
      },
      SETTLES_MS,
    );
  };

  fight = async (attack: Attack, before: Record<string, number>): Promise<Fight> => {
    const started = performance.now();
    const neighbour = await this.neighbour();
    let over = false;
    const beside = (async () => {
      for (let number = 1; neighbour.lives && !over; number++) await neighbour.step(number);
      if (neighbour.lives) await neighbour.step(0);
    })();
    const problems: string[] = [];
    const end = await this.play(attack, attack.plays ?? [], problems);
    over = true;
    await beside;
    const later = await this.neighbour();
    for (const number of [1, 0]) if (later.lives) await later.step(number);
    problems.push(...later.wronged);
    if (attack.checks) {
      const { status, reward, said } = await this.play(attack, ['check'], problems);
      if (status !== 'ok' || reward !== 0)
        problems.push(`the next episode found it: ${status} ${reward} ${said}`);
    }
    return {
      name: attack.name,
      status: end.status,
      reward: end.reward,
      said: end.said,
      wronged: neighbour.wronged,
      slowdown:
        (neighbour.durations.sort((one, other) => one - other)[neighbour.durations.length >> 1] ?? 0) /
        this.calm,
      next: problems,
      left: await this.leftovers(before),
      milliseconds: performance.now() - started,
      restored: false,
    };
  };

  private play = async (attack: Attack, plays: string[], problems: string[]): Promise<End> => {
    const { neighbourSecret: _, forAttacks } = this.planted;
    const planted = { ...forAttacks, pids: [process.pid, this.family.agent, this.family.zygote] };
    const row = { secret: '', attack: attack.name, planted, how: attack.how };
    const members = [await answered(this.environment.start(row), 'the start')];
    let end = endOf((members[0] as Episode).setup);
    try {
      for (const what of plays) {
        const current = members.at(-1);
        if (current === undefined || end.status !== 'ok') break;
        if (what === 'rest') await until(() => current.ended, Boolean, RESTS_MS).catch(() => {});
        else if (what === 'branch') members.push(...(await answered(current.branch(1), 'the branch')));
        else if (what === 'close') await answered(members.pop()?.close() ?? Promise.resolve(), 'the close');
        else end = endOf(await answered(current.step(what), 'the step'));
      }
    } catch (error) {
      if (!(error instanceof SandboxError)) problems.push(String(error));
      end = { status: 'lost', reward: null, info: {}, said: String(error) };
    }
    await answered(Promise.all(members.map((member) => member.close())), 'the last close').catch((error) =>
      problems.push(String(error)),
    );
    return end;
  };

  private leftovers = async (before: Record<string, number>): Promise<string[]> => {
    const differences = () =>
      Object.entries(processesBelow(this.family))
        .filter(([name, value]) => value > (before[name] ?? 0))
        .map(([name, value]) => `${name}: ${before[name]} before, ${value} after`);
    return until(differences, (left) => left.length === 0, SETTLES_MS).catch(differences);
  };
}
