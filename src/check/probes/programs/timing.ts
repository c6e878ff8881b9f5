/** Where the time of a program, or the number of its questions, is paid: work done before or after the clock runs (C15, C16), a clock that stands (C14). */
import { programsOf } from '../../answers/programs.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { PROOF_GAP, paid } from '../../proof/levels.ts';
import { type CheckRow, rowText } from '../../subject.ts';
import { indent, STOPPED_CLOCKS } from './payloads.ts';
import { mayRunPrograms } from './runs.ts';
import { entryNames } from './text.ts';
import { readsClock } from './words.ts';

/** Seconds that a call is made to take: the least that a function pays less for. */
const DELAYS = [0.02, 0.2];
/** Limits of time that a source speaks of, of which a call goes a little beyond: none longer than this. */
const LONGEST_DELAY = 3.2;
const LEAST_DELAY = 0.3;
const MOST_NAMED = 2;
/** Of what a fast program gets: what is lost by being slow must be more than noise. */
const LEAST_LOSS = 0.1;
const MOST_ROWS = 2;

/** What a call is made to cost: seconds, or questions that it asks of what it is given to call. */
interface Cost {
  seconds: number;
  questions: number;
}
/** Of questions that are counted: a few, and clearly more than anybody needs. */
const QUESTIONS = [12, 60];

/** The same program, each call of which works so much; `body` says when. */
const slowed = (code: string, names: readonly string[], { seconds, questions }: Cost, body: string): string =>
  `${code}
from time import perf_counter as _own_clock
def _work(args=()):
    end = _own_clock() + ${seconds}
    while _own_clock() < end:
        pass
    given = [each for each in args if not callable(each)]
    for ask in [each for each in args if callable(each)]:
        for _ in range(${questions}):
            try:
                ask(*given[:1])
            except Exception:
                break
def _slowed(inner):
${indent(body)}
for _name in ${JSON.stringify(names)}:
    if callable(globals().get(_name)):
        globals()[_name] = _slowed(globals()[_name])`;

const ALWAYS = `def run(*args, **kwargs):
    _work(args)
    return inner(*args, **kwargs)
return run`;

const LATER = {
  rule: 'C16',
  title: 'returns an object that does the work when it is compared',
  what: 'that returns at once, and works when its result is looked at',
  fix: 'turn the result into plain data (`list`, `float`, `json.dumps`) before the clock stops',
} as const;

/** A dict or a list that is filled when somebody looks into it. */
const filledLater = (
  base: 'dict' | 'list',
  fill: 'update' | 'extend',
  more = '',
): string => `class Later(${base}):
    def __init__(self, args, kwargs):
        self._asked, self._done = (args, kwargs), False
    def _fill(self):
        if not self._done:
            self._done = True
            _work()
            ${base}.${fill}(self, inner(*self._asked[0], **self._asked[1]))
        return self
    def __getitem__(self, key): return ${base}.__getitem__(self._fill(), key)
${more}    def __iter__(self): return ${base}.__iter__(self._fill())
    def __len__(self): return ${base}.__len__(self._fill())
    def __eq__(self, other): return ${base}.__eq__(self._fill(), other)
    def __ne__(self, other): return ${base}.__ne__(self._fill(), other)
return lambda *args, **kwargs: Later(args, kwargs)`;

/** What is told of a program that stops clocks, of a quick one made slow here and of a slow one in dear-programs.ts. */
export const STANDING_CLOCK = {
  rule: 'C14',
  title: 'stops the clock that measures it',
  what: 'that stops the clocks of its process first',
  fix: 'measure from another process, from before the program starts until all of its result is there',
} as const;

