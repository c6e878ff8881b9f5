/**
 * Makes of the rows in src/options what people read of them: the documented types, the tables of docs/cli.md, the JSON
 * Schema of `runrl.toml`, and what the Python client knows of units. Run by `npm run generate`.
 */
import { readFileSync } from 'node:fs';
import { COMMANDS } from '../src/options/commands.ts';
import { MODULE_OPTIONS, moduleGroups, optionsOfCommand } from '../src/options/groups.ts';
import { CALL, ENVIRONMENT_ONLY, REWARD_ONLY, SHARED, STEP } from '../src/options/modules.ts';
import {
  configKey,
  defaultText,
  flagName,
  isRepeatable,
  type Row,
  signOf,
  type Table,
} from '../src/options/rows.ts';
import { SANDBOX } from '../src/options/sandbox.ts';
import { SERVER } from '../src/options/server.ts';
import { fill, wrapped, write } from './generated.ts';

const TYPES: Readonly<Record<Row['type'], string>> = {
  duration: 'Duration',
  size: 'Size',
  count: 'number',
  text: 'string',
  texts: 'string[]',
  flag: 'boolean',
  choice: '',
  reward: 'number | null',
  rewardOrKeep: "number | 'keep' | null",
  hosts: 'string[]',
};

const typeOf = ({ type, values = [] }: Row): string =>
  type === 'choice'
    ? values.map((value) => JSON.stringify(value).replaceAll('"', "'")).join(' | ')
    : TYPES[type];

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Links of docs/cli.md lead nowhere from here: the page is named. */
const withoutLinks = (text: string): string => text.replace(/\[([\w.-]+\.md)\]\([^)]*\)/g, 'docs/$1');

const rangeOf = ({ type, min, max, least }: Row): string => {
  if (least !== undefined && least !== '1B') return ` At least ${least}.`;
  if (type !== 'count' || min === undefined || max === undefined) return '';
  return max === Number.MAX_SAFE_INTEGER ? '' : ` From ${min} to ${max}.`;
};

const fieldOf = (name: string, row: Row): string => {
  const fallback =
    row.usual ?? (row.default === undefined ? 'none' : JSON.stringify(row.default).replaceAll('"', "'"));
  const text = `${sentence(row.help)}${row.note === undefined ? '' : ` ${withoutLinks(row.note)}`}${rangeOf(row)} @default ${fallback}`;
  const lines = wrapped(text, 110);
  const comment =
    lines.length === 1
      ? `  /** ${text} */`
      : ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n');
  return `${comment}\n  ${name}?: ${typeOf(row)} | undefined;`;
};

const fieldsOf = (table: Table): string =>
  Object.entries(table)
    .map(([name, row]) => fieldOf(name, row))
    .join('\n');

write(
  'src/options/types.ts',
  `/**
 * The options that people pass, with their meanings and defaults.
 * Generated from the rows beside this file by scripts/generate-options.ts. Do not edit.
 */

/** Text such as \`'500ms'\`, \`'2s'\`, \`'5m'\` or \`'1h'\`, or a number of milliseconds. */
export type Duration = string | number;
/** Text such as \`'512B'\`, \`'64KiB'\`, \`'256MiB'\` or \`'1GiB'\`, or a number of bytes. */
export type Size = string | number;

/** What \`createSandbox\` takes. */
export interface SandboxOptions {
${fieldsOf(SANDBOX)}
  /**
   * Python files by their absolute path, used instead of those on disk; files that a load reads are added. All loads
   * with the same map have one version of each file. @default each load reads its files, and keeps them
   */
  sources?: Map<string, Uint8Array> | undefined;
  /**
   * Whether a module that was given up (RS403) is started again, after 1 s, 2 s, up to 30 s, until it serves. Meanwhile
   * its calls are refused with that error. @default false
   */
  recover?: boolean | undefined;
  /** Called with one line for every notable event (level chosen, agent restarted). @default silent */
  onLog?: ((line: string, level?: 'info' | 'warn' | 'error') => void) | undefined;
}

/** What every module has, whatever is in it. docs/limits.md has what happens at a limit. */
export interface ModuleOptions {
${fieldsOf(SHARED)}
}

/** What \`sandbox.loadReward\` takes. The fields are the flags of \`run\` (docs/cli.md), in camel case. */
export interface RewardOptions extends ModuleOptions {
${fieldsOf({ ...REWARD_ONLY, ...CALL })}
}

/** What \`sandbox.loadEnvironment\` takes. The fields are the flags of \`run\` (docs/cli.md), in camel case. */
export interface EnvironmentOptions extends ModuleOptions {
${fieldsOf({ ...ENVIRONMENT_ONLY, ...STEP })}
}
`,
);

