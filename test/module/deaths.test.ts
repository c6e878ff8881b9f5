import { expect, it } from 'vitest';
import { pendingCall } from '../../src/module/calls/pending-call.ts';
import { Scheduler } from '../../src/module/calls/scheduler.ts';
import { Deaths } from '../../src/module/deaths.ts';
import { LEDGER_ENTRIES } from '../../src/protocol/messages.ts';

it('deaths in a row: longer waits, then the end', () => {
  const deaths = new Deaths();
  expect([1, 2, 3, 4].map(() => deaths.add())).toEqual([100, 200, 400, undefined]);
  expect(`${deaths}`).toBe('4 times in a row');
});

it('served calls make deaths good, one by one; a few do not', () => {
  const deaths = new Deaths();
  for (let round = 0; round < 100; round++) {
    expect(deaths.add()).toBe(100);
    deaths.served(16);
  }
  let rounds = 0;
  for (; deaths.add() !== undefined; rounds++) deaths.served(3);
  expect(rounds).toBeLessThan(6);
  expect(`${deaths}`).toBe('5 times, with only 12 calls served in between');
});

const text = () => ({
  row: Buffer.from('{}'),
  completion: Buffer.from('""'),
  completionIsRow: false,
  seed: undefined,
});

it('calls that a dead agent may have begun are lost, the others are sent again, first of all', () => {
  const sent: Buffer[] = [];
  const scheduler = new Scheduler({ concurrency: 2, send: (block) => sent.push(block), cancel: () => {} });
  const ends: [number, unknown][] = [];
  scheduler.setOpen(true);
  for (let index = 0; index < 5; index++)
    scheduler.add(pendingCall(text(), index, (end) => ends.push([index, end])));
  expect(sent).toHaveLength(3); // the other two wait here
  scheduler.setOpen(false);
  scheduler.lose({ message: 'killed', unstarted: undefined, mayHaveBegun: (call) => call !== 2 });
  expect(ends).toEqual([
    [0, { lost: 'killed' }],
    [2, { lost: 'killed' }],
  ]);
  scheduler.setOpen(true);
  const again = sent.slice(3).map((block) => block.readUInt32LE(4));
  expect(again).toEqual([4, 5, 6]);
  expect([4, 5, 6].map((call) => scheduler.find(call)?.index)).toEqual([1, 3, 4]);
});

it('no two calls under way share a place in the ledger', () => {
  let newest = 0;
  const scheduler = new Scheduler({
    concurrency: 1,
    send: (block) => {
      newest = block.readUInt32LE(4);
    },
    cancel: () => {},
  });
  scheduler.setOpen(true);
  const done = () => {};
  scheduler.add(pendingCall(text(), 0, done)); // it runs all the time
  const places: number[] = [];
  const finish = (call: number): void => {
    const result = {
      call,
      status: 'ok',
      reward: 1,
      fresh: false,
      restored: false,
      done: false,
      startedNs: 0,
    } as const;
    scheduler.finish({ ...result, durationNs: 1e9, cpuNs: 0, maxRss: 0, tail: {} });
  };
  for (let index = 1; index < LEDGER_ENTRIES + 10; index++) {
    scheduler.add(pendingCall(text(), index, done));
    places.push(newest % LEDGER_ENTRIES);
    finish(newest);
  }
  expect(places).toHaveLength(LEDGER_ENTRIES + 9);
  expect(places).not.toContain(1);
});
