/**
 * `npm run bench:ledger`: who finds what. Runs `check --exhaustive`, in which each detector works as if it were the only
 * one, with a share of the calls of its own, and adds up what each found.
 *
 *   npm run bench:ledger -- [--most 0] [--budget 60] [--lines FILE.jsonl] [--out bench/check/ledger.md] [--table-only]
 *
 * Items come by turns from all sets, vulnerable and sound ones, rewards and environments, in the order of a hash of
 * their names: the first so many are a fair sample of all. Each is appended to `--lines`, so that it can be stopped
 * and go on. The table has for each detector: the items that it alone calls critical, or finds at all by a labelled
 * class; sound items of which it says something critical, or a warning; calls; lines of its file. Two tables more: what
 * the detectors would have found that were there when src/check had so many lines (`births.json`), and items that only
 * detectors found which are gone.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseArgs } from 'node:util';
import type { Finding } from '../../src/check/finding.ts';
import { file } from '../machine.ts';
import { type Item, itemsIn, seenSet, unseenSets } from './items.ts';
import { runCheck } from './run-check.ts';

const { values } = parseArgs({
  options: {
    most: { type: 'string', default: '0' },
    budget: { type: 'string', default: '60' },
    lines: { type: 'string', default: file('bench/results/ledger.jsonl') },
    out: { type: 'string', default: file('bench/check/ledger.md') },
    'table-only': { type: 'boolean', default: false },
  },
});

type Told = Pick<Finding, 'rule' | 'classes' | 'severity' | 'source' | 'detector'>;

interface Line {
  item: string;
  set: string;
  label: { label: string; classes: readonly string[] };
  verdict: string | null;
  findings: readonly Told[];
  work: Readonly<Record<string, number>>;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const setOf = ({ folder }: Item): string => basename(dirname(folder));

/** By turns of each set, kind and label, in the order of hashes. */
const inTurns = (items: readonly Item[]): Item[] => {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = `${item.label.label} ${basename(item.path)} ${setOf(item)}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  const ordered = [...groups.values()].map((some) =>
    some.sort((one, other) => (hashOf(one.name) < hashOf(other.name) ? -1 : 1)),
  );
  const longest = Math.max(0, ...ordered.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    ordered
      .flatMap((some) => some[at] ?? [])
      .sort((one, other) => (hashOf(one.name) < hashOf(other.name) ? -1 : 1)),
  ).flat();
};

const known = (): Line[] =>
  existsSync(values.lines)
    ? readFileSync(values.lines, 'utf8')
        .trimEnd()
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text) as Line)
    : [];

const collect = async (): Promise<void> => {
  const done = new Set(known().map(({ item }) => item));
  const all = inTurns([...itemsIn(seenSet()), ...itemsIn(unseenSets())]);
  const most = Number(values.most) === 0 ? all.length : Number(values.most);
  mkdirSync(dirname(values.lines), { recursive: true });
  for (const item of all.slice(0, most)) {
    if (done.has(item.name)) continue;
    const settings = { budget: Number(values.budget), replay: 0, more: ['--exhaustive'] };
    const { report } = await runCheck(item, 0, settings);
    const line: Line = {
      item: item.name,
      set: setOf(item),
      label: { label: item.label.label, classes: item.label.classes },
      verdict: report?.verdict ?? null,
      findings: (report?.findings ?? []).map(({ rule, classes, severity, source, detector }) => ({
        ...{ rule, classes, severity, source },
        ...(detector === undefined ? {} : { detector }),
      })),
      work: report?.work ?? {},
    };
    appendFileSync(values.lines, `${JSON.stringify(line)}\n`);
    console.log(`${line.item}  ${line.verdict}`);
  }
};

interface Row {
  detector: string;
  lines: number;
  calls: number;
  /** Vulnerable items that it calls critical, and those that no other one does. */
  critical: string[];
  onlyCritical: string[];
  /** The same at warning and above, by a labelled class of its own rule. */
  named: string[];
  onlyNamed: string[];
  /** Sound items of which it says something critical, and anything at all. */
  wrong: string[];
  noise: string[];
}

const isProof = ({ source }: Told): boolean => source !== 'lint';
const linesOf = (detector: string): number => {
  const path = file(`src/check/${detector.split('#')[0]}.ts`);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
};

export const rowsOf = (lines: readonly Line[]): Row[] => {
  const detectors = new Set(
    lines.flatMap(({ findings, work }) => [
      ...Object.keys(work),
      ...findings.flatMap(({ detector }) => detector ?? []),
    ]),
  );
  const by = (line: Line, tells: (told: Told) => boolean): Set<string> =>
    new Set(line.findings.filter(tells).flatMap(({ detector }) => detector ?? []));
  const rows = [...detectors].map((detector): Row => {
    const row: Row = {
      detector,
      lines: linesOf(detector),
      calls: lines.reduce((sum, { work }) => sum + (work[detector] ?? 0), 0),
      critical: [],
      onlyCritical: [],
      named: [],
      onlyNamed: [],
      wrong: [],
      noise: [],
    };
    for (const line of lines) {
      const critical = by(line, (told) => isProof(told) && told.severity === 'critical');
      const named = by(
        line,
        (told) => isProof(told) && told.severity !== 'info' && line.label.classes.includes(told.rule),
      );
      const said = by(line, ({ severity }) => severity !== 'info');
      if (line.label.label === 'robust') {
        if (critical.has(detector)) row.wrong.push(line.item);
        if (said.has(detector)) row.noise.push(line.item);
        continue;
      }
      if (critical.has(detector)) row.critical.push(line.item);
      if (critical.has(detector) && critical.size === 1) row.onlyCritical.push(line.item);
      if (named.has(detector)) row.named.push(line.item);
      if (named.has(detector) && named.size === 1) row.onlyNamed.push(line.item);
    }
    return row;
  });
  return rows.sort(
    (one, other) =>
      other.onlyCritical.length - one.onlyCritical.length ||
      other.critical.length - one.critical.length ||
      other.named.length - one.named.length ||
      one.detector.localeCompare(other.detector),
  );
};

/** The smallest choice of detectors that finds all that all find: the one that adds most next. */
const cover = (rows: readonly Row[], found: (row: Row) => readonly string[]): Map<string, number> => {
  const left = new Set(rows.flatMap(found));
  const chosen = new Map<string, number>();
  while (left.size > 0) {
    const adds = rows.map((row) => ({ row, count: found(row).filter((item) => left.has(item)).length }));
    const best = adds.reduce((one, other) => (other.count > one.count ? other : one));
    chosen.set(best.row.detector, best.count);
    for (const item of found(best.row)) left.delete(item);
  }
  return chosen;
};

/** Lines of src/check when the file of each detector was added. */
const BIRTHS = JSON.parse(readFileSync(file('bench/check/births.json'), 'utf8')) as Record<string, number>;
/** Sizes at which it stood still for a while, in lines. */
const SIZES = [17_700, 24_100, 29_000, 30_800, 42_000];

const criticalOf = ({ findings }: Line): string[] =>
  findings
    .filter((told) => isProof(told) && told.severity === 'critical')
    .flatMap(({ detector }) => detector ?? []);

/** Vulnerable items on which something critical is found by the detectors of each size, and what these had not found. */
const travelOf = (lines: readonly Line[]): string[] => {
  const vulnerable = lines.filter(({ label }) => label.label === 'vulnerable');
  const foundBy = (isThere: (detector: string) => boolean): Line[] =>
    vulnerable.filter((line) => criticalOf(line).some(isThere));
  const of = vulnerable.length;
  const then = SIZES.map((size) => [
    `added at up to ${size.toLocaleString('en')} lines`,
    foundBy((detector) => (BIRTHS[detector] ?? 0) <= size),
  ]) as [string, Line[]][];
  const isLeft = (detector: string): boolean => linesOf(detector) > 0;
  const left = foundBy(isLeft);
  const lost = foundBy(() => true).filter((line) => !left.includes(line));
  return [
    '## Travel in time',
    '',
    'Vulnerable items of which the detectors that were there at a size of `src/check` say something critical. Each detector is',
    'the one of the newest build that the lines are of, with the answers that this build knows.',
    '',
    '| detectors | critical |',
    '| --- | --- |',
    ...[...then, ['that are left', left] as const].map(
      ([name, found]) => `| ${name} | ${found.length} of ${of} |`,
    ),
    '',
    '## What only detectors found that are gone',
    '',
    lost.length === 0
      ? 'Nothing.'
      : lost.map((line) => `\`${line.item}\` (${[...new Set(criticalOf(line))].join(', ')})`).join('; '),
    '',
  ];
};

