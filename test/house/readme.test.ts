/** What the README and docs/ show has been run; what they name exists. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { STATUSES } from '../../src/outcome.ts';
import { findBubblewrap } from '../../src/sandbox/bubblewrap.ts';
import { COMMAND, cliForEach } from '../helpers/command-line.ts';
import { projectFiles, ROOT, textOf } from './files.ts';

const run = promisify(execFile);
const README = textOf('README.md');
const isConfined = findBubblewrap() !== undefined;

/** The code blocks of a language, in order. */
const blocks = (language: string, page = README): string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'gm'))].map(([, code]) => code ?? '');

describe('README.md', () => {
  it.each([
    ['a reward', 0],
    ['an environment', 1],
  ])('leads trainers to about ten lines with %s that run, and what they print', async (_name, place) => {
    const page = textOf('docs/node.md');
    const code = blocks('js', page)[place] ?? '';
    expect(code.split('\n').length).toBeLessThan(16);
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
    const source = JSON.stringify(join(ROOT, 'src/index.ts'));
    const level = isConfined ? '' : "{ level: 'none' }"; // the code is what is tested, on any machine
    const program = code
      .replace("'runrl-sandbox'", source)
      .replace('createSandbox()', `createSandbox(${level})`);
    expect(program).toContain(source);
    writeFileSync(join(folder, 'trainer.mjs'), program);
    const tsx = import.meta.resolve('tsx');
    const { stdout, stderr } = await run(process.execPath, ['--import', tsx, 'trainer.mjs'], { cwd: folder });
    expect([stdout, stderr]).toEqual([blocks('text', page)[place], '']);
  });

  it('shows what `run` prints, but for the times', { timeout: 30_000 }, async () => {
    const shown = blocks('text')[0] ?? '';
    const command = blocks('sh').find((block) => block.startsWith('npx runrl-sandbox run')) ?? '';
    const words = command
      .replaceAll('\\\n', ' ')
      .trim()
      .split(/\s+/)
      .slice('npx runrl-sandbox'.split(' ').length);
    const level = isConfined ? [] : ['--sandbox', 'none'];
    const { stdout, stderr } = await run(COMMAND[0], [COMMAND[1], ...words, ...level], { cwd: ROOT });
    expect(stdout).toBe('');
    const steady = (text: string): string[] =>
      text
        .split('\n')
        .filter((line) => !/^(400 completions scored|time per call|first call|.*NOT confined)/.test(line))
        .map((line) => line.replace(/level \w+$/, 'level …'));
    expect(steady(stderr.trim())).toEqual(steady(shown.trim()));
  });

  it('begins with a reward, a row and a completion, and what comes out', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'reward.py'), blocks('python')[0] ?? '');
    const files = (blocks('console')[0] ?? '').trim().split('\n');
    const [prompts = '', completions = '', results = ''] = files.map((line) => line.replace(/^\S+\s+/, ''));
    writeFileSync(join(folder, 'p.jsonl'), `${prompts}\n`);
    writeFileSync(join(folder, 'c.jsonl'), `${completions}\n`);
    const words = [
      'run',
      'reward.py',
      '--prompts',
      'p.jsonl',
      '--completions',
      'c.jsonl',
      '-o',
      '-',
      '--quiet',
    ];
    const level = isConfined ? [] : ['--sandbox', 'none'];
    const { stdout } = await run(COMMAND[0], [COMMAND[1], ...words, ...level], { cwd: folder });
    const beginning = results.slice(0, results.indexOf('"duration_ms"'));
    expect(beginning).toContain('"reward":1');
    expect(stdout.slice(0, beginning.length)).toBe(beginning);
  });

  it('can be read in one go', () => {
    expect(README.split('\n').length).toBeLessThan(151);
  });

  it('has a row for every status', () => {
    const rows = [...README.matchAll(/^\| `(\w+)` \|/gm)].map(([, status]) => status);
    expect(rows.filter((name) => STATUSES.some((status) => status === name))).toEqual(STATUSES);
  });
});

describe('links', () => {
  const pages = projectFiles().filter((path) => path.endsWith('.md') && !path.startsWith('python-shim/'));

  /** As GitHub makes them. */
  const anchors = (path: string): string[] =>
    [...textOf(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    );

  it.each(pages)('of %s lead somewhere', (page) => {
    const targets = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
    const broken = targets.filter((target) => {
      if (/^https?:/.test(target)) return false;
      const [file = '', anchor] = target.split('#');
      const path = file === '' ? page : join(dirname(page), file);
      return !existsSync(join(ROOT, path)) || (anchor !== undefined && !anchors(path).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

describe('docs/trainers', () => {
  const tests = projectFiles('test/adapters')
    .filter((path) => path.endsWith('.py'))
    .map(textOf)
    .join('');
  const names = projectFiles('docs/trainers').map((path) =>
    path.slice('docs/trainers/'.length, -'.md'.length),
  );

  it('has pages that the index names, and a test of their lines', () => {
    const index = textOf('docs/adapters.md');
    expect(names.filter((name) => !index.includes(`](trainers/${name}.md)`))).toEqual([]);
    const run = names.filter((name) => new RegExp(`(copied|blocks|served)\\("${name}"`).test(tests));
    expect(run).toEqual(names);
    expect(names.length).toBeGreaterThan(10);
  });
});

describe('options', () => {
  it('are named nowhere but in src/options', () => {
    const sources = projectFiles('src').filter(
      (path) => path.endsWith('.ts') && !path.startsWith('src/options/'),
    );
    const naming = sources.filter((path) => /\.(option|requiredOption)\(\s*['"`]--/.test(textOf(path)));
    expect(naming).toEqual([]);
  });

  it('are shown by `-h`, and those of modules too by `--help`', async () => {
    const names = ['run', 'play', 'check', 'serve', 'audit', 'view'];
    const ends = await cliForEach(
      names.flatMap((name) => [[name, '-h'] as const, [name, '--help'] as const]),
    );
    const helps = ends.map(({ out }) => out);
    for (const [at, name] of names.entries()) {
      const [short, long] = helps.slice(2 * at);
      expect(short, name).toContain('--environment <');
      expect(short, name).not.toContain('--memory <');
      expect(long?.split('\nLimits:\n')[1], name).toContain('--memory <');
      expect(long, name).toContain('--environment <');
    }
  });
});
