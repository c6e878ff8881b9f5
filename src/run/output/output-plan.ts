/** Decides, before anything runs, what happens to the output file, and refuses to destroy anything. */
import { createHash } from 'node:crypto';
import { existsSync, realpathSync, type Stats, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';

export type OutputPlan = 'create' | 'resume' | 'overwrite' | 'device';

export interface OutputChoice {
  path: string;
  resume: boolean;
  overwrite: boolean;
  /** Files that the run reads; none of them may be its output. */
  inputs: readonly string[];
}

/** @throws SandboxError RS102 when the place cannot be written, RS105 when a result is there already. */
export const planOutput = ({ path, resume, overwrite, inputs }: OutputChoice): OutputPlan => {
  if (resume && overwrite) throw new SandboxError('RS101', '`resume` cannot be used with `overwrite`');
  const found = statOrUndefined(path);
  if (found === undefined) {
    const folder = dirname(resolve(path));
    if (statOrUndefined(folder)?.isDirectory()) return 'create';
    throw new SandboxError('RS102', `The folder of the output file \`${path}\` does not exist`, {
      help: `mkdir -p ${folder}`,
    });
  }
  if (found.isDirectory()) {
    throw new SandboxError('RS102', `The output file \`${path}\` is a directory`, {
      help: `name a file in it: \`${join(path, 'results.jsonl')}\``,
    });
  }
  if (!found.isFile()) return 'device';
  const same = inputs.find((input) => isSameFile(found, statOrUndefined(input)));
  if (same !== undefined)
    throw new SandboxError('RS102', `The output file \`${path}\` is the same file as the input \`${same}\``);
  if (overwrite || found.size === 0) return 'overwrite';
  if (resume) return 'resume';
  throw new SandboxError('RS105', `The output file \`${path}\` exists already`, {
    help: '`--resume` continues it; `--overwrite` starts again',
  });
};

const statOrUndefined = (path: string): Stats | undefined => {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw systemError('RS102', `The file \`${path}\` cannot be opened`, error);
  }
};

const isSameFile = (a: Stats, b: Stats | undefined): boolean =>
  b !== undefined && a.dev === b.dev && a.ino === b.ino;

/**
 * Two runs that append to one file would both do every row. The lock is a socket name in the kernel's abstract
 * namespace: it is gone the moment its process is, also after SIGKILL, so it can never be stale.
 * @throws SandboxError RS105 when another run writes to this file.
 */
export const lockOutput = async (path: string): Promise<AsyncDisposable> => {
  const named = join(realpathSync(dirname(resolve(path))), basename(path));
  const place = existsSync(named) ? realpathSync(named) : named; // it may be a link
  const name = `\0runrl-sandbox-output-${createHash('sha256').update(place).digest('hex').slice(0, 32)}`;
  const server = createServer();
  await new Promise<void>((locked, refused) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      refused(error.code === 'EADDRINUSE' ? beingWritten(path) : error),
    );
    server.listen({ path: name }, locked);
  });
  server.unref();
  return { [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())) };
};

const beingWritten = (path: string): SandboxError =>
  new SandboxError('RS105', `Another run is writing to \`${path}\``, {
    help: 'wait for it, stop it, or name another file',
  });
