/** Lines of a JSONL file → rows that are JSON objects; everything else becomes a problem with its place. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ErrorCode } from '../../errors.ts';
import type { InputFile } from '../files.ts';
import { makeProblem } from '../frames.ts';
import { parseJsonLine } from '../json/json-line.ts';
import { type Located, locateNearest } from '../json/json-locate.ts';
import { type Line, LineReader, MAX_LINE_BYTES, type ReadChunk } from '../lines.ts';
import type { Problems } from '../problems.ts';
import { groupDigits } from '../text/visible.ts';
import { describeValue, type RowIssue } from './messages-schema.ts';

export interface Row {
  line: Line;
  text: string;
  value: Readonly<Record<string, unknown>>;
}

/** For what is read between turns of the event loop. */
const TURN_MS = 10;

export class RowReader {
  readonly path: string;
  readonly #lines: LineReader;
  readonly #code: ErrorCode;
  readonly #problems: Problems;

  constructor(file: InputFile, read: ReadChunk, code: ErrorCode, problems: Problems) {
    this.path = file.path;
    this.#lines = new LineReader(read);
    this.#code = code;
    this.#problems = problems;
  }

  /** Lines read so far, blank ones included. */
  get lineCount(): number {
    return this.#lines.count;
  }

  /** Calls back for every line that is not blank: with a row, or with the line alone when it is not one. */
  async read(onRow: (row: Row) => void, onBadLine: (line: Line) => void): Promise<void> {
    let turn = performance.now();
    for await (const batch of this.#lines.batches()) {
      for (const line of batch) {
        // A batch may have 100,000 bad lines, and to find out why one is bad takes some microseconds.
        if (performance.now() - turn > TURN_MS) {
          await nextTurn();
          turn = performance.now();
        }
        const row = this.#parse(line);
        if (row === undefined) onBadLine(line);
        else onRow(row);
      }
    }
    if (this.#lines.hasByteOrderMark) {
      this.#problems.warnings.push(`${this.path} starts with a byte order mark, which is left out`);
    }
  }

  /** Reports what is wrong with a row, at the value it is about (or at its key). */
  report(row: Row, issue: RowIssue, pointAt: keyof Located = 'value'): void {
    this.reportLazily(row, issue.path, () => issue, pointAt);
  }

  /** For sentences that take time to make: they are only made when they will be shown. */
  reportLazily(
    row: Row,
    path: RowIssue['path'],
    describe: () => Pick<RowIssue, 'message' | 'help'>,
    pointAt: keyof Located = 'value',
  ): void {
    this.#problems.add(this.path, () => {
      const located = locateNearest(row.text, path);
      const { start, end } = located[pointAt] ?? located.value;
      const { message, help } = describe();
      return this.#problem(row.line, row.text, start, end, this.#code, message, help);
    });
  }

  #parse(line: Line): Row | undefined {
    if (line.tooLong) {
      const message = `the line is longer than ${groupDigits(MAX_LINE_BYTES)} bytes`;
      const text = line.bytes.toString('utf8', 0, 200);
      this.#problems.add(this.path, () => this.#problem(line, text, 0, 1, this.#code, message, undefined));
      return undefined;
    }
    const parsed = parseJsonLine(line.bytes);
    if (parsed.fault !== undefined) {
      const { text, fault, notUtf8 } = parsed;
      const code = notUtf8 ? 'RS102' : this.#code;
      const help = fault.help ?? wholeDocumentHelp(line, text, this.path);
      const { offset, end, reason } = fault;
      this.#problems.add(this.path, () => this.#problem(line, text, offset, end, code, reason, help));
      return undefined;
    }
    const { text, value } = parsed;
    const row = { line, text, value: value as Record<string, unknown> };
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return row;
    const message = `each line must be an object, got ${describeValue(value)}`;
    this.report(row, { path: [], message, help: wholeDocumentHelp(line, text, this.path) });
    return undefined;
  }

  #problem(
    line: Line,
    text: string,
    start: number,
    end: number,
    code: ErrorCode,
    message: string,
    help: string | undefined,
  ) {
    return makeProblem({ file: this.path, line: line.number, text, start, end }, code, message, help);
  }
}

/** A pretty-printed or array-shaped `.json` file under the name of a `.jsonl`. */
const wholeDocumentHelp = (line: Line, text: string, path: string): string | undefined => {
  if (line.number !== 1 || !/^\s*(\[|\{\s*$)/.test(text)) return undefined;
  const filter = text.trimStart().startsWith('[') ? `'.[]'` : '.';
  return `one JSON document over several lines? make it JSON Lines: \`jq -c ${filter} ${path} > rows.jsonl\``;
};
