/** A folder imports only from those above it in this list (docs/architecture.md). */
import { execFileSync } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, textOf } from './files.ts';

const ORDER = [
  'vocabulary',
  'formats',
  'protocol',
  'python',
  'sandbox',
  'agent',
  'module',
  'host',
  'audit',
  'run',
  'play',
  'check',
  'view',
  'server',
  'embedded',
  'cli',
];
/** Walls beside the order. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  cli: ['agent', 'embedded'],
  embedded: ['agent', 'run', 'play', 'check'],
  view: ['agent', 'play', 'check'],
  server: ['agent', 'run', 'play', 'check'],
};

/** `check` stands on the public library, and on `formats/`, which reads and writes text and knows no sandbox. */
const CHECK_MAY = /^src\/(index\.ts|formats\/|check\/)/;

/** What the page, which runs in browsers, shares with the rest: files that need nothing of Node.js. */
const PAGE_MAY =
  /^src\/(outcome|formats\/(statistics|text\/(visible|row-name|numbers))|check\/(finding|report|report\/(words|principles|catalogue))|view\/routes\/schemas)\.ts$/;

/** Rooms of `check/`, and what they know nothing of. */
const CHECK_WALLS: Readonly<Record<string, readonly string[]>> = {
  answers: ['proof', 'probes', 'judge', 'policies', 'statistics', 'conclusions', 'replay', 'report'],
  proof: ['probes', 'judge', 'policies', 'statistics', 'conclusions', 'replay', 'report'],
  attacker: ['probes', 'judge', 'policies', 'statistics', 'conclusions', 'replay', 'report/'],
  'probes/text': ['probes/', 'policies', 'conclusions', 'report'],
  'probes/programs': ['probes/', 'policies', 'conclusions', 'report'],
  'policies/play': ['policies/', 'probes', 'conclusions'],
  'policies/actions': [
    'policies/ways',
    'policies/attacks',
    'policies/behaviour',
    'probes',
    'conclusions',
    'report',
  ],
  'policies/ways': ['policies/attacks', 'policies/behaviour', 'probes', 'conclusions', 'report'],
  conclusions: ['answers', 'proof', 'probes', 'judge', 'policies', 'replay', 'report'],
  report: ['static', 'loading', 'answers', 'proof', 'probes', 'judge', 'policies', 'conclusions', 'replay'],
};

/** `formats` for a file of that folder; the files beside the folders, `errors/` and `options/`, are the vocabulary, the host, and the index. */
const layerOf = (path: string): string => {
  const [first = '', ...rest] = relative('src', path).split('/');
  if (first === 'options' || first === 'errors') return 'vocabulary';
  if (rest.length > 0) return first;
  if (first === 'host.ts' || first === 'index.ts') return first.slice(0, -'.ts'.length);
  return 'vocabulary';
};

