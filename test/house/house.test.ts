/** Rules that no compiler or linter keeps. */
import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { AGENT_PINS } from '../../src/python/agent-environment.ts';
import { projectFiles, ROOT, textOf } from './files.ts';

const LONGEST_FILE = 300;
const LARGEST_CLONE_BYTES = 15_000_000;
const GENERATED = /^(\/\/|#|""") ?Generated /;

describe('docs/errors.md', () => {
  const headings = [...textOf('docs/errors.md').matchAll(/^### (RS\d+): (.*)$/gm)];

  it('explains every code, in the words of the table, and no other', () => {
    expect(Object.fromEntries(headings.map(([, code, text]) => [code, text]))).toEqual(ERROR_CODES);
  });

  it('says for each when it comes and what to do', () => {
    const sections = textOf('docs/errors.md').split(/^### /m).slice(1);
    const incomplete = sections.filter((text) => !/^When: /m.test(text) || !/^What to do: /m.test(text));
    expect(incomplete.map((text) => text.slice(0, 'RS101'.length))).toEqual([]);
  });
});

describe('source files', () => {
  const sources = projectFiles(
    'src',
    'python-shim/runrl',
    'python-shim/runrl_shim',
    'python-client/src',
    'python-server/src',
    'page',
  ).filter((path) => /\.(tsx?|py)$/.test(path));

  it(`have at most ${LONGEST_FILE} lines`, () => {
    const lengths = sources
      .filter((path) => !GENERATED.test(textOf(path)))
      .map((path) => `${path}: ${textOf(path).split('\n').length - 1}`);
    expect(lengths.filter((line) => Number(line.split(': ')[1]) > LONGEST_FILE)).toEqual([]);
  });

  it('make folders with `makeFolder`, which always ends', () => {
    expect(sources.filter((path) => /\bmkdir(Sync)?\(.*recursive/.test(textOf(path)))).toEqual([]);
  });
});

describe('a fresh clone', () => {
  it('is smaller than 15 MB', () => {
    const bytes = projectFiles().reduce((sum, path) => sum + statSync(join(ROOT, path)).size, 0);
    expect(bytes).toBeLessThan(LARGEST_CLONE_BYTES);
  });
});

describe("the versions of the agent's packages", () => {
  it.each(['Dockerfile', 'scripts/python-dev-requirements.txt'])('are the same in %s', (path) => {
    for (const pin of AGENT_PINS)
      expect(textOf(path)).toMatch(new RegExp(`(^|\\s)${pin.replaceAll('.', '\\.')}(\\s|$)`, 'm'));
  });
});

describe('the version', () => {
  const { version } = JSON.parse(textOf('package.json')) as { version: string };

  it('is the same in all packages', () => {
    for (const name of ['python-client', 'python-server'])
      expect(textOf(`${name}/pyproject.toml`)).toContain(`\nversion = "${version}"\n`);
    expect(textOf('python-client/pyproject.toml')).toContain(`"runrl-sandbox-server==${version}"`);
  });
});

describe('nothing that is committed', () => {
  const texts = projectFiles()
    .filter((path) => !/\.(png|bin|bpf|gz|xz)$/.test(path))
    .map((path) => ({ path, text: textOf(path) }));

  /** Files in which `pattern` is found, with what was found. */
  const found = (pattern: RegExp): string[] =>
    texts.flatMap(({ path, text }) => {
      const match = pattern.exec(text);
      return match === null ? [] : [`${path}: ${match[0]}`];
    });

  const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

  it('names a folder of the machine that it was written on', () => {
    const common = [
      '/',
      '/app',
      '/builds',
      '/home',
      '/mnt',
      '/opt',
      '/repo',
      '/src',
      '/srv',
      '/tmp',
      '/usr/src',
      '/var/tmp',
    ];
    const folders = [homedir(), ROOT, dirname(ROOT)].filter((folder) => !common.includes(folder));
    expect(found(new RegExp(`(?<![\\w.-])(${folders.map(literal).join('|')})/`))).toEqual([]);
  });

  it('names the host of a package registry', () => {
    const hosts = ['registry.npmjs', 'npmjs', 'pypi', 'files.pythonhosted'];
    expect(found(new RegExp(`\\b(${hosts.map(literal).join('|')})\\.(org|com|io)\\b`, 'i'))).toEqual([]);
  });
});

describe('package-lock.json', () => {
  const text = textOf('package-lock.json');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };

  it('does not say where a package was got from', () => {
    expect(/"resolved"/.exec(text)).toBeNull();
  });

  it('holds the packages of every platform: without them `npm ci` refuses on all', () => {
    const optional = Object.values(packages).flatMap((entry) =>
      Object.keys(entry.optionalDependencies ?? {}),
    );
    expect(optional.filter((name) => !(`node_modules/${name}` in packages))).toEqual([]);
  });
});

it('has an archive for each card of the corpus, and a card for each archive', () => {
  const files = projectFiles('corpus').map((path) => path.slice('corpus/'.length));
  const named = (end: string): string[] =>
    files.filter((file) => file.endsWith(end)).map((file) => file.slice(0, -end.length));
  const cards = named('.md').filter((name) => name !== 'README');
  expect(cards.length).toBeGreaterThan(10);
  expect(named('.tar.xz')).toEqual(cards);
});
