/** What `runrl-sandbox play` does: loads the module, picks a row, and lets a person or a script play. */
import { basename } from 'node:path';
import { EXIT, SandboxError } from '../../errors.ts';
import { checkInput } from '../../formats/files.ts';
import { createSandbox, type Sandbox } from '../../host.ts';
import type { Reward } from '../../module/calls/call.ts';
import type { Environment } from '../../module/episodes/environment.ts';
import { PromptRows } from '../../play/prompt-rows.ts';
import { type Played, Session } from '../../play/session.ts';
import { type PlayFlags, type PlaySettings, playSettings } from './flags.ts';
import { PlayTable } from './table.ts';

/** @returns the exit code */
export const playCommand = async (flags: PlayFlags): Promise<number> => {
  try {
    return await play(flags);
  } catch (error) {
    if (flags.json && error instanceof SandboxError) {
      const { code, message, help = null, exitCode: exit } = error;
      process.stdout.write(`${JSON.stringify({ event: 'error', code, message, help, exit })}\n`);
    }
    throw error;
  }
};

const play = async (flags: PlayFlags): Promise<number> => {
  const settings = playSettings(flags);
  const { module, seed, replayCommand } = settings;
  await checkInput(module.file, `${module.kind} file`);
  if (flags.requirements !== undefined) await checkInput(flags.requirements, 'requirements file');
  await using prompts = await PromptRows.read(flags.prompts, flags.key);
  const picked = pickedRow(settings, prompts);
  using table = new PlayTable(module.file, flags.json === true);
  await using loading = new LoadingModule(settings, table);
  const played = await table.run((signal) => loading.loaded(signal), 'loading');
  if (played === undefined) return EXIT.interrupted;
  prompts.refuseFields(takenNames(played));
  const problems = prompts.problems();
  if (problems !== undefined) table.say(`${problems}\n\nThese rows cannot be played; the others can.`);
  for (const warning of prompts.warnings) table.say(`warning: ${warning}`);
  const row = picked ?? prompts.only ?? (await askedRow(table, prompts));
  if (row === undefined) return table.interrupted ? EXIT.interrupted : EXIT.ok;
  const { show: emit } = table;
  const options = { module: played, moduleFile: module.file, prompts, seed, emit, replayCommand };
  await using session = new Session(options);
  await table.run((signal) => session.start(row, signal));
  await table.play(session);
  if (table.interrupted) return EXIT.interrupted;
  // Nobody was there to see that a script has a mistake.
  return !table.isTerminal && (session.refused > 0 || table.isUnfinished) ? EXIT.usage : EXIT.ok;
};

const pickedRow = ({ row, id }: PlaySettings, prompts: PromptRows): number | undefined => {
  if (id !== undefined) return prompts.lineOfKey(id);
  return row === undefined ? undefined : prompts.check(row, '--row');
};

const askedRow = async (table: PlayTable, prompts: PromptRows): Promise<number | undefined> => {
  if (table.isTerminal) return table.askRow(prompts);
  table.show(prompts.list());
  throw new SandboxError('RS101', `${prompts.path} has several rows, and the input is no terminal`, {
    help: 'name one with `--row N` (from 0) or `--id KEY`',
  });
};

const takenNames = (played: Played) =>
  played.kind === 'reward'
    ? namesOf(played.reward, played.reward.functionName)
    : namesOf(played.environment, `${played.environment.className}.setup`);

const namesOf = ({ reserved, required }: Reward | Environment, functionName: string) => ({
  names: reserved,
  required,
  functionName,
});

/** A module that loads; whatever was started is ended with it. */
class LoadingModule implements AsyncDisposable {
  readonly #sandbox: Promise<Sandbox>;
  readonly #settings: PlaySettings;
  readonly #table: PlayTable;

  constructor(settings: PlaySettings, table: PlayTable) {
    this.#settings = settings;
    this.#table = table;
    this.#sandbox = createSandbox({ ...settings.sandbox, onLog: table.say });
    this.#sandbox.catch(() => {});
  }

  /** @returns undefined when the signal was aborted meanwhile */
  async loaded(signal: AbortSignal): Promise<Played | undefined> {
    const aborted = new Promise<undefined>((resolve) => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
    });
    const loading = this.#load();
    loading.catch(() => {});
    const played = await Promise.race([loading, aborted]);
    return signal.aborted ? undefined : played;
  }

  async #load(): Promise<Played> {
    const { module } = this.#settings;
    const sandbox = await this.#sandbox;
    const played: Played =
      module.kind === 'reward'
        ? { kind: 'reward', reward: await sandbox.loadReward(module.file, module.options) }
        : {
            kind: 'environment',
            environment: await sandbox.loadEnvironment(module.file, module.options),
          };
    this.#introduce(played, sandbox.level);
    return played;
  }

  #introduce(played: Played, level: string): void {
    const { name, of } =
      played.kind === 'reward'
        ? { name: played.reward.functionName, of: played.reward }
        : { name: played.environment.className, of: played.environment };
    const say = this.#table.say;
    say(`${basename(this.#settings.module.file)}: ${name}, ${of.shape}; level ${level}`);
    if (level === 'none') say('warning: the module is NOT confined (--sandbox none)');
    for (const warning of of.warnings) say(`warning: ${warning}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const sandbox = await this.#sandbox.catch(() => undefined);
    await sandbox?.close();
  }
}
