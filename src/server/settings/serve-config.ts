/** `runrl-sandbox.json`: what `serve` is told by a file. Every complaint names line and column, and the nearest name. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { systemError } from '../../errors/system.ts';
import type { SandboxError } from '../../errors.ts';
import { makeProblem } from '../../formats/frames.ts';
import { parseJsonLine } from '../../formats/json/json-line.ts';
import { locateNearest, type Span } from '../../formats/json/json-locate.ts';
import { FileFault } from '../../formats/problems.ts';
import { faultOf, type OptionFault, unknownHelp } from '../../options/fault.ts';
import { shapeOf } from '../../options/schema.ts';
import { SERVER } from '../../options/server.ts';
import {
  environmentOptionsSchema,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
} from '../../options.ts';
import { codeOptionsSchema } from '../dialects/code-runs.ts';
import type { ModuleSetting } from './module-setting.ts';

/** How the server itself is set up; all of it may be left out. Flags have the same names. */
export const serverOptionsSchema = z.strictObject({
  ...shapeOf(SERVER),
  /** One address, or several. */
  zmq: z.union([z.string(), z.array(z.string()).min(1)], 'an address, or an array of them').optional(),
  /** Runs programs for `POST /run_code`: true, or how (docs/dialects.md). @default false */
  runCode: z
    .union(
      [z.boolean(), codeOptionsSchema],
      'true, false or an object of `packages`, `concurrency`, `timeout`, `memory`',
    )
    .default(false),
});

export type ServerSettings = z.input<typeof serverOptionsSchema>;

/** What a config file says. Paths are absolute or as those of flags. */
export interface Config {
  server: ServerSettings;
  sandbox: SandboxOptions;
  modules: ModuleSetting[];
}

const sandboxSchema = sandboxOptionsSchema.omit({ onLog: true, recover: true });
const inner = z.record(z.string(), z.unknown());
const configSchema = serverOptionsSchema.extend({
  sandbox: inner.default({}),
  /** By name: `{"reward": FILE, …options}` or `{"environment": FILE, …options}`. */
  modules: z.record(z.string(), inner).default({}),
});

type Path = readonly PropertyKey[];

/**
 * Reads a config file. Its relative paths begin at its own folder.
 * @throws SandboxError RS101, RS102
 */
export const readConfig = (file: string): Config => {
  const text = readText(file);
  const complain = complainer(file, text);
  const parsed = parseJsonLine(Buffer.from(text), 'file');
  if (parsed.fault !== undefined) {
    const { offset, end, reason, help } = parsed.fault;
    throw complain({ start: offset, end }, reason, help);
  }
  const check = <Schema extends z.ZodObject>(
    schema: Schema,
    value: unknown,
    at: Path,
    more: string[] = [],
  ) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const fault = faultOf(schema, value) as OptionFault;
    const path = [...at, ...fault.path];
    if (fault.kind === 'unknown') {
      const located = locateNearest(text, [...path, fault.name]);
      const known = path[0] === 'runCode' ? codeOptionsSchema.shape : schema.shape;
      const help = unknownHelp(fault.name, [...Object.keys(known), ...more]);
      throw complain(located.key ?? located.value, `unknown option \`${fault.name}\``, help);
    }
    const name = path.length === 0 ? 'the file' : `\`${path.map(String).join('.')}\``;
    const unit = fault.bare === undefined ? '' : ` (a bare number: ${fault.bare})`;
    throw complain(locateNearest(text, path).value, `${name}: expected ${fault.expected}${unit}`);
  };
  const { sandbox, modules, ...server } = check(configSchema, parsed.value, []);
  check(sandboxSchema, sandbox, ['sandbox']);
  const folder = dirname(resolve(file));
  const settings = Object.entries(modules).map(([name, fields]): ModuleSetting => {
    const at = ['modules', name];
    const { reward, environment, requirements, ...rest } = fields;
    const own =
      typeof requirements === 'string' ? { requirements: resolve(folder, requirements) } : { requirements };
    const options = { ...rest, ...(requirements === undefined ? {} : own) };
    if ((reward === undefined) === (environment === undefined))
      throw complain(
        locateNearest(text, at).value,
        `module \`${name}\` needs \`reward\` or \`environment\``,
        'name its file',
      );
    const path = reward ?? environment;
    const key = reward === undefined ? 'environment' : 'reward';
    if (typeof path !== 'string')
      throw complain(locateNearest(text, [...at, key]).value, `\`${key}\`: expected the path of a file`);
    const schema = reward === undefined ? environmentOptionsSchema : rewardOptionsSchema;
    check(schema, options, at, [key]);
    return { kind: key, name, file: resolve(folder, path), options } as ModuleSetting;
  });
  const paths = Object.fromEntries(
    (['tokenFile', 'data', 'prompts'] as const).flatMap((name) =>
      server[name] === undefined ? [] : [[name, resolve(folder, server[name])]],
    ),
  );
  return { server: { ...given(parsed.value, server), ...paths }, sandbox, modules: settings };
};

/** Only what the file says: defaults come last, after the flags. */
const given = (value: unknown, server: ServerSettings): ServerSettings =>
  Object.fromEntries(Object.entries(server).filter(([name]) => Object.hasOwn(value as object, name)));

const readText = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw systemError('RS102', `The config file \`${file}\` cannot be read`, cause);
  }
};

/** Makes errors that show the place in the file. */
const complainer =
  (file: string, text: string) =>
  (span: Span, message: string, help?: string): SandboxError => {
    const begin = text.lastIndexOf('\n', span.start - 1) + 1;
    const newline = text.indexOf('\n', span.start);
    const line = text.slice(begin, newline === -1 ? text.length : newline);
    const start = span.start - begin;
    const end = Math.max(start + 1, Math.min(span.end - begin, line.length));
    const number = text.slice(0, begin).split('\n').length;
    return new FileFault(makeProblem({ file, line: number, text: line, start, end }, 'RS101', message, help));
  };
