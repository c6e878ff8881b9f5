/** A sitting: games with one module, one after the other, and what is typed in them. */
import { SandboxError } from '../errors.ts';
import type { Reward } from '../module/calls/call.ts';
import type { Environment } from '../module/episodes/environment.ts';
import { COMMANDS, unknownCommand, wholeNumber } from './commands.ts';
import { EnvironmentGame } from './environment-game.ts';
import { type Emit, Refusal } from './event.ts';
import type { Game, Handler } from './game.ts';
import type { Input } from './input.ts';
import type { PromptRows } from './prompt-rows.ts';
import { RewardGame } from './reward-game.ts';
import { saveTranscript } from './transcript.ts';

export type Played = { kind: 'environment'; environment: Environment } | { kind: 'reward'; reward: Reward };

export interface SessionOptions {
  module: Played;
  /** Name of the module's file: never written to. */
  moduleFile: string;
  prompts: PromptRows;
  /** Of every game of the session, so that one `run --seed` replays all that was saved. */
  seed: number;
  emit: Emit;
  /** The command that replays a file. */
  replayCommand: (file: string) => string;
}

export class Session implements AsyncDisposable {
  readonly #options: SessionOptions;
  #game: Game | undefined;
  #row = 0;
  /** Commands that were refused, unlike actions that came too late. */
  refused = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get cursor(): string {
    return this.#game?.cursor ?? '> ';
  }

  /** Starts a game with this row of the prompt file. @throws SandboxError when there is no such row */
  async start(row: number, signal: AbortSignal): Promise<void> {
    const { module, prompts, seed, emit } = this.#options;
    const played = { index: prompts.check(row), bytes: prompts.bytes(row) };
    await this.#game?.close();
    this.#game = undefined;
    this.#row = row;
    emit(prompts.describe(row, seed));
    this.#game =
      module.kind === 'reward'
        ? new RewardGame(module.reward, played, seed, emit)
        : await EnvironmentGame.start(module.environment, played, seed, emit, signal);
  }

  /**
   * Does what was typed, and tells what came of it. Aborting the signal cancels what runs.
   * @returns whether the session goes on
   * @throws SandboxError when the sandbox is lost
   */
  async do(input: Input, signal: AbortSignal): Promise<boolean> {
    if (input.kind === 'command' && QUIT.includes(input.name)) return false;
    try {
      if (input.kind === 'text') await this.#game?.act(input.text, signal);
      else await this.#handler(input.name)(input.argument, signal);
    } catch (error) {
      const refusal = asRefusal(error);
      if (refusal === undefined) throw error;
      if (input.kind === 'command') this.refused++;
      this.#options.emit({ event: 'refused', message: refusal.message, help: refusal.help });
    }
    return true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#game?.close();
  }

  readonly #handlers: Readonly<Record<string, Handler>> = {
    row: (argument, signal) =>
      this.start(argument === undefined ? this.#row : wholeNumber('row', argument, 0), signal),
    rows: async () => this.#options.emit(this.#options.prompts.list()),
    seed: async () => this.#options.emit({ event: 'seed', seed: this.#options.seed }),
    save: (argument) => this.#save(argument),
    help: async () => this.#help(),
  };

  #handler(name: string): Handler {
    const own = this.#game?.handlers ?? {};
    const handler = [own, this.#handlers].find((handlers) => Object.hasOwn(handlers, name))?.[name];
    if (handler === undefined) throw unknownCommand(name, this.#game?.forEpisodes ?? false);
    return handler;
  }

  async #save(file: string | undefined): Promise<void> {
    if (file === undefined) throw new Refusal('`:save` takes the name of a file: `:save played.jsonl`');
    const { module, moduleFile, prompts, emit, replayCommand } = this.#options;
    const field = module.kind === 'reward' ? 'completion' : 'actions';
    const rows = this.#game?.rowsFor(file) ?? [];
    await saveTranscript({ path: file, rows, field, inputs: [moduleFile, prompts.path] });
    this.#game?.saved(file);
    const parts = rows.reduce((sum, row) => sum + ('actions' in row ? row.actions.length : 1), 0);
    emit({ event: 'saved', file, rows: rows.length, parts, replay: replayCommand(file) });
  }

  #help(): void {
    const forEpisodes = this.#game?.forEpisodes ?? false;
    const commands = COMMANDS.filter((command) => forEpisodes || command.forEpisodes !== true);
    this.#options.emit({
      event: 'help',
      commands: commands.map(({ usage, meaning }) => ({ usage, meaning })),
    });
  }
}

const QUIT = ['quit', 'q', 'exit'];

/** Errors of what was typed, and not of the sandbox. */
const asRefusal = (error: unknown): Refusal | undefined => {
  if (error instanceof Refusal) return error;
  if (error instanceof SandboxError && /^RS1|^RS502$/.test(error.code))
    return new Refusal(error.message, error.help ?? null);
  return undefined;
};
