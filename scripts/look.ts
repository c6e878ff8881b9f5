/**
 * `npm run look`: how many lines of product code each room has. With `--write` the table goes into
 * docs/architecture.md, between its markers.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const PAGE = join(root, 'docs/architecture.md');
const MARKERS = ['<!-- look: begin -->', '<!-- look: end -->'] as const;

/** Folders whose folders are rooms, and folders that are one room. */
const HOUSES = ['src', 'python-shim/runrl_shim'];
const ROOMS = [
  'page/src',
  'python-shim/runrl',
  'python-shim/runrl_served',
  'python-shim/runrl_audit',
  'python-client/src/runrl_sandbox',
  'python-server/src/runrl_sandbox_server',
];
const SOURCE = /\.(tsx?|py)$/;
const GENERATED = /(^|\/)(generated\.ts|wire\/protocol\.py)$/;

interface Room {
  name: string;
  files: number;
  lines: number;
}

const linesOf = (path: string): number => readFileSync(path, 'utf8').split('\n').length - 1;

const roomOf = (name: string, paths: readonly string[]): Room => {
  const sources = paths.filter((path) => SOURCE.test(path) && !GENERATED.test(path));
  return {
    name,
    files: sources.length,
    lines: sources.reduce((sum, path) => sum + linesOf(join(root, path)), 0),
  };
};

const below = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));

const rooms = (): Room[] => [
  ...HOUSES.flatMap((house) => {
    const entries = readdirSync(join(root, house), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory() && entry.name !== '__pycache__');
    const beside = entries.filter((entry) => entry.isFile()).map((entry) => join(house, entry.name));
    return [
      roomOf(`${house}/`, beside),
      ...folders.map(({ name }) => roomOf(`${house}/${name}/`, below(join(house, name)))),
    ];
  }),
  ...ROOMS.map((name) => roomOf(`${name}/`, below(name))),
];

const table = (): string => {
  const found = rooms().filter(({ files }) => files > 0);
  const sum = (key: 'files' | 'lines'): number => found.reduce((total, room) => total + room[key], 0);
  const row = ({ name, files, lines }: Room): string => `| \`${name}\` | ${files} | ${lines} |`;
  return [
    '| room | files | lines |',
    '| --- | --- | --- |',
    ...found.map(row),
    `| all | ${sum('files')} | ${sum('lines')} |`,
  ].join('\n');
};

const text = table();
console.log(text);
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = MARKERS;
  const [before, rest = ''] = page.split(begin);
  const after = rest.split(end)[1] ?? '';
  writeFileSync(PAGE, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}
