/** Tells a process that is kept from the processor from one that is stopped or stuck. */
import { readdirSync, readFileSync } from 'node:fs';

/** Share of the time between two looks that a thread must have waited for a processor. */
const MOST = 0.5;

interface Look {
  at: number;
  /** How long its threads have waited for a processor, all together, in milliseconds. */
  waited: number;
  /** How long they have run. */
  ran: number;
  /** Whether a thread wants to run now. */
  wants: boolean;
}

const look = (pid: number): Look | undefined => {
  try {
    const now: Look = { at: performance.now(), waited: 0, ran: 0, wants: false };
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const folder = `/proc/${pid}/task/${thread}`;
      // https://docs.kernel.org/scheduler/sched-stats.html: time on a processor, time waiting for one, in nanoseconds
      const [ran = 0, waited = 0] = readFileSync(`${folder}/schedstat`, 'utf8').split(' ').map(Number);
      now.ran += ran / 1e6;
      now.waited += waited / 1e6;
      now.wants ||= /^\d+ \(.*\) R /s.test(readFileSync(`${folder}/stat`, 'utf8'));
    }
    return now;
  } catch {
    return undefined; // gone, or a kernel that keeps no such statistics
  }
};

export class ProcessorWait {
  readonly #pid: number;
  #last: Look | undefined;

  constructor(pid: number) {
    this.#pid = pid;
  }

  /**
   * Whether, since it was asked last, the process has mostly waited for a processor that others had. The first answer
   * is `false`, and so is every one where the kernel does not tell.
   */
  isStarved(): boolean {
    const last = this.#last;
    const now = look(this.#pid);
    this.#last = now;
    if (last === undefined || now === undefined) return false;
    const most = (now.at - last.at) * MOST;
    // The kernel adds a wait up when it is over: until then, there is one that wants to run and does not.
    return now.waited - last.waited > most || (last.wants && now.wants && now.ran - last.ran < most / 5);
  }
}
