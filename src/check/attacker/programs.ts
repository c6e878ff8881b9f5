/** Runs what a model wrote, in a sandbox of its own that holds nothing but the program and what it is given. */
import { join } from 'node:path';
import { z } from 'zod';
import { createSandbox, type Reward } from '../../index.ts';
import { AUDIT_PACKAGE } from '../audit-package.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../loading/beside.ts';

/** What a program returns for each thing that it was given; null: nothing that can be used. */
export interface Ran {
  texts: readonly (string | null)[];
  /** The first that went wrong, for the model; null: nothing did. */
  error: string | null;
}

const TIMEOUT_MS = 10_000;
/** Texts of all rows. */
const OUTPUT_LIMIT = '8MiB';
const MOST_ERROR = 300;
/** Places where a program may end. */
const MOST_ENDS = 5;
/** A program that is longer was not thought of. */
const LONGEST_SOURCE = 20_000;

const ranSchema = z.object({
  texts: z.array(z.string().nullable()),
  error: z.string().nullable(),
});

export class Programs implements AsyncDisposable {
  readonly #reward: Reward;
  readonly #close: () => Promise<void>;

  private constructor(reward: Reward, close: () => Promise<void>) {
    this.#reward = reward;
    this.#close = close;
  }

  /**
   * Nothing of the user's is there: no file, variable, network or package beside the interpreter's own.
   * @throws SandboxError when there is no sandbox; also where modules run without one (`--sandbox none`)
   */
  static async open(
    { sandboxOptions }: Pick<Context['loaded'], 'sandboxOptions'>,
    timeout = TIMEOUT_MS,
  ): Promise<Programs> {
    const { python, level, profile, hide, onLog } = sandboxOptions;
    if (level === 'none')
      throw new Error('programs of a model are not run without confinement (`--sandbox none`)');
    const sandbox = await createSandbox({ python, level, profile, hide, onLog });
    try {
      const reward = await sandbox.loadReward(join(AUDIT_PACKAGE, 'attack.py'), {
        timeout,
        outputLimit: OUTPUT_LIMIT,
        concurrency: 1,
        // A program must not change what the next one finds.
        reuse: 'never',
        onTamper: 'keep',
      });
      return new Programs(reward, () => sandbox.close());
    } catch (error) {
      await sandbox.close();
      throw error;
    }
  }

  /** The program in an answer that defines a function of that name; undefined: there is none. */
  async read(answer: string, name: 'attack' | 'honest'): Promise<string | undefined> {
    const blocks = blocksIn(answer, name);
    for (const block of blocks.length > 1 ? blocks : []) {
      const { error } = await this.run(block, name, []);
      if (error?.startsWith('SyntaxError') !== true) return block;
    }
    return blocks[0];
  }

  /**
   * Calls a function of a program.
   * @param given its argument, once for each call, as JSON text
   */
  async run(source: string, name: 'attack' | 'honest', given: readonly string[]): Promise<Ran> {
    const nothing = (error: string): Ran => ({ texts: given.map(() => null), error });
    if (source.length > LONGEST_SOURCE) return nothing(`it is longer than ${LONGEST_SOURCE} characters`);
    const outcome = await this.#reward.score({ completion: source, kwargs: { name, given: [...given] } });
    const { status, error } = outcome;
    const ran = ranSchema.safeParse(answerOf(outcome));
    if (status === 'timeout') return nothing(`it did not end in time`);
    if (!ran.success || ran.data.texts.length !== given.length)
      return nothing(error === null ? `it ended with ${status}` : `${error.type}: ${error.message}`);
    return { texts: ran.data.texts, error: ran.data.error?.slice(0, MOST_ERROR) ?? null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
  }
}

/**
 * The blocks of an answer that may define a function of that name, the likeliest first. A program that writes fences itself
 * has some inside of it: which one ends it only Python can tell.
 */
const blocksIn = (answer: string, name: string): string[] => {
  const lines = answer.split(/\r?\n/);
  const fences = lines.flatMap((line, at) => (/^\s*```/.test(line) ? [at] : []));
  const defines = lines.findLastIndex((line) => new RegExp(`^(?:async )?def ${name}\\(`).test(line));
  const begin = fences.findLast((at) => at < defines) ?? -1;
  const ends = [...fences.filter((at) => at > defines), lines.length].slice(0, MOST_ENDS);
  return defines === -1 ? [] : ends.map((end) => lines.slice(begin + 1, end).join('\n'));
};
