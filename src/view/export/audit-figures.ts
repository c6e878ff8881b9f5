/** The audit's figures of a step, as numbers that other programs can plot. */
import { auditRecordSchema } from '../../audit/record.ts';

const known = auditRecordSchema
  .pick({ audited: true, unearned: true, level: true, e: true, controls: true, alarms: true })
  .partial();

export const AUDIT_FIGURES = [
  'unearned',
  'level',
  'e',
  'audited',
  'alarms',
  'control_empty',
  'control_echo',
  'control_frequent',
] as const;

/** In the order of `AUDIT_FIGURES`; null where a step has none, or the record is another version's. */
export const auditFigures = (record: Readonly<Record<string, unknown>> | undefined): (number | null)[] => {
  const { data } = known.safeParse(record);
  if (data === undefined) return AUDIT_FIGURES.map(() => null);
  const { unearned, level, e, audited, alarms, controls } = data;
  const figures = [
    unearned,
    level,
    e,
    audited,
    alarms?.length,
    controls?.empty,
    controls?.echo,
    controls?.frequent,
  ];
  return figures.map((figure) => figure ?? null);
};
