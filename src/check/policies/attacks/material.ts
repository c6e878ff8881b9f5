/** What the source and the first episodes of an environment offer to those who want to change its world, or to forge it. */
import { groupBy, unique } from '../../lists.ts';
import type { Analysis } from '../../static/analysis.ts';
import { callsOf, isJsonForm } from '../actions/forms.ts';
import { literalsOf, methodsOf } from '../actions/source-words.ts';
import type { Space } from '../actions/space.ts';
import { objectsIn } from '../actions/words.ts';
import { type Attack, listAttack } from '../play/attack.ts';
import type { Player } from '../play/player.ts';
import { lastSaid } from '../play/trace.ts';
import type { Calibrated } from '../ways/honest.ts';

export interface Material {
  /** What an instance keeps: `self.NAME`. */
  attributes: readonly string[];
  /** Parameters of methods, by their name. */
  methods: ReadonlyMap<string, readonly string[]>;
  /** Names of files. */
  files: readonly string[];
  /** Keys of objects, with a value where the source gives one. */
  keys: ReadonlyMap<string, string | undefined>;
  /** Columns of tables, by table. */
  tables: ReadonlyMap<string, readonly string[]>;
  /** Texts that columns are compared with or set to. */
  columnTexts: ReadonlyMap<string, readonly string[]>;
  /** Its regular expressions. */
  patterns: readonly string[];
}

const FILE = /^[\w./-]*[\w-]\.(?:json|txt|csv|db|sqlite3?|ya?ml|toml|ini|cfg|sav|save|dat|log|md|state)$/i;
const KEY = /["']([A-Za-z_]\w{0,30})["']\s*:\s*([^\s,}\]]{1,20})?/g;
const TABLE = /\bCREATE\s+TABLE\s+(?:IF\s+NOT\s+EXISTS\s+)?["`]?(\w+)["`]?\s*\(((?:[^()]|\([^()]*\))*)\)/gi;
const COLUMN_TEXT = /\b([A-Za-z_]\w*)\s*(?:=|==|<>|!=|DEFAULT)\s*'([^'\n]{1,30})'/gi;
const DEFAULT_TEXT = /\b([A-Za-z_]\w*)\s+(?:TEXT|VARCHAR)[^,()]{0,30}DEFAULT\s+'([^'\n]{1,30})'/gi;
const NO_COLUMN = /^(?:PRIMARY|FOREIGN|UNIQUE|CHECK|CONSTRAINT)\b/i;
const put = <T>(map: Map<string, T[]>, key: string, value: T): void => {
  map.set(key, [...(map.get(key) ?? []), value]);
};

export const materialOf = (source: string, analysis: Analysis, attributes: readonly string[]): Material => {
  const literals = literalsOf(source).map(({ text }) => text);
  const tables = new Map<string, readonly string[]>();
  for (const [, table, inside] of source.matchAll(TABLE))
    tables.set(
      table as string,
      (inside as string)
        .split(',')
        .map((part) => part.trim())
        .filter((part) => !NO_COLUMN.test(part))
        .map((part) => /^["`]?(\w+)/.exec(part)?.[1])
        .filter((part) => part !== undefined),
    );
  const columnTexts = new Map<string, string[]>();
  for (const pattern of [COLUMN_TEXT, DEFAULT_TEXT])
    for (const [, column, text] of source.matchAll(pattern))
      put(columnTexts, column as string, text as string);
  const keys = new Map<string, string | undefined>();
  for (const [, key, value] of source.matchAll(KEY)) keys.set(key as string, value);
  for (const key of analysis.actionKeys) if (!keys.has(key)) keys.set(key, undefined);
  return {
    attributes,
    methods: methodsOf(source),
    files: [...new Set(literals.map((text) => text.trim()).filter((text) => FILE.test(text)))].slice(0, 6),
    keys,
    tables,
    columnTexts,
    patterns: analysis.patterns.map(({ pattern }) => pattern),
  };
};

const FINISH =
  /submit|done|finish|final|conclu|\bend|stop|checkout|complete|commit|serve|quit|close|deliver|declare|sleep|wait|\brun_?(?:all_?)?tests?|verify|validate|evaluate|confirm|deploy/i;

/** What ends an episode, or has it judged: the last of those is nothing at all. */
export const closersOf = (space: Space, { honest }: Calibrated): string[] => {
  const lasts = new Map<string, number>();
  for (const { actions } of honest.values()) {
    const last = actions.at(-1);
    if (last !== undefined && actions.length > 1) lasts.set(last, (lasts.get(last) ?? 0) + 1);
  }
  const common = [...lasts].filter(([, times]) => times > 1).map(([action]) => action);
  const live = space.live.filter(({ action }) => action.length <= 200);
  const ending = live.filter(({ done }) => done).map(({ action }) => action);
  const named = live.filter(({ action }) => FINISH.test(action)).map(({ action }) => action);
  return [...new Set([...common, ...ending.filter((action) => named.includes(action)), ...named])].slice(
    0,
    3,
  );
};

/** A change, and then whatever has it judged. */
export const thenClose = (
  rule: Attack['rule'],
  does: string,
  action: string,
  closers: readonly string[],
): Attack[] =>
  closers.length === 0
    ? [{ ...listAttack(rule, does, [action, '', '']), isTampering: true }]
    : closers.map((closer) => ({
        ...listAttack(rule, does, [action, closer, closer]),
        isTampering: true,
      }));

/** Names and values as the arguments of a call, in the ways in which environments take them. */
export const callsWith = (
  space: Space,
  tool: string,
  pairs: readonly (readonly [string, unknown])[],
): string[] => {
  const { toolKeys, containers } = callsOf(space.words);
  const inside = Object.fromEntries(pairs);
  const plain = pairs.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return [
    ...toolKeys.flatMap((key) =>
      containers.map((container) =>
        JSON.stringify(container === '' ? { [key]: tool, ...inside } : { [key]: tool, [container]: inside }),
      ),
    ),
    ...(toolKeys.length === 0 || !space.forms.slice(0, 8).every(isJsonForm)
      ? [`${tool} ${plain.join(' ')}`, `${tool}(${plain.join(', ')})`]
      : []),
  ];
};

/** What was said to moves of the row that most was tried on, and objects in that. */
export const heard = ({ traces }: Player): { objects: string[]; said: string[] } => {
  const short = traces.filter(({ changed, steps }) => Object.keys(changed).length === 0 && steps.length <= 2);
  const byRow = groupBy(short, ({ row }) => row);
  const [most = []] = [...byRow.values()].sort((one, other) => other.length - one.length);
  const said = unique(most.map(lastSaid)).filter((text) => text !== '' && text.length <= 400);
  return { objects: [...new Set(said.flatMap(objectsIn))].slice(0, 12), said };
};
