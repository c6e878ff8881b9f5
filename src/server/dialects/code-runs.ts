/** The module behind `POST /run_code`: one of ours, loaded into the sandbox like any other, and apart from them. */
import { join } from 'node:path';
import { z } from 'zod';
import { shapeOf } from '../../options/schema.ts';
import { CODE } from '../../options/server.ts';
import { SHIM_FOLDER } from '../../sandbox/command.ts';
import type { Log } from '../log.ts';
import { ServedModule } from '../modules.ts';
import { MAX_RUN_S } from './schemas.ts';
import { Semaphore } from './semaphore.ts';

export const codeOptionsSchema = z.strictObject(shapeOf(CODE));
export type CodeOptions = z.output<typeof codeOptionsSchema>;

/** What the call around a run needs itself, on top of the program: a Python that holds its output as JSON. */
const OWN_MEMORY = 2 ** 29;
/** JSON of 1 MiB of stdout and of stderr, each character escaped, and of the 64 MiB of files in base64. */
const MOST_OUTPUT = '110MiB';
/** Beyond the longest program: for its start and its end. */
const ROOM_MS = 120_000;

export class CodeRuns {
  readonly options: CodeOptions;
  readonly served: ServedModule;
  readonly turns: Semaphore;

  constructor(options: CodeOptions, log: Log) {
    const { concurrency, memory } = options;
    this.options = options;
    this.turns = new Semaphore(concurrency);
    const file = join(SHIM_FOLDER, 'runrl_served/run_code.py');
    this.served = new ServedModule(
      {
        kind: 'reward',
        name: 'run_code',
        file,
        options: {
          concurrency,
          memory: memory + OWN_MEMORY,
          timeout: MAX_RUN_S * 1_000 + ROOM_MS,
          outputLimit: MOST_OUTPUT,
          tmpSize: '256MiB',
        },
      },
      log,
    );
  }
}
