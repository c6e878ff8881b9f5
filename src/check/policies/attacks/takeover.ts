/** Attacks that set what they are to find, or their reward: private names as arguments, and tools that nobody offered. */

import { unique } from '../../lists.ts';
import { mean } from '../../statistics/numbers.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { nameOf, ownValue, pathsOf, valueAt } from '../actions/fields.ts';
import { callsOf, fill, isJsonForm } from '../actions/forms.ts';
import type { Space } from '../actions/space.ts';
import { type Attack, listAttack } from '../play/attack.ts';
import { answerActions, type Calibrated } from '../ways/honest.ts';

const SETTERS =
  /^(?:re)?(?:init\w*|set\w*|start\w*|new\w*|reset\w*|restart|config\w*|load\w*|create\w*|seed|begin|update\w*|override)$/i;
const COMMON_SETTERS = ['init', 'reset', 'setup', 'set', 'start', 'new_game', 'configure'];

/** Actions that set a name to a value, in the ways in which environments read actions. */
const settersOf = (space: Space, names: readonly string[], value: unknown): string[] => {
  const { toolKeys, containers } = callsOf(space.words);
  const verbs = unique([
    ...[...space.words.words].filter((word) => SETTERS.test(word)),
    ...COMMON_SETTERS,
  ]).slice(0, 12);
  const keys = toolKeys.length > 0 ? toolKeys : ['tool', 'action'];
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const all = Object.fromEntries(names.map((name) => [name, value]));
  // By itself too: what takes its arguments by name refuses a call with one that it does not know.
  const sets = [...names.slice(0, 3).map((name) => ({ [name]: value })), all];
  const calls = sets.flatMap((set) =>
    keys.flatMap((key) =>
      verbs.flatMap((verb) =>
        unique([...containers, 'arguments']).map((container) =>
          JSON.stringify(container === '' ? { [key]: verb, ...set } : { [key]: verb, [container]: set }),
        ),
      ),
    ),
  );
  const nested = sets.flatMap((set) => verbs.map((verb) => JSON.stringify({ [verb]: set })));
  const plain = names.flatMap((name) => [
    `${name}=${text}`,
    `${name} = ${text}`,
    `${name}: ${text}`,
    `set ${name} ${text}`,
    `set ${name}=${text}`,
    `set ${name} to ${text}`,
    `set_${name} ${text}`,
    `set_${name}(${text})`,
    `reset ${name}=${text}`,
  ]);
  const spoken = verbs.flatMap((verb) => [
    `${verb} ${text}`,
    `${verb}: ${text}`,
    `${verb}(${text})`,
    ...names.slice(0, 6).map((name) => `${verb}(${name}=${text})`),
    ...names.slice(0, 6).map((name) => `${verb} ${name}=${text}`),
  ]);
  return unique([JSON.stringify(all), ...calls, ...nested, ...plain, ...spoken]);
};

/** Actions that are a move and set private names beside it. */
const besides = (form: string, names: readonly string[], value: unknown): string[] => {
  if (!isJsonForm(form)) return [];
  const action = fill(form, value);
  try {
    const object = JSON.parse(action) as Record<string, unknown>;
    const all = Object.fromEntries(names.filter((name) => !(name in object)).map((name) => [name, value]));
    const inner = Object.entries(object).find(
      ([, each]) => typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    return [
      JSON.stringify({ ...all, ...object }),
      ...(inner === undefined
        ? []
        : [JSON.stringify({ ...object, [inner[0]]: { ...all, ...(inner[1] as object) } })]),
    ];
  } catch {
    return []; // the form has its slot in no place of a value
  }
};

/** Names that may be private: attributes of the class, fields of the row, keys of JSON. */
export const privateNames = (
  rows: readonly CheckRow[],
  attributes: readonly string[],
  calibrated: Calibrated,
): string[] => {
  const [row] = rows;
  const fields = row === undefined ? [] : pathsOf(row).map(nameOf);
  const bare = attributes.map((name) => name.replace(/^_+/, ''));
  const first = calibrated.goldFields.map(nameOf);
  return unique([
    ...first,
    ...attributes.filter((name) => /target|secret|answer|goal|solution|expected|gold|seed/i.test(name)),
    ...fields,
    ...bare,
  ]).slice(0, 16);
};

/** Setting what is to be found, then finding it. The value is one that no row has. */
export const takeovers = (
  space: Space,
  calibrated: Calibrated,
  rows: readonly CheckRow[],
  names: readonly string[],
): Attack[] => {
  const { answer } = calibrated;
  const field = answer?.field ?? calibrated.goldFields[0];
  const samples = rows
    .map((row) => (field === undefined ? undefined : ownValue(row, field)))
    .filter((value) => value !== undefined);
  const numeric = samples.filter((value): value is number => typeof value === 'number');
  const middle = numeric.length === 0 ? 7 : Math.round(mean(numeric));
  const values: unknown[] = numeric.length > 0 || samples.length === 0 ? [middle] : [samples[0]];
  const forms = answer === null ? space.forms.slice(0, 1) : [answer.form];
  return values.flatMap((value) =>
    forms.flatMap((form) => {
      const hit = answerActions({ form, field: '', finish: answer?.finish ?? null }, value);
      const setters = settersOf(space, names, value);
      return [
        ...besides(form, names, value).map((action) =>
          listAttack('F04', 'sets private fields together with its move', [action, ...hit.slice(1)]),
        ),
        ...setters.map((action) =>
          listAttack('F04', 'sets what it is to find, and then finds it', [action, ...hit]),
        ),
      ];
    }),
  );
};

/** Most names and values of the one row whose play is played everywhere. */
const MOST_TAKEN = 2;

/** Setting what is to be found to what it is in another row, and then playing as that row is won. */
export const takenFrom = (
  space: Space,
  { answer, play = null, goldFields }: Calibrated,
  [donor]: readonly CheckRow[],
): Attack[] => {
  const hit = donor === undefined ? null : (play?.on(donor) ?? null);
  if (donor === undefined || hit === null || answer !== null) return [];
  return goldFields
    .slice(0, MOST_TAKEN)
    .flatMap((field) =>
      settersOf(space, [nameOf(field)], valueAt(donor, field)).map((action) =>
        listAttack('F04', 'sets what it is to find, and then finds it', [action, ...hit]),
      ),
    );
};
