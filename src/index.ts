/** runrl-sandbox: runs the reward code of reinforcement learning outside the trainer. */
export { ERROR_CODES, type ErrorCode, SandboxError } from './errors.ts';
export { createSandbox, type Sandbox } from './host.ts';
export type {
  Call,
  CallText,
  Message,
  Reward,
  RunningCall,
  ScoredCall,
  TextCall,
  ValueCall,
} from './module/call.ts';
export type {
  BranchOptions,
  Environment,
  Episode,
  EpisodeEnd,
  Observation,
  StartOptions,
  StepOutcome,
} from './module/environment.ts';
export type { EnvironmentOptions, RewardOptions, SandboxOptions } from './options.ts';
export {
  EVIDENCE_KINDS,
  type Evidence,
  type EvidenceKind,
  FAMILY_OF,
  type Family,
  LEVELS,
  type Level,
  type Outcome,
  type OutcomeError,
  STATUSES,
  type Status,
} from './outcome.ts';
