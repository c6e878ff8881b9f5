/** The audit of a file, for people. */
import { percent } from '../../audit/alarm.ts';
import type { AuditRecord } from '../../audit/record.ts';
import { LIMIT } from '../../audit/share.ts';
import { table } from '../../formats/text/table.ts';
import { oneLine, plural } from '../../formats/text/visible.ts';
import type { AuditReport } from '../file-audit.ts';

/** Steps that are shown; of more those in between are left out evenly. */
const MOST_STEPS = 16;
const WIDTH = 100;

const number = (value: number | null, digits = 2): string => (value === null ? '-' : value.toFixed(digits));
const share = (value: number | null): string => (value === null ? '-' : percent(value));

/** Lines without a newline at the end. */
export const auditText = (report: AuditReport): string => {
  const { steps, alarm, notes } = report;
  const audited = steps.reduce((sum, step) => sum + step.audited, 0);
  const lines = [
    `Audit: ${plural(audited, 'paid call')} of ${plural(steps.length, 'step')}, scored again on other rows`,
    '',
  ];
  if (steps.length > 0)
    lines.push(
      ...table(
        [HEAD, ...shown(steps).map(row)],
        HEAD.map(() => 'right'),
      ),
      '',
    );
  const last = steps.at(-1);
  if (last !== undefined)
    for (const { value, text, rows } of last.signs)
      if (value !== null && value !== 0)
        lines.push(
          `  ${text}${rows.length === 0 ? '' : `: ${rows.map((each) => oneLine(each, 40)).join(', ')}`}`,
        );
  for (const note of notes) lines.push(`  note: ${note}`);
  if (alarm === null) {
    lines.push(
      '',
      `No alarm: the unearned share has not risen (e-value ${number(last?.e ?? 0, 1)}, alarm at ${LIMIT}).`,
    );
    return lines.join('\n');
  }
  lines.push('', `ALARM at step ${alarm.step}: ${alarm.message}.`);
  for (const { row: name, completion, pay, foreign } of alarm.examples) {
    lines.push('', `  row ${oneLine(name, WIDTH)}: paid ${number(pay)}`);
    for (const other of foreign) lines.push(`  on row ${oneLine(other.row, WIDTH)}: ${number(other.pay)}`);
    lines.push(`    ${oneLine(completion, WIDTH)}`);
  }
  if (alarm.shared !== null)
    lines.push('', `  All have in common: ${oneLine(JSON.stringify(alarm.shared), WIDTH)}`);
  if (alarm.command !== null) lines.push('', '  As a finding of `check`:', `    ${alarm.command}`);
  return lines.join('\n');
};

const HEAD = ['step', 'audited', 'unearned', 'before', 'e-value', 'reward', 'empty', 'echo', 'frequent'];

const row = ({ step, audited, unearned, level, e, controls }: { step: number } & AuditRecord): string[] => [
  String(step),
  String(audited),
  share(unearned),
  share(level),
  e < 1e4 ? number(e, e < 10 ? 2 : 0) : e.toExponential(0),
  number(controls.policy),
  number(controls.empty),
  number(controls.echo),
  number(controls.frequent),
];

const shown = <Step>(steps: readonly Step[]): Step[] =>
  steps.length <= MOST_STEPS
    ? [...steps]
    : Array.from(
        { length: MOST_STEPS },
        (_, at) => steps[Math.round((at * (steps.length - 1)) / (MOST_STEPS - 1))] as Step,
      );
