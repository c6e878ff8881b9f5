/** Injects faults: answers that are empty, missing or unreadable, and texts on which a reader fails. None may be credit. */
import type { Outcome } from '../../../index.ts';
import type { Shot } from '../../calls/scorer.ts';
import type { Check } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { shareOf } from '../../wilson.ts';
import { breakers, falsyAnswers } from './answers.ts';
import { isRepeated, paidOf, type Setup, setUp, shown, tell, typical } from './setup.ts';
import { expectsNothing, type Fault, faultsOf, isFaulty } from './values.ts';

/** Of what an honest answer is paid: less is what a style or a tag may well be paid. */
const CREDIT = 0.25;
const MOST_ROWS = 3;
const MOST_REAL = 12;
/** Empty values, as JSON texts: right answers as any other, where a row says so. */
const FALSY = new Set(['""', '[]', '{}']);

/** Fails open: where the answer cannot be compared, or the completion cannot be read, something is paid all the same. */
export const faultCheck: Check = {
  name: 'faults',
  async run(context) {
    const setup = setUp(context);
    if (setup === undefined) return [];
    const findings: NewFinding[] = [];
    for (const part of [realFaults, madeFaults, falsyAnswers, breakers]) {
      if (context.budget.has()) findings.push(...(await part(setup)));
    }
    // What real rows have is told once, as the worse of the two.
    const told = findings.filter(
      (each, index) => findings.findIndex(({ rule }) => rule === each.rule) === index,
    );
    const repeated = await Promise.all(told.map(({ exploit }) => isRepeated(setup, exploit ?? undefined)));
    return told.filter((_, index) => repeated[index]);
  },
};

interface Hit {
  shot: Shot;
  outcome: Outcome;
  mayBeRight: boolean;
}

const worstFirst = (one: Hit, next: Hit): number =>
  Number(one.mayBeRight) - Number(next.mayBeRight) || (next.outcome.reward ?? 0) - (one.outcome.reward ?? 0);

/** Rows of the file that have no answer: junk on them, against junk on the others. */
const realFaults = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, low, junk } = setup;
  const { scorer, calibration, subject } = context;
  const faulty = subject.rows.filter(({ texts }) => isFaulty(texts[field])).slice(0, MOST_REAL);
  const [other] = typical(setup);
  if (faulty.length === 0 || other === undefined) return [];
  const hits: Hit[] = [];
  for (const row of faulty) {
    if (!context.budget.has()) break;
    const texts = junk(row);
    const shots = texts.map(({ completion }): Shot => ({ row, completion }));
    const outcomes = await scorer.all(shots);
    const usual = await scorer.all(junk(other.row).map(({ completion }) => ({ row: other.row, completion })));
    const best = shots
      .map((shot, index) => ({
        shot,
        outcome: outcomes[index] as Outcome,
        usual: paidOf(usual[index]) ?? low,
        // Nothing, where the row says that nothing is the answer.
        mayBeRight: texts[index]?.isEmpty === true && FALSY.has((row.texts[field] ?? 'null').trim()),
      }))
      .filter(({ outcome, usual: before }) => (paidOf(outcome) ?? low) - before >= CREDIT * (high - low))
      .sort(worstFirst)[0];
    if (best !== undefined) hits.push(best);
  }
  const [worst] = hits.sort(worstFirst);
  if (worst === undefined) return [];
  // Tests that expect nothing are tests: what is missing is the answer.
  const lacksTests =
    calibration.basis === 'tests' && !faulty.every(({ texts }) => expectsNothing(texts[field]));
  const finding = tell(
    setup,
    lacksTests ? 'C07' : 'A19',
    !lacksTests && worst.mayBeRight ? 'warning' : 'high',
    lacksTests ? 'rows without tests are paid' : 'rows without an answer are paid',
    `${faulty.length} of ${subject.rows.length} rows have no \`${field}\`; on ${hits.length} of them ${shown(worst.shot.completion)} is paid ${worst.outcome.reward}, as an honest answer elsewhere (${high}).`,
    worst.shot,
    worst.outcome,
  );
  // There is a value, which counts as false: whoever asks for its truth takes it for none.
  const isFalsy =
    !lacksTests &&
    hits.some(({ shot, mayBeRight }) => !mayBeRight && FALSY.has((shot.row.texts[field] ?? 'null').trim()));
  const classes = [...(finding.classes ?? [finding.rule]), ...(isFalsy ? ['A21', 'RH108'] : [])];
  return [{ ...finding, classes, share: shareOf(hits.length, faulty.length) }];
};

/** The same with rows that have an answer, in whose place a fault is put. No row of the file need be like that. */
const madeFaults = async (setup: Setup): Promise<NewFinding[]> => {
  const { context, field, high, low, junk } = setup;
  const { scorer, calibration } = context;
  const rows = typical(setup).slice(0, MOST_ROWS);
  const hits = new Map<string, { fault: Fault; shot: Shot; outcome: Outcome; rows: Set<number> }>();
  for (const { row } of rows) {
    const text = row.texts[field];
    if (text === undefined || !context.budget.has()) continue;
    const faults = faultsOf(text, calibration.basis === 'tests');
    const texts = junk(row);
    const before = await scorer.all(texts.map(({ completion }) => ({ row, completion })));
    const tries = faults.flatMap((fault) =>
      texts
        .map((each, index) => ({ ...each, usual: paidOf(before[index]) ?? low }))
        // An empty answer to a row whose answer is empty is right by plain comparison.
        .filter((each) => !(fault.isEmpty && each.isEmpty))
        .map(({ completion, usual }) => ({
          fault,
          usual,
          shot: { row, completion, changed: { [field]: fault.text } },
        })),
    );
    const outcomes = await scorer.all(tries.map(({ shot }) => shot));
    for (const [index, { fault, usual, shot }] of tries.entries()) {
      const outcome = outcomes[index];
      const paid = paidOf(outcome);
      if (outcome === undefined || paid === null || paid - usual < CREDIT * (high - low)) continue;
      const key = `${fault.rule} ${fault.name}`;
      const known = hits.get(key) ?? { fault, shot, outcome, rows: new Set<number>() };
      known.rows.add(row.line);
      if (paid > (known.outcome.reward ?? 0)) Object.assign(known, { shot, outcome });
      hits.set(key, known);
    }
  }
  return (['C07', 'A19', 'A20'] as const).flatMap((rule) => {
    const ofRule = [...hits.values()].filter(({ fault }) => fault.rule === rule);
    const worst = [...ofRule].sort((one, next) => (next.outcome.reward ?? 0) - (one.outcome.reward ?? 0))[0];
    if (worst === undefined) return [];
    const names = ofRule.map(({ fault }) => fault.name).join(', ');
    const finding = tell(
      setup,
      rule,
      'info',
      rule === 'C07'
        ? 'no tests is a pass'
        : rule === 'A19'
          ? 'no answer to compare with is credit'
          : 'an answer that cannot be read is credit',
      `Where \`${field}\` is ${names}, ${shown(worst.shot.completion)} is paid ${worst.outcome.reward}, as an honest answer (${high}). No row of the file that was looked at is like that; the first one that is pays everything.`,
      worst.shot,
      worst.outcome,
    );
    return [{ ...finding, share: shareOf(worst.rows.size, rows.length) }];
  });
};
