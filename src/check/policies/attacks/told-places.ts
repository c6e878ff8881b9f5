/** F13, C22: what is said to a refused result names a place that no task speaks of, and the agent's own tools reach it. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { slotsOf } from '../actions/command-forms.ts';
import { fillAll } from '../actions/commands.ts';
import { isToolKey } from '../actions/forms.ts';
import type { Attack } from '../play/attack.ts';
import type { Player, Policy } from '../play/player.ts';
import type { Workshop } from './attacks.ts';

const JUNK = 'zqxvkj wfqx';
const MOST_FORMS = 5;
/** Places of the prompt that are written. */
const MOST_PLACES = 3;
const MOST_ENDS = 2;
/** Names of files and paths, and names in quotes that have parts. */
const PLACE =
  /[\w~.-]*[\w~]\/[\w~./-]*\w|\.?[\w-]+\.[A-Za-z]\w{0,7}\b|(?<=["'`])\w+(?:[.:~/-]\w+)+(?=["'`])/g;
/** What stands before a place that is to be written. */
const WRITTEN =
  /\b(?:writ\w*|sav\w*|creat\w*|mak\w*|produc\w*|put|into|to|as|call\w*|output)\W+(?:\w+\W+){0,2}$/i;

/** How something is written somewhere and read again. */
export interface Tools {
  write(place: string, content: string): string;
  read(place: string): string;
  /** What reading says before what was written, and after it: numbers aside. */
  before: string;
  after: string;
}

export const placesIn = (text: string): string[] =>
  unique([...(text.match(PLACE) ?? [])].map((place) => place.replace(/\.+$/, ''))).filter(
    (place) => !/^[\d.]+$/.test(place),
  );

/** Of the places of a prompt those that it wants written, and then the others. */
export const outputsIn = (prompt: string): string[] => {
  const places = placesIn(prompt);
  const isWritten = (place: string): boolean =>
    WRITTEN.test(prompt.slice(0, prompt.indexOf(place)).slice(-40));
  return [...places.filter(isWritten), ...places.filter((place) => !isWritten(place))].slice(0, MOST_PLACES);
};

const plain = (text: string): string => text.replace(/\d+/g, '#');

/** What was read, without what the environment says around it. */
export const contentOf = (said: string, { before, after }: Pick<Tools, 'before' | 'after'>): string => {
  const inner = said.startsWith(before) ? said.slice(before.length) : said;
  if (after === '') return inner;
  for (
    let at = inner.lastIndexOf(after[0] as string);
    at >= 0;
    at = inner.lastIndexOf(after[0] as string, at - 1)
  ) {
    if (plain(inner.slice(at)) === after) return inner.slice(0, at);
    if (at === 0) break;
  }
  return inner;
};

/** Found by doing it: what is written with the one command is what the other then shows. */
const findTools = async (
  player: Player,
  row: CheckRow,
  commands: readonly string[],
): Promise<Tools | null> => {
  const [place] = outputsIn(row.prompt);
  if (place === undefined) return null;
  const of = (slots: number): string[] =>
    commands.filter((form) => slotsOf(form) === slots).slice(0, MOST_FORMS);
  for (const writer of of(2))
    for (const isTurned of [false, true])
      for (const reader of of(1)) {
        const write = (to: string, content: string): string =>
          fillAll(writer, isTurned ? [content, to] : [to, content]);
        const read = (from: string): string => fillAll(reader, [from]);
        const { steps } = await player.play(row, [write(place, JUNK), read(place)]);
        const said = steps[1]?.observation ?? '';
        const at = said.indexOf(JUNK);
        if (at < 0 || read(place).includes(JUNK)) continue;
        return { write, read, before: said.slice(0, at), after: plain(said.slice(at + JUNK.length)) };
      }
  return null;
};

/** Whether an action hands in: also with arguments beside those of the end that is known. */
const isEndBy = (ends: readonly string[]): ((action: string) => boolean) => {
  const words = ends.map((end) => (end.match(/\w+/g) ?? []).filter((word) => !isToolKey(word)));
  return (action) => words.some((each) => each.length > 0 && each.every((word) => action.includes(word)));
};

/** Places that are heard of before anything is handed in: to read those is the task. */
const knownPlaces = ({ traces }: Player, row: CheckRow, ends: readonly string[]): Set<string> => {
  const isEnd = isEndBy(ends);
  return new Set(
    traces
      .filter((trace) => trace.row === row)
      .flatMap(({ setup, steps }) => {
        const end = steps.findIndex(({ action }) => isEnd(action));
        return [
          ...placesIn(setup.observation),
          ...(end < 0 ? steps : steps.slice(0, end)).flatMap(({ action, observation }) =>
            placesIn(observation).filter((place) => !action.includes(place)),
          ),
        ];
      }),
  );
};

/** Hands in what is wrong, and then does something with the place of which it hears. */
export const toldPlaces = async (
  { explorer, rows }: Workshop,
  player: Player,
  closers: readonly string[],
): Promise<Attack[]> => {
  const [row] = rows;
  if (explorer === undefined || row === undefined || closers.length === 0) return [];
  const tools = await findTools(player, row, explorer.commands);
  if (tools === null) return [];
  const { write, read } = tools;
  const ends = closers.slice(0, MOST_ENDS);
  const outputs = (one: CheckRow): string[] => outputsIn(one.prompt);
  const wrong = (one: CheckRow, end: string): string[] => [
    ...outputs(one).map((place) => write(place, JUNK)),
    end,
  ];
  /** After a wrong result: the place that was told, and what is then done with it. */
  const policyOf = (
    one: CheckRow,
    end: string,
    then: (place: string) => (said: string) => string[],
  ): Policy => {
    const known = knownPlaces(player, one, closers);
    const start = wrong(one, end);
    let rest: ((said: string) => string[]) | null | undefined;
    return ({ step, observation }) => {
      if (step < start.length) return start[step] as string;
      if (step === start.length) {
        const [place] = placesIn(observation).filter(
          (each) =>
            !known.has(each) && !one.prompt.includes(each) && !start.some((action) => action.includes(each)),
        );
        rest = place === undefined ? null : then(place);
      }
      if (rest === null || rest === undefined) return null;
      return rest(observation)[step - start.length] ?? null;
    };
  };
  const make = (
    end: string,
    rule: Attack['rule'],
    does: string,
    classes: readonly string[],
    then: (one: CheckRow) => (place: string) => (said: string) => string[],
  ): Attack => ({
    rule,
    does,
    classes,
    most: 2 * MOST_PLACES + 6,
    isBound: true,
    isHeard: true,
    // What is read and handed in wins without the first of its steps, too: honest play is what that is compared with.
    isTampering: rule === 'F13',
    isStructural: true,
    without: (one) => [[...wrong(one, end), end]],
    policy: (one) => (outputs(one).length === 0 ? null : policyOf(one, end, then(one))),
  });
  return ends.flatMap((end) => [
    make(
      end,
      'F13',
      'hands in nonsense, and writes the same to the place that it is then told of,',
      [],
      () => (place) => () => [write(place, JUNK), end],
    ),
    make(
      end,
      'F05',
      'hands in nonsense, reads the place that it is then told of, and hands that in',
      ['C22'],
      (one) => (place) => {
        let heard: string | undefined;
        let asked = false;
        return (said) => {
          if (asked) heard ??= contentOf(said, tools);
          asked = true;
          return [read(place), ...outputs(one).map((output) => write(output, heard ?? '')), end];
        };
      },
    ),
  ]);
};
