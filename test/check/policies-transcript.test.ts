import { describe, expect, it } from 'vitest';
import { namingAll } from '../../src/check/policies/attacks/attacks.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
import type { StepSeen, Trace } from '../../src/check/policies/play/trace.ts';
import { askedIn, isPerCall, isWaiting } from '../../src/check/policies/relatives.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

type Step = { reward: number; observation: string; done?: boolean };

/** Episodes of a world that is a function of what was said so far. */
const playerOf = (world: (said: readonly string[]) => Step): Player => {
  const traces: Trace[] = [];
  const follow = async (row: CheckRow, policy: Policy, _: object = {}, most = 100): Promise<Trace> => {
    const steps: StepSeen[] = [];
    while (steps.length < most && steps.at(-1)?.done !== true) {
      const observation = steps.at(-1)?.observation ?? '';
      const action = policy({ step: steps.length, observation, prompt: row.prompt, steps });
      if (action === null) break;
      const said = [...steps.map((step) => step.action), action];
      steps.push({ action, done: false, status: 'ok', ...world(said) } as StepSeen);
    }
    const total = steps.reduce((sum, { reward }) => sum + (reward ?? 0), 0);
    const trace = { row, steps, status: 'ok', return: total } as unknown as Trace;
    traces.push(trace);
    return trace;
  };
  const play = (row: CheckRow, actions: readonly string[]): Promise<Trace> =>
    follow(row, ({ step }) => actions[step] ?? null);
  return { budget: { has: () => true }, play, follow, traces } as unknown as Player;
};

const rows: CheckRow[] = ['teal', 'ochre', 'mauve', 'beige'].map((goal, line) => {
  const prompt = `Mix ${goal}; <mix>a b</mix> shows a colour, <end/> ends.`;
  return { line, prompt, fields: { prompt, goal, hidden: `h${line}` }, texts: {} };
});

describe('all that a prompt names', () => {
  it('is said at once, where honest play does not name it all', () => {
    const [row] = rows as [CheckRow];
    const said = (honest: string): (string | null | undefined)[] =>
      namingAll({
        space: { forms: [] },
        explorer: { commands: ['cite \0, \0'], thingsOn: () => ['A1', 'B2', 'C3'] },
        calibrated: { honest: new Map([[row, { actions: [honest] }]]) },
      } as never).map((attack) => attack.policy(row)?.({ step: 0 } as never));
    expect(said('cite B2')).toEqual(['cite A1, B2, C3', 'cite A1 B2 C3']);
    expect(said('cite C3, B2, A1')).toEqual([undefined, undefined]);
  });
});

describe('what else an episode shows', () => {
  const waited = (rewards: readonly number[], said = 'no'): Pick<Trace, 'steps' | 'ended'> => ({
    steps: rewards.map((reward) => ({ action: 'ask', observation: said, reward }) as StepSeen),
    ended: 'done',
  });

  it('was waiting where only the end was paid', () => {
    expect(isWaiting(waited([0, 0, 0, 1]))).toBe(true);
    expect(isWaiting(waited([0.2, 0.2, 0.2, 0.2]))).toBe(false);
    expect(isWaiting(waited([0, 1]))).toBe(false);
  });

  it('is paid for each call where rubbish after a call is not paid', async () => {
    const call = '{"tool": "look"}';
    const paid = (after: number): Player =>
      playerOf((said) => ({ reward: said.at(-1) === call ? 0.1 : after, observation: '' }));
    const [row] = rows as [CheckRow];
    const trace = await paid(0).play(row, [call, call, call]);
    expect(await isPerCall(paid(0), trace)).toBe(true);
    expect(await isPerCall(paid(0.1), trace)).toBe(false);
  });

  it('reads what was asked', () => {
    expect(askedIn('It passes. Next call: peak([1, 2])')).toBe('peak([1, 2])');
    expect(askedIn('Now\nwhat?')).toBe('what');
  });
});
