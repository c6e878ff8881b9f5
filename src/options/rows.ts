/**
 * What one option is: one row says all of it. The flags and their help, the types, the checks, `runrl.toml`, the
 * environment variables, docs/cli.md and the JSON Schema are made of these rows, and nothing else names an option.
 */

/** How an option is written, and what it comes to. */
export type OptionType =
  | 'duration' // `2s`; milliseconds
  | 'size' // `64KiB`; bytes
  | 'count' // a whole number
  | 'text'
  | 'texts' // repeatable
  | 'flag'
  | 'choice'
  | 'reward' // a number, or null for none
  | 'rewardOrKeep'
  | 'hosts'; // repeatable: hosts that a module may reach

export interface Row {
  readonly type: OptionType;
  /** What it is, as a clause: the line of `--help`. */
  readonly help: string;
  /** As people write it: `'10s'`, `4096`. Absent: none, unless `usual` says what is used. */
  readonly default?: string | number | boolean | null | readonly string[];
  /** The default in words, where it is no fixed value. */
  readonly usual?: string;
  /** The default, where it depends on the machine. */
  readonly computed?: () => number;
  /** Further sentences, in Markdown, for docs/cli.md and the types. */
  readonly note?: string;
  /** What stands for the value in the help. Absent: by the type. */
  readonly sign?: string;
  /** Name of the flag, where it is not that of the option. */
  readonly flag?: string;
  /** One letter. */
  readonly short?: string;
  readonly min?: number;
  readonly max?: number;
  /** The least in words, where a size has one: `16MiB`. */
  readonly least?: string;
  readonly values?: readonly (string | number)[];
  readonly pattern?: RegExp;
  /** What the pattern is, in words. */
  readonly expected?: string;
  /** Whether the flag may be given without a value (`--json`, `--json FILE`). */
  readonly bare?: true;
}

/** By the name that the library, the configuration files and (in snake case) the Python client use. */
export type Table = Readonly<Record<string, Row>>;

type Written<R extends Row> = R['type'] extends 'duration' | 'size'
  ? string | number
  : R['type'] extends 'hosts'
    ? string[]
    : Checked<R>;

type Checked<R extends Row> = R['type'] extends 'duration' | 'size' | 'count'
  ? number
  : R['type'] extends 'text'
    ? string
    : R['type'] extends 'texts'
      ? string[]
      : R['type'] extends 'flag'
        ? boolean
        : R['type'] extends 'choice'
          ? R['values'] extends readonly (infer V)[]
            ? V
            : never
          : R['type'] extends 'reward'
            ? number | null
            : R['type'] extends 'rewardOrKeep'
              ? number | 'keep' | null
              : never;

/** What people may write for an option. */
export type WrittenValue<R extends Row> = Written<R>;
/** What it comes to; `hosts` are typed by the schema. */
export type CheckedValue<R extends Row> = Checked<R>;
/** Whether it has a value when nobody gives one. */
export type HasDefault<R extends Row> = R extends { default: unknown } | { computed: unknown } ? true : false;

/** The flags of a table as commander hands them over: text, not yet checked. */
export type FlagsOf<T extends Table> = {
  -readonly [K in keyof T]?: T[K]['type'] extends 'flag'
    ? true
    : T[K]['type'] extends 'texts' | 'hosts'
      ? string[]
      : string;
};

/** `loadTimeout` as `load-timeout`. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `--load-timeout`. */
export const flagName = (name: string, row: Row): string => `--${row.flag ?? kebab(name)}`;

/** The name under which commander keeps what was given. */
export const flagKey = (name: string, row: Row): string =>
  (row.flag ?? name).replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase());

/** The name in `runrl.toml`: that of the flag. */
export const configKey = (name: string, row: Row): string => flagName(name, row).slice(2);

export const isRepeatable = ({ type }: Row): boolean => type === 'texts' || type === 'hosts';

const SIGNS: Readonly<Record<OptionType, string>> = {
  duration: 'duration',
  size: 'size',
  count: 'n',
  text: 'text',
  texts: 'text',
  flag: '',
  choice: 'word',
  reward: 'reward',
  rewardOrKeep: 'reward',
  hosts: 'host[:port]',
};

/** `duration`, `file`, `host:port`; empty for a flag without a value. */
export const signOf = ({ type, sign }: Row): string => sign ?? SIGNS[type];

/** The default in words; undefined when there is nothing to say. */
export const defaultText = (row: Row): string | undefined => {
  if (row.usual !== undefined) return row.usual;
  const { default: value } = row;
  if (value === undefined || value === false || Array.isArray(value)) return undefined;
  return String(value);
};
