/**
 * Programs that a model writes: `attack(prompt)` sees the prompt of a row and nothing else. They are made better by what the
 * rows that the model sees pay, and judged as any other probe on rows that it does not see.
 */
import type { Outcome } from '../../index.ts';
import type { RowLevels } from '../calibration.ts';
import { type Check, type Context, checkOf } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { unique } from '../lists.ts';
import { FLOOR_GAP, gapOf, PROOF_GAP, paid } from '../proof/levels.ts';
import { runProbes } from '../proof/oracle.ts';
import type { Probe } from '../proof/probe.ts';
import type { Attacker } from './attacker.ts';
import { Programs } from './programs.ts';
import { ANGLES, type Attempt, attackPrompt, type Shown, type Sight } from './prompts.ts';
import { Tracer } from './trace.ts';

/** Rows that the model sees whole, and others on which a program is tried between two questions. */
const SHOWN = 3;
const TRIED = 6;
/** Of fewer rows none are left to judge on. */
const LEAST_ROWS = 2 * SHOWN;
/** Answers in a row that make nothing better, after which another question is asked. */
const PATIENCE = 2;
/** Programs that are judged, the best first. */
const MOST_JUDGED = 3;

/** A program with what it is worth: of what an honest answer gets, on rows whose answer is a wrong one. */
interface Candidate extends Attempt {
  worth: number;
}

interface Stage {
  context: Context;
  programs: Programs;
  tracer: Tracer;
  shown: readonly RowLevels[];
  tried: readonly RowLevels[];
}

export const attackerCheck = (attacker: Attacker): Check =>
  checkOf('attacker/attack', {
    name: 'asking the attacker',
    weight: 5,
    run: (context) => findings(context, attacker),
  });

const findings = async (context: Context, attacker: Attacker): Promise<NewFinding[]> => {
  const { calibration, notes, random } = context;
  const { levels, basis } = calibration;
  if (basis === 'judge' || levels.length < LEAST_ROWS) {
    const why = basis === 'judge' ? 'its judge cannot be reached' : 'there are too few rows';
    notes.leftOut(`the attacker was not asked for attacks: ${why}`);
    return [];
  }
  const isShown = ({ row }: RowLevels): boolean => attacker.shown.has(row);
  const fresh = random.sample(
    levels.filter((each) => !isShown(each)),
    SHOWN + TRIED,
  );
  const shown = [...levels.filter(isShown), ...fresh].slice(0, SHOWN);
  for (const { row } of shown) attacker.shown.add(row);
  const judged = levels.filter((each) => !isShown(each));
  await using programs = await Programs.open(context.loaded);
  await using tracer = await Tracer.open(context);
  const stage = {
    context,
    programs,
    tracer,
    shown,
    tried: fresh.filter((each) => !isShown(each)).slice(0, TRIED),
  };
  const candidates = await thoughtOf(stage, attacker);
  const rest = { ...context, calibration: { ...calibration, levels: judged } };
  const found: NewFinding[] = [];
  for (const { source } of candidates.slice(0, MOST_JUDGED)) {
    const prompts = judged.map(({ row }) => JSON.stringify(row.prompt));
    const { texts } = await programs.run(source, 'attack', prompts);
    const said = new Map(judged.map((each, at) => [each, texts[at] ?? null]));
    const told = await runProbes(rest, [probeOf(said)]);
    found.push(...told.map((each) => withProgram(each, source)));
    if (told.some(({ severity }) => severity === 'critical')) break;
  }
  return found;
};

