/**
 * Asks `recheck` which texts make a regular expression explode, in a thread of its own with a time limit for each
 * expression. Its build of plain JavaScript, so that nothing but this process runs.
 */
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { TranslatedRegex } from './python-regex.ts';

/** Texts that a pattern takes long for: any number of pumps between their prefixes, then the suffix. */
export interface Attack {
  pumps: readonly { prefix: string; pump: string }[];
  suffix: string;
  kind: 'exponential' | 'polynomial';
}

interface Diagnostics {
  status: 'safe' | 'vulnerable' | 'unknown';
  complexity?: { type: string };
  attack?: { pumps: readonly { prefix: string; pump: string }[]; suffix: string };
}

// Of CommonJS: a thread made of text has no other `require`, and no loader of the test runner.
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { checkSync } = require(workerData);
parentPort.on('message', ({ source, flags, timeout }) => {
  let answer;
  try {
    answer = checkSync(source, flags, { timeout, logger: null });
  } catch (error) {
    answer = { status: 'unknown' };
  }
  const { status, complexity, attack } = answer;
  parentPort.postMessage({
    status,
    complexity: complexity && { type: complexity.type },
    attack: attack && { pumps: attack.pumps.map(({ prefix, pump }) => ({ prefix, pump })), suffix: attack.suffix },
  });
});
`;

/** Beyond what recheck was given itself: it looks at its clock only now and then. */
const GRACE_MS = 1_500;

export class Recheck {
  #worker: Worker | undefined;

  /** One at a time. @returns undefined: no text is known that it takes long for */
  async attack({ source, flags }: TranslatedRegex, timeout: number): Promise<Attack | undefined> {
    const worker = this.#open();
    const answer = await new Promise<Diagnostics | undefined>((resolve) => {
      const timer = setTimeout(() => {
        void this.close();
        resolve(undefined);
      }, timeout + GRACE_MS);
      const settle = (found: Diagnostics | undefined): void => {
        clearTimeout(timer);
        worker.removeAllListeners();
        resolve(found);
      };
      worker.once('message', settle);
      worker.once('error', () => {
        this.#worker = undefined;
        settle(undefined);
      });
      worker.postMessage({ source, flags, timeout });
    });
    const { attack, complexity } = answer ?? {};
    if (answer?.status !== 'vulnerable' || attack === undefined) return undefined;
    return { ...attack, kind: complexity?.type === 'exponential' ? 'exponential' : 'polynomial' };
  }

  #open(): Worker {
    this.#worker ??= new Worker(PROGRAM, {
      eval: true,
      workerData: createRequire(import.meta.url).resolve('recheck/lib/browser.js'),
      env: {},
      execArgv: [],
      stdout: true,
      stderr: true,
    });
    return this.#worker;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

/** The text with so many pumps at each place. */
export const attackText = ({ pumps, suffix }: Attack, count: number): string =>
  pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join('') + suffix;
