/** Real files in a folder of the test's own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { Problems } from '../../src/formats/problems.ts';
import { readCompletions } from '../../src/formats/rows/completions.ts';
import { type PromptOptions, readPrompts } from '../../src/formats/rows/prompts.ts';

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const file of opened.splice(0)) await file[Symbol.asyncDispose]();
});

export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'formats-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

export const writer =
  (folder: string) =>
  (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };

/** `line:column: CODE message` of every problem, without the file. */
export const brief = (problems: Problems): string[] =>
  problems.shown.map(({ line, column, code, message }) => `${line}:${column}: ${code} ${message}`);

export const checkPrompts = async (path: string, options: PromptOptions = {}) => {
  const problems = new Problems();
  const prompts = await readPrompts(path, options, problems);
  opened.push(prompts);
  return { prompts, problems, brief: brief(problems) };
};

export const checkCompletions = async (promptPath: string, path: string, options: PromptOptions = {}) => {
  const { prompts } = await checkPrompts(promptPath, options);
  const problems = new Problems();
  const completions = await readCompletions(path, prompts, problems);
  opened.push(completions);
  return { prompts, completions, problems, brief: brief(problems) };
};

export const USER = '[{"role":"user","content":"2+2?"}]';
