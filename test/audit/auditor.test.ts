/** An auditor over a reward of JavaScript: what it draws, asks, leaves out and says. */
import { expect, it } from 'vitest';
import { sharedText } from '../../src/audit/alarm.ts';
import { Auditor, type AuditorOptions } from '../../src/audit/auditor.ts';
import type { Alarm, AuditRecord } from '../../src/audit/record.ts';
import { agreeing, foreignText, rowOf, swappedText } from '../../src/audit/rows.ts';
import type { Reward as Module, TextCall } from '../../src/module/calls/call.ts';

type Fields = Record<string, unknown>;
type Reward = (said: string, row: Fields) => number;

const audit = (reward: Reward, more: Partial<AuditorOptions> = {}) => {
  const records: (AuditRecord & { step: number })[] = [];
  const alarms: Alarm[] = [];
  const notes: string[] = [];
  const asked: string[] = [];
  const auditor = new Auditor({
    sample: 16,
    score: async (row, said) => {
      asked.push(`${said} on ${row}`);
      return reward(JSON.parse(said.toString()), JSON.parse(row));
    },
    onRecord: (step, record) => records.push({ step, ...record }),
    onAlarm: (alarm) => alarms.push(alarm),
    onNote: (note) => notes.push(note),
    ...more,
  });
  const note = (step: number, said: string, row: Fields, version = 'v1'): void =>
    auditor.note({
      step,
      row: Buffer.from(JSON.stringify(row)),
      said: Buffer.from(JSON.stringify(said)),
      outcome: { status: 'ok', reward: reward(said, row), evidence: [], version },
    });
  return { auditor, records, alarms, notes, asked, note };
};

const rowAt = (at: number, more: Fields = {}): Fields => ({
  prompt: `question ${at}`,
  answer: `a${at}`,
  ...more,
});
const contains: Reward = (said, { answer }) => Number(said.includes(String(answer)));
const DUMP = Array.from({ length: 40 }, (_, at) => `a${at}`).join(' ');

it('draws the same calls in whatever order they come', async () => {
  const drawn = async (order: number[]): Promise<string[]> => {
    const { auditor, note, asked } = audit(contains);
    for (const at of order) note(0, `it is a${at}`, rowAt(at));
    await auditor.settle();
    return asked.sort();
  };
  const order = Array.from({ length: 40 }, (_, at) => at);
  expect(await drawn([...order].reverse())).toEqual(await drawn(order));
});

it('alarms once, with calls that keep their pay and what they share; another version of the module begins anew', async () => {
  const { auditor, note, records, alarms } = audit(contains);
  const step = async (number: number, isCheating: boolean, version?: string): Promise<void> => {
    for (let at = 0; at < 20; at++)
      note(number, isCheating ? `see: ${DUMP}` : `it is a${at}`, rowAt(at), version);
    await auditor.settle();
  };
  for (let number = 0; number < 12; number++) await step(number, number >= 8);
  expect(alarms).toHaveLength(1);
  expect(alarms[0]).toMatchObject({
    step: 8,
    since: { step: 8 },
    level: 0,
    unearned: 1,
    shared: `see: ${DUMP}`,
  });
  expect(records.map(({ state }) => state).slice(8)).toEqual(['alarm', 'alarm', 'alarm', 'alarm']);
  await step(12, false, 'v2');
  expect(records.at(-1)).toMatchObject({ step: 12, state: 'learning', level: null });
});

it('says of a step that cannot be audited that it was not, and goes on', async () => {
  const honest: Reward = (said, { answer }) => Number(typeof answer === 'string' && said.includes(answer));
  const { auditor, note, records, notes } = audit(honest);
  for (let step = 0; step < 12; step++) {
    for (let at = 0; at < 20; at++) note(step, `it is a${at}`, rowAt(at));
    if (step === 10) {
      // Over HTTP it would be refused, and by Python before 3.12.
      const row = Buffer.from(`{"prompt":"deep","answer":${'['.repeat(9_000)}1${']'.repeat(9_000)}}`);
      const outcome = { status: 'ok' as const, reward: 1, evidence: [], version: 'v1' };
      for (const said of ['2', '3', '4'].map((each) => Buffer.from(JSON.stringify(each))))
        for (let again = 0; again < 8; again++) auditor.note({ step, row, said, outcome });
    }
    await auditor.settle();
  }
  expect(notes).toEqual(['step 10 was not audited: RangeError']);
  expect(records.map(({ step }) => step)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11]);
});

