/** Answers that readers take for none, and answers on which they fail. */
import type { Outcome } from '../../../index.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { NewFinding } from '../../finding.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { paidOf, type Setup, shown, tell, typical } from './setup.ts';
import { BREAKERS, ENDS_HANGS, HANGS, isFalsy } from './values.ts';

const MOST_ROWS = 3;
const MOST_REAL = 12;

const answerOf = (text: string): string => (text.startsWith('"') ? (JSON.parse(text) as string) : text);

/** Ways to write a value. */
const writings = (text: string): string[] =>
  text === 'true' ? ['True', 'true', 'yes'] : text === 'false' ? ['False', 'false', 'no'] : [answerOf(text)];

/** A21: right answers that Python takes for none. */
export const falsyAnswers = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, low, wrappers } = setup;
  const { calibration, scorer, subject } = context;
  if (calibration.basis !== 'answer' || wrappers.length === 0) return [];
  const best = async (row: CheckRow, text: string, changed?: Record<string, string>) => {
    const shots = wrappers.flatMap(({ wrap }) =>
      writings(text).map(
        (answer): Shot => ({ row, completion: wrap(answer), ...(changed === undefined ? {} : { changed }) }),
      ),
    );
    const outcomes = await scorer.all(shots);
    const ranked = shots
      .map((shot, index) => ({ shot, outcome: outcomes[index] as Outcome }))
      .filter(({ outcome }) => outcome.status === 'ok')
      .sort((one, other) => (other.outcome.reward ?? 0) - (one.outcome.reward ?? 0));
    return ranked[0];
  };
  const half = low + 0.5 * (high - low);
  const why = (text: string, paid: number | null): string =>
    `The right answer \`${text}\` is paid ${paid}, other right answers ${high}: the answer is taken for missing because it is falsy.`;
  const isPaid = (found: Awaited<ReturnType<typeof best>>): boolean =>
    (found?.outcome.reward ?? low) >= high - 0.1 * (high - low);
  const real = subject.rows.filter(({ texts }) => isFalsy(texts[field])).slice(0, MOST_REAL);
  // Others must be paid as they stand in their rows: the number of a choice may be said by its letter only.
  const [sound] = typical(setup).filter(({ row }) => !isFalsy(row.texts[field]));
  if (
    real.length > 0 &&
    (sound === undefined || !isPaid(await best(sound.row, sound.row.texts[field] ?? '')))
  )
    return [];
  for (const row of real) {
    const text = row.texts[field] as string;
    const found = await best(row, text);
    if (found === undefined || (found.outcome.reward ?? 0) >= half) continue;
    return [
      tell(
        setup,
        'A21',
        'high',
        'right answers that are 0 or False are not paid',
        why(text, found.outcome.reward),
        found.shot,
        found.outcome,
      ),
    ];
  }
  if (real.length > 0) return [];
  for (const { row, decoys } of typical(setup).slice(0, MOST_ROWS)) {
    const text = row.texts[field] ?? '';
    const zero = /^-?\d+$/.test(text)
      ? '0'
      : /^-?\d+\.\d+$/.test(text)
        ? '0.0'
        : text === 'true'
          ? 'false'
          : undefined;
    const [control] = decoys;
    if (zero === undefined || control === undefined) continue;
    // Another answer in the place of this one must be paid, or the row says in other ways what is right.
    const other = await best(row, control, { [field]: control });
    if (!isPaid(other)) continue;
    const found = await best(row, zero, { [field]: zero });
    if (found === undefined || (found.outcome.reward ?? 0) >= half) return [];
    return [
      tell(
        setup,
        'A21',
        'warning',
        'a right answer of 0 or False would not be paid',
        `${why(zero, found.outcome.reward)} No row of the file that was looked at has it.`,
        found.shot,
        found.outcome,
      ),
    ];
  }
  return [];
};

/** B09: answers on which reading fails or hangs, against those that are only wrong. */
export const breakers = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, low, wrappers } = setup;
  const { calibration, scorer } = context;
  const [levels] = typical(setup);
  if (calibration.basis !== 'answer' || levels === undefined || context.notes.overpaid !== null) return [];
  const { row, decoys } = levels;
  // Of `1e999` or `1/0` a reader may take the first digits, which is no failure.
  const digits = ['0', '1', '9'].filter((digit) => digit !== String(row.fields[field]));
  for (const { wrap } of wrappers.slice(0, 1)) {
    const wrong = await scorer.all(
      ['zzqx', '918273', ...digits].map((text) => ({ row, completion: wrap(text) })),
    );
    const usual = Math.max(low, ...wrong.map((outcome) => paidOf(outcome) ?? low));
    const texts = ENDS_HANGS.test(context.subject.source) ? [...BREAKERS, HANGS] : BREAKERS;
    const shots = texts.map((text): Shot => ({ row, completion: wrap(text) }));
    const outcomes = await scorer.all(shots);
    const best = shots
      .map((shot, index) => ({ shot, outcome: outcomes[index] as Outcome }))
      .filter(({ outcome }) => (paidOf(outcome) ?? low) - usual >= 0.1 * (high - low))
      .sort((one, other) => (other.outcome.reward ?? 0) - (one.outcome.reward ?? 0))[0];
    if (best === undefined) continue;
    const changed = decoys[0] === undefined ? undefined : { [field]: decoys[0] };
    const decoy = changed === undefined ? null : paidOf(await scorer.score({ ...best.shot, changed }));
    const paid = best.outcome.reward ?? 0;
    const gap = (paid - low) / (high - low);
    const severity = gap >= 0.9 && decoy === paid ? 'critical' : gap >= 0.5 ? 'high' : 'warning';
    const why = `A wrong answer is paid ${usual}, but ${shown(best.shot.completion)}, on which reading it fails or hangs, ${paid}: a model is paid for breaking the grader.`;
    return [
      tell(
        setup,
        'B09',
        severity,
        'an answer that breaks the reader is credit',
        why,
        best.shot,
        best.outcome,
      ),
    ];
  }
  return [];
};
