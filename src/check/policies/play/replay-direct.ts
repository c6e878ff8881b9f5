/** Repeats what was played on the class itself, beyond the end of the episode. */
import { readFileSync, realpathSync } from 'node:fs';
import type { RewardOptions, SandboxOptions, Status } from '../../../index.ts';
import { Budget } from '../../calls/budget.ts';
import type { Exploit } from '../../finding.ts';
import { type Act, Direct } from './direct.ts';

export interface DirectReplay {
  file: string;
  className: string;
  exploit: Exploit;
  actions: readonly string[];
  sandbox: SandboxOptions;
  requirements?: RewardOptions['requirements'];
}

const DEADLINE_MS = 60_000;

export const replayDirect = async ({
  file,
  className,
  exploit,
  actions,
  sandbox,
  requirements,
}: DirectReplay): Promise<{ status: Status; reward: number | null; error: string | null }> => {
  const { fields, seed } = exploit;
  const direct = await Direct.open({
    path: realpathSync(file),
    className,
    source: readFileSync(file, 'utf8'),
    budget: new Budget(DEADLINE_MS),
    seed,
    sandbox,
    requirements,
  });
  try {
    const acts: Act[] = [['setup', 'a', fields], ...actions.map((action): Act => ['step', 'a', action])];
    const seen = await direct.play(acts);
    if (seen === null) return { status: 'crashed', reward: null, error: 'it could not be played' };
    const error = seen.find((each) => each.error !== undefined)?.error ?? null;
    const reward = seen.reduce((sum, each) => sum + (each.reward ?? 0), 0);
    return error === null ? { status: 'ok', reward, error } : { status: 'raised', reward: null, error };
  } finally {
    await direct.close();
  }
};
