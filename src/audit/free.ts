/** Whether a pay was worth anything: what is paid on the same row to who writes nothing, or only copies the prompt. */
import type { Elsewhere } from './alarm.ts';
import { inForm } from './controls.ts';
import type { Row } from './rows.ts';
import { textOf, wordsOf } from './said.ts';
import type { Score } from './scores.ts';

/** Of the prompt's words so many are in a completion that holds a copy of it. */
const HELD = 0.8;
/** Of a completion, what is searched. */
const SEARCHED = 16 * 2 ** 10;
/** Rows whose pay for nothing is remembered. */
const MOST_KNOWN = 4_096;

export class FreePays {
  /** By hash of the row, what an empty completion is paid there. */
  readonly #empty = new Map<string, number | null>();

  /** The better paid of both; undefined where neither can be asked. Of actions there is no empty one. */
  async best(own: Row, said: Buffer, score: Score): Promise<(Elsewhere & { said: Buffer }) | undefined> {
    if (isActions(said)) return undefined;
    const tried: (Elsewhere & { said: Buffer })[] = [];
    const empty = inForm('', said);
    const forNothing = await this.#payEmpty(own, empty, score);
    if (forNothing !== undefined)
      tried.push({ label: 'an empty completion', text: own.text, pay: forNothing ?? 0, said: empty });
    if (own.prompt !== null && holds(textOf(said).slice(0, SEARCHED), own.prompt)) {
      const copy = inForm(own.prompt, said);
      const pay = await score(own.text, copy);
      if (pay !== undefined)
        tried.push({ label: 'a copy of the prompt', text: own.text, pay: pay ?? 0, said: copy });
    }
    return tried.sort((a, b) => b.pay - a.pay)[0];
  }

  async #payEmpty(own: Row, empty: Buffer, score: Score): Promise<number | null | undefined> {
    const known = this.#empty.get(own.hash);
    if (known !== undefined) return known;
    const pay = await score(own.text, empty);
    if (pay !== undefined) this.#empty.set(own.hash, pay);
    for (const oldest of this.#empty.keys()) {
      if (this.#empty.size <= MOST_KNOWN) break;
      this.#empty.delete(oldest);
    }
    return pay;
  }
}

const isActions = (said: Buffer): boolean => /^\s*\[\s*"/.test(said.toString('utf8', 0, 64));

/** Whether a text has nearly all words of the prompt in it. */
const holds = (text: string, prompt: string): boolean => {
  const asked = new Set(wordsOf(prompt.toLowerCase()));
  const said = new Set(wordsOf(text.toLowerCase()));
  const held = [...asked].filter((word) => said.has(word)).length;
  return asked.size > 0 && held >= HELD * asked.size;
};
