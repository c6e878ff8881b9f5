/** What is said of an episode that cannot do what it is asked for. */
import { SandboxError } from '../../errors.ts';
import type { EpisodeEnd } from './environment.ts';

/** How an episode ended, and why in words. */
export interface Ended {
  how: EpisodeEnd;
  why: string;
}

const HELP: Readonly<Record<EpisodeEnd, string>> = {
  done: 'start another one; `done` of a step says when it was the last',
  max_steps: 'start another one, or raise --max-steps (maxSteps)',
  failed: 'start another one; `error` of the outcome says what happened',
  idle: 'start another one, or raise --idle-timeout (idleTimeout)',
  closed: 'start another one',
};

/** RS502: an episode that has ended was used. */
export const endedError = (file: string, id: number, { how, why }: Ended): SandboxError =>
  new SandboxError('RS502', `${file}: episode ${id} has ended: ${why}`, { help: HELP[how] });

/** RS503. */
export const cannotBranch = (file: string, id: number, reason: string, help?: string): SandboxError =>
  new SandboxError('RS503', `${file}: episode ${id} cannot be branched: ${reason}`, {
    reason,
    ...(help === undefined ? {} : { help }),
  });

/** A duration as a person says it. */
export const idleWords = (milliseconds: number): string => {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  return milliseconds % 60_000 === 0 ? `${milliseconds / 60_000} min` : `${milliseconds / 1_000} s`;
};
