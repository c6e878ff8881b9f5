/** runrl-sandbox: runs the reward code of reinforcement learning outside the trainer. */
export { createSandbox, type Sandbox } from './embedded/sandbox.ts';
export type { SandboxView, ViewOptions } from './embedded/view.ts';
export { ERROR_CODES, type ErrorCode, SandboxError, type SandboxErrorOptions } from './errors.ts';
export type {
  Call,
  CallText,
  Message,
  Reward,
  RunningCall,
  ScoredCall,
  TextCall,
  ValueCall,
} from './module/calls/call.ts';
export type {
  BranchOptions,
  Environment,
  Episode,
  EpisodeEnd,
  Observation,
  StartOptions,
  StepOutcome,
} from './module/episodes/environment.ts';
export {
  type Duration,
  type EnvironmentOptions,
  type ModuleOptions,
  PROFILES,
  type Profile,
  parseDuration,
  REUSE_MODES,
  type ReuseMode,
  type RewardOptions,
  type SandboxOptions,
  type Size,
} from './options.ts';
export {
  type Digits,
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
export { isSharedFolder, makeTemporaryFolder, removeTemporaryFolder } from './python/temporary.ts';