const tableOf = (lines: readonly Line[]): string => {
  const rows = rowsOf(lines).filter(({ lines: size }) => size > 0);
  const covering = cover(rows, ({ critical }) => critical);
  const vulnerable = lines.filter(({ label }) => label.label === 'vulnerable').length;
  const sets = [...new Set(lines.map(({ set }) => set))].sort().join(', ');
  const cells = (row: Row): (string | number)[] => [
    `\`${row.detector}\``,
    row.lines,
    row.critical.length,
    covering.get(row.detector) ?? '',
    row.onlyCritical.join(' '),
    row.named.length,
    row.onlyNamed.length,
    row.wrong.join(' '),
    row.noise.length,
    row.calls,
  ];
  return [
    '# Ledger of detectors',
    '',
    `Made by \`npm run bench:ledger\`: ${lines.length} items of the sets ${sets} (${vulnerable} vulnerable, ${lines.length - vulnerable} sound), each with \`check --exhaustive --budget ${values.budget}s\`, seed 0.`,
    '',
    '| detector | lines | critical | adds | alone critical | of a labelled class | alone | wrong: critical | said of sound ones | calls |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => `| ${cells(row).join(' | ')} |`),
    '',
    ...travelOf(lines),
  ].join('\n');
};

if (!values['table-only']) await collect();
writeFileSync(values.out, tableOf(known()));
console.log(`written to ${values.out}`);
