import { describe, expect, it } from 'vitest';
import { mineText, noWords } from '../../src/check/policies/actions/words.ts';
import { namingAll } from '../../src/check/policies/attacks/attacks.ts';
import { ownInputs, saidAs } from '../../src/check/policies/attacks/inputs.ts';
import { markingForms } from '../../src/check/policies/attacks/marking-forms.ts';
import { closersOf } from '../../src/check/policies/attacks/material.ts';
import { cutShort, stalledSteps, stallings } from '../../src/check/policies/attacks/stalling.ts';
import { formsOfWorld, toldFields, transcribing } from '../../src/check/policies/attacks/transcript.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
import type { StepSeen, Trace } from '../../src/check/policies/play/trace.ts';
import { askedIn, isPerCall, isWaiting } from '../../src/check/policies/relatives.ts';
import type { CheckRow } from '../../src/check/subject.ts';

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

const SOURCE = 'log += f"[player]\\n{action}\\n"\nsaid = f"<shown>{self.mix(x)}</shown>"\nn = f"{a}{b}"\n';

describe('what the environment writes, written by the player', () => {
  it('is found in the formatted texts of the source', () => {
    expect(markingForms(SOURCE)).toEqual(['[player]\n\0', '<shown>\0</shown>']);
    expect(markingForms('x = f\'{{"tool": "{name}"}}\'')).toEqual([]);
  });

  it('is what was heard, and of what no prompt speaks', async () => {
    const player = playerOf(() => ({ reward: 0, observation: '<shown>grey</shown>' }));
    await player.play(rows[0] as CheckRow, ['<mix>a</mix>']);
    const forms = ['[player]\n\0', '<shown>\0</shown>', '<mix>\0</mix>'];
    expect(formsOfWorld(forms, player, rows)).toEqual(['<shown>\0</shown>']);
  });

  it('is filled with what prompts tell, not with what is hidden or one of several', () => {
    expect(toldFields(rows)).toEqual(['goal']);
    const all = rows.map((row) => ({ ...row, prompt: 'One of teal, ochre, mauve, beige.' }));
    expect(toldFields(all)).toEqual([]);
  });

  it('ends with what has it judged', async () => {
    const player = playerOf(() => ({ reward: 0, observation: '<shown>grey</shown>' }));
    await player.play(rows[0] as CheckRow, ['<mix>a</mix>']);
    const closers = closersOf(
      { live: [{ action: '<end/>', kind: '', reward: 0, done: true }] } as never,
      { honest: new Map() } as never,
    );
    const attacks = transcribing(
      { rows } as never,
      { marks: markingForms(SOURCE) } as never,
      player,
      closers,
    );
    const policy = attacks[0]?.policy(rows[1] as CheckRow);
    expect(policy?.({ step: 0, observation: '', prompt: '', steps: [] })).toBe(
      '<shown>ochre</shown>\n<end/>',
    );
  });
});

describe('a part of what wins, and then nothing', () => {
  const workshop = (actions: readonly string[], paid: number): never =>
    ({
      rows,
      space: { live: [] },
      calibrated: { honest: new Map(rows.map((row) => [row, { actions, return: paid, how: 'answer' }])) },
    }) as never;
  const quality = (said: string): number => (said === 'pick a b' ? 1 : said === 'pick a' ? 0.5 : 0);

  it('is paid again where the best so far is paid each step', async () => {
    const player = playerOf((said) => {
      const best = Math.max(...said.map(quality));
      return { reward: best, observation: '', done: best === 1 || said.length === 8 };
    });
    const [attack] = await stallings(workshop(['pick a b'], 1), player);
    const trace = await player.follow(rows[0] as CheckRow, attack?.policy(rows[0] as CheckRow) as Policy);
    expect(trace.return).toBe(4);
    expect(stalledSteps(trace.steps, 'zqxvkj')).toBe(7);
  });

  it('is nothing where each step is paid for itself, or where waiting is paid alone', async () => {
    const single = playerOf((said) => ({ reward: quality(said.at(-1) as string), observation: '' }));
    expect(await stallings(workshop(['pick a b'], 1), single)).toEqual([]);
    const always = playerOf(() => ({ reward: 0.2, observation: '' }));
    expect(await stallings(workshop(['pick a b'], 1), always)).toEqual([]);
  });

  it('cuts a text at its words', () => {
    expect(cutShort('get a, b')).toEqual(['get', 'get a']);
  });
});

describe('a scoring tool with inputs of its own', () => {
  it('is given an object that says what a sentence says', () => {
    const shape = { count: 1, town: 'x', sum: 2 };
    expect(saidAs(shape, 'In all 5 carts to Lund, 40 kilos.')).toEqual({ count: 5, town: 'Lund', sum: 40 });
    expect(saidAs(shape, 'In all 5 carts.')).toBeNull();
  });

  it('is called as it was shown, with one more argument', () => {
    const words = noWords();
    mineText('{"tool": "score", "draft": "..."}', words);
    const own = rows.map((row) => ({ ...row, fields: { ...row.fields, reference: 'a b' } }));
    const methods = new Map([['_judge', ['wanted']]]);
    const attacks = ownInputs({ space: { words }, rows: own } as never, { methods }, ['{"tool": "finish"}']);
    const first = attacks.map((attack) => attack.policy(own[0] as CheckRow)?.({ step: 0 } as never));
    expect(first).toContain('{"tool":"score","draft":"zqxvkj","reference":"zqxvkj"}');
    expect(first).toContain('{"tool":"score","draft":"zqxvkj","wanted":["zqxvkj"]}');
    expect(attacks[0]?.also?.map(({ rule }) => rule)).toEqual(['F17']);
  });
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
