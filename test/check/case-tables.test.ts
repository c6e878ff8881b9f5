import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { programsOf } from '../../src/check/answers/programs.ts';
import { codeWrappers } from '../../src/check/probes/programs/text.ts';
import { markTexts } from '../../src/check/probes/programs/words.ts';
import { isHinted } from '../../src/check/proof/source-hints.ts';
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

it('lets words of a source speak for a class of attacks, and only their own', () => {
  const source = 'if "ALL PASSED" in output and clock: pass';
  expect(['C12', 'C13', 'C25'].map((rule) => isHinted(source, rule))).toEqual([true, false, false]);
  expect(isHinted('json.load(open("report.json"))', 'C13')).toBe(true);
});
