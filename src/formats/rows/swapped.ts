/** Notices that the prompt file was given as the completions file, and the other way round. */
import { FlagError } from '../../options/flag-error.ts';
import { openInput } from '../files.ts';
import { parseJsonLine } from '../json/json-line.ts';
import { chunksOfFile, LineReader } from '../lines.ts';
import type { RowField } from './completions.ts';

/** @throws SandboxError RS101 when the first row of `prompts` has the field of completions, and that of `completions` not */
export const refuseSwapped = async (prompts: string, completions: string, field: RowField): Promise<void> => {
  const [first, second] = [
    await firstRow(prompts, 'prompt file'),
    await firstRow(completions, 'completions file'),
  ];
  if (first === undefined || second === undefined) return;
  if (!Object.hasOwn(first, field) || Object.hasOwn(second, field)) return;
  throw new FlagError(
    'prompts',
    ` and --completions look swapped: \`${prompts}\` has rows with \`${field}\`, \`${completions}\` has none`,
  );
};

const firstRow = async (path: string, what: string): Promise<object | undefined> => {
  await using file = await openInput(path, what);
  for await (const batch of new LineReader(chunksOfFile(file)).batches()) {
    for (const { bytes } of batch) {
      const parsed = parseJsonLine(bytes);
      const value: unknown = parsed.fault === undefined ? parsed.value : undefined;
      return typeof value === 'object' && value !== null ? value : undefined;
    }
  }
  return undefined;
};