const TRICKS = [
  {
    rule: 'C15',
    title: 'remembers what it was asked, so that only the first call takes time',
    what: 'that works only when it has not been asked the same before',
    isOfQuestions: true,
    fix: 'give each run inputs of its own, made when the clock is about to start, and check every result',
    body: `known = {}
def run(*args, **kwargs):
    key = repr(([each for each in args if not callable(each)], kwargs))
    if key not in known:
        _work(args)
        known[key] = inner(*args, **kwargs)
    return known[key]
return run`,
  },
  {
    ...LATER,
    body: `class Later:
    def __init__(self, args, kwargs):
        self._asked, self._done = (args, kwargs), False
    def _value(self):
        if not self._done:
            _work()
            self._result, self._done = inner(*self._asked[0], **self._asked[1]), True
        return self._result
    def __eq__(self, other): return self._value() == other
    def __ne__(self, other): return self._value() != other
    def __iter__(self): return iter(self._value())
    def __len__(self): return len(self._value())
    def __getitem__(self, key): return self._value()[key]
    def __float__(self): return float(self._value())
    def __int__(self): return int(self._value())
    def __sub__(self, other): return self._value() - other
    def __rsub__(self, other): return other - self._value()
    def __str__(self): return str(self._value())
    __repr__, __hash__ = __str__, lambda self: hash(self._value())
return lambda *args, **kwargs: Later(args, kwargs)`,
  },
  {
    ...LATER,
    body: filledLater(
      'dict',
      'update',
      `    def get(self, *args): return dict.get(self._fill(), *args)
    def keys(self): return dict.keys(self._fill())
    def values(self): return dict.values(self._fill())
    def items(self): return dict.items(self._fill())
`,
    ),
  },
  { ...LATER, body: filledLater('list', 'extend') },
  { ...STANDING_CLOCK, body: `${STOPPED_CLOCKS}\n${ALWAYS}` },
] as const;

interface Measured {
  levels: RowLevels;
  /** The completion with the tricks of a program: what is around its source is that of the right one. */
  make: (body: string) => string;
  fast: number;
  slow: number;
  isOfQuestions: boolean;
}

const SIGNATURE = /\b[A-Za-z_]\w*\(([^()\n]{1,200})\)/g;

/** Whether the function that is asked for is given another one to call: `solve(names, ask)`, and `ask(order)` is spoken of. */
export const asksQuestions = ({ prompt }: CheckRow): boolean =>
  [...prompt.matchAll(SIGNATURE)].some(([, given = '']) =>
    given
      .split(',')
      .map((each) => /^\s*([A-Za-z_]\w*)/.exec(each)?.[1])
      .some((name) => name !== undefined && new RegExp(`\\b${name}\\(`).test(prompt)),
  );

const costsOf = (context: Context, row: CheckRow): Cost[] => [
  ...(asksQuestions(row) ? QUESTIONS.map((questions) => ({ seconds: 0, questions })) : []),
  ...(readsClock(context)
    ? [...DELAYS, ...namedDelays(context, row)].map((seconds) => ({ seconds, questions: 0 }))
    : []),
];

