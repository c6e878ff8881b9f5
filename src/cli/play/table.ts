/** The person at the table: shows events, reads what is typed, and knows what Ctrl-C means at the moment. */

import { makePaint } from '../../formats/text/paint.ts';
import { visible } from '../../formats/text/visible.ts';
import type { PlayEvent } from '../../play/event.ts';
import { InputReader } from '../../play/input.ts';
import { jsonEvent } from '../../play/json-event.ts';
import type { PromptRows } from '../../play/prompt-rows.ts';
import type { Session } from '../../play/session.ts';
import { textEvent } from '../../play/text-event.ts';
import { wantsColour } from '../terminal.ts';
import { LineSource } from './lines.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** After this long it is said that something runs, and how it is ended. */
const SLOW_MS = 2_000;
const PASTE_CURSOR = '… ';

export class PlayTable implements Disposable {
  /** Somebody types, and corrects mistakes; else a script is played. */
  readonly isTerminal: boolean;
  interrupted = false;
  /** The input ended in the middle of something that was pasted. */
  isUnfinished = false;
  readonly #lines: LineSource;
  readonly #input = new InputReader();
  readonly #isJson: boolean;
  readonly #showsTyped: boolean;
  readonly #text: Parameters<typeof textEvent>[1];
  /** Aborted to cancel what runs; undefined when nothing does. */
  #running: AbortController | undefined;
  #wasWarned = false;

  constructor(moduleFile: string, isJson: boolean) {
    const { stdin, stdout, stderr } = process;
    this.isTerminal = stdin.isTTY === true;
    this.#isJson = isJson;
    const isSeen = stdout.isTTY === true && !isJson;
    this.#showsTyped = !isJson && !(this.isTerminal && isSeen);
    const paint = makePaint(wantsColour(stdout.isTTY === true, process.env));
    this.#text = { paint, times: this.isTerminal && isSeen, moduleFile };
    this.#lines = new LineSource({
      input: stdin,
      screen: isSeen ? stdout : stderr,
      isTerminal: this.isTerminal,
      onInterrupt: (hadText) => this.#onInterrupt(hadText),
    });
    for (const signal of SIGNALS) process.on(signal, this.#onSignal);
  }

  readonly show = (event: PlayEvent): void => {
    process.stdout.write(this.#isJson ? jsonEvent(event) : textEvent(event, this.#text));
  };

  /** Remarks about the file and the machine, beside the game. */
  readonly say = (text: string): void => {
    process.stderr.write(`${text}\n`);
  };

  /** @returns undefined when the person does not want any */
  async askRow(prompts: PromptRows): Promise<number | undefined> {
    const rows = prompts.list();
    this.show(rows);
    for (;;) {
      const line = await this.#lines.next('row> ');
      if (line === undefined || line.trim() === ':quit') return undefined;
      const text = line.trim() === '' ? String(rows.rows[0]?.index) : line.trim();
      try {
        if (/^\d+$/.test(text)) return prompts.check(Number(text));
        this.say('The number of a row, or nothing for the first one; `:quit` ends.');
      } catch (error) {
        this.say((error as Error).message);
      }
    }
  }

  /** Plays until the input ends, or the person does not want to go on. */
  async play(session: Session): Promise<void> {
    for (;;) {
      const cursor = this.#input.awaits === undefined ? session.cursor : PASTE_CURSOR;
      const line = await this.#lines.next(cursor);
      if (line === undefined || this.interrupted) break;
      this.#wasWarned = false;
      if (this.#showsTyped) process.stdout.write(`${cursor}${visible(line)}\n`);
      const input = this.#input.feed(line);
      if (input === undefined) continue;
      const goesOn = await this.run((signal) => session.do(input, signal));
      if (!goesOn || this.interrupted) break;
    }
    this.isUnfinished = this.#input.awaits !== undefined;
    if (this.isUnfinished && !this.interrupted)
      this.say(`The input ended before \`${this.#input.awaits}\`: what stood there was not played.`);
  }

  /** Does something that Ctrl-C cancels. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, what = 'running'): Promise<T> {
    const running = new AbortController();
    this.#running = running;
    if (this.interrupted) running.abort();
    const tell = () => this.say(`  (${what}; Ctrl-C cancels it)`);
    const slow = this.isTerminal ? setTimeout(tell, SLOW_MS) : undefined;
    try {
      return await work(running.signal);
    } finally {
      clearTimeout(slow);
      this.#running = undefined;
    }
  }

  [Symbol.dispose](): void {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#lines.close();
  }

  /** Ctrl-C at a terminal: what runs, what was typed, and only then the game. */
  #onInterrupt(hadText: boolean): void {
    if (this.#running !== undefined && !this.#running.signal.aborted) {
      this.#lines.drop();
      this.#running.abort();
      return;
    }
    if (this.#running === undefined && (hadText || this.#input.awaits !== undefined)) {
      this.#input.drop();
      this.say('');
      this.#lines.showCursor();
      return;
    }
    if (this.#running !== undefined || this.#wasWarned) {
      this.#onSignal();
      return;
    }
    this.#wasWarned = true;
    this.say('\n  Ctrl-C again ends the game, as `:quit` and Ctrl-D do.');
    this.#lines.showCursor();
  }

  /** A script is not half played. */
  readonly #onSignal = (): void => {
    this.interrupted = true;
    this.#lines.drop();
    this.#lines.close();
    this.#running?.abort();
  };
}
