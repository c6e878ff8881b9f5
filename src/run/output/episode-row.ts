/** The rows of an environment's result file: one per step, then one per episode. */
import { z } from 'zod';
import type { StepOutcome } from '../../module/episodes/environment.ts';
import type { Outcome } from '../../outcome.ts';
import { exact, measuresOf, toJson, valuesOf } from '../../outcome-json.ts';
import { outcomeSchema, placeShape } from './row.ts';

/** Why an episode took no further step. */
export const ENDS = ['done', 'actions_used', 'max_steps', 'failed'] as const;
export type Ended = (typeof ENDS)[number];

/** One episode that came to its end. */
export interface PlayedEpisode {
  /** 0-based line of the completions file. */
  index: number;
  /** Key of the prompt as JSON text (64-bit ids stay exact), or null when it has none. */
  id: string | null;
  /** 0-based line of the prompt file. */
  promptLine: number;
  setup: Outcome;
  steps: readonly Outcome[];
  ended: Ended;
  /** Actions of the row that were left over. */
  actionsUnused: number;
}

/** The place of a row, as it begins each line. */
export type Place = Pick<PlayedEpisode, 'index' | 'id'>;

const head = ({ index, id }: Place, kind: 'step' | 'episode'): string =>
  `{"index":${index},"id":${id ?? 'null'},"kind":"${kind}"`;

/** `,"name":value,…` of a row whose fields follow others. */
const further = (fields: object): string => `,${toJson(fields).slice(1)}`;

/** The line of one step, with its newline. The observation is written exactly as Python wrote it. */
export const formatStep = (place: Place, step: number, outcome: StepOutcome): string => {
  const { status, done } = outcome;
  const { reward, info } = valuesOf(outcome);
  const observation = outcome.observation_json ?? 'null';
  const rest = further({ reward, done, info, ...measuresOf(outcome) });
  return `${head(place, 'step')},"step":${step},"status":"${status}","observation":${observation}${rest}\n`;
};

/** The line that ends an episode, with its newline. What is measured is its setup; what failed may be a step. */
export const formatEpisode = (episode: PlayedEpisode, observationJson: string | null): string => {
  const { setup, steps, ended, actionsUnused } = episode;
  const { status, error, stack } = lastOutcome(episode);
  const rest = further({
    status,
    return: exact(returnOf(steps)),
    length: steps.length,
    ended,
    actions_unused: actionsUnused,
    info: valuesOf(setup).info,
    ...measuresOf(setup),
    error,
    stack,
  });
  return `${head(episode, 'episode')},"observation":${observationJson ?? 'null'}${rest}\n`;
};

/** The outcome that ended it: of its last step, or of its setup when it took none. */
export const lastOutcome = ({ setup, steps }: Pick<PlayedEpisode, 'setup' | 'steps'>): Outcome =>
  steps.at(-1) ?? setup;

/** The sum of the rewards; steps without one count nothing. */
export const returnOf = (steps: readonly Outcome[]): number =>
  steps.reduce((sum, { reward }) => sum + (reward ?? 0), 0);

/** A row that an earlier run wrote. Observations are not looked at. */
export const writtenEpisodeRowSchema = z.discriminatedUnion('kind', [
  outcomeSchema.extend({ ...placeShape, kind: z.literal('step'), step: z.number().int().min(0) }),
  outcomeSchema.extend({
    ...placeShape,
    kind: z.literal('episode'),
    reward: z.null().default(null),
    return: z.number().nullable(), // a sum may leave the range of numbers
    length: z.number().int().min(0),
    ended: z.enum(ENDS),
    actions_unused: z.number().int().min(0),
  }),
]);

export type WrittenEpisodeRow = z.output<typeof writtenEpisodeRowSchema>;
export type WrittenEpisode = Extract<WrittenEpisodeRow, { kind: 'episode' }>;
