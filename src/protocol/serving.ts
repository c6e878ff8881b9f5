/** Binary headers that clients and server exchange (docs/serving-protocol.md). The Python client's are made from these. */
import { layout } from './layout.ts';

export const SERVING_PROTOCOL = 1;

/** In front of each call of a `score`; then the row's JSON text, then the completion's. Its flags: `CALL_FLAGS`. */
export const SERVED_CALL = layout([
  ['size', 'u32'],
  ['call', 'u64'],
  ['flags', 'u8'],
  ['seed', 'i64'],
  ['row_size', 'u32'],
]);

/** In front of each outcome; then the JSON text of what is not empty. */
export const SERVED_OUTCOME = layout([
  ['size', 'u32'],
  ['call', 'u64'],
  ['status', 'u8'],
  ['flags', 'u8'],
  ['reward', 'f64'],
  ['duration_ms', 'f64'],
  ['queue_ms', 'f64'],
  ['cpu_ms', 'f64'],
  ['max_rss_bytes', 'u64'],
]);

export const OUTCOME_FLAGS = { hasReward: 1, fresh: 2, done: 4 } as const;
