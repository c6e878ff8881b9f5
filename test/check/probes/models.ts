/** A context without a sandbox: probes are asked for completions, and models in TypeScript pay for them. */

import type { Calibration, RowLevels, Wrapper } from '../../../src/check/calibration.ts';
import { Budget } from '../../../src/check/calls/budget.ts';
import type { Scorer, Shot } from '../../../src/check/calls/scorer.ts';
import type { Context } from '../../../src/check/context.ts';
import { Notes } from '../../../src/check/notes.ts';
import { answerText } from '../../../src/check/probes/text/material/material.ts';
import type { Probe } from '../../../src/check/proof/probe.ts';
import { Random } from '../../../src/check/random.ts';
import type { Analysis } from '../../../src/check/static/analysis.ts';
import { EMPTY_ANALYSIS } from '../../../src/check/static/empty.ts';
import type { CheckRow } from '../../../src/check/subject/subject.ts';
import type { Outcome } from '../../../src/outcome.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** What a function pays, 0 to 1. */
export type Model = (completion: string, fields: Fields) => number;

export const ANSWER_TAG: Wrapper = { name: '<answer>…</answer>', wrap: (text) => `<answer>${text}</answer>` };

export interface Shape {
  rows: readonly Fields[];
  goldField?: string | null;
  wrappers?: readonly Wrapper[];
  analysis?: Partial<Analysis>;
  source?: string;
}

/** The context of a check of these rows. */
export const contextOf = ({
  rows,
  goldField = 'gold',
  wrappers = [ANSWER_TAG],
  analysis,
  source = '',
}: Shape): Context => {
  const checked = rows.map(
    (fields, line): CheckRow => ({
      line,
      prompt: String(fields.prompt ?? 'What is it?'),
      fields,
      texts: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)])),
    }),
  );
  const levels = checked.map((row): RowLevels => {
    const gold = goldField === null ? undefined : row.texts[goldField];
    const others = checked.map((other) => (goldField === null ? undefined : other.texts[goldField]));
    const decoys = [...new Set(others.filter((text): text is string => text !== undefined && text !== gold))];
    const wrapped =
      gold === undefined ? null : { completion: (wrappers[0]?.wrap ?? String)(answerText(gold)), reward: 1 };
    return { row, gold: wrapped, floor: 0, top: 1, decoys };
  });
  const calibration: Calibration = {
    basis: goldField === null ? 'none' : 'answer',
    why: '',
    goldField,
    wrappers,
    levels,
    range: { low: 0, high: 1 },
  };
  return {
    subject: {
      kind: 'reward',
      file: 'reward.py',
      path: '/reward.py',
      source,
      rows: checked,
      completions: new Map(),
      actions: new Map(),
    },
    // No probe may make calls: what it needs is in the context.
    scorer: null as never,
    budget: new Budget(100_000),
    random: new Random(0),
    analysis: { ...EMPTY_ANALYSIS, ...analysis },
    calibration,
    findings: [],
    notes: new Notes(),
    loaded: undefined as never,
  };
};

/** What a check would say of a probe: on how many rows the model pays one of its completions. */
export const paidRows = (probe: Probe, shape: Shape, model: Model): number => {
  const context = contextOf(shape);
  return context.calibration.levels.filter((levels) => {
    const fields = levels.row.fields;
    const decoy = levels.decoys[0];
    return probe.make(context, levels).some((completion) => {
      if (model(completion, fields) < 0.9) return false;
      if (probe.kind === 'integrity' || (probe.proof ?? 'decoy') !== 'decoy') return true;
      const field = context.calibration.goldField;
      return (
        field === null ||
        decoy === undefined ||
        model(completion, { ...fields, [field]: JSON.parse(decoy) }) >= 0.9
      );
    });
  }).length;
};

/** The same context with a scorer that asks a model; failures of it are failed calls. */
export const asking = (context: Context, model: Model): Context => {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  const score = async ({ row, completion, changed = {} }: Shot): Promise<Outcome> => {
    const replaced = Object.entries(changed).map(([name, text]) => [name, JSON.parse(text ?? 'null')]);
    const reward = model(completion, { ...row.fields, ...Object.fromEntries(replaced) });
    low = Math.min(low, reward);
    high = Math.max(high, reward);
    return { status: 'ok', reward } as Outcome;
  };
  const scorer = {
    seed: 0,
    cost: 0.1,
    score,
    scoreFresh: score,
    all: (shots: readonly Shot[]) => Promise.all(shots.map(score)),
    get range() {
      return low > high ? { low: 0, high: 0 } : { low, high };
    },
  };
  return { ...context, scorer: scorer as unknown as Scorer };
};
