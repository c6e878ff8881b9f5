/** The audit of a file of completions, while it is scored: each row has the training step that it was made in. */
import { Auditor, type AuditorOptions, DEFAULT_SAMPLE } from '../audit/auditor.ts';
import type { Alarm, AuditRecord } from '../audit/record.ts';
import type { AuditedCall } from '../audit/sample.ts';
import { episodeScore, rewardScore } from '../audit/scores.ts';
import { locate } from '../formats/json/json-locate.ts';
import type { RowField } from '../formats/rows/completions.ts';
import { plural } from '../formats/text/visible.ts';
import type { Reward } from '../module/calls/call.ts';
import type { Environment } from '../module/episodes/environment.ts';
import { RUN } from '../options/commands.ts';

export interface FileAuditOptions {
  /** Paid calls of each step that are scored on other rows. @default 16 */
  sample?: number | undefined;
  /** Field of a completion's row that has its training step. @default 'step' */
  stepField?: string | undefined;
  /** Told of what is said once, and of an alarm. */
  onLog?: ((text: string) => void) | undefined;
  command?: AuditorOptions['command'];
}

export interface AuditReport {
  step_field: string;
  /** By step, in the order in which they were audited. */
  steps: ({ step: number } & AuditRecord)[];
  alarm: Alarm | null;
  notes: string[];
  /** Rows without a whole number as step; where no row has one, all are step 0. */
  without_step: number;
  /** Rows whose step was over long before, which the audit left out. */
  late: number;
}

export class FileAudit {
  readonly #options: FileAuditOptions;
  readonly #report: AuditReport;
  #auditor: Auditor | undefined;
  #counted = 0;

  constructor(options: FileAuditOptions) {
    this.#options = options;
    const { stepField = RUN.stepField.default } = options;
    this.#report = { step_field: stepField, steps: [], alarm: null, notes: [], without_step: 0, late: 0 };
  }

  begin(module: Reward | Environment): void {
    const { sample = DEFAULT_SAMPLE, onLog, command } = this.#options;
    const report = this.#report;
    this.#auditor = new Auditor({
      sample,
      score:
        'score' in module
          ? rewardScore(() => module)
          : episodeScore(
              () => module,
              () => true,
            ),
      parallel: module.concurrency,
      isFile: true,
      onRecord: (step, record) => report.steps.push({ step, ...record }),
      onAlarm: (alarm) => {
        report.alarm = alarm;
        onLog?.(`step ${alarm.step}: ${alarm.message}`);
      },
      onNote: (text) => {
        report.notes.push(text);
        onLog?.(text);
      },
      ...(command === undefined ? {} : { command }),
    });
  }

  /**
   * @param line of the completions file
   * @returns what to wait for before more is scored; undefined when there is nothing to wait for
   */
  note(
    row: Uint8Array,
    line: Buffer,
    field: RowField,
    outcome: AuditedCall['outcome'],
  ): Promise<void> | undefined {
    const report = this.#report;
    const text = line.toString();
    const said = locate(text, [field])?.value;
    if (said === undefined) return undefined;
    const value = (JSON.parse(text) as Record<string, unknown>)[report.step_field];
    const hasStep = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
    if (hasStep) this.#counted++;
    else {
      report.without_step++;
      if (this.#counted > 0) return undefined;
    }
    const step = hasStep ? value : 0;
    this.#auditor?.note({ step, row, said: Buffer.from(text.slice(said.start, said.end)), outcome });
    return this.#auditor?.room();
  }

  /** Audits what is left. @param stop ends it early */
  async finish(stop: AbortSignal): Promise<void> {
    const auditor = this.#auditor;
    if (auditor === undefined) return;
    const stopped = new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([auditor.settle(), stopped]);
    auditor.close();
    this.#report.late = auditor.late;
  }

  /** What it came to. */
  report(): AuditReport {
    const { step_field, without_step, late, notes } = this.#report;
    const more = [
      ...(without_step > 0 && this.#counted === 0
        ? [
            `no row has a whole number as \`${step_field}\`: all of them count as one step, and no drift can be seen`,
          ]
        : []),
      ...(without_step > 0 && this.#counted > 0
        ? [
            `${plural(without_step, 'row has', 'rows have')} no whole number as \`${step_field}\`: left out of the audit`,
          ]
        : []),
      ...(late > 0
        ? [
            `${plural(late, 'row')} left out, since others of the step came long before: sort the file by step`,
          ]
        : []),
    ];
    return { ...this.#report, notes: [...notes, ...more] };
  }
}
