import { expect, it } from 'vitest';
import { programsOf } from '../../src/check/answers/programs/programs.ts';
import { escaped } from '../../src/check/probes/programs/payloads/frames.ts';
import { rowOf } from './stage.ts';

const keys = (fields: Record<string, unknown>): string[] =>
  programsOf(rowOf(fields)).map(({ key, field }) => `${key}: ${field}`);

it('takes lists beside each other for arguments and results, whatever they are called', () => {
  const prompt = 'Write a Python function read(text) that returns the total.';
  const fields = { prompt, slips: ['a 1', 'b 2'], cents: [1, 2] };
  expect(keys(fields).slice(0, 2)).toEqual([
    'cases of slips and cents by cents: cents',
    'cases of slips and cents by slips: slips',
  ]);
  // It calls nothing that a namespace may lack.
  expect(programsOf(rowOf(fields))[0]?.answer).not.toMatch(/import|list\(|len\(/);
});

it('returns a field where one call is compared with it', () => {
  const prompt = 'Write a function solve(puzzle) that returns a dict.';
  const programs = programsOf(rowOf({ prompt, puzzle: { size: 2 }, grid: { a: [true, null] } }));
  expect(programs.find(({ field }) => field === 'grid')?.answer).toBe(
    'def solve(*a, **k):\n    return {"a": [True, None]}',
  );
});

it('prints a line for each that it reads, where programs are asked for', () => {
  const fields = { queries: ['who?', 'where?'], cites: ['n1', 'n7'] };
  expect(keys({ prompt: 'Write ask.py. It reads questions from standard input.', ...fields })).toContain(
    'cases of queries and cites by cites: cites',
  );
  expect(keys({ prompt: 'Name the notes.', ...fields })).toEqual([]);
});

it('hides a program as a number where words are looked for', () => {
  expect(escaped('import os\ndef f(): pass', ['f'], true)).not.toContain('import');
  expect(escaped('import os\ndef f(): pass', ['f', 'g'])).toContain('f = g = scope["f"]');
});
