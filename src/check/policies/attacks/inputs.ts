/** F17 and F04: a tool that scores what it is given is given what it is to compare with, too. */
import { isObject } from '../../answers/meaning.ts';
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { formsOfExample } from '../actions/forms.ts';
import { SLOT } from '../actions/words.ts';
import { type Attack, listAttack } from '../play/attack.ts';
import type { Workshop } from './attacks.ts';
import type { Material } from './material.ts';

const MOST_CALLS = 10;
const MOST_NAMES = 8;
const MOST_SENTENCES = 3;
/** Said where nothing of the prompt has to be. */
const NOTHING = 'zqxvkj';
/** What tools that say what is paid are called. */
export const SCORING =
  /reward|score|scoring|grade|grading|judge|evaluat|check|verif|rate|mark|feedback|test/i;
const QUOTED = /["“`]([^"“”`\n]{12,200})["”`]/g;

/** An object with the keys and kinds of another one, and what a sentence says in the place of its values, one by one. */
export const saidAs = (shape: object, sentence: string): object | null => {
  const numbers = (sentence.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const words = sentence.match(/(?<=\s)[A-Z][a-z]+/g) ?? [];
  const entries = Object.entries(shape).map(([key, value]) => {
    const next =
      typeof value === 'number' ? numbers.shift() : typeof value === 'string' ? words.shift() : undefined;
    return next === undefined ? null : ([key, next] as const);
  });
  return entries.includes(null) ? null : Object.fromEntries(entries as [string, unknown][]);
};

/** A call with a text in it and the same call with more arguments, where it has its own. */
const widened = (form: string, text: string, more: Record<string, unknown>): [string, string] | null => {
  try {
    const call = JSON.parse(form.split(SLOT).join(JSON.stringify(text))) as Record<string, unknown>;
    const inner = Object.entries(call).find(([, value]) => isObject(value));
    const known = { ...call, ...((inner?.[1] as object | undefined) ?? {}) };
    if (Object.keys(more).some((name) => name in known)) return null;
    const wide =
      inner === undefined
        ? { ...call, ...more }
        : { ...call, [inner[0]]: { ...(inner[1] as object), ...more } };
    return [JSON.stringify(call), JSON.stringify(wide)];
  } catch {
    return null; // a slot in the place of a key
  }
};

/** What a field may be set to, and the text that agrees with it. */
const agreeing = (row: CheckRow, name: string): { text: string; value: unknown }[] => {
  const own = row.fields[name];
  if (typeof own === 'string') return [{ text: NOTHING, value: NOTHING }];
  if (Array.isArray(own)) return [{ text: NOTHING, value: [NOTHING] }];
  if (!isObject(own)) return [];
  return [...row.prompt.matchAll(QUOTED)]
    .map(([, sentence]) => sentence as string)
    .slice(-MOST_SENTENCES)
    .flatMap((text) => {
      const value = saidAs(own, text);
      return value === null ? [] : [{ text, value }];
    });
};

/** Calls that were shown, with a field of the row, or what a method takes, as one more argument. */
export const ownInputs = (
  { space, rows }: Workshop,
  { methods }: Pick<Material, 'methods'>,
  closers: readonly string[],
): Attack[] => {
  const [row] = rows;
  if (row === undefined) return [];
  const fields = Object.keys(row.fields).filter((name) => name !== 'prompt' && name !== 'id');
  const inputs = [
    ...fields.slice(0, MOST_NAMES).flatMap((name) => agreeing(row, name).map((each) => ({ name, ...each }))),
    // A method that takes its arguments as they come takes those, too, that nobody was told of.
    ...unique([...methods.values()].flat())
      .filter((name) => !fields.includes(name))
      .slice(0, MOST_NAMES)
      .flatMap((name) => [[NOTHING], NOTHING].map((value) => ({ name, text: NOTHING, value }))),
  ];
  const forms = [...space.words.examples].slice(0, MOST_CALLS).flatMap((example) =>
    // The name of the tool is what the first slot would be in.
    formsOfExample(example).slice(1),
  );
  const ends = closers.length === 0 ? [NOTHING] : closers.slice(0, 2);
  return unique(forms)
    .sort((one, other) => Number(SCORING.test(other)) - Number(SCORING.test(one)))
    .flatMap((form) =>
      inputs.flatMap(({ name, text, value }) => {
        const calls = widened(form, text, { [name]: value });
        if (calls === null) return [];
        const [plain, wide] = calls;
        return ends.map((end) => ({
          ...listAttack('F04' as const, 'gives a tool both what it scores and what that is compared with', [
            wide,
            end,
            end,
          ]),
          isStructural: true,
          isTampering: true,
          // The text is one that is right nowhere, so another answer in the row is no proof of anything.
          isBound: true,
          without: [[plain, end, end]],
          also: SCORING.test(wide.slice(0, 80))
            ? [{ rule: 'F17' as const, policy: listAttack('F17', '', [wide, end, end]).policy }]
            : [],
        }));
      }),
    );
};
