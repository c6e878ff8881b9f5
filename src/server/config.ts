/** `runrl-sandbox.json`: what `serve` is told by a file. Every complaint names line and column, and the nearest name. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { z } from 'zod';
import { nearestName, SandboxError } from '../errors.ts';
import { formatProblem, makeProblem } from '../formats/frames.ts';
import { parseJsonLine } from '../formats/json-line.ts';
import { locateNearest, type Span } from '../formats/json-locate.ts';
import {
  duration,
  environmentOptionsSchema,
  rewardOptionsSchema,
  type SandboxOptions,
  sandboxOptionsSchema,
  size,
} from '../options.ts';
import { codeOptionsSchema } from './dialects/code-runs.ts';
import { LOG_FORMATS, LOG_LEVELS } from './log.ts';
import type { ModuleSetting } from './modules.ts';

/** How the server itself is set up; all of it may be left out. Flags have the same names. */
export const serverOptionsSchema = z.strictObject({
  /** Address to listen on, `HOST:PORT`; port 0 is any that is free. @default '127.0.0.1:8000'; with `zmq` and without `runCode` none */
  http: z.string().optional(),
  /** Addresses to listen on for clients over ZeroMQ: `ipc:///path`, `tcp://127.0.0.1:5555`. @default none */
  zmq: z
    .union([z.string(), z.array(z.string()).min(1)], 'expected an address, or an array of them')
    .optional(),
  /** Calls that one client over ZeroMQ may have without having taken their outcomes. @default 4096 */
  credits: z.int().min(1).max(65_536).default(4_096),
  /** How long a client over ZeroMQ that has vanished is waited for. @default '30s' */
  clientGrace: duration.default(30_000),
  /** File with the token that clients must send. Needed for addresses that other machines reach. @default none */
  tokenFile: z.string().min(1).optional(),
  /** Folder in which `steps.jsonl` keeps what training steps came to; made where it is missing. @default none */
  data: z.string().min(1).optional(),
  /** Shared folder in which a file says where this host listens, for clients of a fleet. @default none */
  join: z.string().min(1).optional(),
  /** Path below which a proxy shows the server, `/runrl`, where the proxy does not cut it off. @default none */
  basePath: z
    .string()
    .regex(/^(\/[\w.~-]+)+$/, 'expected a path such as `/runrl`, without a slash at its end')
    .optional(),
  /** Origins whose pages may show the page in a frame: `https://lab.example`. @default none */
  frameAncestors: z
    .array(
      z
        .string()
        .regex(
          /^(https?:\/\/[\w.*-]+(:\d{1,5})?|'self')$/,
          'expected an origin such as `https://lab.example`',
        ),
    )
    .default([]),
  /** Paid calls of each training step that are scored again on other rows, when nothing else runs; 0: none. @default 16 */
  auditSample: z.int().min(0).max(100_000).default(16),
  /** URL that an alarm of the audit is posted to, or command that gets it on stdin. @default none */
  onAlarm: z.string().min(1).optional(),
  /** After an alarm, reward of calls that keep theirs on other rows: `"keep"`, null or a number. @default 'keep' */
  onUnearned: z
    .union([z.literal('keep'), z.number(), z.null()], 'expected a number, null or "keep"')
    .default('keep'),
  /** Loads a module again when its file changes. @default false */
  watch: z.boolean().default(false),
  /** How long the end may wait for what runs. @default '25s' */
  grace: duration.default(25_000),
  /** How long a client may take nothing of its answer; then its connection is ended, and its calls. @default '60s' */
  stallTimeout: duration.default(60_000),
  /** Bytes of one request's body. @default '64MiB' */
  maxBody: size(2 ** 10, ' of at least 1KiB').default(64 * 2 ** 20),
  /** Calls and steps that wait or run at the same time; beyond that the server is busy. @default 16384 */
  queue: z.int().min(1).max(10_000_000).default(16_384),
  /** Status of the answer when it is busy: 503, or 429. @default 503 */
  busyStatus: z.union([z.literal(503), z.literal(429)], 'expected 503 or 429').default(503),
  /** Runs programs for `POST /run_code`: true, or how (docs/dialects.md). @default false */
  runCode: z
    .union(
      [z.boolean(), codeOptionsSchema],
      'expected true, false or an object of `packages`, `concurrency`, `timeout`, `memory`',
    )
    .default(false),
  /** Least level of the log: `debug` has a line for each request. @default 'info' */
  logLevel: z.enum(LOG_LEVELS).default('info'),
  /** Lines for people, or a JSON object per line. @default 'text' when stderr is a terminal, else 'json' */
  logFormat: z.enum(LOG_FORMATS).optional(),
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
  const parsed = parseJsonLine(Buffer.from(text));
  if (parsed.fault !== undefined) {
    const { offset, end, reason, help } = parsed.fault;
    throw complain({ start: offset, end }, reason.replaceAll('the line ends', 'the file ends'), help);
  }
  const raised = (issue: z.core.$ZodIssue, at: Path, names: readonly string[]): SandboxError => {
    const path = [...at, ...issue.path];
    const known = path[0] === 'runCode' ? Object.keys(codeOptionsSchema.shape) : names;
    if (issue.code === 'unrecognized_keys') {
      const key = issue.keys[0] ?? '';
      const near = nearestName(key, known);
      const help = near === undefined ? `options here are ${known.join(', ')}` : `did you mean \`${near}\`?`;
      const located = locateNearest(text, [...path, key]);
      return complain(located.key ?? located.value, `unknown option \`${key}\``, help);
    }
    const name = path.length === 0 ? 'the file' : `\`${path.map(String).join('.')}\``;
    const wanted = issue.message.replace(/^(Invalid (input|option)|Too small|Too big): /, '');
    return complain(locateNearest(text, path).value, `${name}: ${wanted.replace(/, received .*$/, '')}`);
  };
  const check = <Schema extends z.ZodObject>(
    schema: Schema,
    value: unknown,
    at: Path,
    more: string[] = [],
  ) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    throw raised(issue as z.core.$ZodIssue, at, [...Object.keys(schema.shape), ...more]);
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
    (['tokenFile', 'data'] as const).flatMap((name) =>
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
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${message}`;
    throw new SandboxError('RS102', `The config file \`${file}\` ${reason}`, { cause });
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
    const problem = makeProblem({ file, line: number, text: line, start, end }, 'RS101', message, help);
    return Object.assign(new SandboxError('RS101', formatProblem(problem)), { problems: [problem] });
  };
