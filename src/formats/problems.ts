/** Collects what is wrong with the input files: all of it is counted, the first twenty are shown. */

import { SandboxError } from '../errors.ts';
import { formatProblem, type Problem } from './frames.ts';
import { sum } from './statistics.ts';
import { plural } from './text/visible.ts';

/** How many problems are described; the others are only counted. */
export const SHOWN_PROBLEMS = 20;

export class Problems {
  readonly shown: Problem[] = [];
  /** Remarks that stop nothing. */
  readonly warnings: string[] = [];
  readonly #counts = new Map<string, number>();

  /** The problem is only built while there is room to show it: hints and excerpts cost time. */
  add(file: string, build: () => Problem): void {
    this.#counts.set(file, (this.#counts.get(file) ?? 0) + 1);
    if (this.shown.length < SHOWN_PROBLEMS) this.shown.push(build());
  }

  get total(): number {
    return sum(this.#counts.values());
  }

  /** All frames, and how many more there are. */
  format(): string {
    const hidden = this.total - this.shown.length;
    const frames = this.shown.map(formatProblem);
    if (hidden > 0) frames.push(`… and ${plural(hidden, 'more error')}`);
    return frames.join('\n\n');
  }

  /** `3 errors in prompts.jsonl, 1 error in completions.jsonl`. */
  counts(): string {
    return [...this.#counts].map(([file, count]) => `${plural(count, 'error')} in ${file}`).join(', ');
  }
}

/** One fault in a file that stops everything. Its message is the frame. */
export class FileFault extends SandboxError {
  readonly problems: readonly Problem[];

  constructor(problem: Problem) {
    super(problem.code, formatProblem(problem));
    this.problems = [problem];
  }
}

/** Thrown when files have errors and nothing was scored. Its message is complete: frames first, the count last. */
export class InputError extends SandboxError {
  readonly problems: readonly Problem[];
  readonly total: number;
  /** The message without the frames. */
  readonly summary: string;

  constructor(problems: Problems) {
    const summary = `${problems.counts()}; nothing was scored`;
    super(problems.shown[0]?.code ?? 'RS103', `${problems.format()}\n\n${summary}`, {
      help: '`--skip-invalid` leaves out the lines with errors and scores the others',
    });
    this.problems = problems.shown;
    this.total = problems.total;
    this.summary = summary;
  }
}
