/** What `runrl-sandbox check` does: checks the module, and gives the report out in the forms that were asked for. */
import { readFileSync, writeFileSync } from 'node:fs';
import { check } from '../../check/check.ts';
import { readBaseline, writeBaseline } from '../../check/conclusions/baseline.ts';
import { exitCodeOf } from '../../check/conclusions/verdict.ts';
import { jsonReport } from '../../check/report/json.ts';
import { markdownReport } from '../../check/report/markdown.ts';
import { sarifReport } from '../../check/report/sarif.ts';
import { textReport } from '../../check/report/text.ts';
import type { Report } from '../../check/report.ts';
import { systemError } from '../../errors/system.ts';
import { EXIT } from '../../errors.ts';
import { checkInput } from '../../formats/files.ts';
import { FlagError } from '../../options/flag-error.ts';
import { ownVersion } from '../../server/own-version.ts';
import { Interrupts } from '../interrupts.ts';
import { checkAgainCommand } from '../shell.ts';
import { stderrScreen, wantsColour } from '../terminal.ts';
import type { CheckFlags } from './check.ts';
import { htmlReport } from './html-report.ts';
import { CheckProgress } from './progress.ts';
import { keepReport, replayFinding } from './replay.ts';
import { type CheckSettings, checkSettings } from './settings.ts';

/** @returns the exit code */
export const checkCommand = async (file: string, flags: CheckFlags): Promise<number> => {
  await checkInput(file, 'module');
  if (flags.requirements !== undefined) await checkInput(flags.requirements, 'requirements file');
  const settings = checkSettings(file, readFileSync(file, 'utf8'), flags);
  if (flags.replay !== undefined) return replayFinding(file, flags.replay, settings, flags);
  if (flags.report !== undefined) throw new FlagError('report', ' needs --replay');
  const baseline = flags.baseline === undefined ? new Map<string, string>() : readBaseline(flags.baseline);
  using interrupts = new Interrupts();
  const report = await checked(file, flags, settings, baseline, interrupts);
  giveOut(report, flags);
  keepReport(report);
  if (flags.writeBaseline !== undefined) writeBaseline(flags.writeBaseline, report.findings);
  return interrupts.gentle.aborted
    ? EXIT.interrupted
    : exitCodeOf(report.verdict, report.findings, settings.failOn);
};

const checked = async (
  file: string,
  flags: CheckFlags,
  settings: CheckSettings,
  baseline: Map<string, string>,
  interrupts: Interrupts,
): Promise<Report> => {
  using progress = flags.quiet ? undefined : new CheckProgress(stderrScreen(), settings.budget);
  return await check({
    file,
    ...settings,
    sandbox: { ...settings.sandbox, onLog: (line) => progress?.log(line) },
    prompts: flags.prompts,
    completions: flags.completions,
    key: flags.key,
    baseline,
    signal: interrupts.gentle,
    onProgress: (line) => progress?.show(line),
    version: ownVersion(),
    command: commandOf(file, settings, flags),
  });
};

const giveOut = (report: Report, { json, sarif, markdown, html }: CheckFlags): void => {
  const files: [path: string | undefined | true, form: (report: Report) => string][] = [
    [json, jsonReport],
    [sarif, sarifReport],
    [markdown, markdownReport],
    [html, htmlReport],
  ];
  for (const [path, form] of files) if (typeof path === 'string') writeReport(path, form(report));
  const { isTTY, columns } = process.stdout;
  const colour = wantsColour(isTTY === true, process.env);
  process.stdout.write(
    json === true ? jsonReport(report) : textReport(report, { colour, width: columns ?? 100 }),
  );
};

/** @throws SandboxError RS106 */
const writeReport = (path: string, text: string): void => {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw systemError('RS106', `The report \`${path}\` cannot be written`, error);
  }
};

/** The same check again, with the seed that it had; what is written where is left out. */
const commandOf = (file: string, { seed }: CheckSettings, flags: CheckFlags): string => {
  const { json, sarif, markdown, html, writeBaseline, replay, report, quiet, reward, environment, ...rest } =
    flags;
  const named = environment !== undefined ? { environment } : reward !== undefined ? { reward } : {};
  const words = reward === undefined && environment === undefined ? [file] : [];
  return checkAgainCommand(
    process.argv[1] ?? 'runrl-sandbox',
    words,
    { ...named, ...rest, seed },
    process.env,
  );
};
