/** The labelled items: what is in corpus/, and what is made of it. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { file } from '../machine.ts';

const Label = z.object({
  label: z.enum(['vulnerable', 'robust']),
  /** Classes of hacks that are in it, as docs/check.md names them. Mutants: any of these is right. */
  classes: z.array(z.string()),
  severity: z.enum(['critical', 'high', 'warning', 'info']).nullable(),
  twin: z.string().nullable(),
  /** `floor only`: no answer decides, so statistics about the floor are all that may be said. */
  statistics: z.string().optional(),
  /** Mutants: which bug was put in, where, and into what. */
  injector: z.string().optional(),
});
export type Label = z.infer<typeof Label>;

export interface Item {
  name: string;
  folder: string;
  /** The module. */
  path: string;
  prompts: string;
  label: Label;
}

const CORPUS = file('corpus');
/** The set that those who write detectors have known from the start. */
const SEEN = 'p';

/** `z9` before `aa1`: a new set changes nothing of the samples of those before it. */
const inOrder = (one: string, other: string): number => {
  const [first, second] = [one, other].map((name) => /^[a-z]+/.exec(name)?.[0].length ?? 0);
  return (first ?? 0) - (second ?? 0) || (one < other ? -1 : 1);
};

/** Names of the sets, `aa` after `z`: one archive in corpus/ each. */
export const setNames = (): string[] =>
  readdirSync(CORPUS)
    .filter((name) => name.endsWith('.tar.xz'))
    .map((name) => name.slice(0, -'.tar.xz'.length))
    .sort(inOrder);

/** When those who write detectors saw a set, as its card says: `from the start`, `after its first measurement`. */
export const seenText = (name: string): string => {
  const path = join(CORPUS, `${name}.md`);
  const [, seen] = existsSync(path) ? (/\*\*Seen:\*\* (\w+)/.exec(readFileSync(path, 'utf8')) ?? []) : [];
  return seen === 'seen'
    ? 'from the start'
    : seen === 'never'
      ? 'never'
      : seen
        ? 'after its first measurement'
        : '?';
};

/** Unpacks sets where that has not been done. Returns their folders. */
const unpack = (names: readonly string[]): string[] =>
  execFileSync('python3', [join(CORPUS, 'unpack.py'), ...names], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

/** The folder of the set that was known from the start. */
export const seenSet = (): string[] => unpack([SEEN]);
/** The folders of the other sets. */
export const unseenSets = (): string[] => unpack(setNames().filter((name) => name !== SEEN));

export const labelOf = (folder: string): Label =>
  Label.parse(JSON.parse(readFileSync(join(folder, 'label.json'), 'utf8')));

/** The items of folders, by name. @param only parts of names; none: all */
export const itemsIn = (folders: readonly string[], only: readonly string[] = []): Item[] =>
  folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => existsSync(join(path, 'label.json')))
    .filter((path) => only.length === 0 || only.some((part) => basename(path).includes(part)))
    .sort((one, other) => inOrder(basename(one), basename(other)))
    .map((path) => ({
      name: basename(path),
      folder: path,
      path: join(path, existsSync(join(path, 'env.py')) ? 'env.py' : 'reward.py'),
      prompts: join(path, 'prompts.jsonl'),
      label: labelOf(path),
    }));
