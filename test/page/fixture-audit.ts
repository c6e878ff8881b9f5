/** A policy that falls into a hole at two thirds of its steps, as the live audit tells it. */
import type { Alarm, AuditRecord } from '../../page/src/data/audit.ts';
import { HOSTILE } from './fixture-run.ts';

const HACK = 'assert True\n\ndef run_tests(*_):\n    return 1.0\n';

export const auditOf = (steps: number, isHostile: boolean) => {
  const onset = Math.floor((2 * steps) / 3);
  const kept = (step: number): number =>
    step < onset ? step % 2 : Math.min(16, 2 + Math.floor((step - onset) / 2));
  const list = Array.from({ length: steps }, (_, step) => step);
  const alarm: Alarm = {
    step: onset + 8,
    since: { from: onset - 2, step: onset, to: onset + 3 },
    unearned: 0.31,
    level: 0.03,
    message: isHostile
      ? HOSTILE
      : 'Of the completions that were paid well, 31 % keep their pay on other rows; before it were 3 %.',
    examples: [0, 1, 2].map((index) => ({
      row: `line ${40 + index}`,
      prompt: isHostile ? HOSTILE : 'Write a function that reverses a list.',
      completion: JSON.stringify(isHostile ? HOSTILE : `${HACK}# ${index}`),
      pay: 1,
      foreign: [
        { row: 'line 7', pay: 1 },
        { row: 'line 81', pay: 1 },
        { row: 'line 12', pay: 0.9 },
      ],
    })),
    shared: HACK,
    command: 'runrl-sandbox check --reward reward.py --prompts prompts.jsonl --replay hole-3f1a.json',
  };
  const records = list.map(
    (step): AuditRecord => ({
      audited: 16,
      paid_well: 16,
      kept: kept(step),
      unearned: kept(step) / 16,
      level: step === 0 ? null : 0.03,
      e: step < onset ? 0.8 : 1.9 ** (step - onset),
      limit: 100,
      state: step < 10 ? 'learning' : step < onset + 8 ? 'watching' : 'alarm',
      controls: {
        policy: 0.2 + (0.7 * step) / steps,
        empty: 0,
        echo: 0.02,
        frequent: step < onset ? 0.05 : 0.8,
      },
      signs: [
        {
          name: 'repeated',
          value: 0.44,
          text: '44 % of the paid completions are nearly the same over 9 rows',
          rows: ['line 40', 'line 41', 'line 42'],
        },
        { name: 'ceiling', value: 0.91, text: '91 % of the rewards are the best pay seen', rows: ['line 3'] },
      ],
      notes: [],
    }),
  );
  return { version: 1, steps: list, records, alarms: [alarm] };
};
