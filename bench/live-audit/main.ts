/**
 * `npm run bench:live-audit`: how soon the live audit notices a hole, and how often it cries wolf, on made-up runs over
 * the rewards of the corpus; beside detectors that look at statistics only.
 *
 *   npm run bench:live-audit -- [--matrices FILE] [--seeds 3] [--items p01,u03] [--drifts slowly,longer] [--json FILE]
 *
 * Without --matrices all labelled items are asked first what their completions are paid (matrix.py, about ten minutes).
 * Exits with 1 when a sound run alarms more often than the bound allows, or a goal is missed.
 */

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { FALSE_ALARMS } from '../../src/audit/share.ts';
import { mean as meanOf, median as medianOf } from '../../src/formats/statistics.ts';
import { itemsIn, seenSet, unseenSets } from '../check/items.ts';
import { file } from '../machine.ts';
import { DRIFTS, type Matrix, type Policy, STEPS, steps, TURN } from './simulate.ts';
import { DETECTORS } from './statistics.ts';

const { values } = parseArgs({
  options: {
    matrices: { type: 'string', default: file('bench/results/live-audit-matrices.jsonl') },
    seeds: { type: 'string', default: '3' },
    items: { type: 'string', default: '' },
    drifts: { type: 'string', default: '' },
    half: { type: 'string', default: 'AB' },
    json: { type: 'string', default: file('bench/results/live-audit.json') },
  },
});

