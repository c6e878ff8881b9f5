/** What an episode came to, as policies and oracles look at it. */
import type { EpisodeEnd, Evidence, Observation, OutcomeError, Status } from '../../../index.ts';
import type { CheckRow } from '../../subject/subject.ts';

export interface StepSeen {
  action: string;
  observation: string;
  reward: number | null;
  done: boolean;
  status: Status;
  error: OutcomeError | null;
  info: Readonly<Record<string, number | string>>;
  evidence: readonly Evidence[];
  ms: number;
}

export interface Trace {
  row: CheckRow;
  /** Fields of the row that were replaced, by JSON text. */
  changed: Readonly<Record<string, string | undefined>>;
  seed: number;
  setup: { observation: string; status: Status; error: OutcomeError | null; ms: number; warnings: string[] };
  steps: readonly StepSeen[];
  return: number;
  /** `stopped`: the policy had no further action. */
  ended: EpisodeEnd | 'stopped';
  /** The whole of it: `ok`, or that of what failed. */
  status: Status;
}

/** What an observation says, messages flattened to text. */
export const observationText = (observation: Observation | null): string => {
  if (observation === null) return '';
  if (typeof observation === 'string') return observation;
  return observation
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content ?? '')))
    .join('\n');
};

export const actionsOf = (trace: Trace): string[] => trace.steps.map(({ action }) => action);

/** What the environment said last. */
export const lastSaid = (trace: Trace): string => trace.steps.at(-1)?.observation ?? trace.setup.observation;

/** What was said, without what only echoes the action: at one state, two actions with the same did the same. */
export const answerTo = (said: string, ...actions: readonly string[]): string => {
  const echoes = new Set(
    actions
      .join(' ')
      .match(/[A-Za-z_]{3,}|-?\d+(?:\.\d+)?/g)
      ?.slice(0, 60),
  );
  // All of it at once first: `rm: 3: not found` is the answer to any text.
  const whole = actions.map((action) => action.trim()).filter((action) => action.length > 1);
  return whole
    .reduce((text, action) => text.replaceAll(action, '@'), said)
    .replace(/[A-Za-z_]{3,}|-?\d+(?:\.\d+)?/g, (part) => (echoes.has(part) ? '@' : part))
    .replace(/\s+/g, ' ')
    .trim();
};

/** The same without numbers, for answers at different states: counters change by themselves. */
export const kindOf = (said: string, action: string): string =>
  answerTo(said, action).replace(/-?\d+(?:\.\d+)?/g, '#');

/** Two episodes in which all that could be seen was the same. */
export const sameTrace = (one: Trace, other: Trace): boolean =>
  one.setup.observation === other.setup.observation &&
  one.steps.length === other.steps.length &&
  one.steps.every((step, index) => {
    const twin = other.steps[index] as StepSeen;
    return (
      step.observation === twin.observation &&
      step.reward === twin.reward &&
      step.done === twin.done &&
      step.status === twin.status
    );
  });
