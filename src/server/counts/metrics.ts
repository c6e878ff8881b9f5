/**
 * `GET /metrics`, for Prometheus: names and labels of what the server counts. Labels are kinds, statuses, states and
 * reasons, of which there are few, and at most 64 names that modules choose for numbers in `info`.
 */

import { type Metric, Registry } from 'prom-client';
import { totalOf } from '../../formats/statistics.ts';
import type { ModuleActivity } from '../../module/activity.ts';
import type { AuditState } from '../alarms/audits.ts';
import type { Distribution, OutcomeKind, Tallies } from './tallies.ts';
import type { WorkerTotals } from './worker-totals.ts';

/** What all modules do at one moment. */
export interface ServerLoad extends ModuleActivity {
  running: Record<OutcomeKind, number>;
  /** Episodes that live. */
  episodes: number;
}

export interface MetricSources {
  version: string;
  /** Label of all; undefined: none. */
  host: string | undefined;
  tallies: Tallies;
  /** Brought up to date by `load`. */
  workers: WorkerTotals;
  /** Looks at the modules and their workers; asked once for each answer. */
  load: () => Promise<ServerLoad>;
  /** Clients over ZeroMQ. */
  clients: () => number;
  audits: () => readonly AuditState[];
}

type Labels = Readonly<Record<string, string>>;
interface Value {
  labels: Labels;
  value: number;
  metricName?: string;
}

const one = (value: number): Value[] => [{ labels: {}, value }];

const byLabel = (label: string, counts: Readonly<Record<string, number>>): Value[] =>
  Object.entries(counts).map(([name, value]) => ({ labels: { [label]: name }, value }));

const PREFIX = 'runrl_sandbox_';

const sumAndCount = (name: string, labels: Labels, { sum, n }: { sum: number; n: number }): Value[] => [
  { labels, value: sum, metricName: `${PREFIX}${name}_sum` },
  { labels, value: n, metricName: `${PREFIX}${name}_count` },
];

const buckets = (name: string, labels: Labels, distribution: Distribution): Value[] => {
  const { bounds, counts } = distribution;
  const metricName = `${PREFIX}${name}_bucket`;
  let below = 0;
  const values = counts.map((count, at): Value => {
    below += count;
    return { labels: { ...labels, le: String(bounds[at] ?? '+Inf') }, value: below, metricName };
  });
  return [...values, ...sumAndCount(name, labels, distribution)];
};

export class Metrics {
  readonly #registry = new Registry();
  readonly #sources: MetricSources;
  /** What the answer that is being made is made of. */
  #load: Promise<ServerLoad> | undefined;

