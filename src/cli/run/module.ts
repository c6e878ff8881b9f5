/** A module that loads while the input files are read; whatever was started is ended with it. */
import { createSandbox, type Sandbox } from '../../host.ts';
import type { SandboxOptions } from '../../options.ts';
import type { Level } from '../../outcome.ts';

export interface Loading {
  sandbox: SandboxOptions;
  onLog: (line: string) => void;
  /** Called when the sandbox is there. */
  onLevel: (level: Level) => void;
}

export class LoadingModule<Module> implements AsyncDisposable {
  readonly module: Promise<Module>;
  #close: () => Promise<void> = async () => {};
  #closed = false;

  constructor(loading: Loading, load: (sandbox: Sandbox) => Promise<Module>) {
    this.module = this.#load(loading, load);
    this.module.catch(() => {});
  }

  async #load(
    { sandbox: options, onLog, onLevel }: Loading,
    load: (sandbox: Sandbox) => Promise<Module>,
  ): Promise<Module> {
    const sandbox = await createSandbox({ ...options, onLog });
    // The input may have turned out to be wrong meanwhile.
    if (this.#closed) await sandbox.close();
    this.#close = () => sandbox.close();
    onLevel(sandbox.level);
    return load(sandbox);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    await this.#close();
  }
}
