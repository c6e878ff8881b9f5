import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { PromptRows } from '../../src/play/prompt-rows.ts';

const prompt = [{ role: 'user', content: 'x' }];

const read = async (rows: readonly unknown[], key?: string): Promise<PromptRows> => {
  const folder = mkdtempSync(join(tmpdir(), 'rows-'));
  const path = join(folder, 'prompts.jsonl');
  writeFileSync(path, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''));
  const prompts = await PromptRows.read(path, key);
  onTestFinished(async () => {
    await prompts[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });
  return prompts;
};

it('finds rows by line and by key, whether that is a string or a number', async () => {
  const rows = await read([{ prompt, id: 'a' }, { prompt, id: 17 }, '', { prompt }]);
  expect([rows.lineOfKey('a'), rows.lineOfKey('17'), rows.check(3)]).toEqual([0, 1, 3]);
  expect(() => rows.lineOfKey('z')).toThrow(/--id: of the 4 rows of .* none has the `id` `z`/);
  expect(() => rows.check(2)).toThrow(/Row 2 of .* is blank/);
  expect(() => rows.check(4)).toThrow(/There is no row 4: .* has 4 rows, 0 to 3/);
});

it('finds rows by another field', async () => {
  const rows = await read([{ prompt, name: 'a' }], 'name');
  expect([rows.lineOfKey('a'), rows.only]).toEqual([0, 0]);
});

it('plays the good rows of a file with bad ones, and shows why a bad one cannot be played', async () => {
  const rows = await read([{ prompt }, { prompt: 3 }, { prompt, history: 1 }]);
  rows.refuseFields({ names: ['history'], required: [], functionName: 'Till.setup' });
  expect(rows.only).toBe(0);
  expect(() => rows.check(1)).toThrow(/Row 1 of .* has an error\n.*:2:11: RS103 /);
  expect(() => rows.check(2)).toThrow(/the field name `history` is taken: the call of `Till.setup`/);
});

it('refuses a file without any good row', async () => {
  await expect(read(['{'])).rejects.toThrow(/No row of .* can be played$/);
});

it('lists forty rows, and counts the others', async () => {
  const rows = await read(Array.from({ length: 45 }, (_, at) => ({ prompt, id: at })));
  const { rows: listed, further } = rows.list();
  expect([listed.length, listed[39], further]).toEqual([40, { index: 39, id: '39', prompt: 'x' }, 5]);
});
