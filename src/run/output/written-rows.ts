/** Reads the rows that an earlier run wrote, and makes sure that they belong to this one. */
import { z } from 'zod';
import { SandboxError } from '../../errors.ts';
import { openInput } from '../../formats/files.ts';
import { parseJsonLine } from '../../formats/json/json-line.ts';
import { chunksOfFile, type Line, LineReader } from '../../formats/lines.ts';
import type { CompletionsFile } from '../../formats/rows/completions.ts';
import type { PromptFile } from '../../formats/rows/prompts.ts';
import { oneLine } from '../../formats/text/visible.ts';
import { Bitmap } from '../resume/bitmap.ts';

export interface EarlierRows {
  /** Lines of the completions file that are done. */
  done: Bitmap;
  count: number;
  /** Versions of the module that they are by. */
  versions: Set<string>;
  /** Where the file is cut: behind the last row that counts. */
  keepBytes: number;
  /** Rows before that which are done again: where each begins and ends, in bytes, one after the other. */
  leaveOut: number[];
  /** Of a file that stays in order: rows behind its first lost one, which are done again. Undefined: none was lost. */
  behindLost: number | undefined;
}

/** What becomes of rows that are `lost`. */
export interface LostRows {
  /** They stay as they are. @default false: they are done again */
  keepLost?: boolean | undefined;
  /** The file stays in order: of one with lost rows only what stands before them is kept. */
  ordered?: boolean | undefined;
}

export const noRows = (completions: CompletionsFile): EarlierRows => ({
  done: new Bitmap(completions.lineCount),
  count: 0,
  versions: new Set(),
  keepBytes: 0,
  leaveOut: [],
  behindLost: undefined,
});

/** Takes a row, from `start` to `end`, out of those that are done; with all behind it where the file stays in order. */
export const redo = (earlier: EarlierRows, start: number, end: number, { ordered }: LostRows): void => {
  if (ordered === true) {
    earlier.behindLost = 0;
    return;
  }
  earlier.leaveOut.push(start, end);
  earlier.keepBytes = end;
};

/** The files of this run, and what of them was found done so far. */
export interface Belonging {
  completions: CompletionsFile;
  prompts: PromptFile;
  done: Bitmap;
}

/** Which kind of run has written a row. */
type Writer = 'reward' | 'environment';

const HELP = 'name another output file, or start again with `--overwrite`';

export const refuseRow = (path: string, line: Line, reason: string): SandboxError =>
  new SandboxError('RS105', `${path}:${line.number}: cannot resume: ${reason}`, { help: HELP });

/** What every row begins with, of either kind of run. */
const BEGIN = '{"index":';

/**
 * The whole lines of an output file, as rows. Without its newline a line may be torn, and doing one row again costs
 * less than telling. But a file that is nothing else, and does not begin as a row (or as zeros, which a lost disk
 * leaves), is somebody's text, and would be gone.
 * @throws SandboxError RS105 when a line is no row of such a run
 */
export async function* writtenRows<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
  writer: Writer,
): AsyncGenerator<{ row: z.output<Schema>; line: Line }, void, undefined> {
  await using file = await openInput(path, 'output file');
  const reader = new LineReader(chunksOfFile(file));
  for await (const batch of reader.batches()) {
    for (const line of batch) {
      if (!line.terminated) {
        const begin = line.bytes.subarray(0, BEGIN.length).toString('latin1');
        if (line.number > 1 || begin.startsWith('\0') || BEGIN.startsWith(begin)) return;
        throw refuseRow(path, line, 'the line is not a result row');
      }
      yield { row: parseRow(line, path, schema, writer), line };
    }
  }
}

const parseRow = <Schema extends z.ZodType>(
  line: Line,
  path: string,
  schema: Schema,
  writer: Writer,
): z.output<Schema> => {
  const parsed = parseJsonLine(line.bytes);
  if (parsed.fault !== undefined)
    throw refuseRow(path, line, `the line is not a result row (${parsed.fault.reason})`);
  const row = schema.safeParse(parsed.value);
  if (row.success) return row.data;
  const wrote = writerOf(parsed.value);
  if (wrote !== undefined && wrote !== writer) {
    throw refuseRow(
      path,
      line,
      `the row was written by a run with \`--${wrote}\`, this one has \`--${writer}\``,
    );
  }
  throw refuseRow(path, line, `the line is not a result row (${z.prettifyError(row.error).split('\n')[0]})`);
};

/** Rows of an environment have a `kind`. */
const writerOf = (value: unknown): Writer | undefined => {
  if (typeof value !== 'object' || value === null || !('index' in value)) return undefined;
  if ('kind' in value) return value.kind === 'step' || value.kind === 'episode' ? 'environment' : undefined;
  return 'reward' in value ? 'reward' : undefined;
};

/**
 * Where a row belongs.
 * @throws SandboxError RS105 when it is of other files, or there a second time
 */
export const placeOfRow = (
  { index, id: writtenId }: { index: number; id: string | number | null },
  line: Line,
  path: string,
  { completions, prompts, done }: Belonging,
): { index: number; id: string | null; promptLine: number } => {
  const promptLine = completions.promptLineOf(index);
  if (promptLine === undefined)
    throw refuseRow(path, line, `index ${index} is not a row of ${completions.path}`);
  if (done.has(index)) throw refuseRow(path, line, `index ${index} appears twice`);
  const id = prompts.index.keyOfLine(promptLine);
  if (JSON.stringify(writtenId) !== JSON.stringify(JSON.parse(id ?? 'null'))) {
    const reason = `index ${index} has the id ${oneLine(JSON.stringify(writtenId), 60)}, which is ${oneLine(id ?? 'null', 60)} in ${prompts.path}`;
    throw refuseRow(path, line, reason);
  }
  return { index, id, promptLine };
};
