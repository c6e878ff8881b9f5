/** Finds the prompt of a completions row: by `prompt_index`, or by key. */
import { nearestName } from '../../errors.ts';
import { fromZero, oneLine, plural } from '../text/visible.ts';
import { keyText, otherTypeOf } from './key-text.ts';
import { describeValue } from './messages-schema.ts';
import type { PromptFile } from './prompts.ts';
import type { Row, RowReader } from './row-reader.ts';

const INDEX_FIELD = 'prompt_index';
/** Keys that are compared for "did you mean": the distance to a million keys would take a minute. */
const COMPARED_KEYS = 5_000;

export class Join {
  readonly #prompts: PromptFile;
  readonly #reader: RowReader;
  #toldOfLostKeys = false;

  constructor(prompts: PromptFile, reader: RowReader) {
    this.#prompts = prompts;
    this.#reader = reader;
  }

  /** @returns the 0-based line of the prompt, or undefined (and the reason is reported, if it is this row's fault). */
  promptOf(row: Row): number | undefined {
    if (Object.hasOwn(row.value, INDEX_FIELD)) return this.#byIndex(row);
    const field = this.#prompts.keyField;
    const key = keyText(row, field);
    if (key === undefined) return this.#neither(row);
    if (key === null) {
      const message = `the key \`${field}\` must be a string or a number, got ${describeValue(row.value[field])}`;
      return this.#report(row, field, message);
    }
    return this.#byKey(row, key);
  }

  #byIndex(row: Row): number | undefined {
    const { index } = this.#prompts;
    const line = row.value[INDEX_FIELD];
    if (typeof line !== 'number' || !Number.isInteger(line) || line < 0) {
      const message = `\`${INDEX_FIELD}\` must be a whole number, the 0-based line of the prompt, got ${describeValue(line)}`;
      return this.#report(row, INDEX_FIELD, message);
    }
    const state = index.state(line);
    if (state === 'outside') {
      const lines = fromZero(index.lineCount, 'line');
      const message = `\`${INDEX_FIELD}\` ${line} is outside ${this.#prompts.path}, which has ${lines}`;
      const help = line === index.lineCount ? 'it counts from 0' : undefined;
      return this.#report(row, INDEX_FIELD, message, help);
    }
    if (state === 'blank')
      return this.#report(
        row,
        INDEX_FIELD,
        `\`${INDEX_FIELD}\` ${line} names a blank line of ${this.#prompts.path}`,
      );
    return this.#contradicts(row, line) || state === 'invalid' ? undefined : line;
  }

  /** With both fields present the index counts (the key may be the completion's own), unless they name two prompts. */
  #contradicts(row: Row, line: number): boolean {
    const { keyField, index } = this.#prompts;
    const key = keyText(row, keyField);
    const keyLine = typeof key === 'string' ? index.lineOfKey(key) : undefined;
    if (keyLine === undefined || keyLine === line) return false;
    const message = `\`${INDEX_FIELD}\` ${line} and \`${keyField}\` ${oneLine(String(key), 60)} name different prompts`;
    this.#report(row, INDEX_FIELD, message, `that key is line ${keyLine} (from 0) of ${this.#prompts.path}`);
    return true;
  }

  #byKey(row: Row, key: string): number | undefined {
    const { index, keyField, path } = this.#prompts;
    const line = index.lineOfKey(key);
    if (line !== undefined) return index.state(line) === 'valid' ? line : undefined;
    // Its prompt may be on a line that could not be read: one error there is not a thousand here.
    if (this.#prompts.lostKeys > 0) {
      if (this.#toldOfLostKeys) return undefined;
      this.#toldOfLostKeys = true;
    }
    this.#reader.reportLazily(row, [keyField], () => ({
      message: `\`${keyField}\` ${oneLine(key, 60)} matches no prompt of ${path}`,
      help: this.#nearest(key),
    }));
    return undefined;
  }

  #nearest(key: string): string | undefined {
    const { index, keyField, lostKeys, path } = this.#prompts;
    if (index.keyCount === 0)
      return `no row of ${path} has a field \`${keyField}\`: name the right one with \`--key\``;
    const other = otherTypeOf(key);
    const otherLine = other === undefined ? undefined : index.lineOfKey(other);
    if (otherLine !== undefined) {
      return `line ${otherLine + 1} has ${other} (${other?.startsWith('"') ? 'a string' : 'a number'}): the types must be the same`;
    }
    const near = nearestKey(key, index.keys());
    // The nearest key is a guess while the right one may be on a line that could not be read.
    if (lostKeys > 0)
      return `it may be on ${plural(lostKeys, 'prompt line')} with errors; further rows like it are not listed`;
    return near === undefined
      ? undefined
      : `did you mean ${oneLine(near, 60)} (line ${(index.lineOfKey(near) ?? 0) + 1})?`;
  }

  #neither(row: Row): undefined {
    const field = this.#prompts.keyField;
    const near = Object.keys(row.value).find((name) => nearestName(name, [field, INDEX_FIELD]) !== undefined);
    const hint =
      near === undefined
        ? undefined
        : `is \`${oneLine(near, 40)}\` the field? Rename it, or name the key with \`--key\``;
    const message = `the row names no prompt: it needs \`${INDEX_FIELD}\` or the key \`${field}\``;
    this.#reader.report(row, { path: [], message, help: hint });
    return undefined;
  }

  #report(row: Row, field: string, message: string, help?: string): undefined {
    this.#reader.report(row, { path: [field], message, help });
    return undefined;
  }
}

const isText = (key: string): boolean => key.startsWith('"');
/** The quotes, which all texts have, make none of them alike. */
const bare = (key: string): string => (isText(key) ? key.slice(1, -1) : key);

/** The nearest one of the same type. */
const nearestKey = (key: string, keys: Iterable<string>): string | undefined => {
  const near = nearestName(bare(key), likelyKeys(key, keys));
  return near === undefined || !isText(key) ? near : `"${near}"`;
};

function* likelyKeys(like: string, keys: Iterable<string>): Generator<string> {
  let compared = 0;
  for (const key of keys) {
    if (isText(key) !== isText(like) || Math.abs(key.length - like.length) > like.length / 3) continue;
    if (++compared > COMPARED_KEYS) return;
    yield bare(key);
  }
}
