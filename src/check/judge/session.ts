/** One module with its fake judge: asks it, and finds out which verdicts it understands. */
import type { Outcome, Reward } from '../../index.ts';
import type { Context } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { answerOf, answersOf } from '../probes/compared/cross-pay.ts';
import { type CheckRow, rowText } from '../subject/subject.ts';
import type { Answer } from './answers.ts';
import { formsOfSchema, valuesOfSchema } from './schemas.ts';
import type { FakeJudge, Question } from './server.ts';
import { type Form, formsFor, type NamedScale, scalesIn, valuesFor } from './verdicts.ts';

/** How high and low verdicts are written for this function, and what they are worth. */
export interface Verdicts {
  form: Form;
  high: { value: string; answer: string; reward: number };
  low: { value: string; answer: string; reward: number };
}

/** A thing that was found, before it is told. */
export type Told = Pick<NewFinding, 'rule' | 'severity' | 'title' | 'why' | 'fix'> & {
  completion: string;
  answer: Answer;
  outcome: Outcome;
};

/** Calls that finding the form may take. */
const MOST_TRIES = 700;
/** Those that are made however late it is: clients that load for seconds leave no time else. */
const LEAST_TRIES = 60;
const NEUTRAL = ['NO', 'zzz'];
const USUAL = ['YES', 'CORRECT', 'PASS', 'True'];

/** Nothing more may be asked: the check has to end. */
export class TimeUp extends Error {
  override name = 'TimeUp';
}

export class JudgeSession {
  readonly context: Context;
  readonly row: CheckRow;
  readonly #judge: FakeJudge;
  readonly #reward: Reward;
  tries = 0;

  constructor(context: Context, row: CheckRow, judge: FakeJudge, reward: Reward) {
    this.context = context;
    this.row = row;
    this.#judge = judge;
    this.#reward = reward;
  }

