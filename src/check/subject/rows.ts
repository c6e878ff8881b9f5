/** The rows that a check works with: a sample of the prompt file, with the JSON text of every field. */

import { members, nameOf, wholeValue } from '../../formats/json/json-locate.ts';
import { Problems } from '../../formats/problems.ts';
import { readCompletions } from '../../formats/rows/completions.ts';
import { contentText } from '../../formats/rows/prompt-text.ts';
import { type PromptFile, readPrompts } from '../../formats/rows/prompts.ts';
import type { Random } from '../random.ts';
import type { CheckRow } from './subject.ts';

/** Enough for shares within a tenth, few enough for many probes. */
const SAMPLED_ROWS = 120;
/** Given completions of one row beyond this say nothing new. */
const KEPT_COMPLETIONS = 16;

export interface Rows {
  rows: CheckRow[];
  completions: Map<number, string[]>;
  actions: Map<number, string[]>;
  /** What is wrong with lines of the files, and other remarks. */
  remarks: string[];
  /** Rows of the file that can be used. */
  total: number;
}

/** A row without fields: what can be checked when no prompts were given. */
export const emptyRow = (): CheckRow => ({ line: 0, prompt: '', fields: {}, texts: {} });

/** A row from the JSON text of its object. */
export const rowOf = (text: string, line: number): CheckRow => {
  const fields = JSON.parse(text) as Record<string, unknown>;
  const texts: Record<string, string> = {};
  for (const { key, value } of members(text, wholeValue(text))) {
    if (key !== undefined) texts[nameOf(text, key)] = text.slice(value.start, value.end);
  }
  return { line, prompt: flatPrompt(fields.prompt), fields, texts };
};

/** All messages of a prompt as one text. */
const flatPrompt = (prompt: unknown): string => {
  if (typeof prompt === 'string') return prompt;
  if (!Array.isArray(prompt)) return '';
  return (prompt as { content?: unknown }[]).map((message) => contentText(message?.content)).join('\n\n');
};

/**
 * Reads the prompt file, and completions or actions where they are given.
 * @param kind which of both the second file is to hold
 * @throws SandboxError RS102 when a file cannot be used at all
 */
export const readRows = async (
  prompts: string,
  completions: string | undefined,
  kind: 'reward' | 'environment',
  random: Random,
  options: { key?: string | undefined; sampled?: number } = {},
): Promise<Rows> => {
  const problems = new Problems();
  await using file = await readPrompts(prompts, { key: options.key }, problems);
  const lines = Array.from({ length: file.index.lineCount }, (_, line) => line).filter(
    (line) => file.index.state(line) === 'valid',
  );
  const picked = random.sample(lines, options.sampled ?? SAMPLED_ROWS);
  const rows = picked.map((line) => rowOf(file.index.row(line).toString(), line));
  const read: Rows = { rows, completions: new Map(), actions: new Map(), remarks: [], total: lines.length };
  if (completions !== undefined) await addCompletions(read, completions, file, kind, problems);
  for (const row of rows) {
    const { actions } = row.fields;
    if (Array.isArray(actions) && actions.every((action) => typeof action === 'string')) {
      if (!read.actions.has(row.line)) read.actions.set(row.line, actions as string[]);
    }
  }
  read.remarks.push(...problems.warnings);
  if (problems.total > 0)
    read.remarks.push(`${problems.counts()}: these lines were left out\n${problems.format()}`);
  return read;
};

const addCompletions = async (
  read: Rows,
  path: string,
  prompts: PromptFile,
  kind: 'reward' | 'environment',
  problems: Problems,
): Promise<void> => {
  const field = kind === 'reward' ? 'completion' : 'actions';
  await using file = await readCompletions(path, prompts, problems, field);
  const wanted = new Set(read.rows.map(({ line }) => line));
  for await (const { promptLine, bytes } of file.rows(() => false)) {
    if (!wanted.has(promptLine)) continue;
    const given = (JSON.parse(bytes.toString()) as Record<string, unknown>)[field];
    if (kind === 'environment') {
      if (!read.actions.has(promptLine)) read.actions.set(promptLine, given as string[]);
      continue;
    }
    const texts = read.completions.get(promptLine) ?? [];
    read.completions.set(promptLine, texts);
    const text = typeof given === 'string' ? given : lastContent(given);
    if (texts.length < KEPT_COMPLETIONS && text !== undefined) texts.push(text);
  }
};

/** What the last message of a completion says: probes are made of plain texts. */
const lastContent = (completion: unknown): string | undefined => {
  if (!Array.isArray(completion)) return undefined;
  return contentText((completion as { content?: unknown }[]).at(-1)?.content);
};
