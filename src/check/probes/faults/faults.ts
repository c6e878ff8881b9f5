/** Faults of rows: answers that are empty or missing, and right ones that count as false. None may decide what is paid. */
import type { RowLevels, Wrapper } from '../../calibration.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { median } from '../../lists.ts';
import { paid } from '../../proof/levels.ts';
import { exploitOf } from '../../proof/tell.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { shareOf } from '../../wilson.ts';
import { define } from '../programs/payloads/payloads.ts';
import { codeWrappers, entryNames } from '../programs/payloads/text.ts';
import { knownRuns } from '../programs/runs.ts';
import { expectsNothing, isFalsy, isFaulty, junkOf } from './values.ts';

/** Of what an honest answer is paid: less is what a style or a tag may well be paid. */
const CREDIT = 0.25;
const MOST_ROWS = 3;
const MOST_REAL = 12;
/** Empty values, as JSON texts: right answers as any other, where a row says so. */
const EMPTY = new Set(['""', '[]', '{}']);

const FIXES: Readonly<Record<string, string>> = {
  A19: 'raise for rows without an answer, before anything is compared: such a call has no reward',
  A21: 'ask `is None`, not `if answer` or `answer or …`: 0, False and an empty text are answers',
  C07: 'raise for rows without tests, and require that at least one ran: `all([])` is True',
};
interface Setup {
  context: Context;
  field: string;
  wrappers: readonly Wrapper[];
  /** What an honest answer is paid, over what nothing is. */
  high: number;
  low: number;
  /** Rows that have an answer, and one that is paid. */
  typical: readonly RowLevels[];
}

/** A text, what it is paid, and what it may be right about. */
interface Hit {
  shot: Shot;
  reward: number;
  mayBeRight: boolean;
}

const setUp = (context: Context): Setup | undefined => {
  const { calibration, subject } = context;
  const { goldField: field, levels, wrappers } = calibration;
  const high = median(levels.flatMap(({ gold }) => (gold === null ? [] : [gold.reward])));
  const low = Math.min(...levels.map(({ floor }) => floor));
  if (subject.kind !== 'reward' || field === null || high === null || high <= low) return undefined;
  const typical = levels.filter(({ row, gold }) => gold !== null && !isFaulty(row.texts[field]));
  return { context, field, wrappers: wrappers.slice(0, 2), high, low, typical };
};

/** The finding, when a fresh worker pays the same. */
const tell = async (
  { context, high, low }: Setup,
  { shot, reward }: Pick<Hit, 'shot' | 'reward'>,
  told: Pick<NewFinding, 'rule' | 'severity' | 'title' | 'why'> & Partial<NewFinding>,
): Promise<NewFinding[]> => {
  const levels = { row: shot.row, gold: null, floor: low, top: high, decoys: [] };
  const exploit = await exploitOf(context, { levels, completion: shot.completion, changed: shot.changed });
  if (exploit === null || exploit.reward !== reward) return [];
  const fix = FIXES[told.rule] ?? '';
  return [{ classes: [told.rule], source: 'probe', fix, ...told, exploit: { ...exploit, honest: high } }];
};

const shown = (completion: string): string => {
  const text = completion.length > 60 ? `${completion.slice(0, 57)}…` : completion;
  return text === '' ? 'an empty completion' : `\`${text.replaceAll('\n', '⏎')}\``;
};

const junkFor = ({ context, wrappers }: Setup, row: CheckRow) => {
  const { calibration, subject } = context;
  if (calibration.basis !== 'tests') return junkOf(wrappers, null);
  const known = knownRuns(subject)?.wrappers ?? [...calibration.wrappers, ...codeWrappers(context, row)];
  return junkOf(known.slice(0, 2), define(entryNames(context, row), 'return 918273'));
};

/** Junk that a row without an answer pays, beyond what the same gets on a row with one; the best first. */
const credited = async (setup: Setup, row: CheckRow, sound: CheckRow): Promise<Hit[]> => {
  const { context, field, high, low } = setup;
  const texts = junkFor(setup, row);
  const shots = texts.map(({ completion }): Shot => ({ row, completion }));
  const outcomes = await context.scorer.all(shots);
  const usual = await context.scorer.all(
    junkFor(setup, sound).map(({ completion }) => ({ row: sound, completion })),
  );
  const isOwnEmpty = EMPTY.has((row.texts[field] ?? 'null').trim());
  return shots
    .map((shot, at) => ({
      shot,
      reward: paid(outcomes[at]) ?? low,
      usual: paid(usual[at]) ?? low,
      // An empty answer to a row whose answer is empty is right by plain comparison.
      mayBeRight: texts[at]?.isEmpty === true && isOwnEmpty,
    }))
    .filter((each) => each.reward - each.usual >= CREDIT * (high - low))
    .sort(worstFirst);
};

const worstFirst = (one: Hit, next: Hit): number =>
  Number(one.mayBeRight) - Number(next.mayBeRight) || next.reward - one.reward;

