/** Completions that need no model: what they are paid says what the reward of the policy is worth. */
import { mean } from '../formats/statistics.ts';
import type { Row, Rows } from './rows.ts';

/** Rows that each control is tried on, in each step. */
const ROWS = 2;
/** Steps that are looked at together, to say that the policy earns no more than a control. */
const WINDOW = 16;
/** Control calls before anything is said of them. */
const LEAST = 12;

export const CONTROLS = ['empty', 'echo', 'frequent'] as const;
export type Control = (typeof CONTROLS)[number];
export type ControlPays = Record<Control | 'policy', number | null>;

export interface ControlCall {
  control: Control;
  row: Row;
  said: Buffer;
}

/** A text in the form that the run's completions have: a string, messages, or the actions of an episode. */
export const inForm = (text: string, like: Buffer): Buffer => {
  let form: unknown;
  try {
    form = JSON.parse(like.toString());
  } catch {
    form = '';
  }
  if (!Array.isArray(form)) return Buffer.from(JSON.stringify(text));
  const isActions = typeof form[0] === 'string';
  return Buffer.from(JSON.stringify(isActions ? [text] : [{ role: 'assistant', content: text }]));
};

/** @param frequent the text that was paid most often of late, and the row that it stood under */
export const controlCalls = (
  step: number,
  rows: Rows,
  like: Buffer,
  frequent: { said: Buffer; rowHash: string } | undefined,
): ControlCall[] => {
  const drawn = (control: Control): Row[] => rows.some(`${step} ${control}`, ROWS);
  const others = frequent === undefined ? [] : rows.some(`${step} frequent`, ROWS + 1);
  return [
    ...drawn('empty').map((row) => ({ control: 'empty' as const, row, said: inForm('', like) })),
    ...drawn('echo').map((row) => ({ control: 'echo' as const, row, said: inForm(row.prompt ?? '', like) })),
    ...others
      .filter((row) => row.hash !== frequent?.rowHash)
      .slice(0, ROWS)
      .map((row) => ({ control: 'frequent' as const, row, said: (frequent as { said: Buffer }).said })),
  ];
};

const NAMES: Readonly<Record<Control, string>> = {
  empty: 'an empty completion',
  echo: 'a copy of the prompt',
  frequent: 'its most frequent paid completion on other prompts',
};

/** Compares the policy with the controls, over the last steps. */
export class Comparison {
  readonly #steps: { policy: number | null; pays: ReadonlyMap<Control, readonly number[]> }[] = [];

  get steps(): number {
    return this.#steps.length;
  }

  add(policy: number | null, pays: ReadonlyMap<Control, readonly number[]>): ControlPays {
    this.#steps.push({ policy, pays });
    if (this.#steps.length > WINDOW) this.#steps.shift();
    const of = (control: Control): number | null => mean(pays.get(control) ?? []);
    return { policy, empty: of('empty'), echo: of('echo'), frequent: of('frequent') };
  }

  /** What is to be said, with a key by which it is said once. */
  notes(): { key: string; text: string }[] {
    const policy = mean(this.#steps.flatMap((step) => step.policy ?? []));
    return CONTROLS.filter((control) => control !== 'frequent').flatMap((control) => {
      const pays = this.#steps.flatMap((step) => step.pays.get(control) ?? []);
      const paid = mean(pays) ?? 0;
      if (pays.length < LEAST || policy === null || paid <= 0 || policy > paid) return [];
      const text = `the policy is paid ${policy.toFixed(3)} a call, no more than ${NAMES[control]} (${paid.toFixed(3)}), over the last ${this.#steps.length} steps`;
      return [{ key: control, text }];
    });
  }
}
