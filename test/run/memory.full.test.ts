import { spawnSync } from 'node:child_process';
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, expect, it } from 'vitest';

const ROWS = 300_000;
const folder = mkdtempSync(join(tmpdir(), 'memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A file of `count` lines, written in parts that do not need much memory themselves. */
const write = (name: string, count: number, line: (index: number) => string): string => {
  const path = join(folder, name);
  writeFileSync(path, '');
  for (let from = 0; from < count; from += 10_000) {
    const lines = Array.from({ length: Math.min(10_000, count - from) }, (_, index) => line(from + index));
    writeFileSync(path, lines.join(''), { flag: 'a' });
  }
  return path;
};

it(`streams ${ROWS} rows through a heap of 64 MiB`, { timeout: 120_000 }, async () => {
  // One prompt per completion: the largest index that there can be. The files are several times the heap.
  const prompts = write(
    'prompts.jsonl',
    ROWS,
    (index) =>
      `{"prompt": [{"role": "user", "content": "${'q'.repeat(150)}"}], "id": "prompt-number-${index}"}\n`,
  );
  const completions = write(
    'completions.jsonl',
    ROWS,
    (index) => `{"id": "prompt-number-${index}", "completion": "${'c'.repeat(400)}"}\n`,
  );
  const output = join(folder, 'results.jsonl');
  const script = join(import.meta.dirname, 'bounded-memory.ts');
  const args = ['--max-old-space-size=64', '--import', 'tsx', script, prompts, completions, output];
  const run = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(run.stderr).toBe('');
  expect(JSON.parse(run.stdout)).toMatchObject({ rows: ROWS, state: 'finished' });
  const seen = new Uint8Array(ROWS);
  for await (const line of createInterface({ input: createReadStream(output) })) {
    const index = Number(/^\{"index":(\d+),/.exec(line)?.[1]);
    seen[index] = (seen[index] ?? 0) + 1;
  }
  expect(seen.every((count) => count === 1)).toBe(true);
});
