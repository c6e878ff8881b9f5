/** Runs written for other programs, each read again by another reader than the writer. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { beforeAll, expect, it } from 'vitest';
import { crc32c, tfRecord } from '../../../src/view/export/event-file.ts';
import { embeddedOf, singleFile, someOf } from '../../../src/view/export/html.ts';
import { tablesOf } from '../../../src/view/export/tables.ts';
import { writeTensorBoard } from '../../../src/view/export/tensorboard.ts';
import { type TableFormat, writeTables } from '../../../src/view/export/write-tables.ts';
import { Views } from '../../../src/view/routes/views.ts';
import { openSource } from '../../../src/view/sources/open-source.ts';
import { newFolder } from '../../helpers/with-reward.ts';
import { note, writeStore } from '../outcomes.ts';

const HOSTILE = '</script><script>alert(1)</script>, "quoted"\nnext line';
let data: string;
beforeAll(async () => {
  data = newFolder();
  await writeStore(data, (steps) => {
    for (let step = 0; step < 6; step++)
      for (const reward of [step / 3, 1])
        note(steps, step, {
          reward,
          said: `${HOSTILE} ${reward}`,
          info: { verdict: HOSTILE, 'a/b': reward },
        });
    steps.audit(2, 'maths', {
      unearned: 0.25,
      level: null,
      e: 1.5,
      audited: 16,
      alarms: [],
      controls: { policy: 0.5, empty: 0, echo: 0.1, frequent: null },
    });
    note(steps, 5, {
      reward: null,
      status: 'raised',
      error: { type: 'ValueError', message: 'bad', traceback: null },
    });
  });
});

const tables = async (format: TableFormat): Promise<string> => {
  const folder = newFolder();
  const source = openSource(data);
  try {
    await writeTables(await tablesOf(source), format, folder);
  } finally {
    source.close();
  }
  return folder;
};
const jsonLines = (file: string): Record<string, unknown>[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('writes the same tables in each form, with all digits', async () => {
  const [jsonl, csv, parquet] = await Promise.all([tables('jsonl'), tables('csv'), tables('parquet')]);
  for (const name of ['steps', 'samples', 'failures']) {
    const rows = jsonLines(join(jsonl, `${name}.jsonl`));
    const buffer = await asyncBufferFromFile(join(parquet, `${name}.parquet`));
    const read = await parquetReadObjects({ file: buffer });
    for (const file of [
      join(jsonl, `${name}.jsonl`),
      join(csv, `${name}.csv`),
      join(parquet, `${name}.parquet`),
    ])
      expect(statSync(file).mode & 0o777).toBe(0o600);
    const plain = read.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([key, value]) => [key, typeof value === 'bigint' ? Number(value) : value]),
      ),
    );
    expect(plain).toEqual(rows);
    const cells = csvRows(readFileSync(join(csv, `${name}.csv`), 'utf8'));
    expect(cells[0]).toEqual(Object.keys(rows[0] ?? {}));
    expect(cells.slice(1)).toEqual(
      rows.map((row) => Object.values(row).map((cell) => (cell === null ? '' : String(cell)))),
    );
  }
  const steps = jsonLines(join(jsonl, 'steps.jsonl'));
  expect(steps[1]).toMatchObject({
    step: 1,
    calls: 2,
    '@reward.mean': expect.closeTo(2 / 3, 12),
    'a/b.n': 2,
    'status/ok': 2,
    'audit/unearned': null,
  });
  expect(steps[2]).toMatchObject({ 'audit/unearned': 0.25, 'audit/alarms': 0, 'audit/control_echo': 0.1 });
  expect(jsonLines(join(jsonl, 'failures.jsonl'))).toMatchObject([
    { type: 'ValueError', count: 1, first_step: 5 },
  ]);
});

/** A reader of RFC 4180. */
const csvRows = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    if (end === '' && plain === '' && quoted === undefined) break;
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  if (rows.at(-1)?.length === 0) rows.pop();
  return rows;
};

it('frames event files as TFRecord does', () => {
  // The check value of CRC-32C, and a record that TensorBoard's own writer made.
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  const data = '0900000000000000001a0d627261696e2e4576656e743a32';
  const written = `1800000000000000a37f4b22${data}eedf28a3`;
  expect(tfRecord(Buffer.from(data, 'hex')).toString('hex')).toBe(written);
});

it('writes an event file whose records are whole, with scalars and text that is no markup', async () => {
  const folder = newFolder();
  const source = openSource(data);
  const [written] = await writeTensorBoard(source, folder);
  source.close();
  const bytes = readFileSync(written?.file ?? '');
  const records: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Number(bytes.readBigUInt64LE(at));
    const record = bytes.subarray(at + 12, at + 12 + length);
    expect(tfRecord(record)).toEqual(bytes.subarray(at, at + length + 16));
    records.push(record);
    at += length + 16;
  }
  expect(records[0]?.includes('brain.Event:2')).toBe(true);
  expect(records).toHaveLength(1 + 6 * 2);
  expect(records.filter((record) => record.includes('runrl/reward'))).toHaveLength(6);
  expect(bytes.includes('<script>')).toBe(false);
  expect(readdirSync(join(folder, 'maths'))).toHaveLength(1);
});

it('puts the answers of the routes into one file, and nothing of them can end its script', async () => {
  const views = new Views({ version: '0', serving: false, sources: [openSource(data)] });
  const embedded = await embeddedOf(views);
  const template = join(newFolder(), 'single.html');
  const place = '<script type="application/octet-stream" id="runrl-data"></script>';
  writeFileSync(template, `<!doctype html>${place}<p>page`);
  const page = singleFile(embedded, template);
  const [, base64 = ''] = /id="runrl-data">([^<]*)<\/script><p>page$/.exec(page) ?? [];
  expect(JSON.parse(gunzipSync(Buffer.from(base64, 'base64')).toString())).toEqual(
    JSON.parse(JSON.stringify(embedded)),
  );
  expect(page).not.toContain('alert(1)');
  const { routes } = embedded;
  expect(routes['v1/view/runs/r0/steps/3?key=verdict&module=maths']).toEqual(
    await views.step('r0', '3', { module: 'maths', key: 'verdict' }),
  );
  expect(Object.keys(routes).filter((route) => /failures\/\w+\?/.test(route))).toHaveLength(1);
  views.close();
  writeFileSync(template, 'no place');
  expect(() => singleFile(embedded, template)).toThrow('no place');
  expect(() => singleFile(embedded, `${template}.not`)).toThrow('has no page');
});

it('chooses the first, the last and some between', () => {
  const all = Array.from({ length: 1_000 }, (_, at) => at);
  const some = someOf(all, 200);
  expect([some.length, some[0], some.at(-1)]).toEqual([200, 0, 999]);
  expect(someOf([1, 2], 200)).toEqual([1, 2]);
});
