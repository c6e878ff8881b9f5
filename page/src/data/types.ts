/** What the routes of the view answer: the schemas that the server answers by. Only types come from there. */
import type { z } from 'zod';
import type * as schemas from '../../../src/view/routes/schemas.ts';

export type { Status } from '../../../src/outcome.ts';

export type Runs = z.output<typeof schemas.runs>;
export type RunInfo = Runs['runs'][number];
export type Keys = z.output<typeof schemas.keys>;
export type StepNumbers = z.output<typeof schemas.steps>;
export type Series = z.output<typeof schemas.series>;
export type Column = Series['columns'][string];
export type OneStep = z.output<typeof schemas.oneStep>;
export type Failures = z.output<typeof schemas.failures>;
export type Cause = Failures['causes'][number];
export type OneCause = z.output<typeof schemas.oneCause>;
export type Example = OneCause['examples'][number];
export type Row = Example['row'];
export type Episodes = z.output<typeof schemas.episodes>;
export type EpisodeInfo = Episodes['episodes'][number];
export type OneEpisode = z.output<typeof schemas.oneEpisode>;
export type TimelineStep = OneEpisode['timeline'][number];
export type Prompts = z.output<typeof schemas.prompts>;
export type OnePrompt = z.output<typeof schemas.onePrompt>;
export type Findings = z.output<typeof schemas.findings>;
export type Audit = z.output<typeof schemas.audit>;
export type Workers = z.output<typeof schemas.workers>;
