/** Caps of a whole fleet, in virtual time: hosts that are lost and return, answers that get lost, keepers that start anew. */
import { expect, it } from 'vitest';
import { type Clock, Holder } from '../../../src/server/leases/holder.ts';
import { Keeper, LEASE_MS } from '../../../src/server/leases/keeper.ts';

const CALL_MS = 3_000;
/** A keeper grants nothing new for so long after its start. */
const QUIET_MS = LEASE_MS + CALL_MS + 2_000;

const random = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** A host with calls that are over by their deadline; its queue is as long as the test wants. */
class Host {
  readonly holder: Holder;
  readonly ends: number[] = [];
  waiting = 0;
  /** Cut off: nothing is heard of it, and its calls go on. */
  cut = false;
  lost = 0;
  done = 0;

  constructor(name: string, cap: number, now: Clock) {
    const options = { name: 'judge', cap, callMs: CALL_MS, holder: name };
    this.holder = new Holder(
      { ...options, wanted: () => this.waiting + this.ends.length, loseWaiting: () => this.lost++ },
      now,
    );
  }

  /** Ends what is over, and begins what it may. */
  turn(ms: number, chance: () => number): void {
    const left = this.ends.filter((end) => end > ms);
    this.holder.gate.give(this.ends.length - left.length);
    this.done += this.ends.length - left.length;
    this.ends.splice(0, this.ends.length, ...left);
    this.holder.look(at(ms));
    while (this.waiting > 0 && this.holder.gate.isOpen) {
      this.waiting--;
      this.holder.gate.take();
      this.ends.push(ms + 1 + Math.floor(chance() * (CALL_MS - 1)));
    }
  }
}

const at = (ms: number): Clock => ({ steadyMs: ms, wallMs: ms });

const exchange = (keeper: Keeper, host: Host, ms: number, answers = true): void => {
  const ask = host.holder.ask(at(ms));
  const limit = keeper.grant(ask);
  if (answers && limit !== undefined) host.holder.granted(ask.seq, limit);
};

it.each([1, 2, 3, 4, 5, 6, 7, 8])('is never exceeded, whatever gets lost: seed %i', (seed) => {
  const chance = random(seed);
  const cap = 1 + Math.floor(chance() * 20);
  let ms = 0;
  let keeper = new Keeper(() => ms);
  let keeperAway = 0;
  const hosts = new Map<number, Host>();
  const dead: Host[] = [];
  const mosts: number[] = [];
  for (let turn = 0; turn < 6_000; turn++, ms += 100) {
    for (let slot = 0; slot < 4; slot++) {
      let host = hosts.get(slot);
      if (host === undefined || chance() < 0.001) {
        if (host !== undefined) dead.push(host); // killed, or cut off for good: what it began goes on until its deadline
        host = new Host(`${slot}.${turn}`, cap, at(ms));
        hosts.set(slot, host);
      }
      if (chance() < 0.005) host.cut = !host.cut;
      host.waiting = Math.min(50, host.waiting + (chance() < 0.3 ? Math.floor(chance() * 10) : 0));
      host.turn(ms, chance);
      if (turn % 5 === slot && !host.cut && turn >= keeperAway) exchange(keeper, host, ms, chance() > 0.05);
    }
    if (chance() < 0.0005) {
      keeper = new Keeper(() => ms); // started anew: it remembers nothing
      keeperAway = turn + Math.floor(chance() * 100);
    }
    for (const host of dead) {
      host.waiting = 0;
      host.turn(ms, chance);
    }
    mosts.push([...hosts.values(), ...dead].reduce((sum, { ends }) => sum + ends.length, 0));
  }
  expect(Math.max(...mosts)).toBe(cap);
});

it('gives hosts that want more equal shares, and the rest to those that want less', () => {
  let ms = 0;
  const keeper = new Keeper(() => ms);
  const hosts = ['a', 'b', 'c'].map((name) => new Host(name, 20, at(0)));
  const [a, b, c] = hosts as [Host, Host, Host];
  ms = QUIET_MS;
  for (let round = 0; round < 4; round++, ms += 500) {
    a.waiting = 100;
    b.waiting = 100;
    c.waiting = 2;
    for (const host of hosts) exchange(keeper, host, ms);
  }
  expect(hosts.map(({ holder }) => holder.gate.limit)).toEqual([9, 9, 2]);
  expect(keeper.held('judge')).toBe(20);
});

