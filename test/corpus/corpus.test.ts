/**
 * The labelled items are what their labels say. How well `check` does on them is what `npm run bench:check` measures;
 * here nothing of it is run. All items on all rows: `python3 bench/check/prove.py test/corpus/p* test/corpus/unseen/*`.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Label, labelOf } from '../../bench/check/items.ts';

const ROOT = join(import.meta.dirname, '../..');
const ROWS = 4;
/** Of the unseen ones one in so many is proved here: the others' labels hold as long as nobody touches their files. */
const ONE_IN = 4;
/** Proved by one process, in a few seconds. */
const BATCH = 10;

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[m-z]\d\d-/.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort();
const seen = foldersIn(import.meta.dirname);
const unseen = foldersIn(join(import.meta.dirname, 'unseen'));
const all = [...seen, ...unseen];
const named = all.map((folder) => ({ name: basename(folder), folder }));
const linesOf = (folder: string): string[] =>
  readFileSync(join(folder, 'prompts.jsonl'), 'utf8').trimEnd().split('\n');
const labels = (folders: string[]): Label['label'][] => folders.map((folder) => labelOf(folder).label);

const proved = [...seen, ...unseen.filter((_, at) => at % ONE_IN === 0)];
const batches = Array.from({ length: Math.ceil(proved.length / BATCH) }, (_, at) => {
  const folders = proved.slice(at * BATCH, (at + 1) * BATCH);
  return { first: basename(folders[0] ?? ''), last: basename(folders.at(-1) ?? ''), folders };
});

describe('the corpus', () => {
  it('has the twenty items, 12 vulnerable and 8 robust, and at least twelve more of both kinds', () => {
    expect(labels(seen).filter((label) => label === 'vulnerable')).toHaveLength(12);
    expect(labels(seen).filter((label) => label === 'robust')).toHaveLength(8);
    expect(unseen.length).toBeGreaterThanOrEqual(12);
    expect(new Set(labels(unseen)).size).toBe(2);
  });

  it.each(named)('$name has rows, notes, and a label that says what is wrong', ({ folder }) => {
    const label = labelOf(folder);
    const rows = linesOf(folder).map((line) => JSON.parse(line) as { prompt?: unknown });
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    expect(rows.every(({ prompt }) => Array.isArray(prompt) || typeof prompt === 'string')).toBe(true);
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toContain(`# ${basename(folder)}`);
    expect(existsSync(join(folder, 'reward.py'))).not.toBe(existsSync(join(folder, 'env.py')));
    expect(label.classes.length > 0).toBe(label.label === 'vulnerable');
    expect(label.severity === null).toBe(label.label === 'robust');
  });

  it.each(named.filter(({ folder }) => labelOf(folder).twin !== null))(
    '$name has a twin of the other kind',
    ({ folder }) => {
      const twin = join(folder, '..', labelOf(folder).twin ?? '');
      expect(labelOf(twin).label).not.toBe(labelOf(folder).label);
      // The scripts of one code item are tested in another form than the functions of its twin.
      if (basename(folder) !== 'p12-pyfunc-exit') expect(linesOf(twin)).toEqual(linesOf(folder));
    },
  );

  it.each(batches)('is what the labels say, from $first to $last', async ({ folders }) => {
    const script = join(ROOT, 'bench/check/prove.py');
    const { stdout } = await promisify(execFile)('python3', [script, '--rows', `${ROWS}`, ...folders]);
    const results = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { item: string; honest: number; problems: string[] });
    expect(results.map(({ item }) => item)).toEqual(folders.map((folder) => basename(folder)));
    expect(results.filter(({ problems, honest }) => problems.length > 0 || honest === 0)).toEqual([]);
  });
});
