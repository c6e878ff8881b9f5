/** The servers of a fleet as one run: steps, samples, failures, episodes and alarms of all of them. */
import { RunColumns } from '../columns/run-columns.ts';
import type { FailedRow } from '../store/causes.ts';
import { mergeSteps } from '../store/merge.ts';
import type { StepSnapshot } from '../store/step-figures.ts';
import type { StepRecord } from '../store/step-schemas.ts';
import { HostSource } from './host-source.ts';
import { type PromptRows, promptRowsOf } from './prompt-rows.ts';
import type { ResultsOptions } from './results-options.ts';
import type { Again, EpisodeList, EpisodeQuery, Note, OneEpisode, Source, SourceModule } from './source.ts';
import { Turns } from './turns.ts';

export interface FleetOptions extends ResultsOptions {
  /** The servers' own. */
  token?: string | undefined;
}

export class FleetSource implements Source {
  readonly kind = 'served';
  readonly live = true;
  readonly callsPerStep = null;
  readonly name: string;
  readonly path: string | null;
  readonly prompts: PromptRows | null;
  readonly #urls: () => readonly string[];
  readonly #token: string | undefined;
  readonly #hosts = new Map<string, HostSource>();
  readonly #columns = new RunColumns();
  readonly #turns = new Turns();
  #tableTrouble: string | undefined;

  /**
   * @param urls those of the servers now: they may come and go, and what one had counted stays
   * @param path of the table of hosts, where there is one
   */
  constructor(urls: () => readonly string[], path: string | null, { token, ...options }: FleetOptions = {}) {
    this.#urls = urls;
    this.#token = token;
    this.path = path;
    this.name = path ?? `${urls().length} servers`;
    this.prompts = promptRowsOf(options);
  }

