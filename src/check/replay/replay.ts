/** Runs the exploit of one finding again, in a sandbox of its own, and says whether it still holds. */
import { readFileSync, realpathSync } from 'node:fs';
import {
  createSandbox,
  type EnvironmentOptions,
  type Outcome,
  type RewardOptions,
  type Sandbox,
  type SandboxOptions,
  type Status,
} from '../../index.ts';
import type { Exploit, Finding } from '../finding.ts';
import { replayJudge } from '../judge/replay.ts';
import type { Loadable } from '../loading/load.ts';
import type { Report } from '../report.ts';
import { replayState } from './state.ts';

export interface ReplayOptions {
  file: string;
  kind: 'reward' | 'environment';
  exploit: Exploit;
  sandbox: SandboxOptions;
  reward: RewardOptions;
  environment: EnvironmentOptions;
  signal: AbortSignal;
}

export interface Replayed {
  status: Status;
  reward: number | null;
  /** What went wrong, where something did. */
  error: string | null;
  /** It came to what the report says. */
  holds: boolean;
}

/** Rewards that Python added up in another order differ in the last digits. */
const SAME = 1e-9;

/** The finding of a report that is meant: by its id, or by the start of it where only one has that. */
export const findingOf = (report: Pick<Report, 'findings'>, name: string): Finding | undefined => {
  const exact = report.findings.find(({ id }) => id === name);
  const near = report.findings.filter(({ id }) => id.startsWith(name));
  return exact ?? (near.length === 1 ? near[0] : undefined);
};

/** @throws SandboxError when the module does not load */
export const replay = async (given: ReplayOptions): Promise<Replayed> => {
  const options = { ...given, sandbox: { ...given.sandbox, sources: new Map() } }; // one version for all loads
  const { exploit } = options;
  await using sandbox = await createSandbox(options.sandbox);
  const stop = (): void => void sandbox.close();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    const { status, reward, error } =
      options.kind === 'reward' ? await callAgain(sandbox, options) : await playAgain(sandbox, options);
    const same =
      reward === null || exploit.reward === null
        ? reward === exploit.reward
        : Math.abs(reward - exploit.reward) <= SAME * Math.max(1, Math.abs(exploit.reward));
    return { status, reward, error, holds: status === exploit.status && same };
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
};

type Came = Omit<Replayed, 'holds'>;

const callAgain = async (
  sandbox: Sandbox,
  { file, exploit, reward: options, sandbox: sandboxOptions }: ReplayOptions,
): Promise<Came> => {
  const again = (functionName: string): Loadable => ({
    loaded: { sandbox, sandboxOptions, rewardOptions: options, functionName },
    subject: { path: realpathSync(file), source: readFileSync(file, 'utf8') },
  });
  const outcome =
    exploit.judge === undefined || exploit.judge === null
      ? await callPlainly(sandbox, file, options, exploit, again)
      : await replayJudge(again(''), exploit);
  return {
    status: outcome.status,
    reward: outcome.reward,
    error: outcome.error && textOf(outcome.error),
  };
};

const callPlainly = async (
  sandbox: Sandbox,
  file: string,
  options: RewardOptions,
  exploit: Exploit,
  again: (functionName: string) => Loadable,
): Promise<Outcome> => {
  const reward = await sandbox.loadReward(file, { ...options, reuse: 'never' });
  if (exploit.before !== undefined) return replayState(again(reward.functionName), exploit);
  return reward.score({
    row: Buffer.from(exploit.fields),
    completionRow: Buffer.from(JSON.stringify({ completion: exploit.completion })),
    seed: exploit.seed,
  });
};

const textOf = ({ type, message }: { type: string; message: string }): string => `${type}: ${message}`;

const playAgain = async (
  sandbox: Sandbox,
  { file, exploit, environment: options }: ReplayOptions,
): Promise<Came> => {
  const environment = await sandbox.loadEnvironment(file, options);
  const { completion, seed } = exploit;
  const actions = typeof completion === 'string' ? [completion] : completion;
  await using episode = await environment.start(Buffer.from(exploit.fields), { seed });
  let last = episode.setup;
  for (const action of actions) {
    if (episode.ended !== undefined) break;
    last = await episode.step(action);
  }
  return { status: last.status, reward: episode.return, error: last.error && textOf(last.error) };
};
