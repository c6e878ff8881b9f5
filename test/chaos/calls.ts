/** The calls of chaos and soak, and what may become of them. */
import type { Outcome, Status } from '../../src/outcome.ts';

/** A random generator that a seed makes repeatable (mulberry32); gives numbers from 0 up to 1. */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const pick = <T>(random: () => number, from: readonly T[]): T =>
  from[Math.floor(random() * from.length)] as T;

/** What a call of each kind comes to when nothing interferes. */
const STATUS_OF = {
  ok: 'ok',
  print: 'ok',
  slow: 'ok',
  busy: 'ok',
  trace: 'ok',
  file: 'ok',
  daemon: 'ok',
  raise: 'raised',
  invalid: 'invalid',
  hang: 'timeout',
  crash: 'crashed',
  exit: 'crashed',
  memory: 'memory',
} as const satisfies Record<string, Status>;

export type Kind = keyof typeof STATUS_OF;
export const ALL_KINDS = Object.keys(STATUS_OF) as Kind[];
/** Kinds that leave the worker of `shared`, and so the calls beside them, alive. */
export const HARMLESS_KINDS: readonly Kind[] = ['ok', 'slow', 'busy', 'raise', 'invalid'];

export const expectedStatus = (kind: Kind): Status => STATUS_OF[kind];

/** As in test/fixtures/chaos.py. */
export const numberOf = (call: number): number => ((call * 7919) % 1_000_003) / 8;

/** What is wrong with an outcome whatever was done to the processes; undefined when nothing is. */
export const faultOf = (kind: Kind, call: number, outcome: Outcome): string | undefined => {
  const { status, reward, info, stdout, stderr, error } = outcome;
  const own = `<${call}>`;
  if (status === 'ok') {
    if (expectedStatus(kind) !== 'ok') return `a call that must fail is ok, with ${reward}`;
    if (reward !== numberOf(call)) return `the reward is ${reward}, not ${numberOf(call)}`;
    if (info.call !== call) return `the info is that of ${info.call}`;
    if (kind === 'print' && (stdout !== `${own}\n` || stderr !== `[${call}]`))
      return `the output is ${JSON.stringify([stdout, stderr])}`;
  } else if (reward !== null) return `${status}, with the reward ${reward}`;
  if (kind !== 'print' && /<\d+>|\[\d+\]/.test(`${stdout}${stderr}`))
    return 'it has the output of another call';
  if (status === 'raised' && (kind !== 'raise' || !error?.message.includes(own)))
    return `it has the exception of another call: ${error?.message}`;
  if (status === 'invalid' && (kind !== 'invalid' || !error?.message.includes(own)))
    return `it has the value of another call: ${error?.message}`;
  return undefined;
};
