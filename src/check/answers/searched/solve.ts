/**
 * Asks for completions that are paid, made from what the user's code compares them with (python-shim/runrl_audit/solve.py):
 * for rows whose right answer has a form that nobody would guess.
 */
import { unique } from '../../lists.ts';
import { answerOf, loadBeside } from '../../loading/beside.ts';
import { type CheckRow, rowText } from '../../subject/subject.ts';
import type { Unmeasured } from '../candidate.ts';
import { lowest } from '../candidates.ts';
import { toldWrappers } from '../wrapped/wrappers.ts';

/** A completion that a row pays more than nothing. */
export interface Solved {
  row: CheckRow;
  completion: string;
  reward: number;
}

/** What the search is asked for: `Task` of python-shim/runrl_audit/solve.py. */
export interface Task {
  seeds: readonly string[];
  prompts: readonly string[];
  /** CPU time, where calls are slow. */
  seconds: number;
  /** Where they are quick. */
  calls: number;
  per_call: number;
  seed: number;
  /** Searches for texts that say nothing of the row, made of these besides. */
  free: { tokens: readonly string[]; templates: readonly string[] } | null;
}

export interface Found {
  best: readonly (readonly [string, number])[];
  calls: number;
  /** Texts on which a call took longer than it may. */
  overdue: readonly string[];
}

const MOST_ROWS = 16;
/** Rows without anything that is paid, after which it is given up. */
const FLAT_ROWS = 3;
const SECONDS = 1.5;
const CALLS_A_SECOND = 2_500;
const PER_CALL_S = 0.25;
/** Calls of the searches on the first rows, beyond which no further one is begun. */
const MOST_CALLS = 15_000;
/** What a search takes of the calls that there are: it makes its own in one process. */
const SEARCH = 200;
/** Time that it may take at most, beside what its calls stand for: on a busy machine it needs more. */
const ROOM_MS = 30_000;
/** Fillers that stand nowhere else: what becomes of them is seen. */
const FILLERS = ['7301', 'zqaa'];
const LONGEST_TEXT = 200;
const MOST_TEXTS = 8;
/** Of other rows, at most so many may pay a row's completion as well: an answer is not one for every row alike. */
const LEAST_OWN = 0.8;

/** A search that knows more: texts of the right form, so that less time is enough for more rows. */
export interface Narrow {
  seeds: readonly string[];
  rows: number;
  seconds: number;
}

/** Completions of each row, best first; nothing where the file cannot be searched, or calls take too long. */
export const solve = async (
  input: Unmeasured,
  rows: readonly CheckRow[],
  narrow?: Narrow,
): Promise<Solved[]> => {
  const { subject, loaded, analysis, budget, scorer, random } = input;
  const isOther = analysis.asksJudge || analysis.runsProcess || analysis.executesCompletion;
  if (loaded === undefined || isOther || budget.reach < 1 || rows.length === 0) return [];
  const most = narrow?.rows ?? MOST_ROWS;
  const usual = unique([
    '',
    ...FILLERS,
    ...toldWrappers(rows, analysis, subject.source).flatMap(({ wrap }) => FILLERS.map(wrap)),
    ...analysis.patterns.flatMap(({ templates }) =>
      templates.slice(0, 2).map((template) => template.replaceAll('\u0000', '7302')),
    ),
  ]).slice(0, 60);
  const seeds = narrow?.seeds ?? usual;
  const seconds = narrow?.seconds ?? SECONDS;
  const found: { row: CheckRow; best: Found['best'] }[] = [];
  let flat = 0;
  try {
    await using solver = await loadBeside(
      { subject, loaded },
      {
        timeout: seconds * 1_000 + ROOM_MS,
      },
    );
    let calls = 0;
    const others = random.sample(subject.rows, most).filter((row) => !rows.includes(row));
    for (const row of [...rows, ...(narrow === undefined ? others : [])].slice(0, most)) {
      if (narrow === undefined && calls > MOST_CALLS) break;
      const given = (subject.completions.get(row.line) ?? []).slice(0, 2);
      const task: Task = {
        seeds: unique([...given, ...textsOf(row), ...seeds]),
        prompts: [row.prompt],
        seconds,
        calls: Math.round(seconds * CALLS_A_SECOND),
        per_call: PER_CALL_S,
        seed: scorer.seed,
        free: null,
      };
      const outcome = await solver.score({
        row: Buffer.from(rowText(row)),
        completionRow: Buffer.from(JSON.stringify({ completion: JSON.stringify(task) })),
        seed: scorer.seed,
      });
      const answer = answerOf<Found>(outcome);
      if (answer === undefined) continue;
      budget.count(answer.calls, SEARCH);
      calls += answer.calls;
      found.push({ row, best: answer.best });
      // Where no text of the first rows is paid more than nothing, nothing leads on in others.
      if ((answer.best[0]?.[1] ?? 0) <= Math.max(0, await lowest(scorer, row)) + 1e-9) flat++;
      if (flat === FLAT_ROWS) break;
    }
  } catch {
    return []; // what cannot be loaded so is calibrated without
  }
  const solved = await Promise.all(found.map(({ row, best }) => confirmed(input, row, best)));
  const all = solved.flat();
  const own = await Promise.all(all.map((each) => isOwn(input, each, rows)));
  return all.filter((_, at) => own[at]);
};

