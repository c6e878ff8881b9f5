/** What can be said about the output before anything else is done. */
import { statSync } from 'node:fs';
import type { FileRunOptions } from '../file-run-options.ts';
import { leaveOutRows } from '../resume/leave-out-rows.ts';
import { lockOutput, type OutputPlan, planOutput } from './output-plan.ts';
import { PipeSink } from './pipe.ts';
import { FileSink, nowhere, type RowSink, StreamSink } from './sinks.ts';
import type { EarlierRows } from './written-rows.ts';

export interface ChosenOutput {
  plan: OutputPlan | 'stream';
  /** Its name; empty for a stream. */
  file: string;
  /** Opens it; what does not count of the earlier rows is taken out. */
  open(earlier: EarlierRows): RowSink;
  /** @throws SandboxError RS105 when another run writes to it */
  lock(): Promise<AsyncDisposable | undefined>;
}

/** @throws SandboxError RS101, RS102, RS105: see `planOutput` */
export const chooseOutput = (options: FileRunOptions, moduleFile: string): ChosenOutput => {
  const { output, prompts, completions, resume = false, overwrite = false } = options;
  if (typeof output !== 'string') {
    const open = (): RowSink => (output === undefined ? nowhere : new StreamSink(output, options.abort));
    return { plan: 'stream', file: '', open, lock: async () => undefined };
  }
  const inputs = [prompts, completions, moduleFile];
  const plan = planOutput({ path: output, resume, overwrite, inputs });
  const isDevice = plan === 'device';
  const open = (earlier: EarlierRows): RowSink => {
    if (isDevice && statSync(output).isFIFO()) return new PipeSink(output, options.abort);
    const keepBytes = plan === 'create' ? undefined : leaveOutRows(output, earlier);
    return new FileSink(output, { keepBytes, isDevice });
  };
  return { plan, file: output, open, lock: async () => (isDevice ? undefined : lockOutput(output)) };
};
