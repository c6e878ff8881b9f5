/** The server's log: one JSON object per line. Never tokens, and never what completions say. */

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** Longer texts are cut: a log is no place for tracebacks without end. */
const MAX_TEXT = 4_000;

const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;

export class Log {
  readonly #write: (line: string) => void;
  readonly #least: number;

  constructor(write: (line: string) => void, least: LogLevel) {
    this.#write = write;
    this.#least = LOG_LEVELS.indexOf(least);
  }

  event(level: LogLevel, event: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(level) < this.#least) return;
    const line = { time: new Date().toISOString(), level, event };
    const more = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)]));
    this.#write(`${JSON.stringify({ ...line, ...more })}\n`);
  }
}
