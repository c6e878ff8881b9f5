/** `runrl-sandbox init`: a small working example to change into one's own. */
import { constants, copyFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { systemError } from '../errors/system.ts';
import { EXIT, formatError, SandboxError } from '../errors.ts';
import { makeFolder } from '../formats/make-folder.ts';
import { addOptions } from './settings/flags.ts';
import { ownCommandLine, quoted } from './shell.ts';

const TEMPLATES = join(import.meta.dirname, '../../examples/init');

export interface InitResult {
  folder: string;
  files: string[];
}

const isFolder = (path: string): boolean | undefined =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory();

/**
 * Copies the template files into `folder`, which is made when it is not there. All of them or none.
 * @throws SandboxError RS102 when one of them exists already or cannot be written
 */
export const writeTemplates = (folder: string): InitResult => {
  if (isFolder(folder) === false) throw new SandboxError('RS102', `${folder} is a file, not a folder`);
  const files = readdirSync(TEMPLATES)
    .filter((name) => /\.(py|jsonl)$/.test(name))
    .sort();
  const existing = files.filter(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false }) !== undefined,
  );
  if (existing.length > 0)
    throw new SandboxError(
      'RS102',
      `${existing.map((name) => join(folder, name)).join(', ')} exist${existing.length === 1 ? 's' : ''} already`,
      {
        help: 'nothing was written; name a folder without them: `runrl-sandbox init my-rewards`',
      },
    );
  try {
    makeFolder(folder);
    // COPYFILE_EXCL: a file that appeared since the look above is not overwritten either.
    for (const name of files)
      copyFileSync(join(TEMPLATES, name), join(folder, name), constants.COPYFILE_EXCL);
  } catch (error) {
    throw systemError('RS102', `${folder} cannot be written`, error);
  }
  return { folder, files };
};

/** What to type next, from the folder in which `init` was typed. */
const nextCommands = (folder: string): string[] => {
  const own = ownCommandLine();
  const path = (name: string): string => quoted(join(folder, name));
  const score = [
    `${own} run`,
    `--prompts ${path('prompts.jsonl')}`,
    `--completions ${path('completions.jsonl')}`,
    `--reward ${path('reward.py')}`,
  ].join(' ');
  const play = `${own} play --environment ${path('env.py')} --prompts ${path('prompts.jsonl')}`;
  const check = `${own} check ${path('reward.py')} --prompts ${path('prompts.jsonl')}`;
  return [score, check, play];
};

const report = ({ folder, files }: InitResult): string => {
  const [score, check, play] = nextCommands(folder);
  const wrote = files.map((name) => `  ${join(folder, name)}`);
  return [
    'Wrote',
    ...wrote,
    '',
    'Score the completions:',
    `  ${score}`,
    'Look for ways to be paid without being right:',
    `  ${check}`,
    'Play the environment by hand:',
    `  ${play}`,
    '',
  ].join('\n');
};

export const addInitCommand = (program: Command): void => {
  const command = program
    .command('init')
    .description('write a small working reward.py, env.py, prompts.jsonl and completions.jsonl')
    .argument('[folder]', 'where to write them', '.');
  addOptions(command).action((folder: string, options: { json?: true }) => {
    try {
      const result = writeTemplates(folder);
      const json = { ...result, next: nextCommands(folder) };
      process.stdout.write(options.json ? `${JSON.stringify(json, null, 2)}\n` : report(result));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      process.stderr.write(`${formatError(error)}\n`);
      process.exitCode = EXIT.usage;
    }
  });
};