const NAMED_TIME =
  /\b(\w*(?:fast|slow|quick|sec|time|budget|target|limit|allow|deadline|millis|_ms|par)\w*)["']?\s*(?::\s*\w+\s*)?[=:]\s*(\d+(?:\.\d+)?)(?![\w.])/gi;

/** A little longer than the times that the source and the row name, the shortest first; else than any number of the source. */
const namedDelays = ({ subject }: Context, row: CheckRow): number[] => {
  const told = `${subject.source}\n${Object.entries(row.texts)
    .filter(([name]) => name !== 'prompt')
    .map(([name, text]) => `${name} = ${text}`)
    .join('\n')}`;
  const seconds = [...told.matchAll(NAMED_TIME)].map(
    ([, name = '', number]) => Number(number) / (/ms$|milli/i.test(name) ? 1000 : 1),
  );
  const delaysOf = (all: readonly number[]): number[] =>
    unique(
      all.map((each) => 1.2 * each + 0.05).filter((each) => each > LEAST_DELAY && each <= LONGEST_DELAY),
    ).sort((one, other) => one - other);
  const named = delaysOf(seconds);
  if (named.length > 0) return named.slice(0, MOST_NAMED);
  return delaysOf([...subject.source.matchAll(/(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g)].map(Number)).slice(
    -MOST_NAMED,
  );
};

/** A right program that is paid less when it is slow; undefined: none is known, or time is not paid. */
const measured = async (context: Context, levels: RowLevels): Promise<Measured | undefined> => {
  const { calibration, scorer, budget } = context;
  const { row, gold, floor } = levels;
  if (gold === null) return undefined;
  const names = entryNames(context, row);
  for (const { wrap } of calibration.wrappers) {
    const program = programsOf(row).find(({ answer }) => wrap(answer) === gold.completion);
    if (program === undefined) continue;
    for (const cost of costsOf(context, row)) {
      if (!budget.has(0.1)) return undefined;
      const make = (body: string): string => wrap(slowed(program.answer, names, cost, body));
      const slow = paid(await scorer.score({ row, completion: make(ALWAYS) }));
      if (slow !== null && gold.reward - slow > LEAST_LOSS * (gold.reward - floor))
        return { levels, make, fast: gold.reward, slow, isOfQuestions: cost.questions > 0 };
    }
  }
  return undefined;
};

const shown = async (
  context: Context,
  { levels, make, fast, slow, isOfQuestions }: Measured,
  trick: (typeof TRICKS)[number],
): Promise<NewFinding[]> => {
  const { scorer } = context;
  const completion = make(trick.body);
  const shot = { row: levels.row, completion };
  const isFast = (reward: number | null): reward is number =>
    reward !== null && reward - slow >= PROOF_GAP * (fast - slow);
  const first = paid(await scorer.score(shot));
  if (!isFast(first)) return [];
  // One after the other, and the slow one again: a busy machine is no proof.
  const again = paid(await scorer.scoreFresh({ row: levels.row, completion: make(ALWAYS) }));
  const second = paid(await scorer.scoreFresh(shot));
  if (!isFast(second) || again === null || isFast(again)) return [];
  return [
    {
      rule: trick.rule,
      classes: [trick.rule],
      source: 'probe',
      severity: 'warning',
      title: trick.title,
      why: `A right program is paid ${fast}, and ${slow} where each call ${isOfQuestions ? 'asks more' : 'takes longer'}. One ${trick.what} ${isOfQuestions ? 'asks as much' : 'takes as long'} and is paid ${first}.`,
      fix: trick.fix,
      // What is paid by the microsecond is never paid the same again.
      exploit:
        first === second
          ? {
              row: levels.row.line,
              fields: rowText(levels.row),
              completion,
              seed: scorer.seed,
              status: 'ok',
              reward: first,
              honest: fast,
              floor: slow,
              decoy: null,
            }
          : null,
    },
  ];
};

/** Where the source reads a clock, or questions are asked: some ten calls. They hold right programs, so they are no attacks: warnings. */
export const timingCheck: Check = {
  name: 'programs that are graded by time',
  // Where it applies each call takes seconds; elsewhere it takes no time.
  weight: 4,
  async run(context) {
    const { calibration, subject, notes, random } = context;
    const isCounted = readsClock(context) || subject.rows.slice(0, 1).some(asksQuestions);
    if (subject.kind !== 'reward' || !isCounted || !mayRunPrograms(context) || calibration.basis === 'judge')
      return [];
    for (const levels of random.sample(calibration.levels, MOST_ROWS)) {
      const known = await measured(context, levels);
      if (known === undefined) continue;
      const tricks = TRICKS.filter((trick) => !known.isOfQuestions || 'isOfQuestions' in trick);
      notes.probes += tricks.length;
      const found: NewFinding[] = [];
      for (const trick of tricks) {
        if (found.some(({ rule }) => rule === trick.rule) || !context.budget.has(0.05)) continue;
        found.push(...(await shown(context, known, trick)));
      }
      return found;
    }
    return [];
  },
};
