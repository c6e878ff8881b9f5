/** What programs in plain JavaScript hand over wrongly as a call: what was given, what is expected, and where. */
import { describe, expect, it } from 'vitest';
import type { SandboxError } from '../../src/errors.ts';
import type { Call } from '../../src/module/calls/call.ts';
import { faultOfCall } from '../../src/module/calls/call-fault.ts';
import { callText } from '../../src/module/calls/call-text.ts';
import { scoreAll } from '../../src/module/calls/score-all.ts';
import type { Outcome } from '../../src/outcome.ts';

const bytes = Buffer.from('{}');

const said = (error: SandboxError | undefined): string =>
  error === undefined ? '' : [error.message, error.help].filter(Boolean).join('; ');

describe('a call', () => {
  it.each([
    [undefined, /a call to be an object with a `completion`, got `undefined`/],
    ['text', /got a string$/],
    [[], /got an empty array/],
    [Promise.resolve(), /got a Promise; `await` it/],
    [{}, /`completion` of a call .*got `undefined`/],
    [{ completion: 5 }, /a string, or an array of at least one message, got `5`/],
    [{ completion: [] }, /got an empty array/],
    [{ completion: [{ content: 'x' }] }, /message 0 in the `completion`/],
    [{ completion: { role: 'assistant', content: 'x' } }, /put the message into an array/],
    [{ completion: bytes }, /got a Buffer; `bytes.toString\(\)`/],
    [{ completion: 'x', kwargs: [1] }, /`kwargs` of a call to be an object of fields, got an array/],
    [{ completion: 'x', kwargs: new Map() }, /got a Map; `Object.fromEntries/],
    [{ completion: 'x', kwarg: {} }, /Unknown field `kwarg` of a call; did you mean `kwargs`/],
    [{ completion: 'x', signal: 5 }, /`signal` of a call to be an AbortSignal, got `5`/],
    [
      { completion: 'x', row: { answer: 1 } },
      /the `row` of a call to be bytes .*got an object; values go into/,
    ],
    [{ completionRow: bytes, row: '{}' }, /the `row` of .*got a string; `Buffer.from\(text\)`/],
    [{ row: bytes }, /the `completionRow` of a call .*got `undefined`/],
    [{ row: bytes, completion: 'x' }, /got `completion` and `row`; give `completion` and `kwargs`, or/],
  ])('%j', (call, message) => {
    expect(said(faultOfCall(call, 'a call'))).toMatch(message);
  });

  it.each<object>([
    { completion: '' },
    { completion: 'x', kwargs: undefined, question: 'of the program' },
    { completion: [{ role: 'assistant', content: null }], kwargs: {}, signal: new AbortController().signal },
    { row: bytes, completionRow: new Uint8Array(2), completion: undefined },
  ])('%j is good', (call) => {
    expect(faultOfCall(call, 'a call')).toBeUndefined();
  });
});

it.each(['at once', 'later', 'promised'])('calls that come %s are named by their place', async (when) => {
  const calls = [{ completion: 'x' }, { completion: 5 } as never];
  const forms = {
    'at once': calls,
    later: later(calls),
    promised: calls.map((call) => Promise.resolve(call) as never),
  };
  const seen: number[] = [];
  const read = async (): Promise<void> => {
    const scored = scoreAll(
      forms[when as keyof typeof forms],
      (call, index, done) => {
        callText(call, index);
        done({} as Outcome);
        return () => {};
      },
      8,
      {},
    );
    for await (const { index } of scored) seen.push(index);
  };
  await expect(read()).rejects.toThrow('the `completion` of call 1 to be');
  expect(seen).toEqual([0]);
});

async function* later(calls: Call[]): AsyncGenerator<Call> {
  yield* calls;
}
