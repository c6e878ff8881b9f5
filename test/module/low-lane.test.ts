/** Calls that have time never keep others waiting. */
import { expect, it, vi } from 'vitest';
import { Gate } from '../../src/module/calls/gate.ts';
import type { CallEnd } from '../../src/module/calls/outcomes.ts';
import { pendingCall } from '../../src/module/calls/pending-call.ts';
import { Scheduler } from '../../src/module/calls/scheduler.ts';
import type { ResultFrame } from '../../src/protocol/codec.ts';

const text = { row: new Uint8Array(), completion: new Uint8Array(), completionIsRow: false, seed: undefined };

/** A scheduler of two slots, with an agent that the test plays. */
const play = () => {
  const sent: number[] = [];
  const cancelled: number[] = [];
  const ends: [string, CallEnd][] = [];
  const scheduler = new Scheduler({
    concurrency: 2,
    send: (block) => {
      for (let at = 0; at < block.length; at += block.readUInt32LE(at)) sent.push(block.readUInt32LE(at + 4));
    },
    cancel: (calls) => cancelled.push(...calls),
  });
  scheduler.setOpen(true);
  const call = (name: string) => pendingCall(text, null, (end) => ends.push([name, end]));
  const answer = (number: number, status: ResultFrame['status'] = 'ok'): void => {
    const frame = {
      call: number,
      status,
      reward: 1,
      fresh: false,
      done: false,
      startedNs: 0,
      durationNs: 1e6,
    };
    scheduler.finish({ ...frame, cpuNs: 0, maxRss: 0, tail: {} } as ResultFrame);
    scheduler.refill();
  };
  return { scheduler, sent, cancelled, ends, call, answer };
};

it('starts one only while no other waits and a slot has nothing to do', () => {
  const { scheduler, sent, call, answer, ends } = play();
  for (const name of ['a', 'b']) scheduler.add(call(name));
  scheduler.addLow(call('low'));
  expect(sent).toEqual([1, 2]);
  expect(scheduler.outstanding).toBe(2);
  answer(1);
  expect(sent).toEqual([1, 2, 3]);
  answer(3);
  expect(ends.map(([name]) => name)).toEqual(['a', 'low']);
  expect(scheduler.outstanding).toBe(1);
});

it('ends one that others wait for, and does it again when there is room', async () => {
  vi.useFakeTimers();
  try {
    const { scheduler, sent, cancelled, call, answer, ends } = play();
    scheduler.addLow(call('low'));
    for (const name of ['a', 'b']) scheduler.add(call(name));
    expect(sent).toEqual([1, 2, 3]); // the calls of the trainer leave at once
    vi.advanceTimersByTime(4);
    expect(cancelled).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(cancelled).toEqual([1]);
    answer(1, 'cancelled');
    expect(ends).toEqual([]);
    answer(2);
    expect(sent).toEqual([1, 2, 3, 4]);
    answer(4);
    expect(ends.map(([name]) => name)).toEqual(['a', 'low']);
  } finally {
    vi.useRealTimers();
  }
});

it('leaves one that was about to end its result', () => {
  const { scheduler, call, answer, ends } = play();
  scheduler.addLow(call('low'));
  for (const name of ['a', 'b', 'c']) scheduler.add(call(name));
  answer(1);
  expect(ends[0]).toMatchObject(['low', { status: 'ok' }]);
});

it('ends with the agent, and with the module', () => {
  const { scheduler, call, ends } = play();
  scheduler.addLow(call('sent'));
  scheduler.setOpen(false);
  scheduler.addLow(call('waiting'));
  scheduler.lose({ message: 'it died', unstarted: undefined });
  scheduler.addLow(call('later'));
  scheduler.endAll('cancelled');
  expect(ends).toEqual([
    ['sent', { lost: 'it died' }],
    ['waiting', { lost: 'it died' }],
    ['later', 'cancelled'],
  ]);
});

it('gives way where a gate lets fewer pass than there are slots', () => {
  vi.useFakeTimers();
  try {
    const { scheduler, sent, cancelled, call, answer } = play();
    const gate = new Gate();
    gate.limit = 1;
    scheduler.setGate(gate);
    scheduler.addLow(call('low'));
    scheduler.add(call('a'));
    expect(sent).toEqual([1]);
    vi.advanceTimersByTime(6);
    expect(cancelled).toEqual([1]);
    answer(1, 'cancelled');
    expect(sent).toEqual([1, 2]);
    expect(scheduler.find(2)).toBeDefined(); // no low one
  } finally {
    vi.useRealTimers();
  }
});

it('ends those that wait with all others that do, where nothing can begin', () => {
  const { scheduler, call, ends } = play();
  scheduler.setGate(new Gate());
  scheduler.add(call('a'));
  scheduler.addLow(call('low'));
  scheduler.loseWaiting('no lease');
  expect(ends).toEqual([
    ['a', { lost: 'no lease' }],
    ['low', { lost: 'no lease' }],
  ]);
});

it('leaves its room behind a gate to others when it ends', async () => {
  const [one, other] = [play(), play()];
  const gate = new Gate();
  gate.limit = 1;
  for (const { scheduler } of [one, other]) {
    scheduler.setGate(gate);
    scheduler.add(one.call('call'));
  }
  expect([one.sent.length, other.sent.length]).toEqual([1, 0]);
  one.scheduler.endAll('cancelled');
  await Promise.resolve();
  expect(other.sent.length).toBe(1);
});
