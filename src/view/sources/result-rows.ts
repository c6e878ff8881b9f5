/** Lines of a result file → outcomes. */
import { type Outcome, STATUSES, type Status } from '../../outcome.ts';

export interface ResultRow {
  index: number;
  id: string | null;
  kind: 'call' | 'step' | 'episode';
  /** Number of a step in its episode. */
  at: number | null;
  outcome: Outcome;
  /** Of a row of an episode. */
  episode: { return: number; length: number; ended: string } | null;
  observation: unknown;
  done: boolean | null;
}

type Fields = Record<string, unknown>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];

/** Undefined when the line is no row of a run. Fields that a row of another version lacks are empty. */
export const resultRowOf = (bytes: Buffer): ResultRow | undefined => {
  let row: Fields;
  try {
    row = JSON.parse(bytes.toString()) as Fields;
  } catch {
    return undefined;
  }
  const { index, status, kind, id } = row;
  if (!Number.isSafeInteger(index) || !STATUSES.includes(status as Status)) return undefined;
  const reward = row.reward;
  const entries = Object.entries((row.info ?? {}) as Fields).filter(
    (entry): entry is [string, string | number] =>
      typeof entry[1] === 'string' || typeof entry[1] === 'number',
  );
  return {
    index: index as number,
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    kind: kind === 'step' || kind === 'episode' ? kind : 'call',
    at: kind === 'step' ? number(row.step) : null,
    episode:
      kind === 'episode'
        ? { return: number(row.return), length: number(row.length), ended: text(row.ended) }
        : null,
    observation: row.observation,
    done: typeof row.done === 'boolean' ? row.done : null,
    outcome: {
      status: status as Status,
      reward: typeof reward === 'number' ? reward : null,
      info: Object.fromEntries(entries),
      duration_ms: number(row.duration_ms),
      queue_ms: number(row.queue_ms),
      cpu_ms: number(row.cpu_ms),
      max_rss_bytes: number(row.max_rss_bytes),
      error: errorOf(row.error),
      stack: typeof row.stack === 'string' ? row.stack : null,
      stdout: text(row.stdout),
      stderr: text(row.stderr),
      warnings: texts(row.warnings),
      evidence: (Array.isArray(row.evidence) ? row.evidence : []) as Outcome['evidence'],
      fresh: row.fresh === true,
      level: (row.level ?? 'none') as Outcome['level'],
      version: text(row.version),
    },
  };
};

const errorOf = (value: unknown): Outcome['error'] => {
  if (typeof value !== 'object' || value === null) return null;
  const { type, message, traceback } = value as Fields;
  return {
    type: text(type),
    message: text(message),
    traceback: typeof traceback === 'string' ? traceback : null,
  };
};