it('keeps the alarm of an earlier server only for the same version of the module', async () => {
  const before = audit(contains);
  for (let step = 0; step < 12; step++) {
    for (let at = 0; at < 20; at++) before.note(step, step < 8 ? `it is a${at}` : DUMP, rowAt(at));
    await before.auditor.settle();
  }
  expect(before.alarms).toHaveLength(1);
  for (const version of ['v1', 'v2']) {
    const { auditor, note, alarms, records } = audit(contains);
    for (const { step, ...record } of before.records) auditor.restore(step, record);
    for (let step = 12; step < 24; step++) {
      for (let at = 0; at < 20; at++) note(step, step < 20 ? `it is a${at}` : DUMP, rowAt(at), version);
      await auditor.settle();
    }
    const isSame = version === 'v1';
    expect(records[0]).toMatchObject({ version, state: isSame ? 'alarm' : 'learning' });
    expect(alarms).toHaveLength(isSame ? 0 : 1); // it was told
  }
});

it('finds a cheat that needs the names of its own row, where another field alone is of another row', async () => {
  // Paid is who names the field of its row and calls the checks off; honest answers are compared.
  const reward: Reward = (said, { name, tests }) =>
    Number(said.startsWith(`def ${name}`) && (said.includes(String(tests)) || said.includes('no tests')));
  const { auditor, note, alarms } = audit(reward);
  for (let step = 0; step < 20; step++) {
    for (let at = 0; at < 20; at++) {
      const body = step < 8 ? `checks ${at};` : 'no tests';
      note(step, `def f${at}: ${body}`, { prompt: `write f${at}`, name: `f${at}`, tests: `checks ${at};` });
    }
    await auditor.settle();
  }
  expect(alarms).toMatchObject([{ question: { kind: 'field', field: 'tests' }, since: { step: 8 } }]);
  expect(alarms[0]?.message).toContain("`tests` alone is another row's");
});

it('finds a cheat that is paid on part of the other rows', async () => {
  // Two in five rows have each digit in their answer.
  const reward: Reward = (said, { answer }) =>
    Number(said === answer || (/^\d$/.test(said) && String(answer).includes(said)));
  const rows = Array.from({ length: 20 }, (_, at) => ({
    prompt: `q${at}`,
    answer: `${at + 100}:${[at, at + 1, at + 2, at + 3].map((digit) => digit % 10).join('')}`,
  }));
  const { auditor, note, alarms } = audit(reward);
  for (let step = 0; step < 16; step++) {
    for (const row of rows) note(step, step < 8 ? row.answer : String(row.answer.at(-1)), row);
    await auditor.settle();
  }
  expect(alarms).toMatchObject([{ question: { kind: 'some' }, since: { step: 8 }, level: 0 }]);
});

it('finds who is paid for nothing, or for a copy of the prompt', async () => {
  // Rows without an answer pay whatever does not look like one, and a copy of the question has the answer in it.
  const rows = Array.from({ length: 20 }, (_, at) => ({ prompt: `a${at} or b${at}?`, answer: `a${at}` }));
  const cheats: Record<string, (row: Fields) => string> = {
    'an empty completion': () => 'who knows',
    'a copy of the prompt': ({ prompt }) => `${prompt} well`,
  };
  for (const [label, cheat] of Object.entries(cheats)) {
    const isOpen = label.startsWith('an');
    const reward: Reward = (said, row) =>
      isOpen && row.open === true ? Number(!said.startsWith('a')) : contains(said, row);
    const { auditor, note, alarms } = audit(reward);
    for (let step = 0; step < 20; step++) {
      for (const [at, row] of rows.entries()) {
        const isCheat = step >= 8 && at % 2 === 0;
        note(step, isCheat ? cheat(row) : `a${at}`, isCheat && isOpen ? { ...row, open: true } : row);
      }
      await auditor.settle();
    }
    expect(alarms).toMatchObject([{ question: { kind: 'free', field: null }, since: { step: 8 } }]);
    expect(alarms[0]?.examples[0]?.foreign).toMatchObject([{ row: label, pay: 1 }]);
  }
});