const IMPORT =
  /(?:^|[;}\s])(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*\(?\s*['"]([^'"]+)['"]/g;

const importsIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '');
const importsOf = (path: string): string[] => importsIn(textOf(path));

const sources = projectFiles('src').filter((path) => path.endsWith('.ts'));

describe('TypeScript imports', () => {
  it('are found in all their forms', () => {
    const text = `import a, { b } from 'x1';\nimport {\n  c,\n  type d,\n} from "x2";\nimport type { E } from 'x3';
export * from 'x4';\nexport { f } from 'x5';\nimport 'x6';\nconst g = await import('x7');\nconst h = "from 'no'";`;
    expect(importsIn(text)).toEqual(['x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7']);
  });

  it('stand in folders that the order knows', () => {
    const unknown = sources.filter((path) => ![...ORDER, 'index'].includes(layerOf(path)));
    expect(unknown).toEqual([]);
  });

  it('point upwards only', () => {
    const wrong = sources.flatMap((path) => {
      const layer = layerOf(path);
      if (layer === 'index') return [];
      return importsOf(path)
        .filter((target) => target.startsWith('.'))
        .filter((target) => {
          const other = layerOf(join(dirname(path), target));
          return (
            (other === 'index' && layer !== 'check') ||
            ORDER.indexOf(other) > ORDER.indexOf(layer) ||
            NEVER[layer]?.includes(other) === true
          );
        })
        .map((target) => `${path}: ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it('of check go to the public library, and nothing deeper', () => {
    const wrong = sources
      .filter((path) => path.startsWith('src/check/'))
      .flatMap((path) =>
        importsOf(path)
          .filter((target) => target.startsWith('.'))
          .map((target) => join(dirname(path), target))
          .filter((target) => !CHECK_MAY.test(target))
          .map((target) => `${path}: ${target}`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(CHECK_WALLS))('of src/check/%s stay away from %j', (room, others) => {
    const own = join('src/check', room, '/');
    const wrong = sources
      .filter((path) => path.startsWith(own))
      .flatMap((path) => importsOf(path).map((target) => join(dirname(path), target)))
      .filter(
        (target) =>
          !target.startsWith(own) && others.some((other) => target.startsWith(join('src/check', other))),
      );
    expect(wrong).toEqual([]);
  });

  /** `msgpackr/pack` → `msgpackr`. */
  const packageOf = (target: string): string => target.split('/', target.startsWith('@') ? 2 : 1).join('/');

  it('of packages are declared dependencies, and of files are written with their extension', () => {
    const { dependencies } = JSON.parse(textOf('package.json')) as { dependencies: Record<string, string> };
    const targets = sources.flatMap((path) => importsOf(path).map((target) => ({ path, target })));
    const wrong = targets.filter(({ target }) =>
      target.startsWith('.')
        ? !/\.(ts|json)$/.test(target)
        : !target.startsWith('node:') && !(packageOf(target) in dependencies),
    );
    expect(wrong).toEqual([]);
  });

  it('of the page reach into src only for words, numbers and reports', () => {
    const wrong = projectFiles('page/src').flatMap((path) =>
      importsOf(path)
        .map((target) => (target.startsWith('.') ? join(dirname(path), target) : target))
        .filter((target) => !/^(page\/|preact|uplot|zod$)/.test(target) && !PAGE_MAY.test(target))
        .map((target) => `${path}: ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it('are all that index.ts is made of', () => {
    const index = sources.find((path) => path === 'src/index.ts');
    const code = index === undefined ? '' : textOf(index).replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    const statements = code.split(';').filter((statement) => statement.trim() !== '');
    expect(statements.filter((statement) => !/^\s*export\s.*\sfrom\s/s.test(statement))).toEqual([]);
  });
});

const standardLibrary = new Set(
  execFileSync('python3', ['-I', '-c', 'import sys; print(" ".join(sys.stdlib_module_names))'], {
    encoding: 'utf8',
  })
    .trim()
    .split(' '),
);

/** Beside the standard library, what each folder of the shim may import. */
const SHIM_WALLS: Readonly<Record<string, readonly RegExp[]>> = {
  wire: [/^runrl_shim\.wire\b/],
  kernel: [/^runrl_shim\.kernel\b/],
  inside: [/^runrl_shim\.(inside|kernel|wire)\b/, /^runrl\b/],
  agent: [/^runrl_shim\.(agent|kernel|wire)\b/, /^(zmq|msgpack)\b/],
  environment: [/^(zmq|msgpack)\b/],
};

/** Rooms of `inside/`: each imports only from those before it; types may point back. Files beside the rooms come last. */
const INSIDE = [
  ...['confinement', 'ways_out', 'source', 'results', 'held', 'reuse', 'tampering', 'calling'],
  ...['restore', 'workers', 'loading', 'slots', 'runs'],
];

/** Rooms of `runrl_audit/`, likewise. */
const AUDIT = ['values', 'rules', 'patterns', 'materials', 'listening', 'searching', 'playing', 'judge'];

/** Only type checkers read these blocks, and only they need `typing_extensions`. The walls hold for the rest of them. */
const CHECKING = /^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)*/gm;

const withoutExtensions = (text: string): string =>
  text.replace(CHECKING, (block) => block.replace(/from typing_extensions import .*/g, ''));

/** Modules that Python code names in its import statements, wherever they stand. */
const pythonImports = (path: string): string[] =>
  [
    ...withoutExtensions(textOf(path)).matchAll(
      /^[ \t]*(?:from[ \t]+(\S+)[ \t]+import\b|import[ \t]+(.+)$)/gm,
    ),
  ].flatMap((match) =>
    match[1] === undefined
      ? (match[2] ?? '')
          .replace(/#.*/, '')
          .split(',')
          .map((name) => name.trim().replace(/\s.*$/, ''))
      : [match[1]],
  );

/** Packages of python-shim, with what each may import beside the standard library and itself. */
const PACKAGE_WALLS: Readonly<Record<string, readonly RegExp[]>> = {
  runrl: [], // works without a sandbox too
  // A program beside the user's file loads it as a worker does.
  runrl_audit: [/^runrl\b/, /^runrl_shim\.inside\.(loading|results)\b/],
  runrl_served: [/^runrl\b/],
};

const pythonFiles = (folder: string): string[] => projectFiles(folder).filter((path) => path.endsWith('.py'));
const foreign = (path: string, allowed: readonly RegExp[]): string[] =>
  pythonImports(path).filter(
    (name) => !standardLibrary.has(name.split('.')[0] ?? '') && !allowed.some((wall) => wall.test(name)),
  );

describe('Python imports', () => {
  it.each(Object.entries(SHIM_WALLS))('of runrl_shim/%s stay behind their wall', (folder, allowed) => {
    const wrong = pythonFiles(`python-shim/runrl_shim/${folder}`).flatMap((path) =>
      foreign(path, allowed).map((name) => `${path}: ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('of runrl_shim stand in folders that the walls know', () => {
    const folders = pythonFiles('python-shim/runrl_shim').map((path) => path.split('/').slice(2, -1)[0]);
    expect([...new Set(folders)].filter((name) => name !== undefined && !(name in SHIM_WALLS))).toEqual([]);
  });

  it.each([
    ['runrl_shim/inside', INSIDE],
    ['runrl_audit', AUDIT],
  ])('of %s go to the rooms before them', (folder, rooms) => {
    const own = new RegExp(`from ${folder.replace('/', '\\.')}\\.?(\\w*)\\S* import`, 'g');
    const depth = `python-shim/${folder}`.split('/').length;
    const wrong = pythonFiles(`python-shim/${folder}`).flatMap((path) => {
      const [room = ''] = path.split('/').slice(depth, -1);
      const at = room === '' ? rooms.length : rooms.indexOf(room);
      return [...textOf(path).replace(CHECKING, '').matchAll(own)]
        .map(([, target = '']) => target)
        .filter((target) => target !== room && (at < 0 || rooms.indexOf(target) > at))
        .map((target) => `${path}: ${target}`);
    });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(PACKAGE_WALLS))('of %s stay behind its wall', (name, allowed) => {
    const own = new RegExp(`^${name}\\b`);
    const wrong = pythonFiles(`python-shim/${name}`).flatMap((path) =>
      foreign(path, [own, ...allowed]).map((each) => `${path}: ${each}`),
    );
    expect(wrong).toEqual([]);
  });
});
