/** Groups failed calls by cause: a hundred times the same exception in the same line is one thing to look at. */
import { oneLine } from '../../formats/text/visible.ts';
import type { Outcome, Status } from '../../outcome.ts';
import type { ScoredRow } from '../output/row.ts';
import { formatFrame, type UserFrame, userFrame } from './user-frame.ts';

export interface FailureGroup {
  status: Status;
  /** Exception class, or the word for a failure without one. */
  type: string | null;
  /** The user's own line, `reward.py:14 in parse`, where one is known. */
  where: string | null;
  count: number;
  /** The first of them by index. */
  example: { index: number; step?: number; id: string | null; message: string; frame: UserFrame | null };
}

/** Enough for the longest of our own messages: what to do stands at their end. */
const KEPT_CHARACTERS = 480;
/** Beyond this many causes, further ones are counted together. */
const MAX_GROUPS = 500;

export class Failures {
  readonly #groups = new Map<string, FailureGroup>();
  readonly #moduleFile: string;
  /** Failures of causes beyond the first five hundred. */
  leftOut = 0;

  constructor(moduleFile: string) {
    this.#moduleFile = moduleFile;
  }

  add(row: ScoredRow): void {
    const { outcome, index, id, step } = row;
    if (outcome.status === 'ok') return;
    const { key, type, where, message, frame } = causeOf(outcome, this.#moduleFile);
    const group = this.#groups.get(key);
    if (group === undefined && this.#groups.size >= MAX_GROUPS) {
      this.leftOut++;
      return;
    }
    if (group !== undefined && group.example.index <= index) {
      group.count++;
      return;
    }
    const example = {
      index,
      ...(step === undefined ? {} : { step }),
      id,
      message,
      frame,
    };
    this.#groups.set(key, { status: outcome.status, type, where, count: (group?.count ?? 0) + 1, example });
  }

  /** Largest first. */
  groups(): FailureGroup[] {
    return [...this.#groups.values()].sort((a, b) => b.count - a.count || a.example.index - b.example.index);
  }
}

/** What a failure comes of. */
export interface Cause {
  /** The same for all failures of one cause. */
  key: string;
  type: string | null;
  where: string | null;
  /** In one line. */
  message: string;
  frame: UserFrame | null;
}

/** @param moduleFile by which the user's own lines are told from others */
export const causeOf = (outcome: Outcome, moduleFile: string): Cause => {
  const frame = frameOf(outcome, moduleFile);
  const message = outcome.error?.message ?? '';
  const type = outcome.error?.type ?? null;
  const key = JSON.stringify([outcome.status, type, placeOf(outcome.status, frame) ?? normalise(message)]);
  const where = frame === null ? null : formatFrame(frame);
  return { key, type, where, message: oneLine(message, KEPT_CHARACTERS), frame };
};

/** A traceback ends with the call that raised; the stack of a killed call starts with where it hung. */
const frameOf = ({ error, stack }: Outcome, moduleFile: string): UserFrame | null => {
  const traceback = error?.traceback ?? null;
  const raised = traceback === null ? null : userFrame(traceback, moduleFile, 'last');
  return raised ?? (stack === null ? null : userFrame(stack, moduleFile, 'first'));
};

/** A call that is cut off was in some line of its loop, and the next one in another: the function is the cause. */
const placeOf = (status: Status, frame: UserFrame | null): string | null => {
  if (frame === null) return null;
  return status === 'timeout' && frame.function !== null
    ? `${frame.file} ${frame.function}`
    : formatFrame(frame);
};

/** Messages that differ in values only are the same cause. */
const normalise = (message: string): string =>
  message
    .slice(0, KEPT_CHARACTERS)
    .replace(/0x[0-9a-f]+/gi, '0x…')
    .replace(/'[^']*'|"[^"]*"/g, "'…'")
    .replace(/\d+(\.\d+)?/g, 'N');
