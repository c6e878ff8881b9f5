/** Episodes as OpenEnv has them: of the environment that the URL names, started by the data of a `reset`. */
import type { z } from 'zod';
import type { Episode, StepOutcome } from '../../module/episodes/environment.ts';
import { environmentOptionsSchema, type ResolvedEnvironmentOptions, resolveOptions } from '../../options.ts';
import type { NamedEpisode } from '../episodes.ts';
import { bytesOf, type JsonBody } from '../http/exact-json.ts';
import { HttpProblem } from '../http/problem.ts';
import type { ServedModule } from '../modules.ts';
import { refuseReserved } from '../routes/score.ts';
import type { Service } from '../service.ts';
import type { resetData, Standing, StepData } from './openenv-messages.ts';

/** A reset whose data has been checked. */
export interface ResetRequest {
  /** The row as JSON text: fields of the data as they were written. */
  row: Buffer;
  names: readonly string[];
  seed: number | undefined;
  /** What the client calls the episode. */
  label: string | undefined;
}

/**
 * The environment that a URL means.
 * @param name undefined for the routes without a name: there must be only one environment then
 * @throws HttpProblem `unknown-module`
 */
export const servedEnvironment = ({ modules }: Service, name: string | undefined): ServedModule => {
  const all = modules.all.filter(({ setting }) => setting.kind === 'environment');
  const names = all.map(({ setting }) => setting.name);
  const [only, another] = name === undefined ? all : all.filter(({ setting }) => setting.name === name);
  if (only !== undefined && another === undefined) return only;
  const bases = names.map((each) => `/openenv/${encodeURIComponent(each)}`).join(', ');
  const detail =
    name === undefined
      ? `This server has ${only === undefined ? 'no environment' : 'several environments'}`
      : `There is no environment called \`${name.slice(0, 60)}\``;
  throw new HttpProblem('unknown-module', detail, {
    help: names.length === 0 ? 'start it with --environment FILE' : `base URLs end with ${bases}`,
  });
};

/** @throws SandboxError RS101 */
export const optionsOf = ({ setting }: ServedModule): ResolvedEnvironmentOptions =>
  resolveOptions(environmentOptionsSchema, setting.options);

/** @param data those of the reset, with what they say once checked; undefined when there are none */
export const resetRequest = (
  data: JsonBody | undefined,
  { seed, episode_id }: z.output<typeof resetData> = {},
): ResetRequest => {
  const isKept = (name: string): boolean =>
    // Chance follows from the seed and the row: with its name in it, no two episodes of a group would begin alike.
    name !== 'episode_id' && (name !== 'seed' || (seed ?? undefined) !== undefined);
  const kept = [...(data?.fields ?? [])].filter(([name]) => isKept(name));
  const parts = kept.map(([, { key, start, end }]) =>
    data?.bytes.subarray(key?.start ?? start, end).toString(),
  );
  return {
    row: Buffer.from(`{${parts.join(',')}}`),
    names: kept.map(([name]) => name),
    seed: seed ?? undefined,
    label: episode_id ?? undefined,
  };
};

/** The action as text: of a number, its own. @param data those of the step */
export const actionText = (data: JsonBody, { action }: StepData): string =>
  typeof action === 'string' ? action : bytesOf(data, 'action', String(action)).toString();

/**
 * Starts an episode that the server counts as its own. When `setup` failed it has ended already.
 * @param makeRoom called when nothing stands against the start any more
 * @throws HttpProblem, SandboxError
 */
export const startEpisode = async (
  service: Service,
  name: string,
  { row, names, seed }: ResetRequest,
  signal: AbortSignal,
  makeRoom: () => Promise<void> = async () => {},
): Promise<NamedEpisode> => {
  const { module, release } = service.lease('environment', name);
  try {
    refuseReserved(Object.fromEntries(names.map((each) => [each, null])), module.reserved, 'data');
    const giveBack = service.limits.take(1);
    try {
      await makeRoom();
      const episode = await module.start(row, { ...(seed === undefined ? {} : { seed }), signal });
      service.note('setup', episode.setup);
      return service.episodes.add(name, episode, undefined, row);
    } finally {
      giveBack();
    }
  } finally {
    release();
  }
};

/** @throws HttpProblem, SandboxError RS502 when it has ended */
export const stepEpisode = async (
  service: Service,
  named: NamedEpisode,
  text: string,
  signal: AbortSignal,
): Promise<StepOutcome> => {
  const giveBack = service.limits.take(1);
  try {
    const outcome = await named.episode.step(text, { signal });
    service.note('step', outcome);
    service.episodes.stepped(named, text, outcome);
    return outcome;
  } finally {
    giveBack();
  }
};

export const standingOf = (id: string, episode: Episode): Standing => ({
  episode_id: id,
  steps: episode.steps,
  return: episode.return,
  ended: episode.ended ?? null,
});
