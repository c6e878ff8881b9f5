/** What can be said about the output before anything else is done. */
import type { FileRunOptions } from './file-run-options.ts';
import { FileSink, nowhere, type RowSink, StreamSink } from './output.ts';
import { lockOutput, type OutputPlan, planOutput } from './output-plan.ts';

export interface ChosenOutput {
  plan: OutputPlan | 'stream';
  /** Its name; empty for a stream. */
  file: string;
  /** Opens it; what is behind `keepBytes` is cut off. */
  open(keepBytes: number): RowSink;
  /** @throws SandboxError RS105 when another run writes to it */
  lock(): Promise<AsyncDisposable | undefined>;
}

/** @throws SandboxError RS101, RS102, RS105: see `planOutput` */
export const chooseOutput = (options: FileRunOptions, moduleFile: string): ChosenOutput => {
  const { output, prompts, completions, resume = false, overwrite = false } = options;
  if (typeof output !== 'string') {
    const open = (): RowSink => (output === undefined ? nowhere : new StreamSink(output));
    return { plan: 'stream', file: '', open, lock: async () => undefined };
  }
  const inputs = [prompts, completions, moduleFile];
  const plan = planOutput({ path: output, resume, overwrite, inputs });
  const isDevice = plan === 'device';
  const open = (keepBytes: number): RowSink =>
    new FileSink(output, { keepBytes: plan === 'create' ? undefined : keepBytes, isDevice });
  return { plan, file: output, open, lock: async () => (isDevice ? undefined : lockOutput(output)) };
};
