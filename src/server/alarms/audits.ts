/** The live audit of what is served: an auditor for each module, fed with the calls that carry a training step. */
import { join } from 'node:path';
import { Actions } from '../../audit/actions.ts';
import type { KeptCall } from '../../audit/alarm.ts';
import { Auditor, DEFAULT_SAMPLE } from '../../audit/auditor.ts';
import { writeFinding } from '../../audit/finding.ts';
import { type Alarm, type AuditRecord, auditRecordSchema } from '../../audit/record.ts';
import type { AuditedCall } from '../../audit/sample.ts';
import { episodeScore, rewardScore } from '../../audit/scores.ts';
import type { Reward } from '../../module/calls/call.ts';
import type { Environment } from '../../module/episodes/environment.ts';
import type { Level, Outcome } from '../../outcome.ts';
import { cacheFolder } from '../../python/cache-folder.ts';
import type { StepCall } from '../../view/store/step-figures.ts';
import type { Steps } from '../../view/store/steps.ts';
import type { OutcomeKind } from '../counts/tallies.ts';
import type { Log } from '../log.ts';
import type { Scorer, ServedModule } from '../modules.ts';
import { Judged } from './judged.ts';
import { tellAlarm } from './on-alarm.ts';

export interface AuditOptions {
  /** Paid calls of each training step that are scored again; 0: no audit. */
  sample: number;
  /** URL or command that is told of an alarm. */
  onAlarm: string | undefined;
  /** What calls are paid that were found unearned after an alarm. */
  onUnearned: number | null | 'keep';
}

export const DEFAULT_AUDIT: AuditOptions = { sample: DEFAULT_SAMPLE, onAlarm: undefined, onUnearned: 'keep' };

export interface AuditsOptions extends AuditOptions {
  version: string;
  /** Folder of the server's data. */
  data: string | undefined;
  modules: readonly ServedModule[];
  steps: Steps;
  log: Log;
  level: () => Level | null;
  /** Whether nothing else is asked of the modules. */
  isIdle: () => boolean;
}

/** What `/metrics` and clients are told of one module. */
export interface AuditState {
  module: string;
  step: number;
  record: AuditRecord;
  alarms: number;
  alarm: Alarm | undefined;
}

/** As `audit` of the serving protocol. */
export const auditFigures = ({ module, step, record, alarms, alarm }: AuditState): object => ({
  module,
  step,
  unearned: record.unearned,
  level: record.level,
  e: record.e,
  state: record.state,
  alarms,
  paid_well: record.paid_well,
  kept: record.kept,
  ...(alarm === undefined ? {} : { alarm }),
});

export class Audits {
  readonly #options: AuditsOptions;
  readonly #auditors = new Map<string, Auditor>();
  readonly #states = new Map<string, AuditState>();
  readonly #actions = new Actions();
  /** Told of each audited step. */
  onState: (state: AuditState) => void = () => {};

  constructor(options: AuditsOptions) {
    this.#options = options;
    if (options.sample > 0) for (const module of options.modules) this.#restore(module.setting.name);
  }

