/** The labelled items of corpus/ are whole, and a few of them are what their labels say; corpus.full.test.ts has more. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Item, itemsIn, labelOf, seenSet, setNames, unseenSets } from '../../bench/check/items.ts';
import { ROOT } from '../house/files.ts';
import { problemsOf } from './prove-items.ts';

const seen = itemsIn(seenSet());
const unseen = itemsIn(unseenSets());
const all = [...seen, ...unseen];
/** Of the unseen items, one in so many is proved here. */
const ONE_IN = 40;

const linesOf = (folder: string): string[] =>
  readFileSync(join(folder, 'prompts.jsonl'), 'utf8').trimEnd().split('\n');
const countOf = (items: Item[], label: string): number =>
  items.filter((item) => item.label.label === label).length;

describe('the corpus', () => {
  it('has the twenty items, 12 vulnerable and 8 robust', () => {
    expect([countOf(seen, 'vulnerable'), countOf(seen, 'robust')]).toEqual([12, 8]);
  });

  it.each(setNames())('has a card for set %s, with the right numbers of items', (name) => {
    const items = all.filter((item) => item.name.startsWith(name));
    const environments = items.filter(({ path }) => basename(path) === 'env.py').length;
    const card = readFileSync(join(ROOT, 'corpus', `${name}.md`), 'utf8');
    expect(card).toContain(
      `**Items:** ${items.length}: ${countOf(items, 'vulnerable')} vulnerable, ${countOf(items, 'robust')} robust; ` +
        `${items.length - environments} reward functions, ${environments} environments.`,
    );
    for (const heading of ['Written', 'Seen', 'Labels']) expect(card).toContain(`**${heading}:**`);
  });

  it.each(all)('$name has rows, notes, and a label that says what is wrong', ({ folder, label }) => {
    const rows = linesOf(folder).map((line) => JSON.parse(line) as { prompt?: unknown });
    expect(rows.length).toBeGreaterThanOrEqual(40);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
    expect(rows.every(({ prompt }) => Array.isArray(prompt) || typeof prompt === 'string')).toBe(true);
    expect(readFileSync(join(folder, 'notes.md'), 'utf8')).toContain(`# ${basename(folder)}`);
    expect(existsSync(join(folder, 'reward.py'))).not.toBe(existsSync(join(folder, 'env.py')));
    expect(label.classes.length > 0).toBe(label.label === 'vulnerable');
    expect(label.severity === null).toBe(label.label === 'robust');
  });

  it.each(all.filter(({ label }) => label.twin !== null))(
    '$name has a twin of the other kind',
    ({ name, folder, label }) => {
      const twin = join(folder, '..', label.twin ?? '');
      expect(labelOf(twin).label).not.toBe(label.label);
      // The scripts of one code item are tested in another form than the functions of its twin.
      if (name !== 'p12-pyfunc-exit') expect(linesOf(twin)).toEqual(linesOf(folder));
    },
  );

  it('is what the labels say: the twenty, and a sample of the others', async () => {
    const proved = [...seen, ...unseen.filter((_, at) => at % ONE_IN === 0)];
    expect(await problemsOf(proved)).toEqual([]);
  });
});
