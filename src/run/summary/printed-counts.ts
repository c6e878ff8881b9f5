/** How many calls wrote to stdout or stderr: nobody opens the rows for that, and a thread that fails shows nowhere else. */
import type { Outcome } from '../../outcome.ts';

export interface PrintedSummary {
  stdout: number;
  stderr: number;
  /** Of those to stderr: Python's words for a thread that ended with an exception are in it. */
  thread_raised: number;
}

const THREAD_RAISED = /^Exception in thread /m;

export class PrintedCounts {
  readonly #counts: PrintedSummary = { stdout: 0, stderr: 0, thread_raised: 0 };

  add({ stdout, stderr }: Outcome): void {
    if (stdout !== '') this.#counts.stdout++;
    if (stderr === '') return;
    this.#counts.stderr++;
    if (THREAD_RAISED.test(stderr)) this.#counts.thread_raised++;
  }

  summary(): PrintedSummary {
    return { ...this.#counts };
  }
}
