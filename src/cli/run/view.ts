/** `run --view`: the page over the rows that the run is writing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlagError } from '../../options/flag-error.ts';
import type { RunningServer } from '../../server/server.ts';
import { resolveServer } from '../../server/settings/settings.ts';
import { ResultsSource } from '../../view/sources/results-source.ts';
import { Interrupts } from '../interrupts.ts';
import { hideFrom } from '../settings/told-files.ts';
import { openBrowser } from '../view/open-browser.ts';
import { servePage, type Tried } from '../view/page-server.ts';
import type { RunFlags } from './flags.ts';

export class RunView implements AsyncDisposable {
  /** Where the run writes its rows. */
  readonly output: string;
  readonly url: string;
  readonly #server: RunningServer;
  readonly #folder: string | undefined;

  private constructor(server: RunningServer, output: string, folder: string | undefined) {
    this.#server = server;
    this.#folder = folder;
    this.output = output;
    this.url = `${server.url}/`;
  }

  /** Rows that nobody wants to keep go into a folder that is deleted at the end. @throws SandboxError */
  static async start(flags: RunFlags, { module, sandbox }: Tried): Promise<RunView> {
    if (flags.output === '-')
      throw new FlagError('view', ' needs an output file', {
        help: 'name one: `-o FILE`, or leave -o out',
      });
    const folder = flags.output === undefined ? mkdtempSync(join(tmpdir(), 'runrl-view-')) : undefined;
    const output = flags.output ?? join(folder ?? '', 'results.jsonl');
    try {
      const { prompts, completions, key } = flags;
      const source = new ResultsSource(output, { prompts, completions, key, module });
      const settings = resolveServer({ http: '127.0.0.1:0' });
      const told = [prompts, completions, output];
      const tried = { module, sandbox: hideFrom(sandbox, [module.file], told) };
      const server = await servePage([source], '127.0.0.1', settings, tried);
      const view = new RunView(server, output, folder);
      if (process.stdout.isTTY) openBrowser(view.url, process.env);
      return view;
    } catch (error) {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Where somebody sits in front of it, the page stays until Ctrl-C. */
  async stay(say: (line: string) => void): Promise<void> {
    if (!process.stdin.isTTY) return;
    say(`The page stays at ${this.url} until Ctrl-C.`);
    using interrupts = new Interrupts();
    await new Promise<void>((resolve) => interrupts.gentle.addEventListener('abort', () => resolve()));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.close();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
