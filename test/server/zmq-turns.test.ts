/** Whose call is next. */
import { expect, it } from 'vitest';
import { Turns } from '../../src/server/zmq/turns.ts';

/** Remembers who was begun, in order. */
const stage = (concurrency: number, aheadMs?: number) => {
  const begun: string[] = [];
  const turns = new Turns(() => concurrency, aheadMs);
  const waiting = (name: string) => ({ begin: () => void begun.push(name) });
  const clients = new Map<string, object>();
  const clientOf = (name: string): object => {
    const client = clients.get(name) ?? {};
    clients.set(name, client);
    return client;
  };
  /** `a1 a2 b1`: the letter is the client. */
  const add = (names: string) => {
    const all = names.split(' ').map((name) => ({ name, call: waiting(name) }));
    for (const { name, call } of all) turns.add(clientOf(name.charAt(0)), call);
    return all.map(({ call }) => call);
  };
  /** So many end, after so long, and others take their places. */
  const finish = async (count: number, ms?: number): Promise<void> => {
    for (let index = 0; index < count; index++) turns.finished(ms);
    await Promise.resolve();
  };
  return { begun, turns, add, finish, clientOf };
};

it('clients take turns, each in its own order', async () => {
  const { begun, turns, add, finish } = stage(4);
  add('a1 a2 a3 a4 a5 a6 b1 c1 c2');
  await finish(0);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
  expect(turns.waiting).toBe(3);
  add('d1');
  await finish(2, 1_000);
  expect(begun.slice(6)).toEqual(['a4', 'd1']);
});

it('begins more than the workers only while calls are fast', async () => {
  const { turns, add, finish } = stage(2);
  expect(turns.window).toBe(4); // nothing is known
  add('a1');
  await finish(1, 0.01);
  expect(turns.window).toBe(384);
  await finish(200, 10);
  expect(turns.window).toBe(5);
  await finish(200, 60_000);
  expect(turns.window).toBe(4);
  // A setup may wait for others to end, however fast it is.
  const setups = stage(2, 0);
  setups.add('a1');
  await setups.finish(1, 0.01);
  expect(setups.turns.window).toBe(4);
});

it('what is taken out never begins, and leaves nothing behind', async () => {
  const { begun, turns, add, finish, clientOf } = stage(1);
  const calls = add('a1 a2 a3 a4 a5 a6 a7 a8 b1 b2 b3');
  for (const call of calls.slice(1, 7)) turns.remove(clientOf('a'), call);
  turns.removeAll(clientOf('b'));
  expect(turns.waiting).toBe(2);
  await finish(0);
  expect(turns.waiting).toBe(0);
  expect(begun).toEqual(['a1', 'a8']);
  turns.remove(clientOf('a'), calls[0] as never); // it has begun
  add('a9 b4 b5');
  await finish(0);
  expect(begun).toEqual(['a1', 'a8', 'a9']);
  await finish(3, 1_000);
  expect(begun.slice(3).sort()).toEqual(['b4', 'b5']);
});
