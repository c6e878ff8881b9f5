/** Serves the built page and made-up data in the form of the contract, for tests of the page alone. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { jsonReport } from '../../src/check/report/json.ts';
import { hackable } from '../check/report-samples.ts';
import { auditOf } from './fixture-audit.ts';
import { episodesOf, oneEpisodeOf, WORKERS } from './fixture-others.ts';
import { causesOf, exampleOf, type Made, runInfoOf, seriesOf, stepOf } from './fixture-run.ts';

const PAGE = join(import.meta.dirname, '../../dist/page');
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'";
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

export interface FixtureOptions {
  runs: readonly Made[];
  serving?: boolean;
  /** Rows of a prompt file. */
  prompts?: number;
  /** Asked for with every request of data. */
  token?: string;
  /** What stands before every path, as behind a proxy that strips it. */
  base?: string;
  /** Paths of data that fail, with this status. */
  broken?: (path: string) => number | undefined;
}

export interface Fixture {
  address: string;
  /** What the page sent. */
  sent: { path: string; body: unknown }[];
  /** The same as it came. */
  texts: string[];
  /** Paths of data that were asked for. */
  asked: string[];
  /** Tells the page that data have changed. */
  change: () => void;
  [Symbol.asyncDispose](): Promise<void>;
}

class NotFound extends Error {}

export const dataOf = (options: FixtureOptions, url: URL, version = 1): unknown => {
  const { runs, serving = true } = options;
  const [, , , id = '', name = '', rest = '', part = ''] = url.pathname.split('/');
  const infos = runs.map((made, index) => ({
    ...runInfoOf(made, `r${index}`, index === 0 ? 'checkpoints/run-a' : `run-${index}`),
    version,
    ...(options.prompts === undefined ? {} : { has: { ...ALL, prompts: true } }),
  }));
  const report: unknown = JSON.parse(jsonReport(hackable));
  if (id === 'runs' && name === '')
    return { runs: infos, serving, product: { name: 'runrl-sandbox', version: '0.1.0' }, now: Date.now() };
  if (id === 'workers') return WORKERS;
  if (id === 'findings') return { path: null, report };
  const made = runs[Number(name.slice(1))];
  if (made === undefined) throw new NotFound();
  const number = (parameter: string, without: number) => Number(url.searchParams.get(parameter) ?? without);
  switch (rest) {
    case 'keys':
      return {
        version,
        numbers: ['@reward', '@duration', ...made.numbers].map((key) => ({
          key,
          steps: made.steps,
          n: 1,
          first: 0,
          latest: made.steps - 1,
        })),
        strings: ['@calls', ...made.strings].map((key) => ({
          key,
          steps: made.steps,
          n: 1,
          first: 0,
          latest: made.steps - 1,
        })),
        left_out: 0,
      };
    case 'steps':
      if (part === '') return { version, steps: Array.from({ length: made.steps }, (_, step) => step) };
      return stepOf(made, Number(part), url.searchParams.get('key') ?? made.strings[0] ?? '@calls');
    case 'series': {
      const keys = url.searchParams.getAll('key');
      const query = {
        from: number('from', 0),
        to: number('to', Number.MAX_SAFE_INTEGER),
        points: number('points', 1_000),
      };
      return { ...seriesOf(made, keys.length > 0 ? keys : ['@reward', ...made.numbers], query), version };
    }
    case 'failures': {
      const causes = causesOf(made);
      const total = causes.reduce((sum, { count }) => sum + count, 0);
      if (part === '') return { version, total, calls: made.steps * 64, causes, left_out: 0 };
      const cause = causes.find((one) => one.cause === part);
      if (cause === undefined) throw new NotFound();
      return { ...cause, examples: [exampleOf(made, cause), { ...exampleOf(made, cause), step: 40 }] };
    }
    case 'episodes':
      return part === ''
        ? episodesOf(url, made.isHostile === true)
        : oneEpisodeOf(part, made.isHostile === true);
    case 'prompts': {
      const row = (line: number) => ({ line, key: String(line - 1), prompt: `question ${line - 1}` });
      if (part !== '') return { line: Number(part), row: `{"id": ${part}, "expected": 18.0}` };
      const from = number('from', 1);
      const found = Array.from({ length: options.prompts ?? 0 }, (_, at) => row(at + 1)).filter(
        ({ line, prompt }) => line >= from && prompt.includes(url.searchParams.get('search') ?? ''),
      );
      const limit = number('limit', 100);
      return { total: options.prompts, next: found[limit]?.line ?? null, rows: found.slice(0, limit) };
    }
    case 'audit':
      return auditOf(Math.min(90, made.steps), made.isHostile === true);
    case 'findings':
      return { path: 'report.json', report };
    default:
      throw new NotFound();
  }
};

const OUTCOME = {
  status: 'ok',
  reward: 0.75,
  info: { 'format/score': 1, answer: '42' },
  duration_ms: 4.2,
  error: null,
  stack: null,
  stdout: '',
  stderr: '',
  warnings: [],
};

const ALL = { episodes: true, findings: true, audit: true, failures: true };

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const part of request) text += part;
  return text;
};

export const startFixture = async (options: FixtureOptions): Promise<Fixture> => {
  const { base = '', token, broken } = options;
  const sent: Fixture['sent'] = [];
  const texts: string[] = [];
  const asked: string[] = [];
  const streams = new Set<ServerResponse>();
  let version = 1;
  const event = () =>
    `event: change\ndata: ${JSON.stringify({ runs: options.runs.map((_, index) => ({ id: `r${index}`, version })), serving: true })}\n\n`;
  const json = (response: ServerResponse, status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const url = new URL(request.url ?? '/', 'http://x');
    if (!url.pathname.startsWith(`${base}/`)) return response.writeHead(404).end();
    url.pathname = url.pathname.slice(base.length);
    const { pathname } = url;
    if (!pathname.startsWith('/v1/')) {
      const file = pathname === '/' ? 'index.html' : pathname.slice(1);
      if (!/^(index\.html|assets\/[\w.-]+)$/.test(file)) return response.writeHead(404).end();
      response.writeHead(200, {
        'content-type': TYPES[file.split('.').at(-1) ?? ''] ?? '',
        'content-security-policy': POLICY,
      });
      return response.end(readFileSync(join(PAGE, file)));
    }
    if (token !== undefined && request.headers.authorization !== `Bearer ${token}`)
      return json(response, 401, {
        type: 'urn:runrl-sandbox:problem:unauthorized',
        title: 'The request has no bearer token',
        status: 401,
        detail: '',
      });
    const fault = broken?.(pathname);
    if (fault !== undefined)
      return json(response, fault, {
        type: 'urn:runrl-sandbox:problem:internal',
        title: 'It broke',
        status: fault,
        detail: HOSTILE_DETAIL,
      });
    if (pathname === '/v1/view/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(event());
      streams.add(response);
      return request.once('close', () => streams.delete(response));
    }
    if (request.method !== 'GET') {
      const text = await textOf(request);
      texts.push(text);
      sent.push({ path: pathname, body: text === '' ? null : JSON.parse(text) });
      return json(response, 200, OUTCOME);
    }
    asked.push(pathname + url.search);
    return json(response, 200, dataOf(options, url, version));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error) =>
      json(response, error instanceof NotFound ? 404 : 500, {
        type: '',
        title: String(error),
        status: 500,
        detail: '',
      }),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}/`,
    sent,
    texts,
    asked,
    change: () => {
      version++;
      for (const stream of streams) stream.write(event());
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
};

const HOSTILE_DETAIL = '<img src=x onerror="window.hacked=1">';
