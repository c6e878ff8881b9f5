/** Rows into a named pipe. Whatever its reader does, nothing here waits for it in a system call. */
import { constants, openSync } from 'node:fs';
import { Socket } from 'node:net';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';
import { StreamSink } from './sinks.ts';

export class PipeSink extends StreamSink {
  readonly #pipe: Socket;

  /** @throws SandboxError RS102 when nobody has it open for reading */
  constructor(path: string, abort?: AbortSignal) {
    const pipe = openPipe(path);
    super(pipe, abort);
    this.#pipe = pipe;
  }

  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      this.#pipe.destroy();
    }
  }
}

const openPipe = (path: string): Socket => {
  try {
    const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    return new Socket({ fd, readable: false, writable: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENXIO')
      throw systemError('RS102', `The output file \`${path}\` cannot be written`, cause);
    throw new SandboxError('RS102', `No process reads from the pipe \`${path}\``, {
      help: 'start its reader first',
    });
  }
};