it('lets each of many hosts have a turn where the cap is smaller', () => {
  let ms = QUIET_MS;
  const keeper = new Keeper(() => ms);
  const hosts = ['a', 'b', 'c', 'd'].map((name) => new Host(name, 1, at(ms)));
  const chance = random(7);
  for (let turn = 0; turn < 900; turn++, ms += 100)
    for (const host of hosts) {
      host.waiting = 5;
      host.turn(ms, chance);
      if (turn % 5 === 0) exchange(keeper, host, ms);
    }
  for (const { done } of hosts) expect(done).toBeGreaterThan(3);
});

it('begins nothing once the lease cannot be renewed, says why, and gives up what waits', () => {
  let ms = QUIET_MS;
  const keeper = new Keeper(() => ms);
  const host = new Host('a', 4, at(0));
  ms = 2 * QUIET_MS;
  exchange(keeper, host, ms);
  expect(host.holder.gate.limit).toBe(4);
  const renewed = ms;
  host.holder.refused('tcp://keeper:5 cannot be reached');
  host.holder.look(at(renewed + LEASE_MS - 1));
  expect(host.holder.gate.limit).toBe(4);
  host.holder.look(at(renewed + LEASE_MS));
  expect(host.holder.gate.isOpen).toBe(false);
  expect(host.holder.trouble(at(renewed + 12_000))).toBe(
    "no lease of the fleet's cap of 4 for 12 s: tcp://keeper:5 cannot be reached",
  );
  host.holder.look(at(renewed + 29_000));
  expect(host.lost).toBe(0);
  host.holder.look(at(renewed + 31_000));
  expect(host.lost).toBe(1);
});

it('takes no answer but that to its latest ask, and none of a machine that was suspended', () => {
  let ms = QUIET_MS;
  const keeper = new Keeper(() => ms);
  const host = new Host('a', 4, at(0));
  ms *= 2;
  const ask = host.holder.ask(at(ms));
  host.holder.ask(at(ms + 500));
  host.holder.granted(ask.seq, 4);
  expect(host.holder.gate.limit).toBe(0);
  exchange(keeper, host, ms + 600);
  expect(host.holder.gate.limit).toBe(4);
  host.holder.look({ steadyMs: ms + 700, wallMs: ms + 600 + LEASE_MS });
  expect(host.holder.gate.limit).toBe(0);
});

it('refuses a host that has another cap', () => {
  const keeper = new Keeper(() => 0);
  exchange(keeper, new Host('a', 4, at(0)), 0);
  expect(() => exchange(keeper, new Host('b', 5, at(0)), 0)).toThrow(
    'is 4 on other hosts, and 5 on this one',
  );
});

it('waits for an answer that is slow instead of making it worthless', () => {
  const { holder } = new Host('a', 4, at(0));
  const { seq } = holder.ask(at(1_000));
  expect(holder.awaits(at(1_500))).toBe(true);
  expect(holder.awaits(at(3_000))).toBe(false);
  holder.granted(seq, 4);
  expect(holder.gate.limit).toBe(4);
  expect(holder.awaits(at(1_500))).toBe(false);
  holder.ask(at(2_000));
  holder.refused('it cannot be reached');
  expect(holder.awaits(at(2_001))).toBe(false);
});

it('keeps 1,000 caps, and forgets those that nobody holds', () => {
  let ms = 0;
  const keeper = new Keeper(() => ms);
  const ask = (name: string) =>
    keeper.grant({ name, cap: 1, holder: 'a', seq: 1, wanted: 1, held: 0, callMs: 0 });
  for (let cap = 0; cap < 1_000; cap++) ask(`c${cap}`);
  expect(() => ask('more')).toThrow('1000 caps already');
  ms = LEASE_MS + 2_000;
  expect(ask('more')).toBe(1);
});