/** Programs that are paid something, the best first. */
const thoughtOf = async (stage: Stage, attacker: Attacker): Promise<Candidate[]> => {
  const all: Candidate[] = [];
  const shown = shownOf(stage);
  let series = 0;
  let idle = 0;
  let last: Candidate | undefined;
  for (;;) {
    const best = all[0] !== undefined && all[0].worth > 0 ? all[0] : undefined;
    const attempts = unique([best, last]).filter((each) => each !== undefined);
    const angle = ANGLES[series % ANGLES.length] as string;
    const answer = await attacker.ask('attack', attackPrompt(shown, angle, attempts));
    if (answer === null) break;
    const source = await stage.programs.read(answer, 'attack');
    const isNew = source !== undefined && all.every((each) => each.source !== source);
    const before = all[0]?.worth ?? 0;
    if (isNew) {
      last = await tried(stage, source);
      all.push(last);
      all.sort((one, other) => other.worth - one.worth);
    }
    const worth = all[0]?.worth ?? 0;
    if (worth >= PROOF_GAP) break;
    idle = worth > before ? 0 : idle + 1;
    if (idle < PATIENCE) continue;
    series++;
    idle = 0;
    last = undefined;
  }
  return all.filter(({ worth }) => worth >= FLOOR_GAP);
};

const shownOf = ({ context: { subject }, shown }: Stage): Shown => ({
  source: subject.source,
  rows: shown.map(({ row }) => row),
  known: shown.flatMap(({ row, gold, floor }) => [
    ...(gold === null ? [] : [`Row ${row.line}: ${JSON.stringify(gold.completion)} gets ${gold.reward}.`]),
    `Row ${row.line}: an empty completion gets ${floor}.`,
  ]),
});

/** What a program gets on a few rows. */
const tried = async (stage: Stage, source: string): Promise<Candidate> => {
  const { programs, tracer, context, shown } = stage;
  const rows = [...shown, ...stage.tried];
  const { texts, error } = await programs.run(
    source,
    'attack',
    rows.map(({ row }) => JSON.stringify(row.prompt)),
  );
  const results = await Promise.all(rows.map((levels, at) => resultOf(context, levels, texts[at] ?? null)));
  const sights: Sight[] = [];
  for (const [at, { row }] of shown.entries()) {
    const { outcome, decoy } = results[at] ?? {};
    if (outcome !== undefined) sights.push(await tracer.sight(row, texts[at] ?? '', outcome, decoy ?? null));
  }
  const worths = results.map(({ worth }) => worth);
  const worth = worths.reduce((sum, each) => sum + each, 0) / Math.max(1, worths.length);
  const others = `On ${rows.length} rows it is worth ${worth.toFixed(2)} on average (1: paid like a right answer whatever the right one is).`;
  return { source, error, sights, others, worth };
};

/** What one row pays, and the least of it and of what it pays with a wrong answer. */
const resultOf = async (
  { scorer, calibration }: Context,
  levels: RowLevels,
  completion: string | null,
): Promise<{ outcome?: Outcome; decoy?: number | null; worth: number }> => {
  if (completion === null) return { worth: 0 };
  const { row, decoys } = levels;
  const { goldField } = calibration;
  const [wrong] = decoys;
  const outcome = await scorer.score({ row, completion });
  const other =
    goldField === null || wrong === undefined
      ? undefined
      : await scorer.score({ row, completion, changed: { [goldField]: wrong } });
  // What nothing was known to be paid before is paid now.
  levels.top = Math.max(levels.top, paid(outcome) ?? levels.top);
  const rewards = [paid(outcome), ...(other === undefined ? [] : [paid(other)])];
  const gaps = rewards.map((reward) => Math.min(1, Math.max(0, gapOf(reward, levels, calibration) ?? 0)));
  return { outcome, decoy: paid(other), worth: Math.min(...gaps) };
};

const probeOf = (said: ReadonlyMap<RowLevels, string | null>): Probe => ({
  detector: 'attacker/attack',
  rule: 'G01',
  title: 'says what a program of the attacker returns, which sees the prompt only',
  fix: 'Look at which line of the source pays the proof, and compare the whole answer there: this program knows nothing of it.',
  kind: 'attack',
  // A program may solve the task. That is no attack, and is not paid where a wrong answer is taken for the right one.
  proof: 'decoys or one text',
  make: (_, levels) => {
    const text = said.get(levels) ?? null;
    return text === null ? [] : [text];
  },
});

/** What the attacker found can be made again without it. */
const withProgram = (finding: NewFinding, program: string): NewFinding => {
  const { exploit } = finding;
  return exploit === null || exploit === undefined
    ? finding
    : { ...finding, exploit: { ...exploit, program } };
};
