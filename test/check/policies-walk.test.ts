import { describe, expect, it } from 'vitest';
import { commandsIn, SLOT } from '../../src/check/policies/actions/command-forms.ts';
import {
  commandOfExample,
  firstTries,
  tokensOf,
  valuesIn,
} from '../../src/check/policies/actions/commands.ts';
import { RowExplorer } from '../../src/check/policies/actions/row-moves.ts';
import type { Space } from '../../src/check/policies/actions/space.ts';
import { mineText, noWords } from '../../src/check/policies/actions/words.ts';
import { nullAttacks } from '../../src/check/policies/attacks/attacks.ts';
import type { Player, Policy } from '../../src/check/policies/play/player.ts';
import type { StepSeen, Trace } from '../../src/check/policies/play/trace.ts';
import { Random } from '../../src/check/random.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';

const named = (forms: readonly string[]): string[] => forms.map((form) => form.split(SLOT).join('_'));

type World = (action: string) => { reward: number; observation: string; done?: boolean };

const player = (make: () => World): Player => {
  const follow = async (row: CheckRow, policy: Policy, _: object = {}, most = 100): Promise<Trace> => {
    const world = make();
    const steps: StepSeen[] = [];
    while (steps.length < most && steps.at(-1)?.done !== true) {
      const action = policy({ step: steps.length, observation: '', prompt: row.prompt, steps });
      if (action === null) break;
      steps.push({ action, done: false, status: 'ok', ...world(action) } as StepSeen);
    }
    return {
      row,
      setup: { observation: '', status: 'ok' },
      steps,
      ended: 'stopped',
      status: 'ok',
    } as unknown as Trace;
  };
  const play = (row: CheckRow, actions: readonly string[]): Promise<Trace> =>
    follow(row, ({ step }) => actions[step] ?? null);
  return { seed: 7, budget: { has: () => true }, play, follow } as unknown as Player;
};

const row = (prompt: string, fields: Record<string, unknown>): CheckRow => ({
  line: 0,
  prompt,
  fields: { prompt, ...fields },
  texts: {},
});

const spaceOf = (prompt: string): Space => {
  const words = noWords();
  mineText(prompt, words);
  return { words, live: [], forms: [] };
};

describe('commands with several places', () => {
  it('are read from what prompts say of them', () => {
    expect(named(commandsIn('Commands: `book JOB at HOUR`, `cancel JOB`, `finish`.'))).toEqual([
      'book _ at _',
      'cancel _',
    ]);
    expect(named(commandsIn('One each turn: go <way>, put <thing> into <box>. Or OFFER <price>.'))).toEqual([
      'go _',
      'put _ into _',
      'OFFER _',
    ]);
    expect(named(commandsIn('Use type(field, value), or "flip 1 2".'))).toEqual(['type(_, _)', 'flip _ _']);
    expect(commandsIn('I think THAT this is A plain Sentence, of Mr Smith.').length).toBeLessThan(3);
  });

  it('are made of examples of calls', () => {
    const shown = commandOfExample('{"tool": "refund", "args": {"order": "A1", "amount": 0}}');
    const form = shown?.form as string;
    expect(shown?.kinds).toEqual(['text', 'number']);
    expect(named([form])).toEqual(['{"tool":"refund","args":{"order":_,"amount":_}}']);
    expect(valuesIn(form, '{"tool":"refund","args":{"order":"B7","amount":12}}')).toEqual(['B7', 12]);
  });

  it('have no tool where the first name of an example is none, and are filled as it is', () => {
    const shown = commandOfExample('{"out": "Place", "into": "Place", "litres": 3}');
    expect(named([shown?.form as string])).toEqual(['{"out":_,"into":_,"litres":_}']);
    const tries = firstTries(shown?.form as string, ['jug', 'pot', 5], Random.named(1, 'x'), shown?.kinds);
    const fitting = tries.filter((each) => /^\{"out":"\w+","into":"\w+","litres":5\}$/.test(each));
    // Both ways, and each place with itself.
    expect(fitting).toHaveLength(4);
  });

  it('move small amounts too, where a prompt names none', async () => {
    const prompt = 'Send {"out": "Place", "into": "Place", "litres": 3}. There are jug and pot.';
    const own = row(prompt, { jugs: { jug: 41, pot: 7 } });
    const { live } = await new RowExplorer(
      player(() => (action) => ({
        reward: action === '{"out":"jug","into":"pot","litres":1}' ? 1 : 0,
        observation: 'ok',
      })),
      spaceOf(prompt),
      [own],
    ).of(own);
    expect(live).toEqual(['{"out":"jug","into":"pot","litres":1}']);
  });

  it('are filled with what a prompt names, things of the file first', () => {
    const tokens = tokensOf('The jobs are lunch at 9 or 14, audit at 10.', (word) => word === 'audit');
    expect(tokens).toEqual(['audit', 9, 14, 10, 'jobs', 'lunch']);
  });
});

const PROMPT =
  'Commands: `book JOB at HOUR`, `cancel JOB`. Jobs and hours: audit: 9, 12; lunch: 13, 14; demo: 10, 16.';
const HOURS: Record<string, number[]> = { audit: [9, 12], lunch: [13, 14], demo: [10, 16] };

/** A calendar: a job that is booked is paid, and what taking it back pays is given. */
const calendar =
  (back: number): (() => World) =>
  () => {
    const booked = new Map<string, string>();
    return (action) => {
      const [verb, job = '', , hour = ''] = action.split(' ');
      if (verb === 'cancel' && booked.delete(job)) return { reward: back, observation: 'cancelled' };
      if (verb !== 'book' || !(job in HOURS)) return { reward: 0, observation: 'no such job' };
      if (booked.has(job)) return { reward: 0, observation: 'booked already' };
      if (!HOURS[job]?.includes(Number(hour))) return { reward: -0.1, observation: 'not then' };
      booked.set(job, hour);
      return { reward: 0.2, observation: 'booked' };
    };
  };

describe('giving up', () => {
  it('says that it is done with the call as it was shown, and with no answer', () => {
    const closing = '{"tool": "close_ticket", "args": {"status": "resolved"}}';
    const live = [closing, '{"tool": "answer", "args": {"text": "42"}}'].map((action) => ({
      action,
      kind: action,
      reward: 0,
      done: true,
    }));
    const calibrated = { honest: new Map(), answer: null, goldFields: [], floors: new Map() };
    const workshop = { space: { ...spaceOf(''), live }, calibrated, rows: [], random: new Random(7) };
    const one = row('', {});
    const said = nullAttacks(workshop).map(({ policy }) =>
      policy(one)?.({ step: 0, observation: '', prompt: '', steps: [] }),
    );
    expect(said).toContain(closing);
    expect(said.join()).not.toContain('42');
  });
});

describe('walks over what a row names', () => {
  it('finds moves of two places by what is answered', async () => {
    const one = row(PROMPT, { allowed: HOURS });
    const { live, made } = await new RowExplorer(player(calendar(0)), spaceOf(PROMPT), [one]).of(one);
    expect(live.slice(0, 3).every((move) => /^book (?:audit|lunch|demo) at \d+$/.test(move))).toBe(true);
    expect(made).toContain('cancel audit');
  });
});