  /**
   * What a completion is paid when the judge answers so. One at a time: there is one judge.
   * @throws TimeUp
   */
  async ask(completion: string, answer: Answer): Promise<{ outcome: Outcome; questions: Question[] }> {
    if (this.context.budget.isOver) throw new TimeUp(this.context.budget.why);
    this.#judge.take();
    this.#judge.answer = answer;
    this.context.budget.call();
    this.tries++;
    const outcome = await this.#reward.score({
      row: Buffer.from(rowText(this.row)),
      completionRow: Buffer.from(JSON.stringify({ completion })),
      seed: this.context.scorer.seed,
    });
    return { outcome, questions: this.#judge.take() };
  }

  /** The number, where there is one. */
  async paid(completion: string, answer: Answer): Promise<number | null> {
    const { outcome } = await this.ask(completion, answer);
    return outcome.status === 'ok' ? outcome.reward : null;
  }

  /** An ordinary completion about which the judge is asked, with the question; undefined: it is asked about none. */
  async ordinary(): Promise<{ completion: string; question: Question } | undefined> {
    const { analysis, calibration, subject } = this.context;
    const levels = calibration.levels.find(({ row }) => row === this.row);
    const plain = 'I worked it out step by step, and the result is 42.';
    // Who looks for `ANSWER:` asks nobody about what has none.
    const labels = analysis.constants.filter((text) => /^[A-Za-z][\w ]{0,24}:$/.test(text));
    const candidates = [
      plain,
      ...(levels?.gold ? [levels.gold.completion] : []),
      ...(subject.completions.get(this.row.line) ?? []).slice(0, 2),
      ...calibration.wrappers.slice(0, 2).map(({ wrap }) => wrap('42')),
      `<answer>${plain}</answer>`,
      ...labels.slice(0, 4).map((label) => `${label} ${plain}`),
      `<think>${plain}</think>\n<answer>${plain}</answer>`,
      `\\boxed{42}`,
      `\`\`\`python\nprint(42)\n\`\`\``,
      `${plain} `.repeat(12).trim(),
    ];
    for (const completion of candidates) {
      const { questions } = await this.ask(completion, { text: '10' });
      const question = questions.at(-1);
      if (question !== undefined) return { completion, question };
    }
    return undefined;
  }

  /** As an ordinary completion, and surely wrong: the answer of another row, or another number; undefined: none is known. */
  wrong(completion: string): string | undefined {
    const { calibration, subject } = this.context;
    const levels = calibration.levels.find(({ row }) => row === this.row);
    const isKnown = [levels?.gold?.completion, ...(subject.completions.get(this.row.line) ?? [])];
    if (!isKnown.includes(completion)) return completion.replaceAll('42', '7093');
    const own = levels && answerOf(calibration, levels);
    return answersOf(this.context, calibration.levels).find(
      (other) => other.meaning !== own?.meaning && !isKnown.includes(other.completion),
    )?.completion;
  }

  /** The first form of verdict that decides what is paid; undefined: none of those that were tried. */
  async calibrate(completion: string, { prompt, schema }: Question): Promise<Verdicts | undefined> {
    const { analysis, budget, subject } = this.context;
    const demanded = schema === undefined ? { words: [], scales: [] } : valuesOfSchema(schema);
    const scales = [...demanded.scales, ...scalesIn(prompt)];
    const ofSchema = schema === undefined ? [] : formsOfSchema(schema);
    for (const form of [...ofSchema, ...formsFor(analysis, subject.source, prompt)]) {
      if (this.tries > MOST_TRIES || (this.tries > LEAST_TRIES && !budget.has(0.1))) return undefined;
      const values = valuesFor(form, analysis, `${subject.source}\n${prompt}`, scales);
      if (form.kind === 'word') {
        values.high.unshift(...demanded.words);
        values.low.unshift(...demanded.words);
      }
      const found =
        form.kind === 'number'
          ? await this.#numbers(completion, form, values, scales)
          : await this.#words(completion, form, values, `${prompt}\n${demanded.words.join('\n')}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async #numbers(
    completion: string,
    form: Form,
    values: { high: string[]; low: string[] },
    scales: readonly NamedScale[],
  ): Promise<Verdicts | undefined> {
    const rewards = new Map<string, number>();
    const [ends] = scales;
    const tried = new Set([
      ...(ends === undefined ? [] : [ends.top, ends.bottom]),
      ...values.high.slice(0, 8),
      ...values.low.slice(0, 4),
    ]);
    for (const value of tried) {
      const reward = await this.paid(completion, { text: form.write(value) });
      if (reward !== null) rewards.set(value, reward);
      // Three that fail or pay the same: this form says nothing.
      if (tried.size > 3 && [...tried].indexOf(value) === 2 && new Set(rewards.values()).size < 2) break;
    }
    // A scale that the prompt names says what is best and worst, whatever they are paid. `1` is paid 1 on many scales.
    const named = scales.find(
      ({ top, bottom, isSure }) =>
        isSure && (rewards.get(top) ?? Number.NaN) > (rewards.get(bottom) ?? Number.NaN),
    );
    if (named !== undefined) {
      const most = rewards.get(named.top) as number;
      // What is falsy may be taken for missing: of the values on the scale the one that is paid least.
      const onScale = [...rewards.keys()].filter(
        (value) => Number(value) >= Number(named.bottom) && Number(value) <= Number(named.top),
      );
      const [worst = named.bottom, least = rewards.get(named.bottom) as number] = extreme(
        rewards,
        [named.bottom, ...onScale],
        -1,
      );
      return this.#verdicts(form, named.top, most, worst, least);
    }
    const [low, lowest] = extreme(rewards, values.low, -1);
    // Else the first number that is paid in full.
    const tops = values.high.filter((value) => rewards.has(value));
    const full = tops.find((value) => rewards.get(value) === 1) ?? tops[0];
    const highest = full === undefined ? undefined : rewards.get(full);
    if (low === undefined || lowest === undefined || full === undefined || highest === undefined)
      return undefined;
    return highest > lowest + 1e-9 ? this.#verdicts(form, full, highest, low, lowest) : undefined;
  }

  async #words(
    completion: string,
    form: Form,
    { high, low }: { high: string[]; low: string[] },
    prompt: string,
  ): Promise<Verdicts | undefined> {
    const rewards = new Map<string, number>();
    const told = `${this.context.subject.source}\n${prompt}`;
    const bare = form.write('x') === 'x';
    // As they are written there before those that differ in case.
    const exact = high.filter((word) => told.includes(word));
    const near = high.filter(
      (word) => !told.includes(word) && told.toLowerCase().includes(word.toLowerCase()),
    );
    const worth = [...new Set([...exact, ...near, ...(bare ? USUAL : [])])].slice(0, bare ? 24 : 6);
    const others = low.filter((word) => told.toLowerCase().includes(word.toLowerCase()));
    for (const value of new Set([...NEUTRAL, ...worth, ...others.slice(0, 8)])) {
      const reward = await this.paid(completion, { text: form.write(value) });
      if (reward !== null) rewards.set(value, reward);
    }
    // Any word may be the one that rejects, and all others accept.
    const [lowWord, lowest] = extreme(rewards, [...low, ...NEUTRAL, ...rewards.keys()], -1);
    const [highWord, highest] = extreme(rewards, [...high, ...rewards.keys()], 1);
    if (lowWord === undefined || lowest === undefined || highWord === undefined || highest === undefined)
      return undefined;
    return highest > lowest + 1e-9 ? this.#verdicts(form, highWord, highest, lowWord, lowest) : undefined;
  }

  #verdicts(form: Form, high: string, highest: number, low: string, lowest: number): Verdicts {
    return {
      form,
      high: { value: high, answer: form.write(high), reward: highest },
      low: { value: low, answer: form.write(low), reward: lowest },
    };
  }
}

/** The first of the values with the largest (or, for `sign` -1, the smallest) reward. */
const extreme = (
  rewards: ReadonlyMap<string, number>,
  values: readonly string[],
  sign: 1 | -1,
): [string | undefined, number | undefined] => {
  let best: string | undefined;
  for (const value of values) {
    const reward = rewards.get(value);
    if (reward === undefined) continue;
    if (best === undefined || sign * reward > sign * (rewards.get(best) as number)) best = value;
  }
  return [best, best === undefined ? undefined : rewards.get(best)];
};