const code = (text: string): string => `\`${text}\``;

const cellOfDefault = (row: Row): string => {
  if (row.type === 'flag') return 'off';
  const fallback = defaultText(row);
  if (fallback === undefined) return '';
  return row.usual === undefined ? code(fallback) : fallback;
};

const markdownRow = (name: string, row: Row): string => {
  const sign = signOf(row).toUpperCase();
  const value = sign === '' ? '' : row.bare ? ` [${sign}]` : ` ${sign}`;
  const short = row.short === undefined ? '' : `${code(`-${row.short}`)}, `;
  const note = row.note === undefined ? '' : `. ${row.note.replace(/\.$/, '')}`;
  const range = rangeOf(row)
    .replace(/\.$/, '')
    .toLowerCase()
    .replace(/ib/g, 'iB')
    .replace(/(\d)([kmg])/g, (_m, d, l) => `${d}${l.toUpperCase()}`);
  const many = isRepeatable(row) ? '; repeatable' : '';
  const help = `${row.help}${many}${range === '' ? '' : `;${range}`}${note}`.replaceAll('|', '\\|');
  return `| ${short}${code(`${flagName(name, row)}${value}`)} | ${cellOfDefault(row)} | ${help} |`;
};

const markdownTable = (table: Table): string =>
  [
    '| option | default | meaning |',
    '| --- | --- | --- |',
    ...Object.entries(table).map(([name, row]) => markdownRow(name, row)),
  ].join('\n');

/** What a command has other defaults for, below its own options. */
const differing = (name: string): Table => {
  const defaults = COMMANDS[name]?.modules?.defaults ?? {};
  return Object.fromEntries(
    Object.entries(defaults).map(([option, usual]) => [
      option,
      { ...(MODULE_OPTIONS[option] as Row), usual },
    ]),
  );
};

let page = readFileSync('docs/cli.md', 'utf8');
for (const [name, { own }] of Object.entries(COMMANDS))
  page = fill(page, `options of ${name}`, markdownTable({ ...own, ...differing(name) }));
const groups = moduleGroups({}).map(([heading, table]) => `### ${heading}\n\n${markdownTable(table)}`);
page = fill(page, 'options of modules', groups.join('\n\n'));
write('docs/cli.md', page);

/** As `runrl.toml` has it: text where units are, numbers where counts are. */
const jsonSchemaOf = (row: Row): object => {
  const description = sentence(row.help);
  const text = { type: 'string' };
  switch (row.type) {
    case 'count':
      return {
        description,
        type: 'integer',
        minimum: row.min ?? 0,
        ...(row.max === undefined ? {} : { maximum: row.max }),
      };
    case 'flag':
      return { description, type: 'boolean' };
    case 'choice':
      return { description, enum: row.values };
    case 'reward':
      return { description, anyOf: [{ type: 'number' }, { const: 'null' }] };
    case 'rewardOrKeep':
      return { description, anyOf: [{ type: 'number' }, { enum: ['null', 'keep'] }] };
    case 'texts':
    case 'hosts':
      return { description, anyOf: [text, { type: 'array', items: text }] };
    default:
      return { description, ...text };
  }
};

const objectOf = (table: Table): Record<string, object> =>
  Object.fromEntries(Object.entries(table).map(([name, row]) => [configKey(name, row), jsonSchemaOf(row)]));

const commands = Object.keys(COMMANDS).map((name) => [
  name,
  {
    description: `Options of \`runrl-sandbox ${name}\`.`,
    type: 'object',
    properties: objectOf(optionsOfCommand(name)),
    additionalProperties: false,
  },
]);
const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'runrl.toml',
  type: 'object',
  properties: { ...objectOf(MODULE_OPTIONS), ...Object.fromEntries(commands) },
  additionalProperties: false,
};
write('sandbox/runrl.schema.json', `${JSON.stringify(schema, null, 2)}\n`);

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const named = (type: Row['type']): string =>
  Object.entries({ ...MODULE_OPTIONS, ...SERVER })
    .filter(([, row]) => row.type === type)
    .map(([name]) => `        "${snake(name)}",\n`)
    .sort()
    .join('');
write(
  'python-client/src/runrl_sandbox/_units.py',
  `# Generated from src/options by scripts/generate-options.ts. Do not edit.
"""Which options of \`runrl-sandbox serve\` have a unit."""

from __future__ import annotations

#: Numbers are seconds, as everywhere in Python; text such as \`500ms\` goes as it is.
DURATIONS = frozenset(
    {
${named('duration')}    }
)
#: Numbers are bytes; text such as \`256MiB\` goes as it is.
SIZES = frozenset(
    {
${named('size')}    }
)
`,
);
