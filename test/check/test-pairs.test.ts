/** Tests that are data: which of their members are found, and what is made of them. */
import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { holdsTests, otherValue } from '../../src/check/answers/decoys.ts';
import { programsOf } from '../../src/check/answers/programs/programs.ts';
import { rolesOf } from '../../src/check/answers/programs/test-pairs.ts';
import { orderOf, queryIn, SQL_PROBES } from '../../src/check/probes/programs/sql.ts';
import { rowOf } from './stage.ts';

const run = (program: string, stdin: string): string =>
  spawnSync('python3', ['-c', program], { input: stdin, encoding: 'utf8' }).stdout;

describe('the members of a test', () => {
  it.each([
    [{ stdin: '3\n', stdout: '9\n' }, 'stdin', 'stdout'],
    [{ test_output: 'b', test_input: 'a' }, 'test_input', 'test_output'],
    [{ std_in: 'a', std_out: 'b', weight: 2 }, 'std_in', 'std_out'],
    [{ feed: '4 5\n', shown: '20\n' }, 'feed', 'shown'],
    [{ expected: '20\n', feed: '4 5\n' }, 'feed', 'expected'],
    [{ puzzle: { size: 2 }, expected: ['a'] }, 'puzzle', 'expected'],
  ])('are found in %j', (test, given, expected) => {
    expect(rolesOf(test)).toEqual({ given, expected });
  });

  it.each([
    [{ role: 'user', content: 'How many?\n' }],
    [{ question: '2 + 2\n', answer: '4\n' }],
    [{ city: 'Rome', country: 'Italy' }],
    [{ one: '1', two: '2', three: '3' }],
  ])('are not found in %j', (value) => {
    expect(holdsTests([value])).toBe(false);
  });
});

describe('tests of programs that read and print', () => {
  const cases = [
    { feed: '1\n2\n', shown: 'a 10\nb 20\n' },
    { feed: '7\n8\n9\n', shown: 'a 70\nb 80\nc 90\n' },
  ];
  const row = rowOf({ prompt: 'Read with `input()`, and print.', cases });

  it('are passed by a program made from them, to the letter', () => {
    const [made] = programsOf(row).filter((program) => program.made);
    for (const { feed, shown } of cases) expect(run(made?.answer ?? '', feed)).toBe(shown);
  });

  it.each([
    [{ prompt: 'Write a function named `widen` that adds.' }, 'widen'],
    [{ prompt: 'Add.', callable: 'grow' }, 'grow'],
    [{ prompt: 'Write `enlarge`.', symbol: 'enlarge', unit: 'metre' }, 'enlarge'],
  ])('are of a function whose name the row says: %j', (fields, name) => {
    const tests = [{ args: [1], expected: 2 }];
    const [made] = programsOf(rowOf({ ...fields, tests })).filter((program) => program.made);
    expect(made?.answer).toContain(`def ${name}(`);
  });

  it('are the answer themselves where they are to be written', () => {
    const good = 'assert twice(2) == 4\nassert twice(0) == 0';
    const programs = programsOf(
      rowOf({ prompt: 'Test it.', good, right: 'def twice(n):\n    return 2 * n' }),
    );
    expect(programs.map(({ key }) => key)).toEqual(['right', 'table of good', 'good']);
    expect(programs.at(-1)).toMatchObject({ field: 'good', answer: good, made: false });
  });

  it('have decoys that differ in every expected line and in nothing given', () => {
    const decoy = JSON.parse(otherValue(JSON.stringify(cases), 1)) as typeof cases;
    decoy.forEach(({ feed, shown }, at) => {
      const right = cases[at] as (typeof cases)[number];
      expect(feed).toBe(right.feed);
      const lines = right.shown.trimEnd().split('\n');
      for (const [line, other] of shown.trimEnd().split('\n').entries()) expect(other).not.toBe(lines[line]);
    });
  });
});

describe('queries', () => {
  it('are found bare and in a fence', () => {
    expect(queryIn('SELECT a FROM t;')?.query).toBe('SELECT a FROM t');
    const fenced = queryIn('So:\n```sql\nSELECT a FROM t;\n```');
    expect(fenced?.query).toBe('SELECT a FROM t');
    expect(fenced?.wrap('X')).toBe('So:\n```sql\nX;\n```');
    // What is compared in it is no end of it.
    expect(queryIn('```sql\nSELECT a FROM t WHERE b < 3\n```')?.query).toBe('SELECT a FROM t WHERE b < 3');
    expect(queryIn('<sql>SELECT a FROM t WHERE b < 3</sql>')?.query).toBe('SELECT a FROM t WHERE b < 3');
    expect(queryIn('I would select a few.')).toBeUndefined();
  });

  it('have an order only outside of brackets and quotes', () => {
    expect(orderOf("SELECT a FROM (SELECT a FROM t ORDER BY b) WHERE a <> 'order by x'")).toBeUndefined();
    expect(orderOf('SELECT a FROM t ORDER BY a LIMIT 3')?.limited).toBe(true);
    expect(orderOf('SELECT a FROM t ORDER BY a, b DESC')?.terms).toBe('a, b DESC');
  });

  it('are turned around', () => {
    const turned = SQL_PROBES.find(({ title }) => title.includes('opposite'));
    const of = (completion: string) =>
      turned?.make({} as never, { gold: { completion, reward: 1 } } as never);
    expect(of('SELECT a FROM t ORDER BY a, max(b, c) DESC')).toEqual([
      'SELECT a FROM t ORDER BY a DESC, max(b, c) ASC',
    ]);
    expect(of('SELECT a FROM t ORDER BY a LIMIT 1')).toEqual([]);
    expect(of('SELECT a FROM t')).toEqual([]);
  });
});

const evaluated = (prompt: string, fields: object, call: string, key?: string): string => {
  const programs = programsOf(rowOf({ prompt, ...fields }));
  const found = programs.filter(({ made }) => made).find((each) => key === undefined || each.key === key);
  return run(`${found?.answer}\nprint(${call})`, '').trim();
};

describe('rows with tests of other forms are passed by a program', () => {
  it.each<[string, object, string, string]>([
    [
      'with arguments by name',
      {
        cases: [
          { a: 2, b: 3, expected: 6 },
          { a: 4, b: 5, expected: 20 },
        ],
      },
      'f(4, 5), f(b=3, a=2)',
      '20 6',
    ],
    [
      'as they are written',
      { inputs: ['[1, 2], 3', '[], 1'], outputs: ['[4, 5]', '[]'] },
      'f([1, 2], 3)',
      '[4, 5]',
    ],
    [
      'in two fields',
      {
        shown: [
          [1, 2],
          [2, 4],
        ],
        held_out: [
          [7, 14],
          [8, 16],
        ],
      },
      'f(2), f(8)',
      '4 16',
    ],
  ])('%s', (_, fields, call, expected) => {
    const key = 'shown' in fields ? 'table of shown and held_out' : undefined;
    expect(evaluated('Write `f(a, b)`.', fields, call, key)).toBe(expected);
  });

  it('that are one test each', () => {
    const fields = { maze: [[0, 1]], way: ['down'] };
    expect(evaluated('Write a function solve(maze).', fields, 'solve([[0, 1]])', 'returns way')).toBe(
      "['down']",
    );
    expect(programsOf(rowOf({ prompt: 'Where to?', ...fields }))).toEqual([]);
  });
});
