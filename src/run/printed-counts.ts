/** Counts calls that wrote to stdout or stderr: nobody looks at the rows for that, and threads fail nowhere else. */
import type { Outcome } from '../outcome.ts';

export interface PrintedCounts {
  stdout: number;
  stderr: number;
  /** Of those to stderr: Python's word for a thread that ended with an exception is in it. */
  thread_raised: number;
}

const THREAD_RAISED = /^Exception in thread /m;

export const noneCounted = (): PrintedCounts => ({ stdout: 0, stderr: 0, thread_raised: 0 });

export const countPrinted = (counts: PrintedCounts, { stdout, stderr }: Outcome): void => {
  if (stdout !== '') counts.stdout++;
  if (stderr === '') return;
  counts.stderr++;
  if (THREAD_RAISED.test(stderr)) counts.thread_raised++;
};
