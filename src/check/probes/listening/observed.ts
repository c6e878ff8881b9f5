/**
 * Listens to the reward function: it is called with strings that note what they are compared with and searched for. What
 * the source does not show as constants (words from other files, patterns that are put together) is found so, and how the
 * answer is compared is seen, not guessed.
 */
import type { Calibration, RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { answerOf, loadBeside } from '../../loading/beside.ts';
import { runProbes } from '../../proof/oracle.ts';
import type { Analysis, MinedPattern } from '../../static/analysis.ts';
import { rowText } from '../../subject.ts';
import { FORMAT_PROBES } from '../text/formats.ts';
import { answerText } from '../text/material.ts';
import { LISTENING } from './words.ts';

/** How an answer of the row was compared with the completion. */
export type ComparisonKind = keyof typeof LISTENING;

export interface Comparison {
  kind: ComparisonKind;
  /** Field that holds the answer. */
  field: string;
  /** Rows on which it was heard, of those that were listened to. */
  rows: number;
  of: number;
}

export interface Observation {
  /** Words that completions are compared with or searched for, and that no field of their row says. */
  tokens: readonly string[];
  /** Expressions that completions are searched with, which the source does not show. */
  patterns: readonly MinedPattern[];
  comparisons: readonly Comparison[];
  /** Calls that were listened to: those whose reward was the same with ordinary strings. */
  heard: number;
  calls: number;
}

/** Operation, origin and text, origin and text of the operand, result. */
type Entry = readonly [string, string, string, string, string, boolean];

interface Answer {
  plain: number | null;
  reward: number | null;
  entries: readonly Entry[];
  templates: Readonly<Record<string, readonly string[]>>;
}

const MOST_ROWS = 6;
const MOST_TEMPLATES = 8;
const CALL_TIMEOUT = '5s';
const LONGEST_TOKEN = 80;
const NOTHING: Observation = { tokens: [], patterns: [], comparisons: [], heard: 0, calls: 0 };
/** Words that no answer is. */
const NEUTRAL = 'Zq is what I would say';

/** Rows whose answers differ: what is compared with each of them is their answer, not a constant. */
const someRows = ({ levels, goldField }: Calibration): RowLevels[] => {
  const seen = new Set<string>();
  return levels
    .filter(({ row }) => {
      const text = goldField === null ? String(row.line) : (row.texts[goldField] ?? '');
      return !seen.has(text) && seen.add(text);
    })
    .slice(0, MOST_ROWS);
};

const withWrong = (templates: readonly string[], { decoys }: RowLevels): string[] =>
  templates.map((template) => template.replaceAll('\u0000', () => answerText(decoys[0] ?? '"wrong"')));

const completionsFor = ({ analysis, calibration }: Context, levels: RowLevels): string[] => {
  const { gold, decoys } = levels;
  const wrong = answerText(decoys[0] ?? '"wrong"');
  const templates = analysis.patterns.flatMap((pattern) => pattern.templates.slice(0, 1));
  return [
    ...new Set([
      ...(gold === null ? [] : [gold.completion]),
      ...calibration.wrappers.slice(0, 2).map((wrapper) => wrapper.wrap(wrong)),
      ...withWrong(templates.slice(0, MOST_TEMPLATES), levels),
      NEUTRAL,
    ]),
  ];
};

/** Listens to a few calls. Never throws: a function that cannot be listened to says nothing. */
export const observe = async (context: Context): Promise<Observation> => {
  const { calibration, budget, notes } = context;
  const rows = someRows(calibration);
  if (rows.length === 0 || !budget.has(0.2)) return NOTHING;
  const heard: { levels: RowLevels; answer: Answer }[] = [];
  let calls = 0;
  try {
    await using listener = await loadBeside(context, 'observe', { timeout: CALL_TIMEOUT });
    const listen = async (levels: RowLevels, completions: readonly string[]): Promise<void> => {
      for (const completion of completions) {
        if (!budget.has(0.2)) break;
        budget.call();
        calls++;
        const outcome = await listener.score({
          row: Buffer.from(rowText(levels.row)),
          completionRow: Buffer.from(JSON.stringify({ completion })),
          seed: context.scorer.seed,
        });
        const answer = answerOf<Answer>(outcome);
        if (answer !== undefined && answer.plain === answer.reward) heard.push({ levels, answer });
      }
    };
    for (const levels of rows) await listen(levels, completionsFor(context, levels));
    // What stands behind an expression is only reached by texts that it matches.
    const templates = patternsIn(context, heard).flatMap((pattern) => pattern.templates.slice(0, 1));
    for (const levels of templates.length > 0 ? rows : [])
      await listen(levels, withWrong(templates.slice(0, MOST_TEMPLATES), levels));
  } catch (error) {
    notes.leftOut(`what the function compares was not listened to: ${(error as Error).message}`);
  }
  if (heard.length === 0) return { ...NOTHING, calls };
  return {
    tokens: tokensIn(context, heard, rows.length),
    patterns: patternsIn(context, heard),
    comparisons: comparisonsIn(calibration, heard, rows.length),
    heard: heard.length,
    calls,
  };
};

type Heard = readonly { levels: RowLevels; answer: Answer }[];

const plain = (text: string): string => text.trim().toLowerCase();

/** All texts in the fields of a row, put together: a word that stands there is no constant of the source. */
const allTexts = ({ row }: RowLevels): string => plain(JSON.stringify(Object.values(row.fields)));

const ASKING: ReadonlySet<string> = new Set([
  ...['in', '==', 'startswith', 'endswith', 'find', 'rfind', 'index', 'rindex', 'count'],
  ...['split', 'rsplit', 'partition', 'rpartition', 'removeprefix', 'removesuffix'],
]);

const tokensIn = ({ analysis }: Context, heard: Heard, rows: number): string[] => {
  const known = new Set(analysis.constants);
  const lines = new Map<string, Set<number>>();
  for (const { levels, answer } of heard) {
    const own = allTexts(levels);
    for (const [operation, origin, , operandOrigin, operand] of answer.entries) {
      if (!ASKING.has(operation) || origin !== 'completion' || operandOrigin !== '') continue;
      if (operand.trim() === '' || operand.length > LONGEST_TOKEN || known.has(operand)) continue;
      if (own.includes(plain(operand))) continue;
      const found = lines.get(operand) ?? new Set();
      lines.set(operand, found.add(levels.row.line));
    }
  }
  return [...lines].filter(([, found]) => found.size * 2 >= rows).map(([token]) => token);
};

const patternsIn = ({ analysis, subject }: Context, heard: Heard): MinedPattern[] => {
  const known = new Set(analysis.patterns.map(({ pattern }) => pattern));
  const found = new Map<string, MinedPattern>();
  for (const { levels, answer } of heard) {
    const own = allTexts(levels);
    for (const [pattern, templates] of Object.entries(answer.templates)) {
      if (known.has(pattern) || templates.length === 0) continue;
      // Made of a field of the row: it says nothing of others.
      if (
        Object.values(levels.row.fields).some((value) => isPartOf(value, pattern)) ||
        own.includes(plain(pattern))
      )
        continue;
      const place = { file: subject.file, line: 1, column: 1, endLine: 1, endColumn: 1 };
      found.set(pattern, { pattern, flags: '', method: 'search', place, templates });
    }
  }
  return [...found.values()];
};

const isPartOf = (value: unknown, text: string): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).trim().length > 1 &&
  plain(text).includes(plain(String(value)));

