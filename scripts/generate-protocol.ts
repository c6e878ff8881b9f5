/**
 * Makes the Python side of the wire from src/protocol/messages.ts: constants, binary headers and one
 * TypedDict per message; and the JSON Schema whose hash both sides compare when they meet.
 * Run by `npm run generate`; `npm run check` fails when its output differs from what is checked in.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Layout } from '../src/protocol/layout.ts';
import * as wire from '../src/protocol/messages.ts';

interface Schema {
  $schema?: string;
  type?: string | string[];
  const?: string;
  enum?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  float?: boolean;
}

const schemas = {
  ModuleSpec: wire.moduleSpec,
  AgentSpec: wire.agentSpec,
  ResultTail: wire.resultTail,
  HostMessage: wire.hostMessage,
  AgentMessage: wire.agentMessage,
};
const layouts = {
  CALL_FRAME: wire.CALL_FRAME,
  EPISODE_FRAME: wire.EPISODE_FRAME,
  RESULT_FRAME: wire.RESULT_FRAME,
  BATCH_HEADER: wire.BATCH_HEADER,
  SLOT_STATUS: wire.SLOT_STATUS,
  MEMBER_STATUS: wire.MEMBER_STATUS,
};
const constants = {
  STATUS_CODES: wire.STATUS_CODES,
  WORKER_WORDS: wire.WORKER_WORDS,
  CALL_FLAGS: wire.CALL_FLAGS,
  RESULT_FLAGS: wire.RESULT_FLAGS,
  EPISODE_OPS: wire.EPISODE_OPS,
  EPISODE_FLAGS: wire.EPISODE_FLAGS,
};

const screaming = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
const pascal = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_match, _bar, letter: string) => letter.toUpperCase());

const classes: string[] = [];

const pythonType = (schema: Schema, name: string): string => {
  if (schema.const !== undefined) return `Literal["${schema.const}"]`;
  if (schema.enum !== undefined) return `Literal[${schema.enum.map((word) => `"${word}"`).join(', ')}]`;
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) return union.map((part) => pythonType(part, name)).join(' | ');
  if (Array.isArray(schema.type))
    return schema.type.map((type) => pythonType({ ...schema, type }, name)).join(' | ');
  switch (schema.type) {
    case 'string':
      return 'str';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'integer':
      return 'int';
    case 'number':
      if (schema.float === true) return 'float';
      throw new Error(`${name}: a bare number; say int() or float()`);
    case 'array':
      return `list[${pythonType(schema.items ?? {}, `${name}Item`)}]`;
    case 'object':
      if (schema.properties === undefined)
        return `dict[str, ${pythonType(schema.additionalProperties as Schema, name)}]`;
      return typedDict(schema, name);
    default:
      throw new Error(`${name}: no Python type for ${JSON.stringify(schema)}`);
  }
};

const named = new Map<string, string>();

const typedDict = (schema: Schema, name: string): string => {
  const { $schema: _draft, ...shape } = schema;
  const known = named.get(JSON.stringify(shape));
  if (known !== undefined) return known;
  named.set(JSON.stringify(shape), name);
  const fields = Object.entries(schema.properties ?? {}).map(([field, inner]) => {
    const type = pythonType(inner, name + pascal(field));
    return [field, schema.required?.includes(field) === true ? type : `NotRequired[${type}]`] as const;
  });
  const body = fields.map(([field, type]) => `    ${field}: ${type}`).join('\n');
  classes.push(`class ${name}(TypedDict):\n${body}`);
  return name;
};

const jsonSchemas: Record<string, Schema> = {};
const unions: string[] = [];
for (const [name, schema] of Object.entries(schemas)) {
  const json = z.toJSONSchema(schema) as Schema;
  jsonSchemas[name] = json;
  const variants = json.oneOf ?? json.anyOf;
  if (variants === undefined) typedDict(json, name);
  else {
    const names = variants.map((variant) =>
      typedDict(
        variant,
        pascal(`${variant.properties?.type?.const}_message`) +
          (name === 'HostMessage' ? 'FromHost' : 'FromAgent'),
      ),
    );
    unions.push(`${name} = ${names.join(' | ')}`);
  }
}

const schemaText = JSON.stringify(
  { version: wire.PROTOCOL_VERSION, constants, layouts, messages: jsonSchemas },
  null,
  2,
);
const hash = createHash('sha256').update(schemaText).digest('hex').slice(0, 16);

const header = (layout: Layout<string>, name: string): string =>
  `# ${layout.fields.map(([field]) => field).join(', ')}\n${name} = Struct("${layout.format}")`;

const python = `# Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.
"""The wire between host, agent and worker: see src/protocol/messages.ts for what each part means."""

from __future__ import annotations

from struct import Struct

# Types are for the checker only: importing \`typing\` would cost the zygote its start-up time.
TYPE_CHECKING = False

PROTOCOL_VERSION = ${wire.PROTOCOL_VERSION}
SCHEMA_HASH = "${hash}"

${Object.entries(constants)
  .flatMap(([group, table]) =>
    Object.entries(table).map(
      ([name, value]) =>
        `${group.replace(/_CODES$|_WORDS$|_FLAGS$|_OPS$/, '')}_${screaming(name)} = ${value}`,
    ),
  )
  .join('\n')}
STATUS_NAMES = (${Object.keys(wire.STATUS_CODES)
  .map((name) => `"${name}"`)
  .join(', ')})

BATCH_GO = ${wire.BATCH_GO}
BATCH_STOP = ${wire.BATCH_STOP}
SLOT_HOLDS = ${wire.SLOT_HOLDS}
ACCOUNT_FORKS = ${wire.ACCOUNT_FORKS}
LEDGER_ENTRIES = ${wire.LEDGER_ENTRIES}
DURATION_BOUNDS = (${wire.DURATION_BOUNDS.join(', ')})

${Object.entries(layouts)
  .map(([name, layout]) => header(layout, name))
  .join('\n\n')}

if TYPE_CHECKING:
    from typing import Literal, TypedDict

    from typing_extensions import NotRequired

${[...classes, ...unions]
  .join('\n\n')
  .split('\n')
  .map((line) => (line === '' ? '' : `    ${line}`))
  .join('\n')}
`;

/** Only what has changed: tests may be reading these files. */
const write = (path: string, text: string): void => {
  const url = new URL(path, import.meta.url);
  if (readFileSync(url, 'utf8') !== text) writeFileSync(url, text);
};

write('../python-shim/runrl_shim/wire/protocol.py', python);
write('../src/protocol/schema.json', `${schemaText}\n`);
write(
  '../src/protocol/generated.ts',
  `// Generated from src/protocol/messages.ts by scripts/generate-protocol.ts. Do not edit.\n\nexport const SCHEMA_HASH = '${hash}';\n`,
);
