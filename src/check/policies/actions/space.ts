/** Learns which actions do something here, by trying what prompts, rows and source offer. */
import { unique } from '../../lists.ts';
import type { Random } from '../../random.ts';
import type { Analysis } from '../../static/analysis.ts';
import type { CheckRow, Subject } from '../../subject/subject.ts';
import type { Player } from '../play/player.ts';
import { answerTo, lastSaid, type Trace } from '../play/trace.ts';
import { callForms, fill, formsOf, plainCalls } from './forms.ts';
import { mineSource } from './source-words.ts';
import { mineAction, mineText, noWords, type Words } from './words.ts';

/** An action that does something at the first step. */
export interface Live {
  action: string;
  /** What was seen of it: two with the same did the same. */
  kind: string;
  reward: number;
  done: boolean;
}

export interface Space {
  words: Words;
  /** One or two for each thing that happens. */
  live: readonly Live[];
  /** Forms whose actions are understood, most promising first. */
  forms: readonly string[];
}

/** What no environment takes for a move, unless it takes everything. */
export const GARBAGE = ['zqxvkj', '', '!?', '{"zq": ', '{"zqxvkj": "zqxvkj"}', 'Hmm, let me see.'];
const UNTOLD = new Set(['prompt', 'id']);
const MOST_TRIES = 420;

/** What the fields of a row hold: all that is no container, with the name of the field. */
export const valuesOf = (row: CheckRow): { field: string; value: unknown }[] =>
  Object.entries(row.fields).flatMap(([field, value]) =>
    UNTOLD.has(field) ? [] : scalarsOf(value, 0).map((inner) => ({ field, value: inner })),
  );

const scalarsOf = (value: unknown, depth: number): unknown[] => {
  if (typeof value === 'string') return value.length <= 400 ? [value] : [];
  if (typeof value === 'number' || typeof value === 'boolean') return [value];
  if (typeof value !== 'object' || value === null || depth > 3) return [];
  if (Array.isArray(value)) return value.slice(0, 8).flatMap((inner) => scalarsOf(inner, depth + 1));
  return Object.entries(value)
    .slice(0, 8)
    .flatMap(([key, inner]) => [key, ...scalarsOf(inner, depth + 1)]);
};

/** What one action came to, in a form that can be compared: without what echoes it, or another one. */
const signOf = (trace: Trace, action: string, other = ''): string => {
  const last = trace.steps.at(-1);
  if (last === undefined) return 'none';
  return JSON.stringify([last.status, last.reward, last.done, answerTo(last.observation, action, other)]);
};

/** Whether it was answered as rubbish is: a message that lists all commands names this one as well. */
const isDull = (trace: Trace, action: string, rubbish: readonly Trace[]): boolean =>
  rubbish.some((each) => {
    const said = each.steps[0]?.action ?? '';
    return signOf(each, action, said) === signOf(trace, action, said);
  });

export const learnSpace = async (
  player: Player,
  { subject, analysis, random }: { subject: Subject; analysis: Analysis; random: Random },
): Promise<Space> => {
  const words = noWords();
  for (const actions of subject.actions.values()) for (const action of actions) mineAction(action, words);
  for (const row of random.sample(subject.rows, 6)) mineText(row.prompt, words);
  const rows = random.sample(subject.rows, 2);
  const tried = new Map<string, Live>();
  const forms = new Map<string, number>();
  const rubbish: Trace[] = [];
  const row = rows[0];
  if (row === undefined) return { words, live: [], forms: [] };
  for (const action of GARBAGE) {
    const trace = await player.play(row, [action]);
    rubbish.push(trace);
    mineText(trace.setup.observation, words);
    mineText(lastSaid(trace), words);
  }
  mineSource(subject.source, analysis, words);
  const others = random.sample(
    subject.rows.filter((other) => other !== row),
    12,
  );
  const pool = unique(others.flatMap((other) => valuesOf(other).map(({ value }) => value)));
  const numbers = pool.filter((value) => typeof value === 'number').slice(0, 2);
  const texts = pool.filter((value) => typeof value === 'string' && value.length <= 60).slice(0, 2);

  const attempt = async (actions: readonly string[], form?: string): Promise<void> => {
    const wanted = actions.filter((action) => !tried.has(action)).slice(0, MOST_TRIES - tried.size);
    if (!player.budget.has(0.6)) return;
    const traces = await Promise.all(wanted.map((action) => player.play(row, [action])));
    for (const [index, action] of wanted.entries()) {
      const trace = traces[index] as Trace;
      const last = trace.steps.at(-1);
      const sign = signOf(trace, action);
      const isLive = last !== undefined && last.status === 'ok' && !isDull(trace, action, rubbish);
      tried.set(action, {
        action,
        kind: isLive ? sign : '',
        reward: last?.reward ?? 0,
        done: last?.done ?? false,
      });
      if (isLive && form !== undefined) forms.set(form, (forms.get(form) ?? 0) + 1);
      if (last !== undefined) mineText(last.observation, words);
    }
  };
  const fills = [
    ...numbers,
    ...texts,
    ...(numbers.length === 0 ? [3] : []),
    ...(texts.length === 0 ? ['a'] : []),
  ];
  for (let round = 0; round < 2; round++) {
    await attempt([...words.words].slice(0, 120));
    await attempt([...words.examples].slice(0, 24));
    await attempt(plainCalls(words).slice(0, 120));
    for (const form of formsOf(words))
      await attempt(
        fills.map((value) => fill(form, value)),
        form,
      );
    for (const tool of [...words.words].filter((word) => isKnownTool(word, tried)).slice(0, 10))
      for (const form of callForms(words, tool).slice(0, 30))
        await attempt(
          fills.slice(0, 2).map((value) => fill(form, value)),
          form,
        );
  }
  return {
    words,
    live: representatives([...tried.values()].filter(({ kind }) => kind !== '')),
    forms: ranked(formsOf(words), forms),
  };
};

/** Whether a call of it was understood, at least so far that the answer to it was its own. */
const isKnownTool = (word: string, tried: ReadonlyMap<string, Live>): boolean =>
  [...tried.values()].some(
    ({ action, kind }) => kind !== '' && action.startsWith('{') && action.includes(`"${word}"`),
  );

/** Live ones first; the bare slot is always worth a try. */
const ranked = (all: readonly string[], live: ReadonlyMap<string, number>): string[] => {
  const known = [...live.keys()].sort((one, other) => (live.get(other) ?? 0) - (live.get(one) ?? 0));
  return [...new Set([...known, ...all.slice(0, 12)])];
};

/** A few for each answer; of plain words more, for what they do may differ later on. */
const representatives = (live: readonly Live[]): Live[] => {
  const groups = new Map<string, Live[]>();
  for (const each of live) {
    const group = groups.get(each.kind) ?? [];
    groups.set(each.kind, group);
    const isNew = !group.some(({ action }) => action.toLowerCase() === each.action.toLowerCase());
    if (isNew && group.length < (/^[A-Za-z_]+$/.test(each.action) ? 6 : 2)) group.push(each);
  }
  return [...groups.values()]
    .sort((one, other) => (other[0]?.reward ?? 0) - (one[0]?.reward ?? 0))
    .flat()
    .slice(0, 28);
};
