/** Failed calls of one step by cause, each with the first call that failed so. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { shorten } from '../../formats/text/visible.ts';
import { type Outcome, STATUSES, type Status } from '../../outcome.ts';
import { type Cause, causeOf } from '../../run/summary/failures.ts';
import { KeptCall, keptRow, type SampleSource } from './kept.ts';
import type { Place } from './step-index.ts';

/** Causes of one step; further ones are only counted. */
const MOST_CAUSES = 32;
/** Texts whose cause is remembered, so that it is looked for once. */
const REMEMBERED = 512;
/** Characters kept: of tracebacks and stacks, of the end of what was printed. */
const KEPT_TRACE = 8_000;
const KEPT_TAIL = 2_000;
/** Bytes of a completion and of a row that are kept whole, to run the call again. */
const KEPT_WHOLE = 64 * 2 ** 10;

/** What a failed call is kept with. */
export const failedRow = keptRow.extend({
  traceback: z.string().nullable(),
  stack: z.string().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  warnings: z.array(z.string()),
  evidence: z.array(z.object({ kind: z.string(), detail: z.string() })),
  body: z
    .object({ completion: z.unknown(), kwargs: z.unknown() })
    .nullable()
    .describe('Completion and row as they were, where they are small enough to be kept whole.'),
});
export type FailedRow = z.output<typeof failedRow>;

export const causeRecord = z.object({
  cause: z.string(),
  n: z.int(),
  status: z.enum(STATUSES),
  type: z.string().nullable(),
  where: z.string().nullable(),
  message: z.string(),
  /** Bytes of the example in `rows.jsonl`; null where there is no file. */
  at: z.tuple([z.int(), z.int()]).nullable(),
});
export type CauseRecord = z.output<typeof causeRecord>;

export interface NamedCause extends Omit<Cause, 'key' | 'frame'> {
  cause: string;
}

/** Finds the cause of failures; most look like one before. */
export class CauseFinder {
  readonly #known = new Map<string, NamedCause>();
  readonly moduleFile: string;

  constructor(moduleFile: string) {
    this.moduleFile = moduleFile;
  }

  find(outcome: Outcome): NamedCause {
    const { status, error, stack } = outcome;
    const text = `${status}\n${error?.type}\n${error?.message}\n${error?.traceback ?? stack}`;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const { key, type, where, message } = causeOf(outcome, this.moduleFile);
    const cause = createHash('sha256').update(key).digest('hex').slice(0, 12);
    const found = { cause, type: type && shorten(type, 200), where, message };
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    if (text.length <= KEPT_TRACE) this.#known.set(text, found);
    return found;
  }
}

interface Entry extends NamedCause {
  n: number;
  status: Status;
  example: FailedRow | undefined;
  place: Place | undefined;
}

export class Causes {
  readonly #entries = new Map<string, Entry>();
  leftOut = 0;

  /** Goes on from what was written. */
  static of(records: readonly CauseRecord[], leftOut: number): Causes {
    const causes = new Causes();
    causes.leftOut = leftOut;
    for (const { at, ...record } of records) {
      const place = at === null ? undefined : { offset: at[0], length: at[1] };
      causes.#entries.set(record.cause, { ...record, example: undefined, place });
    }
    return causes;
  }

  add(found: NamedCause, hash: number, source: SampleSource, outcome: Outcome): void {
    const entry = this.#entries.get(found.cause);
    if (entry !== undefined) entry.n++;
    else if (this.#entries.size >= MOST_CAUSES) this.leftOut++;
    else {
      const example = failedRowOf(hash, source, outcome);
      this.#entries.set(found.cause, { ...found, n: 1, status: outcome.status, example, place: undefined });
    }
  }

  /** Examples that are in no file yet. */
  get unsaved(): { row: FailedRow; save: (place: Place) => void }[] {
    return [...this.#entries.values()].flatMap((entry) =>
      entry.example === undefined || entry.place !== undefined
        ? []
        : [
            {
              row: entry.example,
              save: (place: Place): void => {
                entry.place = place;
                entry.example = undefined;
              },
            },
          ],
    );
  }

  exampleOf(cause: string): FailedRow | undefined {
    return this.#entries.get(cause)?.example;
  }

  records(): CauseRecord[] {
    return [...this.#entries.values()].map(({ example, place, ...record }) => ({
      ...record,
      at: place === undefined ? null : [place.offset, place.length],
    }));
  }
}

export const failedRowOf = (hash: number, source: SampleSource, outcome: Outcome): FailedRow => ({
  ...KeptCall.from(hash, source, outcome).row,
  traceback: outcome.error?.traceback == null ? null : outcome.error.traceback.slice(-KEPT_TRACE),
  stack: outcome.stack === null ? null : outcome.stack.slice(0, KEPT_TRACE),
  stdout: outcome.stdout.slice(-KEPT_TAIL),
  stderr: outcome.stderr.slice(-KEPT_TAIL),
  warnings: outcome.warnings.slice(0, 8).map((warning) => shorten(warning, 500)),
  evidence: outcome.evidence.map(({ kind, message, where }) => ({
    kind,
    detail: where === null ? message : `${message} (${where})`,
  })),
  body: wholeOf(source),
});

const wholeOf = ({ row, said }: SampleSource): FailedRow['body'] => {
  if (said === null || row.length + said.length > KEPT_WHOLE) return null;
  const parse = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString());
  try {
    return { completion: typeof said === 'string' ? said : parse(said), kwargs: parse(row) };
  } catch {
    return null;
  }
};
