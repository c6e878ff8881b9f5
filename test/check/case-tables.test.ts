import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { casePrograms } from '../../src/check/answers/programs/case-tables.ts';
import { programsOf } from '../../src/check/answers/programs/programs.ts';
import { jsonPrograms } from '../../src/check/answers/wrapped/program-json.ts';
import { codeWrappers } from '../../src/check/probes/programs/payloads/text.ts';
import { markTexts } from '../../src/check/probes/programs/payloads/words.ts';
import { rowOf } from './stage.ts';

const run = (code: string, env: Record<string, string> = {}, input = ''): string => {
  const cwd = mkdtempSync(join(tmpdir(), 'cases-'));
  try {
    return execFileSync('python3', ['-I', '-c', code], {
      cwd,
      env: { PATH: process.env.PATH, ...env },
      input,
    })
      .toString()
      .trim();
  } finally {
    rmSync(cwd, { recursive: true });
  }
};

const GROUPS = [
  { guests: ['a', 'b'], order: ['b', 'a'] },
  { guests: ['c', 'd'], order: ['c', 'd'] },
];

it('makes a function of cases whose members have names of the task', () => {
  const prompt =
    'Write solve(guests, ask): guests is a list, ask(names) says how many are right. It returns them in order.';
  const [first] = casePrograms(rowOf({ prompt, groups: GROUPS }), 'solve');
  const others = casePrograms(rowOf({ prompt, groups: GROUPS }), 'solve').map(({ key }) => key);
  expect(others).toContain('cases of groups by order');
  const own = casePrograms(rowOf({ prompt, groups: GROUPS }), 'solve').find(({ key }) =>
    key.endsWith('order'),
  );
  expect(first?.field).toBe('groups');
  // What is given may come with what is to be called.
  expect(run(`${own?.answer}\nprint(solve(["a", "b"], print), solve(guests=("c", "d"), ask=len))`)).toBe(
    "['b', 'a'] ['c', 'd']",
  );
});

it('takes the last place of a list of arguments for what is expected', () => {
  const prompt = 'Write the function `area(x, y)`.';
  const [first] = programsOf(
    rowOf({
      prompt,
      rounds: [
        [2, 3, 6],
        [4, 5, 20],
      ],
    }),
  );
  expect(run(`${first?.answer}\nprint(area(4, 5), area(2, 3))`)).toBe('20 6');
});

it('reads calls as they are written, and arguments that are a list of their own', () => {
  const written = [
    { call: 'area(2, 3)', gives: 6 },
    { call: 'area(4, y=5)', gives: 20 },
  ];
  const listed = [
    [[2, 3], 6],
    [[4, 5], 20],
  ];
  const [one] = casePrograms(rowOf({ prompt: 'Define area(x, y).', written }), 'area');
  const [other] = casePrograms(rowOf({ prompt: 'Define area(x, y).', job: { listed } }), 'area');
  expect(run(`${one?.answer}\nprint(area(2, 3), area(4, y=5))`)).toBe('6 20');
  expect(run(`${other?.answer}\nprint(area(2, 3), area(4, 5))`)).toBe('6 20');
});

it('makes a script of them that reads its environment or its input', () => {
  const payers = [
    { income: 100, children: 2, tax_due: 11 },
    { income: 250, children: 0, tax_due: 70 },
  ];
  const row = rowOf({
    prompt: 'Write a script. INCOME and CHILDREN are variables of the environment.',
    payers,
  });
  const [first] = casePrograms(row, undefined);
  expect(first?.key).toBe('cases of payers by tax_due');
  expect(run(first?.answer ?? '', { INCOME: '250', CHILDREN: '0' })).toBe('70');
  expect(run(first?.answer ?? '', {}, '100 2\n')).toBe('11');
});

it('prints a field where a script is asked for, and only there', () => {
  const fields = { due: 12 };
  const keys = (prompt: string): string[] => programsOf(rowOf({ prompt, ...fields })).map(({ key }) => key);
  expect(keys('Write a Python script that prints what is due.')).toEqual(['prints due']);
  expect(keys('What is due?')).toEqual([]);
});

it('knows the marks of failure as well as those of success', () => {
  const source =
    'GOOD = "ALL FINE"\nprint("BROKEN")\nok = "ALL FINE" in out and out != "half"\nre.search(r"^{}$")';
  const context = { subject: { source } } as never;
  expect(markTexts(context)).toEqual(['ALL FINE', 'BROKEN', 'half']);
});

it('takes tests and references from inside of objects, by the name that is asked for', () => {
  const prompt = 'Write tag(word) and reply with JSON: {"code": "..."}';
  const metadata = JSON.stringify({ test_code: "assert tag('a') == 'xa'\nassert tag('b') == 'xb'" });
  expect(programsOf(rowOf({ prompt, metadata })).map(({ key }) => key)).toContain(
    'table of metadata.test_code',
  );
  const reference = 'def other(word):\n    return "x" + word';
  const own = programsOf(rowOf({ prompt, reference })).find(({ key }) => key === 'reference by name');
  expect(run(`${own?.answer}\nprint(tag("b"))`)).toBe('xb');
});

it('writes programs into members of JSON as the prompt shows them', () => {
  expect(jsonPrograms('Reply as JSON: {"formula": "=..."}.', '')[0]?.wrap('1 + 2')).toBe(
    '{"formula":"=1 + 2"}',
  );
  expect(jsonPrograms('Reply with JSON.', 'code = json.loads(text)["body"]')[0]?.wrap('x')).toBe(
    '{"body":"x"}',
  );
  expect(jsonPrograms('Write a function.', 'json.loads(text)["tests"]')).toEqual([]);
});

it('writes programs into the commands that a prompt shows', () => {
  const row = rowOf({ prompt: 'Commands: "add EXPR" or `let NAME = <value>`. Say "no way".' });
  const context = {
    analysis: { patterns: [] },
    calibration: { wrappers: [] },
    subject: { source: '' },
  } as never;
  const texts = codeWrappers(context, row).map(({ wrap }) => wrap('1'));
  expect(texts).toEqual(expect.arrayContaining(['add 1', 'let x = 1']));
  expect(texts.join()).not.toContain('no way');
});
