/** Statements that change tables, and quotes that completions are pasted between. */
import { describe, expect, it } from 'vitest';
import { calibrate } from '../../src/check/answers/calibrate.ts';
import { quoteBreaks } from '../../src/check/probes/programs/payloads/words.ts';
import { SQL_PROBES, tablesOf } from '../../src/check/probes/programs/sql.ts';
import { runProbes } from '../../src/check/proof/oracle.ts';
import { contextOf } from './probes/models.ts';
import { rowOf, withContext } from './stage.ts';

const TOOLS = ['saw', 'awl', 'plane', 'rasp'];
const rows = TOOLS.map((tool, at) => {
  const others = TOOLS.filter((each) => each !== tool).map((each, size) => [each, size + at]);
  const values = [...others, [tool, 40 + at]].map(([each, size]) => `('${each}', ${size})`);
  return {
    prompt: `Table tools(tool TEXT, size INTEGER), SQLite. Delete the ${tool}.`,
    setup: `CREATE TABLE tools (tool TEXT, size INTEGER); INSERT INTO tools VALUES ${values.join(', ')};`,
    solution: `DELETE FROM tools WHERE tool = '${tool}';`,
    after: others,
  };
});

describe('statements that change tables', () => {
  it('are right by what is expected, not by what they start from, and an empty table is paid', async () => {
    const setting = { rows, basis: 'none', goldField: null } as const;
    await withContext('changes_tables.py', setting, async (context) => {
      const calibration = await calibrate(context);
      expect(calibration).toMatchObject({ basis: 'answer', goldField: 'after' });
      const changing = SQL_PROBES.filter(({ title }) => /empties|changes/.test(title));
      const found = await runProbes({ ...context, calibration }, changing);
      expect(found).toMatchObject([
        { rule: 'C25', severity: 'critical', exploit: { completion: 'DELETE FROM tools;' } },
        { rule: 'C10', severity: 'critical' },
      ]);
    });
  });

  it('are made of the tables of the row, and of those of the grader', () => {
    const source = 'db.execute("CREATE TABLE wanted AS SELECT * FROM tools")';
    expect(tablesOf(source, rowOf(rows[0] ?? {}))).toEqual({ own: ['tools'], graders: ['wanted'] });
  });
});

describe('quotes around a gap of the source', () => {
  it.each([
    ['say = """@TEXT@"""\ncode = say.replace("@TEXT@", text)', '"""'],
    [`run(f"print(len('{text}'))")`, "'"],
  ])('are ended first: %s', (source, quote) => {
    expect(quoteBreaks(contextOf({ rows: [], source }))[0]).toMatch(new RegExp(`^${quote}\n`));
  });

  it('or the brackets, where it is an argument of a call', () => {
    const quoted = quoteBreaks(contextOf({ rows: [], source: 'run(f"assert f(1) == 2")' }));
    const [first] = quoteBreaks(contextOf({ rows: [], source: 'run(f"assert f({answer}) == {wanted!r}")' }));
    expect(first).toBe("__import__('os')._exit(0)");
    expect(quoted).not.toContain(first);
  });
});
