/** Settings of the server → what it starts with: an address, a token, limits. */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';
import { FlagError } from '../../options/flag-error.ts';
import { resolveOptions } from '../../options.ts';
import type { AuditOptions } from '../alarms/audits.ts';
import { type CodeOptions, codeOptionsSchema } from '../dialects/code-runs.ts';
import { isLoopback, LEAST_TOKEN } from '../http/auth.ts';
import type { CapOptions } from '../leases/lease-client.ts';
import type { LogFormat, LogLevel } from '../log.ts';
import type { LimitOptions } from '../queue-limits.ts';
import { isPrivate, parseZmqAddress } from '../zmq/address.ts';
import type { ZmqOptions } from '../zmq/clients.ts';
import { type ServerSettings, serverOptionsSchema } from './serve-config.ts';

export interface ResolvedServer {
  /** Undefined: it does not listen for HTTP. */
  host: string | undefined;
  port: number;
  zmq?: Omit<ZmqOptions, 'token'>;
  token: string | undefined;
  watch: boolean;
  basePath: string | undefined;
  frameAncestors: readonly string[];
  /** Where steps are kept; undefined: in memory only. */
  data: string | undefined;
  /** File whose rows can be tried. */
  prompts: string | undefined;
  audit: AuditOptions;
  /** Shared folder that tells where it listens. */
  join: string | undefined;
  hostName: string | undefined;
  /** Bytes of a module that a client sends; undefined: none is taken. */
  acceptCode: number | undefined;
  fleet: CapOptions | undefined;
  grantLeases: boolean;
  graceMs: number;
  stallMs: number;
  limits: LimitOptions;
  runCode: CodeOptions | undefined;
  logLevel: LogLevel;
  /** Undefined: for people in a terminal, else JSON. */
  logFormat: LogFormat | undefined;
}

/**
 * Fills in the defaults, and refuses addresses that others could reach without a token.
 * @throws SandboxError RS101, RS102
 */
export const resolveServer = (settings: ServerSettings): ResolvedServer => {
  const resolved = resolveOptions(serverOptionsSchema, settings);
  const {
    zmq,
    credits,
    clientGrace,
    tokenFile,
    watch,
    data,
    prompts,
    join,
    basePath,
    frameAncestors,
    grace,
    stallTimeout,
    logLevel,
    logFormat,
    runCode,
    maxBody,
    queue,
    busyStatus,
    auditSample,
    onAlarm,
    onUnearned,
    fleetCap,
    leases,
    grantLeases,
    hostName,
    acceptCode,
  } = resolved;
  const http = resolved.http ?? (zmq === undefined || runCode !== false ? DEFAULT_HTTP : undefined);
  const { host, port } = http === undefined ? NO_HTTP : parseAddress(http);
  const token = tokenFile === undefined ? undefined : readToken(tokenFile);
  const needsToken = (flag: string, address: string): SandboxError =>
    new FlagError(flag, ` ${address}: other machines can reach this address, so it needs a token`, {
      help: 'create one: `openssl rand -hex 32 > token.txt`, then `--token-file token.txt`;\nor listen on 127.0.0.1',
    });
  if (token === undefined && host !== undefined && !isLoopback(host)) throw needsToken('http', `${http}`);
  const addresses = [zmq ?? []].flat().map((text) => {
    const address = parseZmqAddress(text);
    if (token === undefined && !isPrivate(address)) throw needsToken('zmq', text);
    return address;
  });
  if (grantLeases && addresses.length === 0)
    throw new FlagError('grant-leases', ' needs an address over ZeroMQ', {
      help: 'add `--zmq tcp://ADDRESS:PORT`',
    });
  if (acceptCode !== undefined && addresses.length === 0)
    throw new FlagError('accept-code', ' needs an address over ZeroMQ', {
      help: 'add `--zmq tcp://ADDRESS:PORT`',
    });
  if (acceptCode !== undefined && acceptCode > maxBody)
    throw new FlagError(
      'accept-code',
      `: a module of ${acceptCode} bytes does not fit into one message: --max-body is ${maxBody} bytes`,
      {
        help: 'raise `--max-body` a little above `--accept-code`: file names are part of the message',
      },
    );
  const codeOptions = codeOptionsSchema.parse(runCode === true ? {} : runCode || {});
  return {
    host,
    port,
    ...(addresses.length === 0 ? {} : { zmq: { addresses, credits, clientGraceMs: clientGrace } }),
    token,
    watch,
    data,
    prompts,
    join,
    hostName: hostName ?? (join === undefined ? undefined : hostname()),
    fleet: fleetOf(fleetCap, leases, token),
    grantLeases,
    acceptCode,
    basePath,
    frameAncestors,
    audit: { sample: auditSample, onAlarm, onUnearned },
    graceMs: grace,
    stallMs: stallTimeout,
    limits: { maxBody, queue, busyStatus },
    logLevel,
    logFormat,
    runCode: runCode === false ? undefined : codeOptions,
  };
};

/** @throws SandboxError RS101 */
const fleetOf = (
  caps: readonly string[],
  leases: string | undefined,
  token: string | undefined,
): CapOptions | undefined => {
  if (caps.length === 0 && leases === undefined) return undefined;
  if (leases === undefined || caps.length === 0)
    throw new FlagError('fleet-cap', ' and --leases must be given together', {
      help: '`--leases` is the `--zmq` address of the server that runs with --grant-leases',
    });
  parseZmqAddress(leases, 'leases');
  const entries = caps.map((text): [string, number] => {
    const [name = '', cap] = text.split('=');
    return [name, Number(cap)];
  });
  return { caps: new Map(entries), address: leases, token };
};

const DEFAULT_HTTP = '127.0.0.1:8000';
const NO_HTTP = { host: undefined, port: 0 };

/** `127.0.0.1:8000`, `[::1]:8000`, `localhost:0`. @throws SandboxError RS101 */
export const parseAddress = (text: string): { host: string; port: number } => {
  const [, six, four, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new FlagError('http', `: expected an address such as \`127.0.0.1:8000\`, got \`${text}\``, {
    help: /^:?\d+$/.test(text)
      ? `did you mean \`127.0.0.1:${text.replace(':', '')}\`?`
      : 'port 0 picks a free one',
  });
};

/** @throws SandboxError RS101, RS102 */
export const readToken = (file: string): string => {
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw systemError('RS102', `The token file \`${file}\` cannot be read`, cause);
  }
  if (token.length >= LEAST_TOKEN && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new SandboxError(
    'RS101',
    `The token in \`${file}\` must be at least ${LEAST_TOKEN} visible ASCII characters`,
    {
      help: `\`openssl rand -hex 32 > ${file}\` makes a good one`,
    },
  );
};