/** Rows of the file that have no answer: junk on them, against junk on the others. */
const realFaults = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, typical } = setup;
  const { calibration, subject, budget } = context;
  const faulty = subject.rows.filter(({ texts }) => isFaulty(texts[field])).slice(0, MOST_REAL);
  const [other] = typical;
  const hits: Hit[] = [];
  for (const row of other === undefined ? [] : faulty)
    if (budget.has()) hits.push(...(await credited(setup, row, (other as RowLevels).row)).slice(0, 1));
  const [worst] = hits.sort(worstFirst);
  if (worst === undefined) return [];
  // Tests that expect nothing are tests: what is missing is the answer.
  const lacksTests =
    calibration.basis === 'tests' && !faulty.every(({ texts }) => expectsNothing(texts[field]));
  const rule = lacksTests ? 'C07' : 'A19';
  // There is a value, which counts as false: whoever asks for its truth takes it for none.
  const isFalse = hits.some(
    ({ shot, mayBeRight }) => !mayBeRight && EMPTY.has((shot.row.texts[field] ?? 'null').trim()),
  );
  return tell(setup, worst, {
    rule,
    classes: [rule, ...(!lacksTests && isFalse ? ['A21', 'RH108'] : [])],
    severity: !lacksTests && worst.mayBeRight ? 'warning' : 'high',
    title: lacksTests ? 'rows without tests are paid' : 'rows without an answer are paid',
    why: `${faulty.length} of ${subject.rows.length} rows have no \`${field}\`; on ${hits.length} of them ${shown(worst.shot.completion)} is paid ${worst.reward}, as an honest answer elsewhere (${high}).`,
    share: shareOf(hits.length, faulty.length),
  });
};

/** Ways to write a value. */
const writings = (text: string): string[] => {
  if (text === 'true') return ['True', 'true', 'yes'];
  if (text === 'false') return ['False', 'false', 'no'];
  return [text.startsWith('"') ? (JSON.parse(text) as string) : text];
};

/** A right answer of the same kind that counts as false; undefined: of that kind there is none. */
const zeroLike = (text: string): string | undefined => {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text.includes('.') ? '0.0' : '0';
  return text === 'true' ? 'false' : undefined;
};

/** A21: right answers that Python takes for none: those of the file, or else such in the place of others. */
const falsyAnswers = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, low, wrappers, typical } = setup;
  const best = async (row: CheckRow, text: string, changed?: Record<string, string>) => {
    const shots = wrappers.flatMap(({ wrap }) =>
      writings(text).map((answer): Shot => ({ row, completion: wrap(answer), ...(changed && { changed }) })),
    );
    const rewards = (await context.scorer.all(shots)).map((outcome) => paid(outcome) ?? low);
    const at = rewards.indexOf(Math.max(...rewards));
    return { shot: shots[at] as Shot, reward: rewards[at] ?? low };
  };
  const isPaid = ({ reward }: { reward: number }): boolean => reward >= high - 0.1 * (high - low);
  if (context.calibration.basis !== 'answer' || wrappers.length === 0) return [];
  const real = context.subject.rows.filter(({ texts }) => isFalsy(texts[field])).slice(0, MOST_REAL);
  const sound = typical.filter(({ row }) => !isFalsy(row.texts[field])).slice(0, MOST_ROWS);
  const made = sound.flatMap(({ row, decoys: [control] }) => {
    const zero = zeroLike(row.texts[field] ?? '');
    return zero === undefined || control === undefined ? [] : [{ row, zero, control }];
  });
  // Others must be paid as they stand in their rows: the number of a choice may be said by its letter only.
  const [first] = sound;
  const [other] = made;
  const control =
    real.length > 0
      ? first && (await best(first.row, first.row.texts[field] ?? ''))
      : other && (await best(other.row, other.control, { [field]: other.control }));
  if (control === undefined || !isPaid(control)) return [];
  const tries: [CheckRow, string, Record<string, string>?][] =
    real.length > 0
      ? real.map((row) => [row, row.texts[field] ?? ''])
      : made.map(({ row, zero }) => [row, zero, { [field]: zero }]);
  for (const [row, text, changed] of tries) {
    const found = await best(row, text, changed);
    if (found.reward >= low + 0.5 * (high - low)) continue;
    const isReal = changed === undefined;
    return tell(setup, found, {
      rule: 'A21',
      severity: isReal ? 'high' : 'warning',
      title: isReal
        ? 'right answers that are 0 or False are not paid'
        : 'a right answer of 0 or False would not be paid',
      why: `The right answer \`${text}\` is paid ${found.reward}, other right answers ${high}: the answer is taken for missing because it is falsy.${isReal ? '' : ' No row of the file that was looked at has it.'}`,
    });
  }
  return [];
};

/** Fails open: where the answer cannot be compared, or is taken for none, something is paid all the same. */
export const faultCheck: Check = {
  name: 'faults',
  async run(context) {
    const setup = setUp(context);
    if (setup === undefined) return [];
    const findings: NewFinding[] = [];
    for (const part of [realFaults, falsyAnswers])
      if (context.budget.has()) findings.push(...(await part(setup)));
    // What real rows have is told once, as the worse of the two.
    return findings.filter(({ rule }, at) => findings.findIndex((each) => each.rule === rule) === at);
  },
};
