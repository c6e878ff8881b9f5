/** What `runrl-sandbox audit` does: scores the completions, audits them, and says whether there is an alarm. */
import { basename } from 'node:path';
import { ERRORS } from '../../errors/codes.ts';
import { EXIT, formatError } from '../../errors.ts';
import { FlagError } from '../../options/flag-error.ts';
import { toIndentedJson } from '../../outcome-json.ts';
import { auditText } from '../../run/summary/audit-text.ts';
import { checkFiles, runFilesOf } from '../run/command.ts';
import { RunDisplay } from '../run/display.ts';
import type { RunFlags } from '../run/flags.ts';
import { runSettings } from '../run/settings.ts';
import { hideFrom } from '../settings/told-files.ts';
import { stderrScreen } from '../terminal.ts';
import { makeAudit } from './settings.ts';
import { auditSample } from './wanted.ts';

/** @returns the exit code */
export const auditCommand = async (flags: RunFlags): Promise<number> => {
  const settings = runSettings(flags);
  if (auditSample(flags.auditSample) === 0)
    throw new FlagError('audit-sample', ': expected at least 1 call per step', {
      help: 'leave it out: 16',
    });
  const screen = stderrScreen();
  const display = new RunDisplay(screen, flags, settings.module);
  try {
    await checkFiles(flags, settings);
    const told = [flags.prompts, flags.completions, flags.output];
    settings.sandbox = hideFrom(settings.sandbox, [settings.module.file], told);
    display.log(`Starting ${basename(settings.module.file)} …`);
    const audit = makeAudit(flags, settings, display);
    const { state, failure, completions, remaining } = await runFilesOf(flags, settings, display, audit);
    display.stop();
    const report = audit.report();
    const ended = failure === null ? EXIT.interrupted : ERRORS[failure.code].exit;
    // Of one step only there is nothing to judge: that is no all-clear.
    const isJudged = report.without_step < completions;
    const found = report.alarm !== null ? EXIT.failed : isJudged ? EXIT.ok : EXIT.usage;
    const exit = state === 'finished' ? found : ended;
    if (flags.json) {
      const { file } = settings.module;
      const head = { schema: 'runrl-sandbox.audit/1', file, state, completions, remaining, failure };
      process.stdout.write(`${toIndentedJson({ ...head, ...report, exit })}\n`);
    } else if (!flags.quiet || report.alarm !== null) process.stdout.write(`${auditText(report)}\n`);
    if (failure !== null) screen.write(`${formatError(failure)}\n`);
    else if (state !== 'finished')
      screen.write(`Interrupted: ${remaining} of ${completions} completions are not scored.\n`);
    else if (!isJudged)
      screen.write(
        `No row of the completions has a whole number as \`${report.step_field}\`: nothing was judged (--step-field)\n`,
      );
    return exit;
  } finally {
    display.stop();
  }
};
