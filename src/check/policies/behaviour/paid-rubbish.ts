/** F06: where no honest play is known, what cannot be read ends the episode on every row, and is paid in full for it. */
import type { NewFinding } from '../../finding.ts';
import { shareOf } from '../../wilson.ts';
import { GARBAGE } from '../actions/space.ts';
import { HACK_CLASSES } from '../play/catalogue.ts';
import type { Trace } from '../play/trace.ts';
import { exploitOf, round } from './exploit.ts';
import type { LeakOptions } from './leaks.ts';

const ROWS = 12;
const LEAST_ROWS = 5;
const FULL = 0.99;

export const findPaidRubbish = async ({ player, calibrated, rows }: LeakOptions): Promise<NewFinding[]> => {
  if (calibrated.honest.size > 0) return [];
  const asked = rows.slice(0, ROWS);
  if (asked.length < LEAST_ROWS) return [];
  for (const action of GARBAGE) {
    if (!player.budget.has(0.02)) break;
    const traces: Trace[] = [];
    for (const row of asked) {
      const trace = await player.play(row, [action]);
      if (trace.status !== 'ok' || trace.ended !== 'done' || trace.return < FULL) break;
      traces.push(trace);
    }
    const [trace] = traces;
    if (trace === undefined || traces.length < asked.length) continue;
    const why = `${JSON.stringify(action)} ends the episode and is paid ${round(trace.return)}, on each of ${asked.length} rows: it is no move, and wins.`;
    return [
      {
        rule: 'F06',
        classes: ['F06'],
        source: 'probe',
        severity: 'critical',
        title: HACK_CLASSES.F06.title,
        why,
        fix: HACK_CLASSES.F06.fix,
        share: shareOf(traces.length, asked.length),
        exploit: exploitOf(trace, calibrated),
      },
    ];
  }
  return [];
};
