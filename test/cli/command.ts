/** The command line as a program of its own: with pipes, or at a terminal. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { byHand, COMMAND, type Ended } from '../helpers/command-line.ts';
import { until } from '../helpers/processes.ts';

/** Runs a command with this text on its stdin. */
export const cli = async (args: readonly string[], stdin = ''): Promise<Ended> => {
  const child = spawn(COMMAND[0], [COMMAND[1], ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: byHand(),
  });
  child.stdin.on('error', () => {}); // it may have ended already
  child.stdin.end(stdin);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code: code as number | null };
};

/** Runs a command whose stdin stays open, sends it a signal once it has shown this, and waits for its end. */
export const interrupted = async (
  args: readonly string[],
  stdin: string,
  shows: string,
  signal: NodeJS.Signals,
): Promise<number | null> => {
  const child = spawn(COMMAND[0], [COMMAND[1], ...args], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: byHand(),
  });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (data: string) => {
    shown += data;
    if (shown.includes(shows)) child.kill(signal);
  });
  child.stdin.write(stdin);
  const [code] = await once(child, 'exit');
  return code as number | null;
};

/** Gives a program a terminal, and hands on what is typed and shown. */
const PTY = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
if os.fork() == 0:
    while typed := os.read(0, 4096):
        os.write(terminal, typed)
    os._exit(0)
os.close(0)
while True:
    try:
        shown = os.read(terminal, 4096)
    except OSError:
        break
    if not shown:
        break
    os.write(1, shown)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
`;

export class Terminal {
  shown = '';
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;

  constructor(args: readonly string[]) {
    this.#child = spawn('python3', ['-c', PTY, ...COMMAND, ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: byHand(),
    });
    this.#exit = once(this.#child, 'exit');
    this.#child.stdout?.setEncoding('utf8').on('data', (data: string) => {
      this.shown += data;
    });
  }

  /** Waits until this is shown, from where the last one was. */
  async sees(what: string): Promise<void> {
    await until(
      () => this.shown.indexOf(what),
      (at) => at !== -1,
      20_000,
    );
    this.shown = this.shown.slice(this.shown.indexOf(what) + what.length);
  }

  types(keys: string): void {
    this.#child.stdin?.write(keys);
  }

  async ended(): Promise<number | null> {
    const [code] = await this.#exit;
    this.#child.stdin?.end();
    return code as number | null;
  }
}

export const KEYS = { enter: '\r', ctrlC: '\u0003', ctrlD: '\u0004' } as const;
