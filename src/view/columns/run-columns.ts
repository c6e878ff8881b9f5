/** The numbers of all steps of a run, by module, as columns: what graphs are drawn from, without reading a file. */
import type { StepRecord } from '../store/step-schemas.ts';
import { ModuleColumns } from './module-columns.ts';

export class RunColumns {
  /** Grows with every change. */
  version = 0;
  /** Records that could not be read. */
  damaged = 0;
  readonly #modules = new Map<string, ModuleColumns>();

  /** Takes a record in, or puts it in the place of an earlier one of its step. */
  put(record: StepRecord): void {
    this.version++;
    let module = this.#modules.get(record.module);
    if (module === undefined) {
      module = new ModuleColumns();
      this.#modules.set(record.module, module);
    }
    module.put(record, this.version);
  }

  get modules(): string[] {
    return [...this.#modules.keys()].sort();
  }

  of(module: string): ModuleColumns | undefined {
    return this.#modules.get(module);
  }
}