const only = values.items.split(',').filter((name) => name !== '');
if (!existsSync(values.matrices)) {
  const folders = itemsIn([...seenSet(), ...unseenSets()], only).map(({ folder }) => folder);
  const text = execFileSync('python3', [file('bench/live-audit/matrix.py'), ...folders], {
    maxBuffer: 2 ** 30,
  });
  mkdirSync(dirname(values.matrices), { recursive: true });
  writeFileSync(values.matrices, text);
}
const lines = readFileSync(values.matrices, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const matrices: Matrix[] = lines.filter((each) => each.left_out !== true);
const byName = new Map(matrices.map((each) => [each.item, each]));

const mean = (numbers: readonly number[]): number => meanOf(numbers) ?? Number.NaN;
const own = (matrix: Matrix, kind: string): number[] =>
  (matrix.pays[kind] ?? []).flatMap((line, at) => (line === null ? [] : [line[at] ?? 0]));

/** A policy that learns would be seen: right answers are paid, and more than wrong ones. */
const isUsable = (matrix: Matrix): boolean => {
  const right = own(matrix, 'honest');
  return right.length > 8 && mean(right) >= 0.8 * matrix.honest && mean(right) > 0;
};

/** By which question the audit can see a hole in principle; the last two by none. */
const SIGHTS = [
  'keeps its pay elsewhere',
  'repeats itself, where the reward does not look at the row',
  'says other answers that are paid as well',
  'does not repeat itself, where the reward does not look at the row',
  'needs the answer of its own row',
] as const;
type Sight = (typeof SIGHTS)[number];

/** Share of pays that keep a part of the own one, over the completions of a kind that are paid so much. */
const kept = (matrix: Matrix, kind: string, part: number, least: number, field?: string): number => {
  const shares = (matrix.pays[kind] ?? []).flatMap((line, at) => {
    const pay = line?.[at] ?? 0;
    if (line === null || pay <= 0 || pay < least) return [];
    const elsewhere =
      field === undefined ? line.filter((_, on) => on !== at) : (matrix.swaps[kind]?.[at]?.[field] ?? []);
    return elsewhere.map((each) => Number((each ?? 0) >= part * pay));
  });
  return shares.length === 0 ? 0 : mean(shares);
};

const sightOf = (matrix: Matrix, hole: string): Sight => {
  const best = Math.max(...Object.keys(matrix.pays).flatMap((kind) => own(matrix, kind)));
  const more = (part: number, least: number, field?: string): boolean =>
    kept(matrix, hole, part, least, field) - kept(matrix, 'honest', part, least, field) >= 0.25;
  const fields = Object.keys(matrix.fields[0] ?? {});
  if (more(0.5, best / 2) || more(0.9, 0.9 * best) || fields.some((field) => more(0.9, 0.9 * best, field)))
    return SIGHTS[0];
  const isRowBlind = kept(matrix, 'honest', 0.5, best / 2) >= 0.9;
  if (isRowBlind && repeated(matrix, hole) >= 0.5) return SIGHTS[1];
  if (fields.some((field) => saidPaid(matrix, hole, field) - saidPaid(matrix, 'honest', field) >= 0.25))
    return SIGHTS[2];
  return isRowBlind ? SIGHTS[3] : SIGHTS[4];
};

/** Share of texts that stand under several rows. */
const repeated = ({ texts }: Matrix, kind: string): number => {
  const known = (texts[kind] ?? []).filter((text) => text !== null);
  const counts = known.map((text) => known.filter((other) => other === text).length);
  return counts.length === 0 ? 0 : counts.filter((count) => count > 1).length / counts.length;
};

/** Share of completions that are paid where a field is another value that they say. */
const saidPaid = ({ says, pays }: Matrix, kind: string, field: string): number => {
  const shares = (says[kind] ?? []).flatMap((each, at) => {
    const [values, pay] = [each[field], pays[kind]?.[at]?.[at] ?? 0];
    if (values === undefined || pay <= 0) return [];
    return [values.length === 0 ? 0 : mean(values.map((value) => Number((value ?? 0) >= 0.9 * pay)))];
  });
  return shares.length === 0 ? 0 : mean(shares);
};

/** Parameters were chosen by what one half of the items showed; the other half says what they are worth. */
const halfOf = (item: string): 'A' | 'B' =>
  Number.parseInt(createHash('sha1').update(item).digest('hex').slice(0, 2), 16) % 2 === 0 ? 'A' : 'B';

interface Hole {
  matrix: Matrix;
  hole: string;
}
const usable = matrices.filter((each) => isUsable(each) && values.half.includes(halfOf(each.item)));
/** Exploits that are paid what their label says, on most rows. */
const vulnerable = usable
  .filter(({ label }) => label === 'vulnerable')
  .flatMap((matrix): Hole[] =>
    Object.entries(matrix.exploits)
      .filter(([name, least]) => {
        const pays = own(matrix, name);
        return (
          least > 0 && pays.length > 0 && pays.filter((pay) => pay >= least - 1e-9).length > pays.length / 2
        );
      })
      .map(([hole]) => ({ matrix, hole })),
  );
/** The same texts over sound twins; where there is none, whatever the item has. */
const sound = usable
  .filter(({ label }) => label === 'robust')
  .map((matrix): Hole => {
    const names = Object.keys(byName.get(matrix.twin ?? '')?.exploits ?? {});
    return { matrix, hole: names.find((name) => matrix.pays[name] !== undefined) ?? 'wrong' };
  });

interface Run {
  sight: Sight;
  half: 'A' | 'B';
  /** Calls that were audited. */
  audited: number;
  /** What the audit's alarm was about. */
  question: string | undefined;
  item: string;
  hole: string;
  drift: string;
  seed: number;
  /** By detector, the step of its alarm and the share of well-paid calls that used the hole then; absent: none. */
  alarms: Record<string, { step: number; cheats: number }>;
  /** Share of well-paid calls that used the hole at the end. */
  cheats: number;
}

const AUDIT = 'live audit';

const run = ({ matrix, hole }: Hole, drift: string, policy: Policy, seed: number): Run => {
  const alarms: Run['alarms'] = {};
  const detectors = Object.entries(DETECTORS).map(([name, make]) => [name, make()] as const);
  let cheats = 0;
  let step = 0;
  let audited = 0;
  let question: string | undefined;
  for (const seen of steps(matrix, policy, hole, seed)) {
    cheats = seen.cheats;
    audited += seen.audited;
    if (seen.share.state === 'alarm' && alarms[AUDIT] === undefined) {
      alarms[AUDIT] = { step, cheats };
      question = seen.share.since()?.question;
    }
    for (const [name, look] of detectors) if (look(seen)) alarms[name] ??= { step, cheats };
    step++;
  }
  const { item } = matrix;
  return {
    sight: sightOf(matrix, hole),
    half: halfOf(item),
    item,
    hole,
    drift,
    seed,
    alarms,
    cheats,
    audited,
    question,
  };
};

const runs: { sound: Run[]; falls: Run[] } = { sound: [], falls: [] };
for (let seed = 0; seed < Number(values.seeds); seed++) {
  for (const [drift, { sound: isSound, policy }] of Object.entries(DRIFTS)) {
    if (!values.drifts.split(',').some((part) => drift.includes(part))) continue;
    for (const each of sound)
      runs.sound.push(run(each, drift, policy(each.hole, each.matrix.fields.length), seed));
    if (!isSound)
      for (const each of vulnerable)
        runs.falls.push(run(each, drift, policy(each.hole, each.matrix.fields.length), seed));
  }
}

const found = (falls: readonly Run[], name = AUDIT): Run[] =>
  falls.filter(({ alarms }) => (alarms[name]?.step ?? 0) > TURN);
const early = (falls: readonly Run[], name = AUDIT): Run[] =>
  found(falls, name).filter(({ alarms }) => (alarms[name]?.cheats ?? 1) < 1 / 3);

const median = (numbers: readonly number[]): number => medianOf(numbers) ?? Number.NaN;
const percent = (part: number, of: number): string =>
  of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`;

console.log(
  `${new Set(vulnerable.map(({ matrix }) => matrix.item)).size} vulnerable items with ${vulnerable.length} holes, ${sound.length} sound ones; ` +
    `${lines.length - matrices.length} of ${lines.length} left out, ${matrices.length - usable.length} without honest pay; ` +
    `${values.seeds} seeds, ${STEPS} steps, the policy turns at step ${TURN}\n`,
);
for (const name of [AUDIT, ...Object.keys(DETECTORS)]) {
  const wolf = runs.sound.filter(({ alarms }) => alarms[name] !== undefined);
  console.log(`${name}: ${wolf.length} of ${runs.sound.length} sound runs alarm`);
  for (const drift of Object.keys(DRIFTS)) {
    const falls = runs.falls.filter((each) => each.drift === drift);
    if (falls.length === 0) {
      const of = runs.sound.filter((each) => each.drift === drift);
      console.log(`  ${drift}: ${wolf.filter((each) => each.drift === drift).length} of ${of.length} alarm`);
      continue;
    }
    const after = falls.filter(({ alarms }) => (alarms[name]?.step ?? 0) > TURN);
    const waits = after.map(({ alarms }) => (alarms[name]?.step ?? 0) - TURN);
    console.log(
      `  ${drift}: ${percent(after.length, falls.length)} of ${falls.length} found, ${percent(early(falls, name).length, falls.length)} below a third; ` +
        `median ${median(waits)} steps after the turn; ${wolf.filter((each) => each.drift === drift).length} alarms over sound twins`,
    );
  }
}
const slow = runs.falls.filter(({ drift }) => drift === 'falls slowly');
console.log('\nHoles into which the policy falls slowly; half B is held out');
for (const half of ['A', 'B'] as const) {
  for (const sight of [undefined, ...SIGHTS]) {
    const falls = slow.filter((each) => each.half === half && (sight === undefined || each.sight === sight));
    console.log(
      `  ${half}: ${sight ?? 'all'}: ${falls.length}; ${percent(found(falls).length, falls.length)} found, ${percent(early(falls).length, falls.length)} below a third`,
    );
  }
}
const by: Record<string, number> = {};
for (const { question = '' } of found(slow))
  by[question.split(' ')[0] ?? ''] = (by[question.split(' ')[0] ?? ''] ?? 0) + 1;
console.log(
  `  calls audited in a step of a sound run: ${(mean(runs.sound.map(({ audited }) => audited)) / STEPS).toFixed(1)}`,
);
console.log(`  by question: ${JSON.stringify(by)}`);

mkdirSync(dirname(values.json), { recursive: true });
writeFileSync(values.json, `${JSON.stringify(runs)}\n`);

const false_ = runs.sound.filter(({ alarms }) => alarms[AUDIT] !== undefined).length;
const visible = slow.filter(({ sight }) => sight !== SIGHTS[3] && sight !== SIGHTS[4]);
const isGood = false_ <= FALSE_ALARMS * runs.sound.length && early(visible).length >= 0.9 * visible.length;
process.exitCode = isGood ? 0 : 1;
