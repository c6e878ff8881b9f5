/** What is checked: a module, and rows of prompts that it is to be used with. */

/** A prompt row. Fields keep the JSON text that they came with: `18.0` reaches Python as a float. */
export interface CheckRow {
  /** 0-based line of the prompt file. */
  line: number;
  /** What `prompt` says, messages flattened to text. */
  prompt: string;
  /** All fields as JavaScript values, `prompt` included. */
  fields: Readonly<Record<string, unknown>>;
  /** The same as JSON texts. */
  texts: Readonly<Record<string, string>>;
}

export interface Subject {
  kind: 'reward' | 'environment';
  /** As the person named it. */
  file: string;
  /** Real, absolute path. */
  path: string;
  source: string;
  /** Rows that are checked, a sample of the file where it is large. Empty: no prompts were given. */
  rows: readonly CheckRow[];
  /** Completions that were given (`--completions`), by line of the prompt file. */
  completions: ReadonlyMap<number, readonly string[]>;
  /** Scripted actions in the rows or completions, by line of the prompt file: environments only. */
  actions: ReadonlyMap<number, readonly string[]>;
}

/** The JSON text of a row with some fields replaced, by JSON text; undefined leaves a field out. */
export const rowText = (
  row: CheckRow,
  changed: Readonly<Record<string, string | undefined>> = {},
): string => {
  const texts = { ...row.texts, ...changed };
  const fields = Object.entries(texts).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `{${fields.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
};

/** Whether rows have a field beside the prompt. */
export const mayHoldAnswers = ({ rows }: Pick<Subject, 'rows'>): boolean =>
  rows.some(({ texts }) => Object.keys(texts).some((name) => name !== 'prompt'));
