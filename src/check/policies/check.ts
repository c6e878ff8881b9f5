/** Checks an environment: learns its actions, finds what honest play gets, and attacks it with policies. */
import { type Environment, SandboxError } from '../../index.ts';
import type { Budget } from '../calls/budget.ts';
import type { NewFinding } from '../finding.ts';
import { median } from '../lists.ts';
import type { Loadable } from '../loading/load.ts';
import type { Notes } from '../notes.ts';
import type { Random } from '../random.ts';
import type { Analysis } from '../static/analysis.ts';
import type { CheckRow, Subject } from '../subject/subject.ts';
import { RowExplorer } from './actions/row-moves.ts';
import { attributesOf } from './actions/source-words.ts';
import { learnSpace, type Space } from './actions/space.ts';
import { brokenStep, checkContract, constantRowsOf } from './behaviour/contract.ts';
import { findExecution, findLeaks, type LeakOptions } from './behaviour/leaks.ts';
import { runCampaign } from './campaign.ts';
import type { Tried } from './oracle.ts';
import { type Direct, openDirect } from './play/direct.ts';
import { Player } from './play/player.ts';
import { basisOf, distributionsOf, statisticsOf } from './summary.ts';
import { calibrateHonest } from './ways/honest.ts';
import { Seeker } from './ways/seek.ts';

export interface EnvironmentCheckOptions {
  environment: Environment;
  /** Another one of the same file, for proofs. */
  fresh: Environment;
  subject: Subject;
  budget: Budget;
  random: Random;
  analysis: Analysis;
  seed: number;
  /** Statistics, what was left out, and who did what go here. */
  notes: Notes;
  signal?: AbortSignal | undefined;
  /** Milliseconds, by which the number of steps is chosen; left out: it is chosen already. */
  time?: number | undefined;
  /** Every kind of attack as if it were the only one. */
  isExhaustive?: boolean | undefined;
  /** How the environment was loaded, for the sandbox in which the class is played directly; left out: it is not. */
  loaded?: Loadable['loaded'] | undefined;
}

const MOST_ROWS = 20;
/** A step with its part of the process that its episode needs. */
const LEAST_STEP_MS = 2;
const SIDE_BY_SIDE = 2;

/** Plays an environment: findings, what they rest on, and why nothing could be tested; the rest is noted. */
export const checkEnvironment = async (options: EnvironmentCheckOptions) => {
  const { environment, fresh, subject, budget, random, analysis, seed, signal } = options;
  const player = new Player({ environment, fresh, budget, seed, signal });
  const sampled = random.sample(subject.rows, MOST_ROWS);
  const starts = await Promise.all(sampled.map((row) => player.play(row, [])));
  if (options.time !== undefined)
    budget.choose(Math.max(LEAST_STEP_MS, (median(player.times.setups) ?? 0) / SIDE_BY_SIDE), options.time);
  // Rows that cannot be set up are a finding, and of no use for anything else.
  const rows = sampled.filter((_, index) => starts[index]?.setup.status === 'ok');
  const direct = rows.length === 0 ? null : await directOf(options);
  try {
    const space = await learnSpace(player, { subject: { ...subject, rows }, analysis, random });
    const explorer = new RowExplorer(player, space, subject.rows);
    return await checkRows(options, { player, sampled, rows, space, explorer, direct });
  } finally {
    await direct?.close();
  }
};

interface Learned {
  player: Player;
  sampled: readonly CheckRow[];
  /** Those of the sampled that can be set up. */
  rows: readonly CheckRow[];
  space: Space;
  explorer: RowExplorer;
  direct: Direct | null;
}

const checkRows = async (
  { environment, subject, budget, random, analysis, notes, isExhaustive = false }: EnvironmentCheckOptions,
  { player, sampled, rows, space, explorer, direct }: Learned,
) => {
  const seeker = direct === null ? null : new Seeker(direct, explorer);
  const calibrated = await calibrateHonest(explorer, subject, rows, random, seeker);
  const attributes = attributesOf(subject.source, analysis);
  const leaks: LeakOptions = { player, space, calibrated, rows, random, attributes };
  const findings: NewFinding[] = [];
  const by = async (detector: string, find: () => Promise<NewFinding[]>): Promise<void> => {
    const before = budget.calls;
    const found = await find();
    notes.worked(detector, budget.calls - before);
    findings.push(...found.map((each) => ({ detector, ...each })));
  };
  const contract = await checkContract(leaks, subject, environment.className);
  const isBroken = brokenStep(player.traces) !== null;
  let tried: readonly Tried[] = [];
  if (!isBroken) {
    // A few steps each; then what needs most of them, and what is no proof by itself with what is left.
    await by('policies/behaviour/leaks', () => findLeaks(leaks));
    await by('policies/behaviour/leaks#execution', () => findExecution(leaks));
    const workshop = { space, calibrated, rows, random, explorer, seeker };
    const campaign = await runCampaign(workshop, player, isExhaustive);
    findings.unshift(...campaign.findings);
    tried = campaign.tried;
    for (const [detector, calls] of campaign.work) notes.worked(detector, calls);
  }
  findings.push(...contract.findings.map((each) => ({ detector: 'policies/behaviour/contract', ...each })));
  if (!budget.has(0.05)) notes.leftOut('policies for which the budget was not enough (`--budget`)');
  const constantRows = constantRowsOf(player.traces);
  notes.constantRows.push(...constantRows);
  notes.probes += tried.length;
  for (const distribution of distributionsOf(tried, calibrated)) notes.distribution(distribution);
  const { traces } = player;
  notes.statistics.push(
    ...statisticsOf({ tried, calibrated, traces, constantRows, repeated: contract, rows: rows.length }),
  );
  return {
    findings,
    calibration: { basis: basisOf(calibrated), goldField: calibrated.goldFields[0] ?? null },
    durations: player.times.steps,
    untestable: rows.length > 0 ? stepsWhy(player) : untestableWhy(subject, sampled.length),
    answered: calibrated.honest.size,
    played: rows.length,
  };
};

const untestableWhy = (subject: Subject, tried: number): string =>
  subject.rows.length === 0
    ? 'no prompts were given, so no episode could be started'
    : `setup failed on all ${tried} rows that were tried`;

const stepsWhy = ({ traces }: Player): string | null => {
  const broken = brokenStep(traces);
  if (broken === null) return null;
  const { step } = broken;
  return `every step failed: ${(step.error?.message ?? step.status).slice(0, 200)}`;
};

/** The class searched by a program of ours; null: it cannot be imported by one. */
const directOf = async ({
  environment,
  subject,
  budget,
  seed,
  notes,
  loaded,
}: EnvironmentCheckOptions): Promise<Direct | null> => {
  if (loaded === undefined) return null;
  try {
    const { path, source } = subject;
    const { className } = environment;
    return await openDirect({ path, source, className, budget, seed, loaded });
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    notes.leftOut(`searches over its states: the class could not be imported by itself (${error.message})`);
    return null;
  }
};
