/**
 * Every error that the library throws and the command line prints: one class, one code each.
 * docs/errors.md explains every code; a test keeps this table and that page the same.
 */

/** What each code means, in one sentence. docs/errors.md says when it comes and what to do. */
export const ERROR_CODES = {
  RS101: 'An option has the wrong type, unit or range, or is unknown',
  RS102: 'A file is missing, is a directory, is not UTF-8, is empty or cannot be read or written',
  RS103: 'A line of a prompt file is malformed',
  RS104: 'A line of a completions file is malformed or matches no prompt',
  RS105: 'The output file cannot be resumed or would be overwritten',
  RS106: 'The results could not be written to the end',
  RS201: 'The module could not be loaded: syntax, import, or no usable function',
  RS202: 'The module did not finish loading in time',
  RS203: 'The module ended its interpreter while loading',
  RS301: 'No usable Python interpreter was found',
  RS302: "The agent's Python environment is missing and could not be made",
  RS303: "The module's requirements could not be installed",
  RS401: 'The sandbox level that was asked for is not available on this machine',
  RS402: 'The agent did not start or speaks another protocol version',
  RS403: 'The agent or sandbox died too often to go on',
  RS404: 'The host allows too few processes or open files',
  RS501: 'A closed sandbox or module was used',
  RS502: 'An episode that has ended was used',
  RS503: 'An episode could not be branched',
  RS504: 'The server cannot listen on its address',
} as const;

/** A code of the table, such as `'RS201'`. Codes do not change their meaning. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** Exit codes of the command line (also in `--help`). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  infrastructure: 3,
  interrupted: 130,
  terminated: 143,
} as const;

const FAMILY_EXIT: Readonly<Record<string, number>> = {
  RS1: EXIT.usage,
  RS2: EXIT.usage,
  RS3: EXIT.usage,
  RS4: EXIT.infrastructure,
  RS5: EXIT.usage,
};

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
    if (this.code === 'RS401') return EXIT.usage; // refused before anything ran
    if (this.code === 'RS106') return EXIT.infrastructure; // a full disk is nobody's usage
    return FAMILY_EXIT[this.code.slice(0, 3)] ?? EXIT.usage;
  }
}

/** The text a person reads: code, message, and what to do. */
export const formatError = (error: SandboxError): string => {
  const help = error.help === undefined ? '' : `\n  = help: ${error.help.split('\n').join('\n          ')}`;
  return `${error.code} ${error.message}${help}`;
};

/** The candidate closest to `word` (edit distance at most a third of its length), for "did you mean". */
export const nearestName = (word: string, candidates: Iterable<string>): string | undefined => {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(word.length / 3)) + 1;
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
