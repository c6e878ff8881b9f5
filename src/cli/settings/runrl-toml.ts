/** `runrl.toml`, or a table of `pyproject.toml`: the options of modules at its top, those of commands in their tables. */
import { dirname, isAbsolute, resolve } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { nearestName, type SandboxError } from '../../errors.ts';
import { makeProblem } from '../../formats/frames.ts';
import { FileFault } from '../../formats/problems.ts';
import { COMMANDS } from '../../options/commands.ts';
import { MODULE_OPTIONS, optionsOfCommand } from '../../options/groups.ts';
import { configKey, isRepeatable, type Row, signOf, type Table } from '../../options/rows.ts';
import type { Found } from './origins.ts';

/**
 * @param isProject whether it is a `pyproject.toml`
 * @returns undefined where that has no table of ours
 * @throws SandboxError RS101
 */
export const readConfigFile = (path: string, text: string, isProject: boolean): ConfigFile | undefined => {
  try {
    const parsed = parse(text);
    const tool = parsed.tool as Record<string, unknown> | undefined;
    const top = isProject ? tool?.['runrl-sandbox'] : parsed;
    return top === undefined ? undefined : new ConfigFile(path, text, top as Record<string, unknown>);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    const [message = 'malformed TOML'] = cause.message.replace(/^Invalid TOML document: /, '').split('\n');
    throw problemAt(path, text, cause.line, cause.column - 1, message);
  }
};

/** Signs of options that are paths: those of a file begin at its folder. */
const PATHS = new Set(['file', 'folder', 'path', 'interpreter', '[name=]file']);

export class ConfigFile {
  readonly #path: string;
  readonly #text: string;
  readonly #top: Readonly<Record<string, unknown>>;

  constructor(path: string, text: string, top: Readonly<Record<string, unknown>>) {
    this.#path = path;
    this.#text = text;
    this.#top = top;
    this.#checkNames(top, '', { ...MODULE_OPTIONS }, Object.keys(COMMANDS));
    for (const command of Object.keys(COMMANDS)) {
      const table = this.#tableOf(command);
      if (table !== undefined) this.#checkNames(table, command, optionsOfCommand(command));
    }
  }

  valueOf(command: string, name: string, row: Row): Found | undefined {
    const key = configKey(name, row);
    for (const [table, heading] of [
      [this.#tableOf(command), command],
      [name in MODULE_OPTIONS ? this.#top : undefined, ''],
    ] as const) {
      const value = table?.[key];
      if (value === undefined) continue;
      const read = this.#flagOf(value, row);
      const { line } = this.#placeOf(heading, key);
      if (read === undefined) throw this.#problem(heading, key, `\`${key}\`: expected ${wanted(row)}`);
      return { value: read, origin: `${this.#path}:${line}` };
    }
    return undefined;
  }

  /** @returns false for a flag that is off; undefined where it is not what the option takes */
  #flagOf(value: unknown, row: Row): string | string[] | boolean | undefined {
    if (row.type === 'flag') return typeof value === 'boolean' ? value : undefined;
    if (isRepeatable(row)) {
      const texts = [value].flat();
      return texts.every((each) => typeof each === 'string')
        ? texts.map((each) => this.#resolved(each, row))
        : undefined;
    }
    if (row.bare === true && value === true) return true;
    if (typeof value === 'string') return this.#resolved(value, row);
    const isUnit = row.type === 'duration' || row.type === 'size';
    return typeof value === 'number' && !isUnit && row.type !== 'text' ? String(value) : undefined;
  }

  #resolved(text: string, row: Row): string {
    const sign = signOf(row);
    if (!PATHS.has(sign) || text === '-' || isAbsolute(text)) return text;
    if (sign === 'interpreter' && !text.includes('/')) return text;
    const [, name = '', path = text] = (sign === '[name=]file' && /^([\w.-]+=)(.+)$/s.exec(text)) || [];
    return `${name}${resolve(dirname(this.#path), path)}`;
  }

  #tableOf(command: string): Readonly<Record<string, unknown>> | undefined {
    const table = this.#top[command];
    if (table === undefined) return undefined;
    if (typeof table === 'object' && table !== null && !Array.isArray(table))
      return table as Record<string, unknown>;
    throw this.#problem('', command, `\`${command}\`: expected a table, \`[${command}]\``);
  }

  #checkNames(table: object, heading: string, rows: Table, commands: readonly string[] = []): void {
    const known = [...Object.entries(rows).map(([name, row]) => configKey(name, row)), ...commands];
    const unknown = Object.keys(table).find((key) => !known.includes(key));
    if (unknown === undefined) return;
    const near = nearestName(unknown.replaceAll('_', '-'), known);
    const owners = heading === '' ? Object.keys(COMMANDS).filter((each) => hasKey(each, unknown)) : [];
    const help =
      owners.length > 0
        ? `put it into the table of a command: ${owners.map((each) => `\`[${each}]\``).join(', ')}`
        : near && `did you mean \`${near}\`?`;
    const where = heading === '' ? 'an option of modules' : `an option of \`${heading}\``;
    throw this.#problem(heading, unknown, `\`${unknown}\` is not ${where}`, help);
  }

  #problem(heading: string, key: string, message: string, help?: string): SandboxError {
    const { line, column } = this.#placeOf(heading, key);
    return problemAt(this.#path, this.#text, line, column, message, help, key.length);
  }

  /** The parser gives no positions: the first line of the table that begins with the key. */
  #placeOf(heading: string, key: string): { line: number; column: number } {
    const escaped = key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const own = new RegExp(`^\\s*(?:\\[(?:tool\\.runrl-sandbox\\.)?)?["']?${escaped}["']?\\s*(?:[.=\\]]|$)`);
    const lines = this.#text.split('\n');
    const from =
      heading === ''
        ? 0
        : lines.findIndex((line) => new RegExp(`^\\s*\\[(tool\\.runrl-sandbox\\.)?${heading}\\]`).test(line));
    const at = lines.findIndex((line, index) => index >= from && own.test(line));
    return at === -1 ? { line: 1, column: 0 } : { line: at + 1, column: (lines[at] ?? '').indexOf(key) };
  }
}

const hasKey = (command: string, key: string): boolean =>
  Object.entries(optionsOfCommand(command)).some(([name, row]) => configKey(name, row) === key);

const wanted = (row: Row): string => {
  if (row.type === 'flag') return 'true or false';
  if (row.type === 'duration') return 'a duration in quotes, such as `"2s"`';
  if (row.type === 'size') return 'a size in quotes, such as `"256MiB"`';
  if (row.type === 'count') return 'a whole number';
  return isRepeatable(row) ? 'a text, or an array of them' : 'a text in quotes';
};

const problemAt = (
  path: string,
  text: string,
  line: number,
  column: number,
  message: string,
  help?: string,
  width = 1,
): SandboxError => {
  const found = {
    file: path,
    line,
    text: text.split('\n')[line - 1] ?? '',
    start: column,
    end: column + width,
  };
  return new FileFault(makeProblem(found, 'RS101', message, help));
};