/** Short texts of a row: what is built on them says more than what is built on fillers. */
const textsOf = ({ fields }: CheckRow): string[] =>
  Object.entries(fields)
    .flatMap(([name, value]) => (name !== 'prompt' && typeof value === 'string' ? [value] : []))
    .filter((text) => text !== '' && text.length <= LONGEST_TEXT)
    .slice(0, MOST_TEXTS);

/** A completion without what was only copied from the prompt: its last tag, its last line, its lines that are new. */
const tidied = (prompt: string, completion: string): string[] => {
  const said = new Set(prompt.split('\n').map((line) => line.trim()));
  const lines = completion.split('\n');
  const tag = [...completion.matchAll(/<([A-Za-z][\w-]*)>(?:(?!<\1>)[\s\S])*<\/\1>/g)].at(-1)?.[0];
  return [tag, lines.at(-1), lines.filter((line) => !said.has(line.trim())).join('\n')].filter(
    (text) => text !== undefined && text.trim() !== '' && text !== completion,
  ) as string[];
};

/** Those that a worker pays as well, more than nothing. */
const confirmed = async ({ scorer }: Unmeasured, row: CheckRow, best: Found['best']): Promise<Solved[]> => {
  const floor = await lowest(scorer, row);
  // Shorter ones first: of two that are paid the same, the one that says less besides is the answer.
  const texts = unique(best.flatMap(([completion]) => [...tidied(row.prompt, completion), completion]));
  const outcomes = await scorer.all(texts.map((completion) => ({ row, completion })));
  return texts
    .flatMap((completion, at): Solved[] => {
      const outcome = outcomes[at];
      const reward = outcome?.status === 'ok' ? outcome.reward : null;
      return reward === null || reward === undefined || reward <= Math.max(0, floor) + 1e-9
        ? []
        : [{ row, completion, reward }];
    })
    .sort((one, other) => other.reward - one.reward);
};

/** Whether other rows pay it less: what all pay alike is no answer, but a text that is paid for its form. */
const isOwn = async (
  { scorer }: Unmeasured,
  { row, completion, reward }: Solved,
  rows: readonly CheckRow[],
): Promise<boolean> => {
  const others = rows.filter((other) => other !== row);
  const outcomes = await scorer.all(others.map((other) => ({ row: other, completion })));
  const alike = outcomes.filter(
    (outcome) => outcome.status === 'ok' && (outcome.reward ?? 0) >= reward - 1e-9,
  );
  return others.length > 0 && alike.length < LEAST_OWN * others.length;
};
