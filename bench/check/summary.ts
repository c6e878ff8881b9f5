/** What checks come to: a line for each item, a table of sets by levels, each share with its Wilson interval. */
import { basename, dirname } from 'node:path';
import { styleText } from 'node:util';
import { shareOf } from '../../src/check/wilson.ts';
import { spread } from '../harness.ts';
import { type Judged, judge, LEVELS, type Level } from './compare.ts';
import { seenText } from './items.ts';
import type { Checked } from './run-check.ts';

const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

/** `22 of 31 = 71 % (53 to 84 %)` */
export const share = (hits: number, of: number): string => {
  if (of === 0) return '-';
  const { low, high } = shareOf(hits, of);
  return `${hits} of ${of} = ${percent(hits / of)} (${percent(low).replace(' %', '')} to ${percent(high)})`;
};

const verdictOf = ({ report, error }: Checked): string => report?.verdict ?? `NO REPORT (${error})`;

export const isVulnerable = ({ item }: Checked): boolean => item.label.label === 'vulnerable';

export const printItem = (checked: Checked): void => {
  const { item, report, seconds, replayed, broken } = checked;
  const { said, findings, named, linted } = judge(checked);
  const isRight = isVulnerable(checked) ? said.hackable : !said.hackable;
  const mark = isRight ? styleText('green', 'right') : styleText('red', 'WRONG');
  const wanted = isVulnerable(checked) ? item.label.classes.join(',') : 'sound';
  const levels = Object.keys(LEVELS).filter((level) => said[level as Level]);
  console.log(`${mark}  ${item.name}  [${wanted}]  seed ${checked.seed}  ${verdictOf(checked)}`);
  if (levels.length > 0) console.log(`       said: ${levels.join(', ')}: ${findings.join('; ')}`);
  const missing = item.label.classes.filter((name) => !named.includes(name));
  const ofSource = missing.filter((name) => linted.includes(name));
  if (missing.length > 0 && item.label.injector === undefined)
    console.log(
      `       not named: ${missing.join(', ')}${ofSource.length > 0 ? ` (of the source: ${ofSource.join(', ')})` : ''}`,
    );
  const calls = `${report?.calls ?? 0} calls, ${report?.probes ?? 0} probes, ${report?.rows ?? 0} rows`;
  console.log(
    `       ${seconds.toFixed(1)} s, ${calls}, basis ${report?.basis?.split(':')[0] ?? '?'}, replayed ${replayed - broken.length} of ${replayed}${broken.length > 0 ? `, BROKEN: ${broken.join('; ')}` : ''}`,
  );
};

interface Counted {
  checked: Checked;
  judged: Judged;
}

const counted = (all: readonly Checked[]): Counted[] =>
  all.map((checked) => ({ checked, judged: judge(checked) }));

/** How many of these were said to be vulnerable at a level. */
const at = (level: Level, all: readonly Counted[]): string =>
  share(all.filter(({ judged }) => judged.said[level]).length, all.length);

const kindOf = ({ item }: Checked): string => (basename(item.path) === 'env.py' ? 'environments' : 'rewards');
const setOf = ({ item }: Checked): string => basename(dirname(item.folder));

/**
 * The table of a newcomer, in Markdown: rows are sets, and rewards and environments of all of them; columns are levels,
 * each asked of vulnerable items (should be all) and of sound ones (should be none).
 */
export const tableOf = (all: readonly Checked[]): string => {
  const items = counted(all);
  const head = Object.values(LEVELS).flatMap((level) => [level, 'the same of sound ones']);
  const line = (name: string, seen: string, some: readonly Counted[]): string => {
    const [bad, good] = [true, false].map((is) => some.filter(({ checked }) => isVulnerable(checked) === is));
    const shares = (Object.keys(LEVELS) as Level[]).flatMap((level) => [
      at(level, bad ?? []),
      at(level, good ?? []),
    ]);
    return `| ${[name, seen, ...shares].join(' | ')} |`;
  };
  const groups = (keyOf: (checked: Checked) => string): [string, Counted[]][] =>
    [...new Set(all.map(keyOf))]
      .sort()
      .map((key) => [key, items.filter(({ checked }) => keyOf(checked) === key)]);
  return [
    `| set | seen by authors of detectors | ${head.join(' | ')} |`,
    `| ${Array.from({ length: head.length + 2 }, () => '---').join(' | ')} |`,
    ...groups(setOf).map(([name, some]) => line(`\`${name}\``, seenText(name), some)),
    ...groups(kindOf).map(([name, some]) => line(name, '', some)),
    line('all', '', items),
  ].join('\n');
};

export const printSummary = (title: string, all: readonly Checked[]): object => {
  const items = counted(all);
  const table = tableOf(all);
  console.log(`\n== ${title}: ${all.length} checks\n${table}\n`);
  const bad = items.filter(({ checked }) => isVulnerable(checked));
  if (all.some(({ item }) => item.label.injector !== undefined))
    recallBy('injector', bad, ({ label }) => [label.injector ?? '']);
  else recallBy('class, proved', bad, ({ label }) => label.classes);
  const replayed = all.reduce((sum, each) => sum + each.replayed, 0);
  const broken = all.reduce((sum, each) => sum + each.broken.length, 0);
  console.log(`exploits that replay: ${share(replayed - broken, replayed)}`);
  const untestable = all.filter(({ report }) => report?.verdict === 'UNTESTABLE').length;
  const whole = all.filter(({ report }) => report !== null).length;
  console.log(`without a crash: ${share(whole, all.length)}; untestable: ${untestable}`);
  const seconds = spread(all.map((each) => each.seconds));
  const calls = spread(all.map(({ report }) => report?.calls ?? 0));
  console.log(
    `seconds min / median / max: ${[seconds.min, seconds.median, seconds.max].map((value) => value.toFixed(1)).join(' / ')}; calls ${calls.min} / ${calls.median} / ${calls.max}`,
  );
  stability(all);
  return { title, table, replayed, broken, seconds, calls };
};

const recallBy = (
  what: string,
  all: readonly Counted[],
  keys: (item: Checked['item']) => readonly string[],
): void => {
  const counts = new Map<string, { hits: number; of: number }>();
  for (const { checked, judged } of all)
    for (const key of keys(checked.item)) {
      const count = counts.get(key) ?? { hits: 0, of: 0 };
      count.of++;
      if (checked.item.label.injector === undefined ? judged.named.includes(key) : judged.said.warning)
        count.hits++;
      counts.set(key, count);
    }
  const sorted = [...counts].sort(([a], [b]) => a.localeCompare(b));
  const sum = (of: 'hits' | 'of'): number => sorted.reduce((total, [, count]) => total + count[of], 0);
  console.log(`recall by ${what}: ${share(sum('hits'), sum('of'))}`);
  console.log(`    ${sorted.map(([key, { hits, of }]) => `${key} ${hits}/${of}`).join('  ')}`);
};

const stability = (all: readonly Checked[]): void => {
  const items = [...new Set(all.map(({ item }) => item.name))];
  const seeds = new Set(all.map(({ seed }) => seed)).size;
  if (seeds < 2) return;
  const changing = items.filter(
    (name) => new Set(all.filter(({ item }) => item.name === name).map(verdictOf)).size > 1,
  );
  console.log(
    `the same verdict with all ${seeds} seeds: ${share(items.length - changing.length, items.length)}`,
  );
  if (changing.length > 0) console.log(`    changing: ${changing.join(', ')}`);
};