  get modules(): SourceModule[] {
    const found = new Map<string, SourceModule>();
    for (const { modules } of this.#hosts.values())
      for (const module of modules) if (!found.has(module.name)) found.set(module.name, module);
    return [...found.values()];
  }

  get findings(): string | null {
    return this.#withFindings?.url ?? null;
  }

  get #withFindings(): HostSource | undefined {
    return [...this.#hosts.values()].find(({ hasFindings }) => hasFindings);
  }

  async report(): Promise<{ path: string | null; report: unknown }> {
    return (await this.#withFindings?.get('findings')) ?? { path: null, report: null };
  }

  get notes(): Note[] {
    const notes: Note[] = [];
    if (this.#tableTrouble !== undefined) notes.push({ level: 'warning', text: this.#tableTrouble });
    for (const { url, trouble } of this.#hosts.values())
      if (trouble !== undefined)
        notes.push({
          level: 'warning',
          text: `${url} ${trouble}`,
          help: 'what it had counted is still shown',
        });
    if (this.#hosts.size === 0)
      notes.push({ level: 'info', text: 'The table has no host with an HTTP address' });
    notes.push({
      level: 'info',
      text: 'Groups are counted on each server: calls of one row on several are apart',
    });
    return notes;
  }

  columns(): Promise<RunColumns> {
    return this.#turns.next(async () => {
      this.#look();
      const changed = new Set<string>();
      const found = await Promise.all([...this.#hosts.values()].map((host) => host.follow()));
      for (const keys of found) for (const key of keys) changed.add(key);
      for (const key of changed) {
        const records = this.#recordsOf(key);
        const snapshots = records.map(({ record }) => ({ record, rows: [] }));
        this.#columns.put(mergeSteps(snapshots, auditOf(records)).record);
        await this.#turns.breathe();
      }
      return this.#columns;
    });
  }

  #look(): void {
    try {
      for (const url of this.#urls())
        if (!this.#hosts.has(url)) this.#hosts.set(url, new HostSource(url, this.#token));
      this.#tableTrouble = undefined;
    } catch (error) {
      this.#tableTrouble = `The table of hosts cannot be read: ${(error as Error).message}`;
    }
  }

  #recordsOf(key: string): { host: string; record: StepRecord }[] {
    return [...this.#hosts.values()].flatMap(({ url, records, gone }) =>
      [records, ...gone].flatMap((map) => {
        const record = map.get(key);
        return record === undefined ? [] : [{ host: url, record }];
      }),
    );
  }

  async step(step: number | 'all', module: string): Promise<StepSnapshot | undefined> {
    if (step === 'all') return undefined;
    const key = `${step} ${module}`;
    const known = this.#recordsOf(key);
    if (known.length === 0) return undefined;
    const whole = await Promise.all(
      [...this.#hosts.values()].flatMap((host) => {
        const there = host.records.get(key);
        // Of one that is away there are the figures, without samples.
        const asked =
          there && host.step(step, module).catch(() => ({ record: withoutViews(there), rows: [] }));
        const gone = host.gone.flatMap((map) => map.get(key) ?? []);
        return [asked ?? [], ...gone.map((record) => ({ record: withoutViews(record), rows: [] }))].flat();
      }),
    );
    return mergeSteps(whole, auditOf(known));
  }

  async example(step: number, module: string, cause: string): Promise<FailedRow | undefined> {
    const key = `${step} ${module}`;
    for (const host of this.#hosts.values()) {
      if (!host.records.get(key)?.causes?.some((each) => each.cause === cause)) continue;
      const found = await host.step(step, module).catch(() => undefined);
      const row = found?.examples[cause];
      if (row !== undefined) return row;
    }
    return undefined;
  }

  again(): Again {
    return { command: null, request: null };
  }

  get episodesVersion(): number {
    return [...this.#hosts.values()].reduce((sum, { episodesVersion }) => sum + episodesVersion, 0);
  }

  async episodes(query: EpisodeQuery): Promise<EpisodeList> {
    const limit = Math.min(1_000, query.from + query.limit);
    const lists = await Promise.all(
      [...this.#hosts.values()].map(async (host, at) => {
        const list = await host.episodes({ ...query, from: 0, limit }).catch(() => NO_EPISODES);
        const named = list.episodes.map((one) => ({ ...one, episode: `${at}-${one.episode}` }));
        return { total: list.total, episodes: named };
      }),
    );
    const all = lists.flatMap(({ episodes }) => episodes);
    all.sort((a, b) => ((a.started ?? '') < (b.started ?? '') ? 1 : -1));
    return {
      total: lists.reduce((sum, { total }) => sum + total, 0),
      episodes: all.slice(query.from, query.from + query.limit),
    };
  }

  async episode(id: string): Promise<OneEpisode | undefined> {
    const [, at, there] = /^(\d+)-(.+)$/.exec(id) ?? [];
    const host = [...this.#hosts.values()][Number(at)];
    if (host === undefined || there === undefined) return undefined;
    const found = await host.episode(there).catch(() => undefined);
    return found && { ...found, episode: id };
  }

  close(): void {
    this.prompts?.close();
  }
}

const NO_EPISODES: EpisodeList = { total: 0, episodes: [] };

const withoutViews = (record: StepRecord): StepRecord => ({
  ...record,
  views: {},
  info_strings: Object.fromEntries(
    Object.entries(record.info_strings).map(([name, entry]) => [name, { ...entry, views: {} }]),
  ),
});

/** The audit of the host that it is surest of, with the alarms of all; each says which host raised it. */
const auditOf = (records: readonly { host: string; record: StepRecord }[]): StepRecord['audit'] => {
  const audits = records.flatMap(({ host, record: { audit } }) =>
    audit === undefined ? [] : [{ host, audit }],
  );
  const strength = ({ e }: Record<string, unknown>): number => (typeof e === 'number' ? e : 0);
  const [worst] = [...audits].sort((a, b) => strength(b.audit) - strength(a.audit));
  if (worst === undefined) return undefined;
  const alarms = audits.flatMap(({ host, audit }) =>
    (Array.isArray(audit.alarms) ? (audit.alarms as object[]) : []).map((alarm) => ({ ...alarm, host })),
  );
  return { ...worst.audit, host: worst.host, alarms };
};
