/** Methods in turns, their table, and what must hold whatever the machine does. */
import { styleText } from 'node:util';
import { type Spread, spread } from '../harness.ts';
import type { Measured } from './load.ts';

/** Something that is right or not, apart from speed. */
export interface Check {
  what: string;
  met: boolean;
}

export interface Method {
  name: string;
  /** Wall seconds, percentiles and counts of one round. */
  run: () => Promise<Measured>;
}

export interface MethodResult extends Measured {
  workload: string;
  method: string;
  /** Calls per second of the first method over those of this one, round by round. */
  ratio: Spread;
}

/** Measures all in turn, A B C A B C …, so that a machine that changes its speed changes it for all. */
export const inTurns = async (
  workload: string,
  methods: readonly Method[],
  rounds: number,
): Promise<MethodResult[]> => {
  const found = methods.map((): Measured[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, method] of methods.entries()) found[index]?.push(await method.run());
  return methods.map(({ name }, index) => {
    const own = found[index] as Measured[];
    const middle = (field: 'seconds' | 'perSecond' | 'p50' | 'p95' | 'p99'): number =>
      spread(own.map((measured) => measured[field])).median;
    const most = (field: 'wrong' | 'falseTimeouts'): number =>
      Math.max(...own.map((measured) => measured[field]));
    const unfinished = own.find((measured) => measured.unfinished !== undefined)?.unfinished;
    return {
      workload,
      method: name,
      ratio: spread(own.map(({ perSecond }, round) => (found[0]?.[round]?.perSecond ?? 0) / perSecond)),
      seconds: middle('seconds'),
      perSecond: middle('perSecond'),
      p50: middle('p50'),
      p95: middle('p95'),
      p99: middle('p99'),
      wrong: most('wrong'),
      falseTimeouts: most('falseTimeouts'),
      ...(unfinished === undefined ? {} : { unfinished }),
    };
  });
};

const number = (value: number): string =>
  value >= 1000 ? Math.round(value).toLocaleString('en-US') : Number(value.toPrecision(3)).toString();

const COLUMNS = ['', 'calls/s', 'p50 ms', 'p95 ms', 'p99 ms', 'wrong', 'false timeouts', 'first / this'];

export const printMethods = (results: readonly MethodResult[]): void => {
  const rows = results.map((result) =>
    result.unfinished === undefined
      ? [
          ...[result.method, number(result.perSecond), number(result.p50), number(result.p95)],
          ...[number(result.p99), `${result.wrong}`, `${result.falseTimeouts}`],
          `${number(result.ratio.median)} (${number(result.ratio.min)} – ${number(result.ratio.max)})`,
        ]
      : [result.method, result.unfinished],
  );
  const widths = COLUMNS.map((name, at) =>
    Math.max(name.length, ...rows.filter((row) => row.length > 2).map((row) => row[at]?.length ?? 0)),
  );
  widths[0] = Math.max(...rows.map(([method]) => method?.length ?? 0));
  for (const row of [COLUMNS, ...rows])
    console.log(
      `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')}`,
    );
  console.log('');
};

export const printCheck = ({ what, met }: Check): void =>
  console.log(`  ${met ? styleText('green', 'holds') : styleText('red', 'FAILS')}  ${what}\n`);
