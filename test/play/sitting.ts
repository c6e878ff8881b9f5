/** A session of a test, with its prompt file, and all that it tells. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { PlayEvent } from '../../src/play/event.ts';
import { InputReader } from '../../src/play/input.ts';
import { PromptRows } from '../../src/play/prompt-rows.ts';
import { type Played, Session } from '../../src/play/session.ts';
import { FakeEnvironment } from './fake-environment.ts';

const ROWS = [
  { prompt: [{ role: 'user', content: 'Keep the till.' }], id: 'a' },
  { prompt: [{ role: 'user', content: 'Keep the float.' }], id: 'b', float: true },
  { prompt: [{ role: 'user', content: 'Keep a broken till.' }], id: 'c', broken: true },
];

type EventOf<Name extends PlayEvent['event']> = Extract<PlayEvent, { event: Name }>;

export class Sitting {
  readonly folder: string;
  readonly events: PlayEvent[] = [];
  readonly session: Session;
  readonly environment: FakeEnvironment;
  readonly #input = new InputReader();

  private constructor(folder: string, prompts: PromptRows, module: Played, environment: FakeEnvironment) {
    this.folder = folder;
    this.environment = environment;
    const moduleFile = this.file('till.py');
    writeFileSync(moduleFile, '');
    const emit = (event: PlayEvent): void => void this.events.push(event);
    const replayCommand = (file: string): string => `replay ${file}`;
    this.session = new Session({ module, moduleFile, prompts, seed: 7, emit, replayCommand });
  }

  /** Starts a game with the row, and ends it with the test. */
  static async start({ row = 0, module }: { row?: number; module?: Played } = {}): Promise<Sitting> {
    const folder = mkdtempSync(join(tmpdir(), 'play-'));
    const path = join(folder, 'prompts.jsonl');
    writeFileSync(path, ROWS.map((each) => `${JSON.stringify(each)}\n`).join(''));
    const prompts = await PromptRows.read(path, undefined);
    const environment = new FakeEnvironment();
    const sitting = new Sitting(folder, prompts, module ?? { kind: 'environment', environment }, environment);
    onTestFinished(async () => {
      await sitting.session[Symbol.asyncDispose]();
      await prompts[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    });
    await sitting.session.start(row, new AbortController().signal);
    return sitting;
  }

  file(name: string): string {
    return join(this.folder, name);
  }

  rowsOf(name: string): unknown[] {
    const lines = readFileSync(this.file(name), 'utf8').trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line));
  }

  /** Types lines; `FOLDER` stands for the folder. @returns whether the session goes on */
  async type(lines: readonly string[], signal = new AbortController().signal): Promise<boolean> {
    let goesOn = true;
    for (const line of lines) {
      const input = this.#input.feed(line.replace('FOLDER', this.folder));
      if (input !== undefined) goesOn = await this.session.do(input, signal);
    }
    return goesOn;
  }

  of<Name extends PlayEvent['event']>(...names: Name[]): EventOf<Name>[] {
    return this.events.filter((event): event is EventOf<Name> => names.includes(event.event as Name));
  }

  /** What the steps were worth, those that were taken back included. */
  rewards(): (number | null)[] {
    return this.of('step').map(({ outcome }) => outcome.reward);
  }

  refusals(): string[] {
    return this.of('refused').map(({ message }) => message);
  }
}
