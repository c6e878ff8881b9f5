/** The labelled items: what is in test/corpus, and what is made of it. */
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

export const CORPUS = file('test/corpus');
export const UNSEEN = file('test/corpus/unseen');

export const labelOf = (folder: string): Label =>
  Label.parse(JSON.parse(readFileSync(join(folder, 'label.json'), 'utf8')));

/** The items of a folder, by name. @param only parts of names; none: all */
export const itemsIn = (folder: string, only: readonly string[] = []): Item[] =>
  readdirSync(folder)
    .map((name) => join(folder, name))
    .filter((path) => existsSync(join(path, 'label.json')))
    .filter((path) => only.length === 0 || only.some((part) => basename(path).includes(part)))
    .sort()
    .map((path) => ({
      name: basename(path),
      folder: path,
      path: join(path, existsSync(join(path, 'env.py')) ? 'env.py' : 'reward.py'),
      prompts: join(path, 'prompts.jsonl'),
      label: labelOf(path),
    }));
