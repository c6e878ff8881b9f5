/** The job of `runrl-sandbox run --environment`: replay the actions of every row of a completions file. */
import type { Environment } from '../module/episodes/environment.ts';
import { Episodes } from './episodes.ts';
import { runFiles } from './file-run.ts';
import type { FileRunOptions } from './file-run-options.ts';
import { readEarlierEpisodes } from './resume/episodes.ts';
import type { EnvironmentRunSummary } from './summary/environment-shape.ts';
import { EpisodeSummaryBuilder } from './summary/episodes.ts';

export interface EnvironmentRunOptions extends FileRunOptions {
  /** May still be loading: the files are checked meanwhile, and their errors win. */
  environment: Environment | Promise<Environment>;
  /** Name of the environment file, to find its lines in tracebacks and to never write over it. */
  environmentFile: string;
  /**
   * Episodes that are played at the same time. Each has one setup or step under way, so more than the environment's
   * `concurrency` gain nothing, and more than its `maxEpisodes` cannot be. @default 32
   */
  episodesAtOnce?: number | undefined;
}

const EPISODES_AT_ONCE = 32;

/**
 * Plays, writes and sums up. Resolves also when the run was interrupted, or the sandbox was lost on the way: see
 * `state` and `failure` of the summary.
 * @throws SandboxError when it could not start: input, output, or the module's loading
 */
export const runEnvironment = (options: EnvironmentRunOptions): Promise<EnvironmentRunSummary> => {
  const summary = new EpisodeSummaryBuilder(options.environmentFile);
  return runFiles<Environment, EnvironmentRunSummary>(options, {
    module: options.environment,
    moduleFile: options.environmentFile,
    field: 'actions',
    taken: ({ reserved, required, className }) => ({
      names: reserved,
      required,
      functionName: `${className}.setup`,
    }),
    view: ({ className, shape, warnings }) => ({ name: className, shape, warnings }),
    statuses: summary.statuses,
    readEarlier: (path, completions, prompts) =>
      readEarlierEpisodes(path, completions, prompts, (episode) => summary.add(episode, true), options),
    begin: (environment, part) =>
      new Episodes({
        environment,
        part,
        atOnce: options.episodesAtOnce ?? EPISODES_AT_ONCE,
        onEpisode: (episode) => summary.add(episode),
        audit: options.audit,
      }),
    summarise: (frame, environment, promptText) => ({
      schema: 'runrl-sandbox.run-environment/1',
      ...frame,
      environment: environment === undefined ? null : described(environment),
      ...summary.build(promptText, frame.elapsed_ms),
      ...(options.audit === undefined ? {} : { audit: options.audit.report() }),
    }),
  });
};

const described = ({ className, shape, loadMs, hashSeed, warnings }: Environment) => ({
  class: className,
  shape,
  load_ms: loadMs,
  hash_seed: hashSeed,
  warnings,
});