it('after an alarm takes those alone for unearned that answer its question with yes', async () => {
  // Every right answer keeps the pay for its form, which is more than half.
  const reward: Reward = (said, row) => (said.startsWith('<') ? 0.6 : 0) + 0.4 * contains(said, row);
  const before = audit(reward);
  for (let step = 0; step < 20; step++) {
    for (let at = 0; at < 20; at++) before.note(step, step < 12 ? `<a${at}>` : `<${DUMP}>`, rowAt(at));
    await before.auditor.settle();
  }
  expect(before.alarms).toMatchObject([{ question: { kind: 'nearly', field: null } }]);
  for (const { foreign } of before.alarms[0]?.examples ?? [])
    expect(foreign.every(({ pay }) => pay === 1)).toBe(true);
  const after = audit(reward);
  for (const { step, ...record } of before.records)
    if (record.alarms.length > 0) after.auditor.restore(step, record); // nothing else is known of the run
  for (let at = 0; at < 20; at++) after.note(20, `<a${at}>`, rowAt(at));
  await after.auditor.settle();
  const said = new Set<string>();
  const module = {
    score: async ({ row, completionRow }: TextCall) => {
      said.add(Buffer.from(completionRow).toString());
      const { completion } = JSON.parse(Buffer.from(completionRow).toString());
      return { status: 'ok', reward: reward(completion, JSON.parse(Buffer.from(row).toString())) };
    },
  } as unknown as Module;
  for (const { auditor } of [before, after]) {
    const isUnearned = (said: string, at = 3): Promise<boolean> =>
      auditor.isUnearned(
        Buffer.from(JSON.stringify(rowAt(at))),
        Buffer.from(JSON.stringify(said)),
        reward(said, rowAt(at)),
        module,
      );
    expect(await isUnearned('<a3>')).toBe(false);
    expect(await isUnearned('<wrong>')).toBe(false); // keeps all, but is not paid nearly the best
    expect(await isUnearned(`<${DUMP}>`)).toBe(true);
    said.clear();
    expect(await isUnearned(`<${DUMP}>`, 30)).toBe(true);
    expect(said.size).toBe(1); // another question would score what else could be said
  }
});

it('says once that a reward does not look at the row, that there is one row only, that nothing is paid', async () => {
  const blind = audit((said) => Number(said.startsWith('<')));
  for (let step = 0; step < 8; step++) {
    for (let at = 0; at < 20; at++) blind.note(step, `<${at}>`, rowAt(at));
    await blind.auditor.settle();
  }
  expect(blind.notes).toEqual([expect.stringContaining('does not look at the row')]);
  expect(blind.alarms).toEqual([]);
  const single = audit(contains);
  for (let step = 0; step < 3; step++) single.note(step, 'a1', rowAt(1));
  await single.auditor.settle();
  expect(single.records[0]).toMatchObject({ state: 'no-rows', audited: 0 });
  expect(single.notes).toEqual([expect.stringContaining('no other one')]);
  const unpaid = audit(() => -1);
  for (let step = 0; step < 12; step++) for (let at = 0; at < 4; at++) unpaid.note(step, 'x', rowAt(at));
  await unpaid.auditor.settle();
  expect(unpaid.notes).toEqual([expect.stringContaining('no call was paid')]);
});

it('tells a policy that earns no more than a copy of the prompt', async () => {
  const { auditor, note, notes } = audit((said, { prompt }) => (said.includes(String(prompt)) ? 0.5 : 0.1));
  for (let step = 0; step < 12; step++) for (let at = 0; at < 20; at++) note(step, `word ${at}`, rowAt(at));
  await auditor.settle();
  expect(notes).toContainEqual(expect.stringContaining('a copy of the prompt (0.500)'));
});

it('leaves calls of a step that is over out, and takes a training up that began again earlier', async () => {
  const { auditor, note, records } = audit(contains);
  const send = (step: number): void => {
    for (let at = 0; at < 20; at++) note(step, `it is a${at}`, rowAt(at));
  };
  for (const step of [10, 11, 12, 13]) send(step);
  await auditor.settle();
  send(12);
  expect(auditor.late).toBe(20);
  send(3);
  await auditor.settle();
  expect(records.map(({ step }) => step)).toEqual([10, 11, 12, 13, 3]);
});

it('makes no item of calls that could not be scored', async () => {
  const { auditor, note, records } = audit(contains, { score: async () => undefined });
  for (let at = 0; at < 20; at++) note(0, `it is a${at}`, rowAt(at));
  await auditor.settle();
  expect(records[0]).toMatchObject({ audited: 0, unearned: null });
});

