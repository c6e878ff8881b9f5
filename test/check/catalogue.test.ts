import { describe, expect, it } from 'vitest';
import { checkTables } from '../../scripts/generate-check-tables.ts';
import { describeRule, hackClasses } from '../../src/check/report/catalogue.ts';
import { textOf } from '../house/files.ts';

const SIZES = { A: 22, B: 12, C: 27, D: 12, E: 10, F: 17, G: 1 };
/** Reports and baselines of before name these: their numbers are not given again. */
const REMOVED = ['C08', 'C15', 'C16', 'C24', 'D01', 'D08', 'D09', 'D11'];

describe('the classes of hacks', () => {
  it('are numbered in each group, without gaps but those of classes that were removed', () => {
    const wanted = Object.entries(SIZES).flatMap(([letter, size]) =>
      Array.from({ length: size }, (_, index) => `${letter}${String(index + 1).padStart(2, '0')}`),
    );
    expect(hackClasses.map(({ id }) => id)).toEqual(wanted.filter((id) => !REMOVED.includes(id)));
  });

  it('say all that a row of a table says, with code closed', () => {
    for (const one of hackClasses)
      for (const text of Object.values(one)) {
        expect(text).not.toBe('');
        expect(text.split('`').length % 2).toBe(1);
        expect(text).not.toContain('|');
      }
  });

  it('are found by name, and other rules are not', () => {
    expect(describeRule('C19')?.what).toMatch(/shared with the grader/);
    expect(describeRule('RH105')).toBeUndefined();
  });

  it('are explained in docs/check-tables.md, which is generated, and so is every statistic', () => {
    const page = textOf('docs/check-tables.md');
    expect(page).toBe(checkTables());
    const rows = [...page.matchAll(/^\| ([A-G]\d\d) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
      ([, id, what, example, fix]) => ({ id, what, example, fix }),
    );
    expect(rows).toEqual(hackClasses);
    const statistics = [...page.matchAll(/^\| (S\d\d) \|/gm)].map(([, id]) => id);
    expect(statistics).toEqual(
      Array.from({ length: 26 }, (_, index) => `S${String(index + 1).padStart(2, '0')}`),
    );
  });
});
