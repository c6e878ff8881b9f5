/**
 * Runs attacks against one configuration, each with an honest call beside it, and prints what came of them as JSON.
 * A process of its own, so that it can be another user: started by attacks.test.ts with `Order` on standard input.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { createSandbox, type Outcome, type Reward, type SandboxOptions } from '../../src/index.ts';
import { type Family, familyOf, residentOf, type Standing, standing } from '../helpers/family.ts';
import { until } from '../helpers/processes.ts';
import type { Attack } from './catalogue.ts';
import { EpisodeArena } from './episodes.ts';
import { HIDDEN_FILE, type Planted, plant } from './plant.ts';
import { RESTORE_VARIABLE, RESTORES, restoresAt } from './restoring.ts';

export interface Order {
  /** A copy of driver.py in a folder of its own, with the attacks beside it. */
  driver: string;
  /** An empty folder of the host's. */
  folder: string;
  /** Name of the configuration: `namespaces`, `strict`, `landlock`. */
  confinement: string;
  sandbox: SandboxOptions;
  attacks: Attack[];
}

export interface Fight {
  name: string;
  status: string;
  reward: number | null;
  /** What the attack says of itself, or the error of its call. */
  said: string;
  /** Honest calls beside it that were wrong, or failed. */
  wronged: string[];
  /** How long an honest call beside it took (the median of them), in times of an undisturbed one. */
  slowdown: number;
  /** What was wrong with the calls after it. */
  next: string[];
  left: string[];
  milliseconds: number;
  /** Whether the workers that it met had been restored, not forked. */
  restored: boolean;
}

export interface Report {
  /** What the sandbox says of itself. */
  level: string;
  seconds: number;
  fights: Fight[];
  /** Memory that agent and zygote have grown by over a group, in bytes. */
  growth: Record<string, [agent: number, zygote: number]>;
  /** What of this process and its temporary folder was there at the end of a group and not before it. */
  hostLeft: string[];
}

const EPISODE_TIMEOUT_MS = 1_500;
const TIMEOUT_MS: Record<string, number> = { hang: 500, limits: 10_000 };
const SIZE = 30; // milliseconds of an honest call, about
const SETTLES_MS = 5_000;
const STEADY_LOOKS = 8;
const WARM_SLOTS = 8;
const WARM_CALLS = 60; // pairs
const WARM_IN_ROW = 48; // more than a worker must last for to be worth it, or slots fork after some
const PATIENCE = 4; // a neighbour that was slower than this is tried again: other load may be at fault

const problemsOf = (outcome: Outcome): string[] => {
  if (outcome.status !== 'ok') return [`${outcome.status}: ${outcome.error?.type} ${outcome.error?.message}`];
  const found = outcome.reward === 0.25 ? [] : [`reward ${outcome.reward}: ${outcome.info.found ?? ''}`];
  const printed = `${outcome.stdout}${outcome.stderr}`;
  return printed === '' ? found : [...found, `printed ${JSON.stringify(printed.slice(0, 200))}`];
};

const median = (values: number[]): number =>
  values.sort((one, other) => one - other)[values.length >> 1] ?? 0;

class Arena {
  private undisturbed: number[] = [];
  private readonly reward: Reward;
  private readonly planted: Planted;
  private readonly family: Family;

  constructor(reward: Reward, planted: Planted, family: Family) {
    this.reward = reward;
    this.planted = planted;
    this.family = family;
  }

  honest = (size = SIZE): Promise<Outcome> =>
    this.reward.score({ completion: `honest ${size}`, kwargs: { secret: this.planted.neighbourSecret } });

  private victim = (name: string): Promise<Outcome> =>
    this.reward.score({ completion: `beside ${name}`, kwargs: { secret: this.planted.neighbourSecret } });

  /** Measures how long an honest call takes alone, on a machine that may have other things to do. */
  calibrate = async (): Promise<void> => {
    this.undisturbed = [];
    for (let round = 0; round < 4; round++) this.undisturbed.push((await this.honest()).duration_ms);
  };

  /** All that must be as it was, once every slot that the group needs has been made. */
  quiet = async (): Promise<Standing> => {
    await Promise.all([this.honest(5), this.honest(5)]);
    let last = '';
    let same = 0;
    return until(
      () => standing(this.family),
      (now) => {
        const text = JSON.stringify(now);
        same = text === last ? same + 1 : 0;
        last = text;
        return same >= STEADY_LOOKS && now.strangers === 0 && now.slotsWithoutWorker === 0;
      },
      SETTLES_MS,
    );
  };

  /**
   * Until both workers that serve next have been restored. Slots that have given it up are ended: what ran in them asked
   * the kernel for too much. @returns whether they were
   */
  private warmed = async (): Promise<boolean> => {
    const computes = () => this.reward.score({ completion: 'computes' });
    for (let slots = 0; slots < WARM_SLOTS; slots++) {
      for (let calls = 0, inRow = 0; calls < WARM_CALLS; calls++) {
        const both = await Promise.all([computes(), computes()]);
        inRow = both.every(({ restored }) => restored) ? inRow + 1 : 0;
        if (inRow >= WARM_IN_ROW) return true;
      }
      const ends = new AbortController();
      const waits = () => this.reward.score({ completion: 'waits', signal: ends.signal });
      const first = waits();
      await new Promise(setImmediate); // so that the two do not travel in one batch
      const waiting = [first, waits()];
      await until(
        () => this.reward.running(2),
        (running) => running.length === 2,
      );
      ends.abort();
      await Promise.all(waiting);
    }
    return false;
  };

