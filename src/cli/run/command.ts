/** What `runrl-sandbox run` does: starts the sandbox, scores or plays, and tells about it. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { kindOf } from '../../check/loading/module-kind.ts';
import { SandboxError } from '../../errors.ts';
import { checkInput } from '../../formats/files.ts';
import { environmentOptionsSchema, resolveOptions, rewardOptionsSchema } from '../../options.ts';
import { runEnvironment } from '../../run/environment-run.ts';
import type { FileAudit } from '../../run/file-audit.ts';
import type { FileRunOptions } from '../../run/file-run-options.ts';
import { onlyRows } from '../../run/resume/only-rows.ts';
import { runReward } from '../../run/reward-run.ts';
import { auditText } from '../../run/summary/audit-text.ts';
import { formatEnvironmentSummary } from '../../run/summary/environment-text.ts';
import { formatSummary } from '../../run/summary/text.ts';
import { wantsAudit } from '../audit/wanted.ts';
import { Interrupts } from '../interrupts.ts';
import { hideFrom, reserveOutput } from '../settings/told-files.ts';
import { stderrScreen } from '../terminal.ts';
import { RunDisplay } from './display.ts';
import { type AnySummary, exitCodeOf, jsonOfError, printJson, tellTheEnd } from './end.ts';
import type { RunFlags } from './flags.ts';
import { type Loading, LoadingModule } from './module.ts';
import { type RunSettings, runSettings } from './settings.ts';
import type { RunView } from './view.ts';

/**
 * @param file of a module whose kind its text shows, instead of one of the flags
 * @returns the exit code
 */
export const runCommand = async (given: RunFlags, file?: string): Promise<number> => {
  let flags = file === undefined ? given : { ...given, ...(await kindFlag(file, given)) };
  const settings = runSettings(flags);
  const screen = stderrScreen();
  const display = new RunDisplay(screen, flags, settings.module);
  let giveBack = (): void => {};
  try {
    await checkFiles(flags, settings);
    await using view = flags.view ? await startView(flags, settings) : undefined;
    if (view !== undefined) {
      flags = { ...flags, output: view.output };
      display.log(`Watch it at ${view.url}`);
    }
    const { file: moduleFile } = settings.module;
    giveBack = reserveOutput(flags.output, moduleFile);
    const told = [flags.prompts, flags.completions, flags.output];
    settings.sandbox = hideFrom(settings.sandbox, [moduleFile], told);
    display.log(`Starting ${basename(settings.module.file)} …`);
    const audit = wantsAudit(flags) ? await startAudit(flags, settings, display) : undefined;
    const summary = await runFilesOf(flags, settings, display, audit);
    display.stop();
    const exit = exitCodeOf(summary, flags);
    if (flags.json) printJson(flags, { ...summary, exit });
    else if (!flags.quiet) {
      const text =
        'rows' in summary
          ? formatSummary(summary, screen.paint)
          : formatEnvironmentSummary(summary, screen.paint);
      screen.write(`\n${text}\n\n`);
      if (summary.audit !== undefined) screen.write(`${auditText(summary.audit)}\n\n`);
    }
    tellTheEnd(flags, summary, (line) => screen.write(`${line}\n`));
    await view?.stay((line) => screen.write(`${line}\n`));
    return exit;
  } catch (error) {
    giveBack();
    if (flags.json && error instanceof SandboxError) printJson(flags, jsonOfError(error, flags));
    throw error;
  } finally {
    display.stop();
  }
};

// Most runs need neither, and together they are as large as all the rest.
const startView = async (flags: RunFlags, settings: RunSettings): Promise<RunView> => {
  const { RunView } = await import('./view.ts');
  return RunView.start(flags, settings);
};

const startAudit = async (
  flags: RunFlags,
  settings: RunSettings,
  display: RunDisplay,
): Promise<FileAudit> => {
  const { makeAudit } = await import('../audit/settings.ts');
  return makeAudit(flags, settings, display);
};

export const kindFlag = async (file: string, { function: name }: RunFlags): Promise<Partial<RunFlags>> => {
  await checkInput(file, 'module');
  return { [kindOf(readFileSync(file, 'utf8'), name)]: file };
};

/** All names that were given are looked at before anything is started: a wrong one is cheap to notice now. */
export const checkFiles = async (
  { prompts, completions, requirements }: RunFlags,
  { module }: RunSettings,
): Promise<void> => {
  await checkInput(prompts, 'prompt file');
  await checkInput(completions, 'completions file');
  await checkInput(module.file, `${module.kind} file`);
  if (requirements !== undefined) await checkInput(requirements, 'requirements file');
};

export const runFilesOf = async (
  flags: RunFlags,
  { module, sandbox }: RunSettings,
  display: RunDisplay,
  audit?: FileAudit,
): Promise<AnySummary> => {
  using interrupts = new Interrupts();
  const loading: Loading = {
    sandbox,
    onLog: (line) => display.log(line),
    onLevel: (level) => {
      display.level = level;
    },
  };
  const options: FileRunOptions = {
    prompts: flags.prompts,
    completions: flags.completions,
    key: flags.key,
    output: flags.output === '-' ? process.stdout : flags.output,
    ordered: flags.ordered,
    resume: flags.resume,
    keepLost: flags.keepLost,
    overwrite: flags.overwrite,
    only: flags.only === undefined ? undefined : onlyRows(flags.only),
    skipInvalid: flags.skipInvalid,
    drain: interrupts.gentle,
    abort: interrupts.now,
    events: display,
    audit,
  };
  if (module.kind === 'reward') {
    await using loader = new LoadingModule(loading, (host) => host.loadReward(module.file, module.options));
    display.follow(interrupts);
    const { concurrency: callsAtOnce, reuse } = resolveOptions(rewardOptionsSchema, module.options);
    return await runReward({
      ...options,
      reward: loader.module,
      rewardFile: module.file,
      callsAtOnce,
      wantsFresh: reuse === 'never',
    });
  }
  await using loader = new LoadingModule(loading, (host) =>
    host.loadEnvironment(module.file, module.options),
  );
  display.follow(interrupts);
  const { concurrency, maxEpisodes } = resolveOptions(environmentOptionsSchema, module.options);
  return await runEnvironment({
    ...options,
    environment: loader.module,
    environmentFile: module.file,
    episodesAtOnce: Math.min(concurrency, maxEpisodes),
  });
};
