/** The commands of a game: what each is called, takes, and does. */
import { nearestName } from '../errors.ts';
import { Refusal } from './event.ts';

export interface CommandHelp {
  name: string;
  usage: string;
  meaning: string;
  /** Left out where completions are scored: there is nothing that goes on. */
  forEpisodes?: true;
}

export const COMMANDS: readonly CommandHelp[] = [
  { name: 'undo', usage: ':undo [N]', meaning: 'take back the last step, or the last N', forEpisodes: true },
  {
    name: 'branch',
    usage: ':branch [NAME]',
    meaning: 'start a side line from here and play on in it',
    forEpisodes: true,
  },
  { name: 'lines', usage: ':lines', meaning: 'list the lines of play', forEpisodes: true },
  {
    name: 'switch',
    usage: ':switch N',
    meaning: 'go on in another line, by number or name',
    forEpisodes: true,
  },
  { name: 'save', usage: ':save FILE', meaning: 'append to a completions file that `run` replays' },
  { name: 'seed', usage: ':seed', meaning: 'show the seed of this game' },
  { name: 'rows', usage: ':rows', meaning: 'list the prompt rows' },
  { name: 'row', usage: ':row [N]', meaning: 'start again, with row N (from 0) or with the same one' },
  { name: 'paste', usage: ':paste', meaning: 'text of several lines, up to a line `:end` (or """ and """)' },
  { name: 'help', usage: ':help', meaning: 'this list' },
  { name: 'quit', usage: ':quit', meaning: 'end (also Ctrl-D)' },
];

/** Why there is no such command here. */
export const unknownCommand = (name: string, forEpisodes: boolean): Refusal => {
  const known = COMMANDS.filter((command) => forEpisodes || command.forEpisodes !== true);
  if (COMMANDS.some((command) => command.name === name)) {
    if (name === 'paste') return new Refusal('`:paste` must be alone on its line');
    return new Refusal(
      `\`:${name}\` is for environments: every completion is scored on its own`,
      'type another completion',
    );
  }
  const near = nearestName(
    name,
    known.map((command) => command.name),
  );
  const hint = near === undefined ? '`:help` lists them' : `did you mean \`:${near}\``;
  return new Refusal(
    `There is no command \`:${name}\``,
    `${hint}; text that starts with a colon is written \`::${name}\``,
  );
};

/** @throws Refusal when it is no whole number from `least` on */
export const wholeNumber = (command: string, text: string, least: number): number => {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Refusal(`\`:${command}\` takes a whole number from ${least} on, not \`${text}\``);
};
