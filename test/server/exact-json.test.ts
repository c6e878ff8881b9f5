/** Bodies as values and as text: what is accepted, what it costs, and that others get their turn. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf, parseBody, refuseHeavyLines } from '../../src/server/http/exact-json.ts';
import { callsOf } from '../../src/server/routes/score.ts';
import { cases } from '../helpers/extent.ts';

const parse = (text: string, apart?: string) => parseBody(Buffer.from(text), apart);

const jsonParse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** How often others had their turn while it ran. */
const turnsDuring = async (work: () => Promise<unknown>): Promise<number> => {
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns++;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await work().finally(() => {
    over = true;
  });
  return turns;
};

it('takes what JSON.parse takes, and finds the same in it', async () => {
  const spaces = fc.constantFrom('', ' ', '\n', '\t', '\r\n ');
  const body = fc.tuple(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 6 }), spaces);
  await fc.assert(
    fc.asyncProperty(body, async ([value, space]) => {
      const text = `${space}${JSON.stringify(value, null, space)}${space}`;
      const parsed = await parse(text);
      expect(parsed.value).toEqual(JSON.parse(text));
      for (const name of Object.keys(value))
        expect(JSON.parse(bytesOf(parsed, name, '').toString())).toEqual(JSON.parse(text)[name]);
    }),
  );
});

it('refuses what JSON.parse refuses, whatever is damaged', async () => {
  const mark = fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', ' ', '1', '-', 'null', '\n', '');
  const value = fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 });
  await fc.assert(
    fc.asyncProperty(value, mark, fc.nat(), fc.nat(3), async (whole, put, at, remove) => {
      const text = JSON.stringify(whole);
      const place = at % text.length;
      const damaged = text.slice(0, place) + put + text.slice(place + remove);
      const wanted = jsonParse(damaged);
      const parsed = await parse(damaged).then(
        ({ value: found }) => found,
        ({ kind, detail }) => {
          if (wanted !== undefined && / appears twice$/.test(detail)) return wanted; // JSON.parse takes the last one
          expect(kind).toBe('malformed');
        },
      );
      expect(parsed).toEqual(wanted);
    }),
    { numRuns: cases(2_000) },
  );
});

it('finds where long strings end, whatever quotes and backslashes are in them', async () => {
  const piece = fc.constantFrom(
    '"',
    '\\',
    '\\"',
    'plain text, longer than what is looked at byte by byte',
    '{"a": [1',
  );
  const long = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  await fc.assert(
    fc.asyncProperty(long, long, fc.nat(), async (one, other, at) => {
      const text = JSON.stringify({ one, nested: [{ other }], last: 1 });
      const parsed = await parse(text);
      expect(parsed.value).toEqual(JSON.parse(text));
      expect(bytesOf(parsed, 'last', '').toString()).toBe('1');
      await expect(parse(text.slice(0, at % text.length)), text).rejects.toMatchObject({ kind: 'malformed' });
    }),
    { numRuns: 500 },
  );
});

it('of calls, too: what is between them counts', async () => {
  const call = '{"completion":"x"}';
  const read = async (calls: string): Promise<number> => {
    const body = await parse(`{"calls":${calls},"module":"m"}`, 'calls');
    return (await callsOf(body, [], 10)).length;
  };
  expect(await read(`[${call} ,\n${call}]`)).toBe(2);
  expect(await read('[]')).toBe(0);
  for (const broken of [`[${call}${call}]`, `[${call},]`, `[,${call}]`, `[${call},,${call}]`, `[${call}}`])
    await expect(read(broken), broken).rejects.toMatchObject({ kind: 'malformed' });
  for (const wrong of [`[${call},3]`, '[{}]', '[{"completion":"x","seed":-1}]'])
    await expect(read(wrong), wrong).rejects.toMatchObject({ kind: 'invalid' });
  const many = `[${Array(11).fill(call).join(',')}]`;
  await expect(read(many)).rejects.toMatchObject({ kind: 'too-large' });
});

it('a body with millions of fields is refused, and keeps nobody waiting meanwhile', async () => {
  const fields = Array.from({ length: 1_000_000 }, (_, at) => `"k${at}":0`).join(',');
  const cases: [string, string, number][] = [
    [`{"kwargs":{${fields}}}`, 'too-large', 20],
    [`{"kwargs":{"a":[${'[],'.repeat(4_000_000)}0]}}`, 'too-large', 20],
    [`{"kwargs":{"a":[${'1,'.repeat(5_000_000)}`, 'malformed', 20],
    [`{${fields}}`, 'too-large', 0], // it is not even read to its end
  ];
  for (const [body, kind, turns] of cases) {
    const refused = (): Promise<void> => expect(parse(body)).rejects.toMatchObject({ kind });
    expect(await turnsDuring(refused)).toBeGreaterThanOrEqual(turns);
  }
});

it('a line of a prompt file with millions of fields is refused, however many good ones are around it', async () => {
  const good = `{"prompt":"${'x'.repeat(200_000)}"}\n`;
  await refuseHeavyLines(Buffer.from(good.repeat(20)));
  const heavy = `{"prompt":"x","more":{${Array.from({ length: 200_000 }, (_, at) => `"k${at}":0`).join(',')}}}\n`;
  for (const text of [heavy, good + heavy + good])
    await expect(refuseHeavyLines(Buffer.from(text))).rejects.toMatchObject({ kind: 'too-large' });
});

it('many calls of some size are checked one by one, and others have their turn between them', async () => {
  const fields = Array.from({ length: 300 }, (_, at) => `"k${at}":${at}.0`).join(',');
  const calls = Array(3_000).fill(`{"completion":"x","kwargs":{${fields}}}`).join(',');
  const bytes = Buffer.from(`{"calls":[${calls}]}`);
  const body = await parseBody(bytes, 'calls');
  let read = 0;
  const turns = await turnsDuring(async () => {
    const found = await callsOf(body, [], 3_000);
    read = found.length;
    expect(JSON.parse(Buffer.from(found[2_999]?.row ?? []).toString())).toMatchObject({ k299: 299 });
  });
  expect(read).toBe(3_000);
  expect(turns).toBeGreaterThan(bytes.length / 2 ** 18 / 2);
});
