/** Every error that the library throws and the command line prints: one class, one code each, of `errors/codes.ts`. */
import { ERRORS } from './errors/codes.ts';

export { EXIT } from './errors/codes.ts';

/** What each code means, in one sentence, by code. docs/errors.md says when it comes and what to do. */
export const ERROR_CODES = Object.fromEntries(
  Object.entries(ERRORS).map(([code, { means }]) => [code, means]),
) as Readonly<Record<keyof typeof ERRORS, string>>;

/** A code of the table, such as `'RS201'`. Codes do not change their meaning. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** What an error says beside its code and message. */
export interface SandboxErrorOptions {
  /** What to do about it: one or more lines, a command where there is one. */
  help?: string;
  /** Why, without the rest of the message, for those who word that themselves. */
  reason?: string;
  /** The error that led to it. */
  cause?: unknown;
}

/** Thrown for everything that is not the outcome of a call. Recognise it by `code`, never by message. */
export class SandboxError extends Error {
  /** Always `SandboxError`. */
  override readonly name = 'SandboxError';
  /** Which error it is. */
  readonly code: ErrorCode;
  /** What to do about it; undefined when there is nothing to say. */
  readonly help: string | undefined;
  /** Why, without what and where: a part of the message; undefined where the message is all there is. */
  readonly reason: string | undefined;

  /**
   * Makes an error to throw.
   * @param code a key of `ERROR_CODES`
   * @param message what happened, in one sentence
   */
  constructor(code: ErrorCode, message: string, options: SandboxErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.help = options.help;
    this.reason = options.reason;
  }

  /** The exit code that the command line ends with when this error ends it. */
  get exitCode(): number {
    return ERRORS[this.code].exit;
  }
}

/** What is known of an error after it was thrown: in a summary, in JSON. */
export interface ToldError {
  code: ErrorCode;
  message: string;
  help?: string | null | undefined;
}

/** The text a person reads: code, message, and what to do. */
export const formatError = ({ code, message, help }: ToldError): string =>
  withHelp(`${code} ${message}`, help);

/** A text, and below it what to do. */
export const withHelp = (text: string, help: string | null | undefined): string =>
  help == null ? text : `${text}\n  = help: ${help.split('\n').join('\n          ')}`;

/**
 * The candidate closest to `word`, for "did you mean": edit distance at most a third of its length; 1 for two letters, and
 * none for one, since nothing of it would be left.
 */
export const nearestName = (word: string, candidates: Iterable<string>): string | undefined => {
  let best: string | undefined;
  let bestDistance = Math.max(Math.min(1, word.length - 1), Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    // So many letters differ at least. Clients choose the word: a long one would be compared for seconds.
    if (Math.abs(word.length - candidate.length) >= bestDistance) continue;
    const distance = editDistance(word.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
};

/** Letters to insert, leave out, replace, or swap with their neighbour. */
const editDistance = (a: string, b: string): number => {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swap = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : substitution;
      current.push(Math.min(substitution, insertion, deletion, swap));
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
};
