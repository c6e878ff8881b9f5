/** `GET /metrics`, for Prometheus. No label holds anything that clients or modules choose, so their number is bounded. */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Outcome } from '../outcome.ts';

/** What an outcome is of. */
export type OutcomeKind = 'call' | 'setup' | 'step';

const BUCKETS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300,
];

export interface MetricSources {
  version: string;
  /** What waits or runs now. */
  taken: () => number;
  limit: number;
  liveEpisodes: () => number;
  isReady: () => boolean;
}

export class Metrics {
  readonly #registry = new Registry();
  readonly #calls: Counter<'kind' | 'status'>;
  readonly #duration: Histogram<'kind' | 'status'>;
  readonly #wait: Histogram<'kind'>;
  readonly #rewards: Counter<'kind'>;

  constructor({ version, taken, limit, liveEpisodes, isReady }: MetricSources) {
    const registers = [this.#registry];
    const named = (name: string, help: string) => ({ name: `runrl_sandbox_${name}`, help, registers });
    this.#calls = new Counter({
      ...named('calls_total', 'Calls, setups and steps that have an outcome.'),
      labelNames: ['kind', 'status'],
    });
    this.#duration = new Histogram({
      ...named('call_duration_seconds', 'Wall time inside calls, setups and steps.'),
      labelNames: ['kind', 'status'],
      buckets: BUCKETS,
    });
    this.#wait = new Histogram({
      ...named('queue_wait_seconds', 'Time between handing over and start.'),
      labelNames: ['kind'],
      buckets: BUCKETS,
    });
    this.#rewards = new Counter({
      ...named('rewards_total', 'Outcomes that have a reward, policies included.'),
      labelNames: ['kind'],
    });
    const gauge = (name: string, help: string, value: () => number): Gauge =>
      new Gauge({
        ...named(name, help),
        collect() {
          this.set(value());
        },
      });
    gauge('queue_taken', 'Calls, starts, steps and branches that wait or run.', taken);
    gauge('queue_limit', 'How many of them there may be.', () => limit);
    gauge('episodes_active', 'Episodes that live.', liveEpisodes);
    gauge('ready', '1 when work is taken.', () => Number(isReady()));
    new Gauge({ ...named('build_info', 'Always 1.'), labelNames: ['version'] }).set({ version }, 1);
  }

  note(kind: OutcomeKind, { status, duration_ms, queue_ms, reward }: Outcome): void {
    this.#calls.inc({ kind, status });
    this.#duration.observe({ kind, status }, duration_ms / 1e3);
    this.#wait.observe({ kind }, queue_ms / 1e3);
    if (reward !== null) this.#rewards.inc({ kind });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }
}
