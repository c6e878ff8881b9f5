/** The commands of Docker that a rehearsal needs. */
import { execa } from 'execa';

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `docker ARGS`. A failure of the command is no error. */
export const docker = async (...args: readonly string[]): Promise<Ran> => {
  const { exitCode, stdout, stderr } = await execa('docker', [...args], {
    reject: false,
    stdin: 'ignore',
    env: { DOCKER_BUILDKIT: process.env.DOCKER_BUILDKIT ?? '0' },
    timeout: 30 * 60_000,
  });
  return { code: exitCode ?? -1, stdout, stderr };
};

/** The same where a failure ends the rehearsal. @throws Error with what it said */
export const mustDocker = async (...args: readonly string[]): Promise<string> => {
  const { code, stdout, stderr } = await docker(...args);
  if (code !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
};

/** Waits until `look` finds something. @throws Error after `seconds` */
export const eventually = async <T>(
  what: string,
  seconds: number,
  look: () => Promise<T | undefined>,
): Promise<T> => {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
