/** The tests of what came of attacks. */
import { beforeAll, describe, expect, it } from 'vitest';
import { AWAITED } from './awaited.ts';
import { promiseOf } from './catalogue.ts';
import { type Case, suite } from './matrix.ts';
import { RESTORES, restoresAt } from './restoring.ts';
import type { Fight, Report } from './suite.ts';

/** How much memory agent and zygote may keep of a whole group of attacks. */
const GROWTH = [12 * 2 ** 20, 4 * 2 ** 20] as const;
/** Where all workers are to be restored, each attack takes calls of its own until there is one. */
const SUITE_MS = RESTORES ? 1_800_000 : 600_000;
/** How a later call says that an attack's `check` got what it wanted. */
const FOUND = 'the next call found it';

/** What was seen of one case. */
export interface Seen {
  who: string;
  confinement: string;
  report: Report;
}

/** Where slots share ports and names, or have those of the machine, cases would disturb each other. */
const needsTheMachine = ({ confinement }: Case): boolean => confinement !== 'namespaces';

/**
 * Fights the attacks of each case, and tests what came of it. Two cases are fought at a time: one uses about one
 * processor. @returns what was seen, filled while the tests run
 */
export const testFights = (cases: readonly Case[]): Seen[] => {
  const reports: Seen[] = [];
  const begun = new Map<Case, Promise<Report>>();
  const begin = (each: Case): Promise<Report> => {
    const running = begun.get(each) ?? suite(each);
    begun.set(each, running);
    return running;
  };
  describe.each(cases)('at $confinement, for $who.name', (each) => {
    const { who, confinement, level, chosen } = each;
    let report: Report;
    let fights: Map<string, Fight>;

    beforeAll(async () => {
      const running = begin(each);
      const next = cases[cases.indexOf(each) + 1];
      if (next !== undefined && ![each, next].some(needsTheMachine)) begin(next).catch(() => {});
      report = await running;
      fights = new Map(report.fights.map((fight) => [fight.name, fight]));
      reports.push({ who: who.name, confinement, report });
      console.log(`${confinement}, ${who.name}: ${report.seconds.toFixed(0)} s`);
    }, SUITE_MS);

    const fought = (name: string): Fight => {
      const fight = fights.get(name);
      if (fight === undefined) throw new Error(`${name} was not run`);
      return fight;
    };

    it('is the level that was asked for', () => expect(report.level).toBe(level));

    it.each(chosen.filter(({ name }) => !(name in AWAITED)))('$name', (attack) => {
      const { status, reward, said, wronged, slowdown, next, left } = fought(attack.name);
      const promise = promiseOf(attack, confinement);
      const promised = !promise.startsWith('not promised');
      const wrong = promised ? next : next.filter((each) => !each.startsWith(FOUND));
      expect({ next: wrong, left }).toEqual({ next: [], left: [] });
      // A victim may be wronged by what is not promised, an honest call never.
      if (promised || attack.beside === undefined) expect(wronged).toEqual([]);
      expect(slowdown).toBeLessThan(attack.slows[confinement] ?? 0);
      if (!promised) return;
      expect({ status, said, gotWhatItWanted: reward === 1 }).toEqual({
        status: promise.split(' or ').includes(status) ? status : promise,
        said,
        gotWhatItWanted: false,
      });
    });

    it.runIf(restoresAt(confinement))('met workers that had been restored', () => {
      const forked = report.fights.filter(({ restored }) => !restored).map(({ name }) => name);
      expect(forked.filter((name) => !name.startsWith('episodes/'))).toEqual([]);
    });

    it('keeps no memory and no file of it', () => {
      for (const [group, [agent, zygote]] of Object.entries(report.growth)) {
        expect(agent, `agent after ${group}`).toBeLessThan(GROWTH[0]);
        expect(zygote, `zygote after ${group}`).toBeLessThan(GROWTH[1]);
      }
      expect(report.hostLeft).toEqual([]);
    });
  });

  return reports;
};
