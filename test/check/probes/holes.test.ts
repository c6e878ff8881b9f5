import { expect, test } from 'vitest';
import { holesCheck } from '../../../src/check/probes/compared/holes.ts';
import { rolesCheck } from '../../../src/check/probes/compared/roles.ts';
import { ANSWER_TAG, asking, contextOf, type Fields, type Model } from './models.ts';

const plain = { name: 'plain', wrap: (text: string) => text };

interface Call {
  tool: string;
  with: Record<string, unknown>;
}

/** Calls of one tool or another, with a number that the prompt does not say. */
const ROWS = Array.from({ length: 8 }, (_, at) => ({
  prompt: 'Call weigh(grams, of) or cut(grams, of) for some rye flour, as JSON.',
  gold: { tool: at % 2 === 0 ? 'weigh' : 'cut', with: { grams: 203 + 41 * at, of: 'rye' } },
}));

const by =
  (same: (got: unknown, want: unknown) => boolean): Model =>
  (text, { gold }) => {
    const want = gold as Call;
    try {
      const got = JSON.parse(text) as Call;
      const isRight = Object.entries(want.with).every(([key, value]) => same(got.with[key], value));
      return Number(got.tool === want.tool && isRight);
    } catch {
      return 0;
    }
  };

const told = async (model: Model, rows: readonly Fields[] = ROWS): Promise<string[]> => {
  const context = asking(contextOf({ rows, wrappers: [plain] }), model);
  return (await holesCheck.run(context)).map(({ rule, severity }) => `${severity} ${rule}`);
};

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

test('A01 and A02: all numbers in the place of the one that has to be worked out, the rest as it is told', async () => {
  expect(await told(by((got, want) => text(got).includes(text(want))))).toEqual([
    'critical A01',
    'critical A02',
  ]);
  const short: Model = by((got, want) => text(got).length < 1_100 && text(got).includes(text(want)));
  expect(await told(short)).toEqual(['critical A02']);
});

test('A03 and A16: nothing, or a pattern, in the place of values', async () => {
  expect(await told(by((got, want) => text(want).includes(text(got))))).toEqual(['critical A03']);
  expect(
    await told(
      by((got, want) => typeof got === 'string' && got !== '' && new RegExp(`^${got}$`).test(text(want))),
    ),
  ).toEqual(['critical A16']);
});

test('nothing is told of what is compared, nor of values that are not looked at', async () => {
  expect(await told(by((got, want) => got === want))).toEqual([]);
  expect(
    await told(by((got, want) => (typeof want === 'string' && got === want) || typeof want === 'number')),
  ).toEqual([]);
});

test('A14: a mark of a turn that hides a wrong answer', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => ({ prompt: '?', gold: String(100 + at) }));
  const marks = async (cut: (completion: string) => string, most = 1): Promise<string[]> => {
    const analysis = { constants: ['Assistant:', 'answer'] };
    const pays: Model = (completion, { gold }) => {
      const said = [...cut(completion).matchAll(/<answer>(.*?)<\/answer>/g)].map((match) => match[1]);
      return Number(said.length <= most && said.at(-1) === gold);
    };
    const context = asking(contextOf({ rows, wrappers: [ANSWER_TAG], analysis }), pays);
    return (await rolesCheck.run(context)).map(({ rule, severity }) => `${severity} ${rule}`);
  };
  expect(await marks((completion) => completion.split('Assistant:').at(-1) as string)).toEqual([
    'warning A14',
  ]);
  expect(await marks((completion) => completion.split('Assistant:')[0] as string)).toEqual(['warning A14']);
  expect(await marks((completion) => completion)).toEqual([]);
  // The last answer counts, whatever stands before it.
  expect(await marks((completion) => completion, 9)).toEqual([]);
});

test('A14: a turn for each answer is proof where the best one counts', async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ prompt: '?', gold: String(100 + (at % 3)) }));
  const told = async (count: (turns: readonly boolean[]) => boolean): Promise<string[]> => {
    const pays: Model = (completion, { gold }) => {
      const turns = completion.split('Assistant:').map((turn) => {
        const said = [...turn.matchAll(/<answer>(.*?)<\/answer>/g)].map((match) => match[1]);
        return said.length === 1 && said[0] === gold;
      });
      return Number(count(turns));
    };
    const analysis = { constants: ['Assistant:'] };
    const context = asking(contextOf({ rows, wrappers: [ANSWER_TAG], analysis }), pays);
    return (await rolesCheck.run(context)).map(({ severity, classes }) => `${severity} ${classes?.join()}`);
  };
  expect(await told((turns) => turns.some(Boolean))).toEqual(['critical A14,A05,A10']);
  expect(await told((turns) => turns.at(-1) === true)).toEqual(['warning A14']);
});
