import { expect, it } from 'vitest';
import {
  jsonProofs,
  shortProofs,
  statementForms,
  withStatement,
} from '../../src/check/probes/unanswered/statement-forms.ts';
import { claimOf, falseClaim, withFalse } from '../../src/check/probes/unanswered/theorems.ts';
import { rowOf } from './stage.ts';

const PATTERNS = [
  'fact ([a-z][a-z0-9]{0,9}) is ([0-9]{1,7})',
  'move ([a-z]+) to ([a-z]+) ([+-]) ([0-9]+) by ([0-9]+)',
  '(?:done|end)\\s+([a-z]+)\\s*=\\s*(\\d+)',
];

it('makes lines of what the source reads, with the goal in the place of numbers and no line cited but the first', () => {
  const lines = statementForms('', PATTERNS).map((form) => withStatement(form, '412', [])[0]);
  expect(lines).toContain('fact a is 412');
  expect(lines).toContain('move a to a + 412 by 1');
  expect(lines).toContain('done a=412');
});

it('makes lines of what a prompt shows with placeholders', () => {
  const forms = statementForms(
    'Write:\n- `suppose FORMULA`\nstep <name>: <formula> by <rule> (at most 9)',
    [],
  );
  const lines = forms.flatMap((form) => withStatement(form, 'p -> q', ['premise']));
  expect(lines).toContain('suppose p -> q');
  expect(lines).toContain('step premise: p -> q by premise');
});

it('sets one line up for the next', () => {
  const proofs = shortProofs(statementForms('', PATTERNS), '7', [], 60);
  expect(proofs).toContain('fact a is 7\ndone a=7');
});

it('writes steps as the JSON of the prompt', () => {
  const prompt = 'Reply with {"lines": [{"formula": "...", "rule": "known", "uses": []}, ...]}';
  expect(jsonProofs(prompt, 'q', ['assume'])).toEqual([
    '{"lines":[{"formula":"q","rule":"assume","uses":[]}]}',
  ]);
});

it('takes what the prompt says is to be proved, a number too', () => {
  const row = rowOf({ prompt: 'Prove that 12 crates are left.', opening: 40, left: 12 });
  const claim = claimOf(row);
  expect(claim).toMatchObject({ field: 'left', statement: '12' });
  expect(claim && falseClaim(claim)).toBe('13');
  expect(claim && withFalse(row, claim)).toEqual({ left: '13' });
});
