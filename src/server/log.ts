/** The server's log: one JSON object per line, or the same for people. Never tokens, and never what completions say. */
import { visible } from '../formats/text/visible.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ['text', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export type LogFields = Readonly<Record<string, unknown>>;

/** Longer texts are cut: a log is no place for tracebacks without end. */
const MAX_TEXT = 4_000;

const short = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;

export class Log {
  readonly #write: (line: string) => void;
  readonly #least: number;

  readonly #line: (line: LogLine, fields: LogFields) => string;

  constructor(write: (line: string) => void, least: LogLevel, format: LogFormat = 'json') {
    this.#write = write;
    this.#line = format === 'json' ? (line, fields) => JSON.stringify({ ...line, ...fields }) : textLine;
    this.#least = LOG_LEVELS.indexOf(least);
  }

  event(level: LogLevel, event: string, fields: LogFields = {}): void {
    if (LOG_LEVELS.indexOf(level) < this.#least) return;
    const line = { time: new Date().toISOString(), level, event };
    const more = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, short(value)]));
    this.#write(`${this.#line(line, more)}\n`);
  }
}

interface LogLine {
  time: string;
  level: LogLevel;
  event: string;
}

/** `13:05:09 warn  module-restarted  module=reward, reason="out of memory"`; the time is UTC, as in JSON. */
const textLine = ({ time, level, event }: LogLine, fields: LogFields): string => {
  const texts = Object.entries(fields).map(([name, value]) => {
    const isPlain = typeof value === 'string' && /^[^\s",=\p{Cc}\p{Cf}]+$/u.test(value);
    return `${name}=${isPlain ? value : visible(JSON.stringify(value) ?? '')}`;
  });
  const start = `${time.slice(11, 19)} ${level.padEnd(5)} ${event}`;
  return texts.length === 0 ? start : `${start}  ${texts.join(', ')}`;
};