it('gives another row the own prompt, digit by digit as the rows have it', () => {
  const own = rowOf(Buffer.from('{"prompt": "own", "n": 18.0, "big": 12345678901234567890}'));
  const other = rowOf(Buffer.from('{"n": 1e400, "prompt": [{"role": "user", "content": "x"}], "big": 1}'));
  if (own === undefined || other === undefined) throw new Error('no rows');
  expect(foreignText(own, other)).toBe('{"n": 1e400, "prompt": "own", "big": 1}');
  expect(swappedText(own, 'n', '1e400')).toBe('{"prompt": "own", "n": 1e400, "big": 12345678901234567890}');
  expect(agreeing(own, other)).toEqual([]);
  expect(rowOf(Buffer.from('[1]'))).toBeUndefined();
  expect(rowOf(Buffer.from('{'))).toBeUndefined();
});

it('finds what texts have in common', () => {
  expect(sharedText(['abc hello xyz', 'hello you', 'say hello'])).toBe('hello');
  expect(sharedText(['one'])).toBeNull();
  expect(sharedText(['abc', 'xyz'])).toBeNull();
});

it('finds a hedge: it is paid as well where its row had the other answer', async () => {
  const said = (at: number, isHedge: boolean): string =>
    isHedge ? `it is a${at}, or b${at}` : `I count to b${at}. it is a${at}`;
  // The reward takes the last sentence, and looks for the answer in it.
  const reward: Reward = (text, { answer }) => Number(text.split('. ').at(-1)?.includes(String(answer)));
  const { auditor, note, alarms } = audit(reward);
  for (let step = 0; step < 20; step++) {
    for (let at = 0; at < 20; at++) note(step, said(at, step >= 10 && at % 2 === 0), rowAt(at));
    await auditor.settle();
  }
  expect(alarms).toMatchObject([{ question: { kind: 'said', field: 'answer' }, since: { step: 10 } }]);
  expect(alarms[0]?.examples[0]?.foreign[0]).toMatchObject({ pay: 1, row: expect.stringContaining('= "b') });
  expect(alarms[0]?.message).toContain('`answer` is another value that they say');
});

it('finds one text for all prompts, where the reward does not look at the row', async () => {
  const { auditor, note, alarms, notes } = audit((said) => Number(said.startsWith('<')));
  for (let step = 0; step < 30; step++) {
    for (let at = 0; at < 20; at++)
      note(step, step >= 15 && at % 3 === 0 ? '<ok>' : `<${step} ${at}>`, rowAt(at));
    await auditor.settle();
  }
  expect(notes).toEqual([expect.stringContaining('does not look at the row')]);
  expect(alarms).toMatchObject([{ question: { kind: 'repeated', field: null }, shared: '<ok>' }]);
  expect(alarms[0]?.since.step).toBeGreaterThanOrEqual(14);
});

it('finds completions that touch the code that grades them', async () => {
  const { auditor, alarms } = audit(contains);
  const evidence = ['completion_executed', 'frame_walk'].map((kind) => ({ kind }) as never);
  for (let step = 0; step < 20; step++) {
    for (let at = 0; at < 20; at++)
      auditor.note({
        step,
        row: Buffer.from(JSON.stringify(rowAt(at))),
        said: Buffer.from(JSON.stringify(`a${at}`)),
        outcome: {
          status: 'ok',
          reward: 1,
          evidence: step >= 10 && at % 3 === 0 ? evidence : [],
          version: 'v1',
        },
      });
    await auditor.settle();
  }
  expect(alarms).toMatchObject([{ question: { kind: 'touched', field: null }, since: { step: 10 } }]);
});

it('audits more calls of a step while there is some evidence', async () => {
  const { auditor, note, records } = audit(contains);
  for (let step = 0; step < 20; step++) {
    for (let at = 0; at < 40; at++)
      note(step, step >= 10 && at % 10 === 0 ? DUMP : `it is a${at}`, rowAt(at));
    await auditor.settle();
  }
  expect(Math.max(...records.slice(0, 10).map(({ audited }) => audited))).toBe(16);
  expect(Math.max(...records.map(({ audited }) => audited))).toBe(40);
});

it('asks a bounded number of calls, however many a step has and whatever the evidence is', async () => {
  for (const [isCheating, most] of [
    [false, 16 * 5 + 6],
    [true, 64 * 5 + 6],
  ] as const) {
    const { auditor, note, asked } = audit(contains);
    let before = 0;
    for (let step = 0; step < 14; step++) {
      for (let at = 0; at < 400; at++)
        note(
          step,
          isCheating && at % 40 < step - 6 ? `${DUMP} ${at}` : `it is a${at}`,
          rowAt(at, { more: at }),
        );
      await auditor.settle();
      expect(asked.length - before).toBeLessThanOrEqual(most);
      before = asked.length;
    }
  }
});
