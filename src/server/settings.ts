/** Settings of the server → what it starts with: an address, a token, limits. */
import { readFileSync } from 'node:fs';
import { SandboxError } from '../errors.ts';
import { resolveOptions } from '../options.ts';
import { isLoopback, LEAST_TOKEN } from './auth.ts';
import { type ServerSettings, serverOptionsSchema } from './config.ts';
import type { LimitOptions } from './limits.ts';
import type { LogLevel } from './log.ts';

export interface ResolvedServer {
  host: string;
  port: number;
  token: string | undefined;
  watch: boolean;
  graceMs: number;
  limits: LimitOptions;
  logLevel: LogLevel;
}

/**
 * Fills in the defaults, and refuses addresses that others could reach without a token.
 * @throws SandboxError RS101, RS102
 */
export const resolveServer = (settings: ServerSettings): ResolvedServer => {
  const { http, tokenFile, watch, grace, logLevel, ...limits } = resolveOptions(
    serverOptionsSchema,
    settings,
  );
  const { host, port } = parseAddress(http);
  const token = tokenFile === undefined ? undefined : readToken(tokenFile);
  if (token === undefined && !isLoopback(host))
    throw new SandboxError(
      'RS101',
      `--http ${http}: other machines can reach this address, and there is no token`,
      {
        help: 'make one and name it: `openssl rand -hex 32 > token.txt`, `--token-file token.txt`;\nor listen on 127.0.0.1',
      },
    );
  return { host, port, token, watch, graceMs: grace, limits, logLevel };
};

/** `127.0.0.1:8000`, `[::1]:8000`, `localhost:0`. @throws SandboxError RS101 */
export const parseAddress = (text: string): { host: string; port: number } => {
  const [, six, four, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = six ?? four;
  const port = Number(digits);
  if (host !== undefined && port <= 65_535) return { host, port };
  throw new SandboxError('RS101', `--http: expected an address such as \`127.0.0.1:8000\`, got \`${text}\``, {
    help: /^:?\d+$/.test(text)
      ? `did you mean \`127.0.0.1:${text.replace(':', '')}\`?`
      : 'port 0 is any that is free',
  });
};

const readToken = (file: string): string => {
  let token: string;
  try {
    token = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new SandboxError(
      'RS102',
      `The token file \`${file}\` cannot be read: ${(cause as Error).message}`,
      { cause },
    );
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
