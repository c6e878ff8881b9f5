/** What a person sees of a run while it goes on. */
import { basename } from 'node:path';
import type { Problems } from '../../formats/problems.ts';
import { plural } from '../../formats/text/visible.ts';
import type { Level } from '../../outcome.ts';
import type { RunEvents, RunView } from '../../run/file-run-options.ts';
import { Progress, type Screen } from '../../run/progress.ts';
import type { Interrupts } from '../interrupts.ts';
import type { RunFlags } from './flags.ts';
import type { ModuleChoice } from './settings.ts';

type Input = Parameters<NonNullable<RunEvents['onInput']>>[0];

export class RunDisplay implements RunEvents {
  /** Set when the sandbox is there. */
  level: Level | undefined;
  readonly #screen: Screen;
  readonly #module: ModuleChoice;
  /** Stderr is for the summary as JSON alone when stdout is for the rows. */
  readonly #isSilent: boolean;
  #progress: Progress | undefined;
  readonly #showCursor = (): void => this.#progress?.stop();

  constructor(screen: Screen, flags: RunFlags, module: ModuleChoice) {
    this.#module = module;
    this.#screen = screen;
    this.#isSilent = flags.quiet === true || (flags.json === true && flags.output === '-');
  }

  /** Prints a line, above the block that is redrawn. */
  log(line: string): void {
    if (this.#isSilent) return;
    if (this.#progress !== undefined) this.#progress.log(line);
    else this.#screen.write(`${line}\n`);
  }

  /** Says that a signal was understood, and what the next one does. */
  follow({ gentle, now }: Interrupts): void {
    const say = (text: string) => {
      if (this.#isSilent) return;
      if (this.#progress === undefined || !this.#screen.canRedraw) this.#screen.write(`${text}\n`);
      else this.#progress.note = text;
    };
    const what = this.#module.kind === 'reward' ? 'calls' : 'episodes';
    gentle.addEventListener('abort', () =>
      say(`Waiting for the ${what} that run. Ctrl-C again cancels them.`),
    );
    now.addEventListener('abort', () => say(`Ending the ${what} that run.`));
  }

  onInput({ problems }: Input): void {
    this.#showProblems(problems);
    for (const warning of problems.warnings) this.#warn(warning);
  }

  onStart(run: RunView): void {
    const { module, total, earlier } = run;
    const rest = earlier > 0 ? `, ${plural(earlier, 'row')} of them done before` : '';
    const parts = [`${basename(this.#module.file)}: ${module.name}, ${module.shape}`];
    parts.push(`${plural(total, 'completion')}${rest}`, `level ${this.level}`);
    this.log(parts.join('; '));
    if (this.level === 'none') this.#warn('the module is NOT confined (--sandbox none)');
    for (const warning of module.warnings) this.#warn(warning);
    if (this.#isSilent) return;
    this.#progress = new Progress(this.#screen, run, this.#module.file);
    this.#progress.start();
    // However the process ends, the cursor must be there afterwards.
    process.once('exit', this.#showCursor);
  }

  onRow(): void {
    this.#progress?.row();
  }

  stop(): void {
    this.#progress?.stop();
    process.off('exit', this.#showCursor);
  }

  #warn(text: string): void {
    this.log(`${this.#screen.paint('yellow', 'warning:')} ${text}`);
  }

  #showProblems(problems: Problems): void {
    if (problems.total === 0) return;
    this.log(`${problems.format()}\n`);
    this.#warn(`${problems.counts()}; these lines are left out`);
  }
}