  get states(): readonly AuditState[] {
    return [...this.#states.values()];
  }

  /** The reward itself, or what looks at its calls before they are answered. */
  judging(name: string, reward: Scorer): Scorer {
    const { onUnearned, log } = this.#options;
    const auditor = this.#auditors.get(name);
    if (onUnearned === 'keep' || auditor?.alarmed !== true) return reward;
    return new Judged(reward, auditor, onUnearned, ({ name: error }) =>
      log.event('error', 'not_judged', { module: name, error }),
    );
  }

  /** Takes a call that has its outcome. Never throws. */
  note(kind: OutcomeKind, outcome: Outcome, call: StepCall): void {
    if (this.#options.sample === 0) return;
    const audited = kind === 'call' ? this.#ofCall(outcome, call) : this.#ofStep(kind, outcome, call);
    if (audited !== undefined) this.#auditorOf(call.module)?.note(audited);
  }

  /** Audits what has come so far. */
  async settle(): Promise<void> {
    await Promise.all([...this.#auditors.values()].map((auditor) => auditor.settle()));
  }

  close(): void {
    for (const auditor of this.#auditors.values()) auditor.close();
  }

  #ofCall(outcome: Outcome, { step, row, said }: StepCall): AuditedCall | undefined {
    if (said === null) return undefined;
    return { step, row, said: typeof said === 'string' ? Buffer.from(said) : said, outcome };
  }

  /** An episode is a call when it has ended: paid its return. */
  #ofStep(kind: OutcomeKind, outcome: Outcome, call: StepCall): AuditedCall | undefined {
    const { module, episode, at, said, ended, step, row } = call;
    if (kind !== 'step' || episode === undefined || said === null) return undefined;
    const actions = this.#actions.note(`${episode} ${module}`, at ?? 0, said, ended !== undefined);
    if (actions === undefined || ended === undefined) return undefined;
    const { status, version, evidence } = outcome;
    const reward = status === 'ok' ? ended.return : null;
    return {
      step,
      row,
      said: Buffer.from(JSON.stringify(actions)),
      outcome: { status, version, evidence, reward },
    };
  }

  #auditorOf(name: string): Auditor | undefined {
    const known = this.#auditors.get(name);
    if (known !== undefined) return known;
    const served = this.#options.modules.find(({ setting }) => setting.name === name);
    if (served === undefined) return undefined;
    const { sample, steps, log, isIdle } = this.#options;
    const { kind, options } = served.setting;
    // A call that gives way cannot be ended there: it would be `lost` for the calls that run beside it.
    if ('reuse' in options && options.reuse === 'shared') return undefined;
    const auditor = new Auditor({
      sample,
      score:
        kind === 'reward'
          ? rewardScore(() => served.module as Reward | undefined)
          : episodeScore(() => served.module as Environment | undefined, isIdle),
      onRecord: (step, record) => {
        const before = this.#states.get(name);
        const alarms = (before?.alarms ?? 0) + record.alarms.length;
        const state = { module: name, step, record, alarms, alarm: record.alarms.at(-1) ?? before?.alarm };
        this.#states.set(name, state);
        steps.audit(step, name, record);
        this.onState(state);
      },
      onAlarm: (alarm) => {
        const { examples: _, shared: _text, ...told } = alarm; // the log never has what completions say
        log.event('warn', 'audit_alarm', { module: name, ...told });
        const { onAlarm } = this.#options;
        if (onAlarm !== undefined) tellAlarm(onAlarm, { event: 'audit_alarm', module: name, ...alarm }, log);
      },
      onNote: (text) => log.event('warn', 'audit_note', { module: name, text }),
      command: (example) => this.#command(served, example),
    });
    this.#auditors.set(name, auditor);
    return auditor;
  }

  /** Goes on where the server before it ended: its steps are what later ones are judged against. */
  #restore(name: string): void {
    const { steps, log } = this.#options;
    try {
      for (const { record } of steps.list(0, Number.MAX_SAFE_INTEGER, name).steps) {
        const { success, data } = auditRecordSchema.safeParse(record.audit);
        if (success) this.#auditorOf(name)?.restore(record.step, data);
      }
    } catch (error) {
      log.event('error', 'audit_begins_anew', { module: name, error: (error as Error).message });
    }
  }

  #command({ setting }: ServedModule, example: KeptCall): string | null {
    const { data, level, version, log } = this.#options;
    const { file, kind, options } = setting;
    try {
      const folder = data === undefined ? join(cacheFolder(), 'audit') : join(data, 'audit');
      const of = { file, kind, level: level() ?? 'namespaces', version, seed: options.seed ?? 0 };
      const { id, path } = writeFinding(folder, example, of);
      const words = ['runrl-sandbox', 'check', file, '--replay', id, '--report', path];
      return words
        .map((word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
        .join(' ');
    } catch (error) {
      log.event('error', 'finding_not_written', { error: (error as Error).message });
      return null;
    }
  }
}
