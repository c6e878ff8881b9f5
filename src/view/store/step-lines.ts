/** Lines of `steps.jsonl`: which step of which module one is of, and what it says. */
import { SandboxError } from '../../errors.ts';
import { keepProto } from '../../formats/json/own-proto.ts';
import type { KeptRow } from './kept.ts';
import { rowOfSample, type StepSnapshot } from './step-figures.ts';
import type { Place } from './step-index.ts';
import { RECORD_VERSION, type StepRecord, stepRecord } from './step-schemas.ts';

export const STEPS_FILE = 'steps.jsonl';
export const ROWS_FILE = 'rows.jsonl';

export interface StepKey {
  step: number;
  module: string;
}

const HEAD = /^\{(?:"v":(\d+),)?"module":("(?:[^"\\]|\\.)*"),"step":(-?\d+),/;
/** A name of a module is shorter. */
const HEAD_BYTES = 1_024;
const BRACE = 0x7d;

/**
 * Undefined when it is none. Whole lines are not parsed: of the records of one step only the last one counts.
 * @throws SandboxError RS102 when a later version has written it
 */
export const keyOfLine = (bytes: Buffer, terminated = true): StepKey | undefined => {
  const [, version, module, step] = HEAD.exec(bytes.toString('utf8', 0, HEAD_BYTES)) ?? [];
  try {
    if (module !== undefined && terminated && bytes.at(-1) === BRACE)
      return checked(Number(version ?? 1), JSON.parse(module), Number(step));
    const { v, module: name, step: number } = JSON.parse(bytes.toString()) as Record<string, unknown>;
    return checked(v ?? 1, name, number);
  } catch (error) {
    if (error instanceof SandboxError) throw error;
    return undefined;
  }
};

const checked = (version: unknown, module: unknown, step: unknown): StepKey | undefined => {
  if (typeof module !== 'string' || !Number.isSafeInteger(step)) return undefined;
  if (typeof version === 'number' && version > RECORD_VERSION)
    throw laterVersion(STEPS_FILE, version, RECORD_VERSION);
  return { module, step: step as number };
};

/** @param most the version that this one reads up to */
export const laterVersion = (file: string, version: number, most: number): SandboxError =>
  new SandboxError(
    'RS102',
    `\`${file}\` was written by a later version of runrl-sandbox (lines of version ${version}; this one reads up to ${most})`,
    { help: 'install that version: `npm install runrl-sandbox@latest`; or name another folder' },
  );

/** @throws z.ZodError */
export const parseRecord = (value: unknown): StepRecord => {
  const record = stepRecord.parse(value);
  const given = value as StepRecord;
  const { info_numbers: numbers, info_strings: strings } = stepRecord.shape;
  keepProto(given.info_numbers, record.info_numbers, (own) => numbers.valueType.parse(own));
  keepProto(given.info_strings, record.info_strings, (own) => strings.valueType.parse(own));
  return record;
};

/** Kept calls of a record. @param read of a place in `rows.jsonl`; throws where it is not there any more */
export const rowsOf = (record: StepRecord, read: (place: Place) => KeptRow): (KeptRow | null)[] =>
  (record.rows ?? []).map(([offset, length]) => {
    try {
      return read({ offset, length });
    } catch {
      return null; // after a crash of the machine one file may know more than the other
    }
  });

/** Records of version 1 have samples in them: they become kept calls, of which nothing more is known. */
export const withOldSamples = ({ record, rows }: StepSnapshot): StepSnapshot => {
  const all = [...rows];
  const strings = Object.entries(record.info_strings).map(([name, { samples, ...entry }]) => {
    if (samples === undefined) return [name, entry] as const;
    const random = samples.map((sample) => all.push(rowOfSample(name, sample)) - 1);
    return [name, { ...entry, views: { random } }] as const;
  });
  return { record: { ...record, info_strings: Object.fromEntries(strings) }, rows: all };
};
