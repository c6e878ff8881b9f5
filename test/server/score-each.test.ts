/** What becomes of calls of a request that are begun already when something ends it. */
import { expect, it } from 'vitest';
import type { Auditor } from '../../src/audit/auditor.ts';
import { SandboxError } from '../../src/errors.ts';
import type { CallText } from '../../src/module/calls/call.ts';
import type { Outcome } from '../../src/outcome.ts';
import { Judged } from '../../src/server/alarms/judged.ts';
import type { Ask } from '../../src/server/http/ask.ts';
import type { Scorer } from '../../src/server/modules.ts';
import { scoreEach } from '../../src/server/routes/score.ts';

const outcomeOf = (status: string): Outcome => ({ status, reward: 1, warnings: [] }) as unknown as Outcome;
const call = (): CallText => ({
  row: Buffer.from('{}'),
  completion: 'said',
  completionIsRow: false,
  seed: undefined,
});

it('hands over the outcomes that came before the module was given up', async () => {
  const settles: Parameters<Scorer['begin']>[1][] = [];
  const reward = {
    concurrency: 1,
    begin: (_text, settle) => {
      settles.push(settle);
      return () => {};
    },
  } as Partial<Scorer> as Scorer;
  const ask = { cancelled: false, onCancel: () => {} } as Partial<Ask> as Ask;
  const scored = scoreEach(reward, [call(), call(), call(), call()], ask);
  const first = scored.next();
  settles[1]?.(outcomeOf('ok'));
  expect((await first).value).toMatchObject([{ index: 1 }]);
  // While whoever reads the lines takes their time:
  settles[0]?.(outcomeOf('ok'));
  settles[2]?.(new SandboxError('RS403', 'given up'));
  expect((await scored.next()).value).toMatchObject([{ index: 0 }]);
  await expect(scored.next()).rejects.toThrow('given up');
});

it('scores nothing more on other rows for a call whose caller has cancelled it', async () => {
  const scoredOn: (boolean | undefined)[] = [];
  const reward = {
    begin: (_text, settle) => {
      settle(outcomeOf('ok'));
      return () => {};
    },
    score: async ({ signal }) => {
      scoredOn.push(signal?.aborted);
      return new Promise((resolve) => {
        const end = (): void => resolve(outcomeOf('cancelled'));
        if (signal?.aborted) end();
        else signal?.addEventListener('abort', end);
      });
    },
  } as Partial<Scorer> as Scorer;
  const auditor = {
    isUnearned: async (row, said, _pay, of) => (await of.score({ row, completionRow: said })).status === 'ok',
  } as Partial<Auditor> as Auditor;
  const outcome = await new Promise((resolve) => {
    const cancel = new Judged(reward, auditor, null, () => {}).begin(call(), resolve);
    setImmediate(cancel);
  });
  expect(scoredOn).toEqual([false, true]);
  expect(outcome).toMatchObject({ status: 'cancelled' });
});

it.each(['begin', 'score'] as const)(
  'pays by the policy, and tells, what breaks the judging: %s',
  async (way) => {
    const reward = {
      begin: (_text, settle) => {
        settle(outcomeOf('ok'));
        return () => {};
      },
      score: async () => outcomeOf('ok'),
    } as Partial<Scorer> as Scorer;
    const auditor = {
      isUnearned: () => Promise.reject(new RangeError('said')),
    } as Partial<Auditor> as Auditor;
    const faults: string[] = [];
    const judged = new Judged(reward, auditor, -1, ({ name }) => faults.push(name));
    const outcome =
      way === 'score'
        ? await judged.score({ completion: 'said' })
        : await new Promise((resolve) => judged.begin(call(), resolve));
    expect(outcome).toMatchObject({
      reward: -1,
      warnings: [expect.stringMatching(/^unearned: .* cannot be told/)],
    });
    expect(faults).toEqual(['RangeError']);
  },
);