  constructor(sources: MetricSources) {
    this.#sources = sources;
    const { tallies, version, host } = sources;
    if (host !== undefined) this.#registry.setDefaultLabels({ host });
    const durations = Object.entries(tallies.durations);
    this.#add('calls_total', 'counter', 'Calls, setups and steps that have an outcome.', () =>
      durations.flatMap(([kind, byStatus]) =>
        [...byStatus].map(([status, { n }]) => ({ labels: { kind, status }, value: n })),
      ),
    );
    this.#add('call_duration_seconds', 'histogram', 'Wall time inside calls, setups and steps.', (name) =>
      durations.flatMap(([kind, byStatus]) =>
        [...byStatus].flatMap(([status, distribution]) => buckets(name, { kind, status }, distribution)),
      ),
    );
    this.#add('queue_wait_seconds', 'histogram', 'Time between handing over and start.', (name) =>
      Object.entries(tallies.waits)
        .filter(([, { n }]) => n > 0)
        .flatMap(([kind, distribution]) => buckets(name, { kind }, distribution)),
    );
    this.#add('reward', 'summary', 'Rewards of outcomes that have one, policies included.', (name) =>
      sumAndCount(name, {}, tallies.reward),
    );
    this.#add('info', 'summary', 'Numbers in `info`, by name; at most 64 names.', (name) =>
      [...tallies.info].flatMap(([key, sum]) => sumAndCount(name, { key }, sum)),
    );
    this.#add('info_dropped_total', 'counter', 'Numbers in `info` beyond 64 names, or not finite.', () =>
      one(tallies.infoDropped),
    );
    this.#add('clients', 'gauge', 'Clients over ZeroMQ, those that are away for a while included.', () =>
      one(sources.clients()),
    );
    this.#add('build_info', 'gauge', 'Always 1.', () => [{ labels: { version }, value: 1 }]);
    this.#addAudits();
    this.#addLoad();
  }

  #addAudits(): void {
    const add = (
      name: string,
      type: string,
      help: string,
      value: (state: AuditState) => number | null,
    ): void =>
      this.#add(name, type, help, () =>
        this.#sources.audits().flatMap((state) => {
          const found = value(state);
          return found === null ? [] : [{ labels: { module: state.module }, value: found }];
        }),
      );
    const latest = 'of the latest audited step';
    add(
      'audit_unearned_ratio',
      'gauge',
      `Well-paid calls that keep their pay on other rows, ${latest}.`,
      ({ record }) => record.unearned,
    );
    add('audit_level_ratio', 'gauge', 'The same share of all steps before.', ({ record }) => record.level);
    add(
      'audit_e_value',
      'gauge',
      'Evidence that the share has risen; the alarm comes at 100.',
      ({ record }) => record.e,
    );
    add(
      'audit_echo_reward',
      'gauge',
      `What copies of prompts are paid, ${latest}.`,
      ({ record }) => record.controls.echo,
    );
    add('audit_alarms_total', 'counter', 'Alarms of the live audit.', ({ alarms }) => alarms);
  }

  #addLoad(): void {
    const add = (name: string, type: string, help: string, values: (load: ServerLoad) => Value[]): void =>
      this.#add(name, type, help, async () => values(await this.#loadOnce()));
    add('calls_in_progress', 'gauge', 'Calls, setups and steps that run.', ({ running }) =>
      byLabel('kind', running),
    );
    add('queue_depth', 'gauge', 'Calls, setups and steps that wait.', ({ waiting }) => one(waiting));
    add('slots', 'gauge', 'Calls, setups and steps that may run at the same time.', ({ slots }) =>
      one(slots),
    );
    add('saturation_ratio', 'gauge', 'What runs and waits, for each slot: above 1 work waits.', (load) => {
      const running = totalOf(load.running);
      return one(load.slots === 0 ? 0 : (running + load.waiting) / load.slots);
    });
    add('zygote_ready', 'gauge', '1 when every module can serve.', ({ open }) => one(Number(open)));
    add('episodes_active', 'gauge', 'Episodes that live.', ({ episodes }) => one(episodes));
    add('workers', 'gauge', 'Workers by state.', ({ workers }) =>
      byLabel('state', { starting: 0, ready: 0, busy: 0, ending: 0, ...workers.states }),
    );
    const { workers, tallies } = this.#sources;
    add('worker_restarts_total', 'counter', 'Workers that were replaced, by reason.', () =>
      byLabel('reason', workers.restarts),
    );
    this.#add('fork_duration_seconds', 'histogram', 'Time that the zygote took for a slot.', async (name) => {
      await this.#loadOnce();
      return buckets(name, {}, workers.forks);
    });
    this.#add('episode_steps', 'histogram', 'Steps that episodes had at their end.', async (name) => {
      await this.#loadOnce(); // which tells of ends
      return buckets(name, {}, tallies.episodeSteps);
    });
  }

  #loadOnce(): Promise<ServerLoad> {
    this.#load ??= this.#sources.load();
    return this.#load;
  }

  /** Values are made when somebody asks: an own form, because each `observe` of the library costs about 1 µs. */
  #add(
    name: string,
    type: string,
    help: string,
    values: (name: string) => readonly Value[] | Promise<readonly Value[]>,
  ): void {
    const full = `${PREFIX}${name}`;
    const get = async () => ({ name: full, help, type, values: await values(name), aggregator: 'sum' });
    // The registry asks no more of a metric than this.
    this.#registry.registerMetric({ name: full, get } as unknown as Metric);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  async text(): Promise<string> {
    this.#load = undefined;
    return this.#registry.metrics();
  }
}