  fight = async (attack: Attack, before: Standing): Promise<Fight> => {
    const restored = restoresAt(confinement) && (await this.warmed());
    const started = performance.now();
    const neighbours: Outcome[] = [];
    let over = false;
    const beside = (async () => {
      do neighbours.push(await (attack.beside ? this.victim(attack.beside) : this.honest()));
      while (!over);
    })();
    await new Promise(setImmediate); // so that the two calls do not travel in one batch
    // Where pids are the machine's, an attack knows whom to look for.
    const planted = {
      ...this.planted.forAttacks,
      pids: [process.pid, this.family.agent, this.family.zygote],
    };
    const call = (what: string) =>
      this.reward.score({ completion: `${what} ${attack.name}`, kwargs: { planted, how: attack.how } });
    const outcome = await call('attack');
    over = true;
    await beside;

    // Two at a time: the slot that the attack ran in is one of those that serve them.
    const problems = (await Promise.all([this.honest(5), this.honest(5)])).flatMap(problemsOf);
    const checks = attack.checks ? await Promise.all([call('check'), call('check')]) : [];
    for (const { status, reward, error } of checks) {
      if (status !== 'ok' || reward !== 0)
        problems.push(`the next call found it: ${status} ${reward} ${error?.message ?? ''}`);
    }
    const calm = Math.min(...this.undisturbed);
    return {
      name: attack.name,
      status: outcome.status,
      reward: outcome.reward,
      said: outcome.error
        ? `${outcome.error.type}: ${outcome.error.message}`
        : String(outcome.info.found ?? outcome.info.answer ?? ''),
      wronged: neighbours.flatMap(problemsOf),
      slowdown: attack.beside ? 1 : median(neighbours.map((each) => each.duration_ms)) / calm,
      next: problems,
      left: await this.leftovers(before),
      milliseconds: performance.now() - started,
      restored,
    };
  };

  private leftovers = async (before: Standing): Promise<string[]> => {
    const differences = () => {
      const now: Record<string, number | boolean> = standing(this.family);
      return Object.entries(before)
        .filter(([name, value]) =>
          typeof value === 'number' ? Number(now[name]) > value : now[name] !== value,
        )
        .map(([name, value]) => `${name}: ${value} before, ${now[name]} after`);
    };
    return until(differences, (left) => left.length === 0, SETTLES_MS).catch(differences);
  };
}

const hostNow = (folders: readonly string[]): Set<string> =>
  new Set([
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`),
    ),
    ...readFileSync('/proc/self/mountinfo', 'utf8').split('\n'),
  ]);

/** What a group of attacks is fought in; `Place` is all that must be as it was after each. */
interface Ring<Place> {
  calibrate: () => Promise<void>;
  quiet: () => Promise<Place>;
  fight: (attack: Attack, before: Place) => Promise<Fight>;
}

const fightAll = async <Place>(
  arena: Ring<Place>,
  attacks: readonly Attack[],
  resident: () => [agent: number, zygote: number],
): Promise<void> => {
  await arena.calibrate();
  const before = await arena.quiet();
  const grown = resident();
  for (const attack of attacks) {
    let fight = await arena.fight(attack, before);
    const patience = Math.max(PATIENCE, (attack.slows[confinement] ?? 0) - 2);
    // A neighbour that was too late is slow too; one that is wronged by the attack is so each time.
    const late = () => fight.slowdown > patience || fight.wronged.some((each) => each.startsWith('timeout'));
    for (let again = 0; again < 2 && late(); again++) {
      await arena.calibrate();
      const other = await arena.fight(attack, before);
      fight = other.slowdown < fight.slowdown || other.wronged.length < fight.wronged.length ? other : fight;
    }
    report.fights.push(fight);
    if (process.env.RUNRL_ATTACKS_ALOUD) console.error(JSON.stringify(fight));
  }
  const after = resident();
  report.growth[attacks[0]?.group ?? ''] = [after[0] - grown[0], after[1] - grown[1]];
};

const { driver, folder, confinement, sandbox: settings, attacks } = (await json(process.stdin)) as Order;
const planted = await plant(folder, homedir(), dirname(driver));
const report: Report = { level: '', seconds: 0, fights: [], growth: {}, hostLeft: [] };
const env = RESTORES ? [RESTORE_VARIABLE] : [];
await using sandbox = await createSandbox({ ...settings, env, hide: [join(dirname(driver), HIDDEN_FILE)] });
report.level = sandbox.level;
const folders = [dirname(driver), folder, tmpdir(), homedir()];
await (await sandbox.loadReward(driver)).close(); // the first load makes the socket, which all share
for (const group of new Set(attacks.map((attack) => attack.group))) {
  const hostBefore = hostNow(folders);
  const inGroup = attacks.filter((each) => each.group === group);
  const limits = { concurrency: 2, memory: '128MiB', tmpSize: '16MiB' };
  if (inGroup[0]?.plays === undefined) {
    const timeout = TIMEOUT_MS[group] ?? 1_000;
    await using reward = await sandbox.loadReward(driver, {
      ...limits,
      timeout,
      restore: RESTORES ? 'always' : 'auto',
    });
    const family = familyOf(dirname(driver), confinement);
    await fightAll(new Arena(reward, planted, family), inGroup, residentOf.bind(undefined, family));
  } else {
    const file = join(dirname(driver), 'episode_driver.py');
    await using environment = await sandbox.loadEnvironment(file, {
      ...limits,
      timeout: EPISODE_TIMEOUT_MS,
      maxSteps: 1_000_000,
    });
    const family = familyOf(dirname(driver), confinement);
    await fightAll(
      new EpisodeArena(environment, planted, family),
      inGroup,
      residentOf.bind(undefined, family),
    );
  }
  report.hostLeft.push(...[...hostNow(folders)].filter((each) => !hostBefore.has(each)));
}
planted.close();
report.seconds = performance.now() / 1e3;
process.stdout.write(JSON.stringify(report));
