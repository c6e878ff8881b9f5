/** The process of a peer, and a server of programs, ours among them: both tell what they are in a first line of JSON. */
import { createInterface } from 'node:readline';
import { execa } from 'execa';
import { cores, file } from '../machine.ts';
import type { Program } from './workloads.ts';

interface Line {
  name?: string;
  url?: string;
  perSecond?: number;
}

export interface Peer extends AsyncDisposable {
  /** Its first line. */
  first: Line;
  /** Has it measure once. @returns calls per second */
  measure: () => Promise<number>;
}

const TAIL = 2_000;

/** It ends when its stdin does. */
export const startPeer = async (program: string, args: readonly string[]): Promise<Peer> => {
  const child = execa(program, args, { cwd: file('.'), stdin: 'pipe', reject: false, buffer: false });
  let said = '';
  child.stderr.on('data', (text) => (said = `${said}${text}`.slice(-TAIL)));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<Line> => {
    const { value, done } = await lines.next();
    if (done) throw new Error(`${args.join(' ')} ended: ${said}`);
    return JSON.parse(value) as Line;
  };
  const end = async (): Promise<void> => {
    child.stdin.end();
    await child;
  };
  try {
    return {
      first: await next(),
      measure: async () => {
        child.stdin.write('\n');
        return (await next()).perSecond ?? Number.NaN;
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
};

export const ourServer = (): Promise<Peer> =>
  startPeer(process.execPath, [
    file('dist/cli/main.js'),
    ...['serve', '--run-code', '--concurrency', String(cores), '--http', '127.0.0.1:0'],
    ...['--json', '--end-with-stdin', '--log-level', 'warn'],
  ]);

/** Requests under way for each core: a server has always something to begin with. */
const IN_FLIGHT = 4;

/** Programs per second by `POST /run_code`; each must print what it should. */
export const programsPerSecond = async (
  url: string | undefined,
  programs: readonly Program[],
): Promise<number> => {
  let next = 0;
  const begun = performance.now();
  const ask = async (): Promise<void> => {
    for (let program = programs[next++]; program !== undefined; program = programs[next++]) {
      const { code, stdin, stdout } = program;
      const answer = await fetch(`${url}/run_code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code, stdin, language: 'python' }),
      });
      const text = await answer.text();
      if (!answer.ok || JSON.parse(text).run_result?.stdout !== stdout) throw new Error(`${url}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT * cores }, ask));
  return (programs.length / (performance.now() - begun)) * 1e3;
};
