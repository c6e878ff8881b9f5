/** What programs in plain JavaScript hand over wrongly beside calls: what was given, and what is expected. */
import { expect, it } from 'vitest';
import { checkCalls, checkPath, faultOfOptions, faultOfRow } from '../../src/embedded/given.ts';
import type { SandboxError } from '../../src/errors.ts';

const said = (error: SandboxError | undefined): string =>
  error === undefined ? '' : [error.message, error.help].filter(Boolean).join('; ');

it.each([undefined, 5, 'text', { completion: 'x' }])('%j are no calls', (calls) => {
  expect(() => checkCalls(calls)).toThrow(/the calls to be an iterable/);
});

it('says that `score` has no options, but minds no number that `map` adds', () => {
  expect(said(faultOfOptions({ signal: new AbortController().signal }))).toMatch(
    /^`score` takes a call and no options; `signal`, .* are fields of the call/,
  );
  expect([undefined, 3, null].map(faultOfOptions)).toEqual([undefined, undefined, undefined]);
});

it('says what is no path, and what is no row', () => {
  expect(() => checkPath(undefined, 'reward file')).toThrow(
    'Expected the reward file to be a path, got `undefined`',
  );
  expect(said(faultOfRow(new Map([['a', 1]])))).toMatch(/an episode's row .*got a Map/);
  expect(faultOfRow({ a: 1 })).toBeUndefined();
});
