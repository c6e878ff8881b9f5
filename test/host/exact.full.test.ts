/** What the function receives is what Python's own `json.loads` makes of the line, on every Python. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, sharedReward } from '../helpers/with-reward.ts';
import { installedPythons } from '../python/interpreters.ts';

// --- JSON as text: every way of writing a value that JSON has ---

const digits = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength });

const integer = fc.oneof(
  fc.constantFrom(
    '0',
    '-0',
    '18',
    '9007199254740993',
    '-9223372036854775809',
    '18446744073709551616',
    `1${'0'.repeat(400)}`,
  ),
  fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom(...'123456789'), digits(0, 300))
    .map((parts) => parts.join('')),
);
const float = fc.oneof(
  fc.constantFrom(
    '18.0',
    '-0.0',
    '1e400',
    '-1e400',
    '5e-324',
    '1e-400',
    '1E5',
    '0.1',
    '1.7976931348623157e308',
    '0e0',
  ),
  fc.tuple(integer, digits(1, 30)).map(([whole, rest]) => `${whole}.${rest}`),
  fc.tuple(integer, fc.constantFrom('e', 'E', 'e+', 'e-'), digits(1, 3)).map((parts) => parts.join('')),
);
const plain = fc.string({ unit: 'binary', maxLength: 20 }).map((text) => JSON.stringify(text));
const escaped = fc
  .array(
    fc.constantFrom(
      ...[
        '\\ud800',
        '\\uDFFF',
        '\\ud83d\\ude00',
        '\\ude00\\ud83d',
        '\\u0000',
        '\\/',
        '\\b\\f\\n\\r\\t',
        '\\"',
        '\\\\',
      ],
      ...['\u007f', '\u2028', '\ufeff', '😀', 'é', 'e\u0301', ' '],
    ),
    { maxLength: 8 },
  )
  .map((parts) => `"${parts.join('')}"`);
const text = fc.oneof(plain, escaped);
const space = fc.constantFrom('', ' ', '  ', '\t', '\r', ' \t ');

const value: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(integer, float, text, fc.constantFrom('true', 'false', 'null')),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 5 }), space)
      .map(([items, gap]) => `[${items.join(`${gap},`)}${gap}]`),
    fc
      .tuple(fc.array(fc.tuple(fc.oneof(text, fc.constant('"same"')), tie('value')), { maxLength: 5 }), space)
      .map(([items, gap]) => `{${items.map(([key, item]) => `${key}${gap}:${item}`).join(`,${gap}`)}${gap}}`),
    fc
      .tuple(fc.integer({ min: 1, max: 400 }), fc.boolean())
      .map(([depth, lists]) =>
        lists ? `${'['.repeat(depth)}${']'.repeat(depth)}` : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
      ),
  ),
})).value;

/** Any name but those of the function's own parameters. */
const name = text.filter((key) => !['completion'].includes(JSON.parse(key)));
const row = fc
  .array(fc.tuple(fc.oneof(name, fc.constantFrom('"id"', '"prompt"', '"same"')), value), { maxLength: 6 })
  .map((fields) => `{${fields.map(([key, item]) => `${key}: ${item}`).join(', ')}}`);

// --- what Python says ---

const JUDGE = `
import json, sys
def told(text):
    try:
        return repr(json.loads(text))
    except Exception as error:
        return type(error).__name__
for line in sys.stdin:
    print(json.dumps([told(text) for text in json.loads(line)]), flush=True)
`;

class Judge {
  readonly #process: ChildProcess;
  readonly #lines: Interface;

  constructor(python: string) {
    this.#process = spawn(python, ['-I', '-X', 'utf8', '-c', JUDGE], { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#lines = createInterface({ input: this.#process.stdout as NodeJS.ReadableStream });
  }

  async judge(texts: readonly string[]): Promise<string[]> {
    const answer = new Promise<string>((resolve) => this.#lines.once('line', resolve));
    this.#process.stdin?.write(`${JSON.stringify(texts)}\n`);
    return JSON.parse(await answer);
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#process.once('exit', resolve));
    this.#process.stdin?.end();
    await ended;
  }
}

const pythons = installedPythons();
const bytes = (json: string): Buffer => Buffer.from(json, 'utf8');

describe.each(pythons)('on Python $version', ({ python }) => {
  const stage = sharedReward('tells_its_arguments.py', {
    concurrency: 2,
    completionFormat: 'messages',
    sandbox: { python },
  });
  let judge: Judge;
  beforeAll(() => {
    judge = new Judge(python);
  });
  afterAll(() => judge.end());

  const received = async (rows: readonly string[], completions: readonly string[]) => {
    const calls = rows.map((each, index) => ({
      row: bytes(each),
      completionRow: bytes(`{"completion": ${completions[index]}, "id": 1}`),
    }));
    const scored = await collect(stage().reward.scoreAll(calls, { ordered: true }));
    return scored.map(({ outcome: { info, status, error } }) => ({
      kwargs: info.kwargs ?? error?.type,
      completion: info.completion ?? error?.type,
      status,
    }));
  };

  it('rows and completions arrive as json.loads reads them', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(row, value), { minLength: 1, maxLength: 150 }), async (pairs) => {
        const rows = pairs.map(([each]) => each);
        // A list is a list of messages and arrives as it is; a string would become one.
        const completions = pairs.map(([, completion]) => `[${completion}]`);
        const [kwargs, completion] = [await judge.judge(rows), await judge.judge(completions)];
        const expected = rows.map((_, index) => ({
          kwargs: kwargs[index],
          completion: completion[index],
          status: 'ok',
        }));
        expect(await received(rows, completions)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  it('values that JSON.parse would change', async () => {
    const values = [
      ...[
        '18.0',
        '18',
        '-0.0',
        '-0',
        '1e400',
        '5e-324',
        '12345678901234567890',
        '0.1e1',
        '1E2',
        `1${'0'.repeat(4000)}`,
      ],
      ...[
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '"\\u0000"',
        '"\\/"',
        '{"a": 1, "b": 2, "a": 3}',
        '{"2": 1, "1": 2}',
      ],
      ...[
        '{"__proto__": 1, "constructor": 2}',
        '[1.0, 1, true, null]',
        `${'['.repeat(400)}${']'.repeat(400)}`,
      ],
    ];
    const rows = values.map((each) => `{"x": ${each}}`);
    const kwargs = await judge.judge(rows);
    expect(
      await received(
        rows,
        values.map(() => '[]'),
      ),
    ).toEqual(rows.map((_, index) => ({ kwargs: kwargs[index], completion: '[]', status: 'ok' })));
  });

  it('a row that Python refuses fails alone, and as it does there', async () => {
    const good = '{"x": 18.0}';
    const bad = [`{"x": 1${'0'.repeat(5000)}}`, `{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`];
    const rows = [good, bad[0] as string, good, bad[1] as string, good];
    const told = await judge.judge(rows);
    expect(told).toEqual(["{'x': 18.0}", 'ValueError', "{'x': 18.0}", 'RecursionError', "{'x': 18.0}"]);
    expect(
      (
        await received(
          rows,
          rows.map(() => '"x"'),
        )
      ).map(({ kwargs, status }) => [kwargs, status]),
    ).toEqual([
      [told[0], 'ok'],
      [told[1], 'raised'],
      [told[2], 'ok'],
      ['NestedTooDeep', 'invalid'], // of the input, not of the user's code
      [told[4], 'ok'],
    ]);
  });
});

it('is tried with every Python that this machine has', () => {
  expect(pythons.length).toBeGreaterThan(0);
});
