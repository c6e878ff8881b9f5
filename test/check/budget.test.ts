import { expect, it } from 'vitest';
import { Budget, costStep, PROCESS_MS, quotaOf, sharesOf } from '../../src/check/calls/budget.ts';

it('chooses the calls by what one takes, in a few classes: much slower may be the same', () => {
  expect([0, 0.4, 0.5, 0.6].map(costStep)).toEqual([0.5, 0.5, 0.5, 2]);
  expect(quotaOf(60_000, 34)).toBe(quotaOf(60_000, 120));
  expect(120 * quotaOf(60_000, 120)).toBeLessThanOrEqual(60_000);
  expect(quotaOf(60_000, 0.1)).toBe(120_000);
  expect(quotaOf(60_000, PROCESS_MS)).toBe(750);
  expect(quotaOf(1, 5_000)).toBe(1);
});

it('is used up by calls, not by time, and by long ones faster', () => {
  const budget = new Budget(1);
  budget.choose(0.5, 50);
  expect(budget.quota).toBe(100);
  budget.call(200);
  expect(budget.left).toBe(89);
  budget.call(32);
  expect(budget.left).toBe(88);
  budget.call(5_000);
  expect([budget.left, budget.isOver, budget.calls]).toEqual([0, true, 3]);
});

it('counts a process of its own for a call by what that takes', () => {
  const budget = new Budget(1);
  budget.choose(0.5, 50);
  budget.call(0.1, 10);
  expect([budget.calls, budget.left]).toEqual([1, 70]);
});

it('counts quick calls as parts, where calls usually take long', () => {
  const budget = new Budget(1);
  budget.choose(512, 51_200);
  for (let call = 0; call < 1_024; call++) budget.call(0.15);
  expect([budget.calls, budget.left]).toEqual([1_024, 89]);
  budget.call(64);
  expect(budget.left).toBe(88);
});

it('that is given as a number of calls is that number, whatever they take', () => {
  const budget = new Budget(100);
  for (const milliseconds of [0.1, 50, 5_000]) budget.call(milliseconds, 20);
  expect(budget.left).toBe(87);
});

it('counts calls that a program makes by itself, which take less', () => {
  const budget = new Budget(1_000);
  budget.count(50_000, 10);
  expect([budget.calls, budget.left]).toEqual([50_000, 890]);
});

it('gives each its share, and what one leaves to those after it: none takes what is another’s', () => {
  const budget = new Budget(200);
  const shareOf = sharesOf(budget, [1, 1, 2]);
  const first = shareOf(0);
  expect(first.left).toBe(45);
  for (let call = 0; call < 5; call++) first.call();
  expect(shareOf(1).left).toBe(85);
  for (let call = 0; call < 85; call++) shareOf(1).call();
  expect(shareOf(2).left).toBe(90);
});

it('leaves a part for proofs, after which no call is made at all', () => {
  const budget = new Budget(100);
  for (let call = 0; call < 90; call++) budget.call();
  expect([budget.left, budget.isOver, budget.part(1).isSpent]).toEqual([0, true, false]);
  for (let call = 0; call < 10; call++) budget.call();
  expect([budget.isSpent, budget.part(1).isSpent]).toEqual([true, true]);
});

it('gives the same share whatever others used, where each is measured by itself', () => {
  const budget = new Budget(1_000);
  const shareOf = sharesOf(budget, [1, 1], true);
  const before = shareOf(1).quota;
  for (let call = 0; call < 100; call++) shareOf(0).call();
  expect(shareOf(1).quota).toBe(before);
});

it('says why it ended', () => {
  const [used, slow, stopped] = [new Budget(1), new Budget(1), new Budget(1)];
  used.call();
  slow.stop();
  stopped.stop(true);
  expect([used, slow, stopped].map(({ isCutShort }) => isCutShort)).toEqual([false, true, false]);
  expect([used, slow, stopped].map(({ why, left }) => [why, left])).toEqual([
    ['its share of the calls was used up', 0],
    ['the machine was too slow for so many calls', 0],
    ['the check was interrupted', 0],
  ]);
});