/** What of an operation between the completion and the answer of its row can be cheated. */
const kindOf = (
  [operation, origin, , operandOrigin, operand]: Entry,
  gold: string,
  field: string,
): ComparisonKind | undefined => {
  const isGold = (from: string, text: string): boolean =>
    from === field || (from === '' && plain(text) === plain(gold));
  if (origin === 'completion' && isGold(operandOrigin, operand) && plain(operand) === plain(gold)) {
    if (['in', 'find', 'rfind', 'index', 'rindex', 'count', 'split', 'partition'].includes(operation))
      return 'contained';
    if (operation === 'endswith' || operation === 'startswith') return 'affix';
    if (operation === 're' && operandOrigin === field) return 'pattern of the answer';
  }
  if (operation === 'in' && origin === field && operandOrigin === 'completion') return 'reverse';
  if (operation === 're' && operandOrigin === 'completion') return 'pattern of the completion';
  return undefined;
};

const comparisonsIn = ({ goldField }: Calibration, heard: Heard, of: number): Comparison[] => {
  if (goldField === null) return [];
  const lines = new Map<ComparisonKind, Set<number>>();
  for (const { levels, answer } of heard) {
    const gold = answerText(levels.row.texts[goldField] ?? '');
    if (gold === '') continue;
    for (const entry of answer.entries) {
      const kind = kindOf(entry, gold, goldField);
      if (kind !== undefined) lines.set(kind, (lines.get(kind) ?? new Set()).add(levels.row.line));
    }
  }
  return [...lines]
    .filter(([, found]) => found.size >= Math.min(2, of))
    .map(([kind, found]) => ({ kind, field: goldField, rows: found.size, of }));
};

/** What is known of the source, and what was heard beside it. */
const withObserved = (analysis: Analysis, { tokens, patterns }: Observation): Analysis => ({
  ...analysis,
  constants: [...new Set([...analysis.constants, ...tokens])],
  patterns: [...analysis.patterns, ...patterns],
});

/** Listens, attacks with what was heard and the source does not show, and says how the answer is compared. */
export const observedFindings = async (context: Context): Promise<NewFinding[]> => {
  const observation = await observe(context);
  const findings: NewFinding[] = [];
  if (observation.tokens.length > 0 || observation.patterns.length > 0) {
    const heard: Context = {
      ...context,
      analysis: withObserved(context.analysis, observation),
      // Material of probes is kept by calibration: this one has more.
      calibration: { ...context.calibration },
    };
    findings.push(...(await runProbes(heard, FORMAT_PROBES)));
  }
  const proved = new Set([...context.findings, ...findings].flatMap(({ classes }) => classes ?? []));
  for (const { kind, field, rows, of } of observation.comparisons) {
    const words = LISTENING[kind];
    if (proved.has(words.rule)) continue;
    findings.push({
      rule: words.rule,
      classes: [words.rule],
      source: 'lint',
      severity: 'info',
      title: words.title,
      why: `On ${rows} of ${of} rows that were listened to, ${words.what(field)}. No completion that cheats by it was found.`,
      fix: words.fix,
    });
  }
  return findings;
};

export const observedCheck: Check = { name: 'listening to what it compares', run: observedFindings };
