/** What `allowNet` opens and what stays closed, as root and as a user that is not. */
import { spawn } from 'node:child_process';
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { json, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noOtherUser } from '../helpers/other-user.ts';
import { processesFor, until } from '../helpers/processes.ts';
import { otherUser, thisUser as self, type Who } from '../helpers/who.ts';
import { FIXTURES, newFolder } from '../helpers/with-reward.ts';
import type { CaseReport } from './report.ts';

const REPORT = join(import.meta.dirname, 'report.ts');
const PROJECT = join(import.meta.dirname, '../..');
const SECRET = 'sk-judge-7f3a9c-very+secret/value';

const thisUser = async (): Promise<Who> => self;

const listen = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await until(() => server.listening);
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

const acts = (...each: Record<string, unknown>[]) => [
  each.map((act) => ({ completion: JSON.stringify(act) })),
];

const network = (name: string, prepare: () => Promise<Who>): void => {
  describe(`a module of ${name}`, () => {
    let who: Who;
    let folder: string;
    let port: number;
    let forbidden: number;
    let report: Record<string, CaseReport>;
    const visits: IncomingMessage[] = [];
    const uninvited: IncomingMessage[] = [];
    const server = createServer((request, response) => {
      visits.push(request);
      if (request.url === '/away') response.writeHead(302, { location: `http://127.0.0.1:${forbidden}/x` });
      response.end(`${request.headers.authorization}`);
    });
    const other = createServer((request, response) => {
      uninvited.push(request);
      response.end('no');
    });

    beforeAll(async () => {
      who = await prepare();
      [port, forbidden] = await Promise.all([listen(server), listen(other)]);
      folder = join(newFolder(), 'module');
      mkdirSync(folder);
      const file = join(folder, 'uses_network.py');
      copyFileSync(join(FIXTURES, 'uses_network.py'), file);
      for (const path of [join(folder, '..'), folder, file]) {
        chownSync(path, who.uid, who.uid);
        chmodSync(path, 0o755);
      }
      const url = `http://localhost:${port}/`;
      const by = (text: string) => ({ do: 'speak', text });
      const cases = {
        closed: {
          file,
          sandbox: { python: who.python },
          rounds: acts(
            { do: 'environment' },
            { do: 'get', url: `http://127.0.0.1:${port}/` },
            { do: 'connect', host: '127.0.0.1', port: 3128 },
          ),
        },
        open: {
          file,
          sandbox: {
            python: who.python,
            allowNet: [`localhost:${port}`, 'nowhere.invalid'],
            env: ['JUDGE_KEY'],
          },
          options: { concurrency: 2 },
          rounds: acts(
            { do: 'environment' },
            { do: 'get', url },
            { do: 'get', url: `http://127.0.0.1:${forbidden}/` },
            { do: 'get', url: 'https://api.example.org/v1' },
            { do: 'get', url: 'http://169.254.169.254/latest/meta-data/' },
            { do: 'get', url: `${url}away` },
            { do: 'connect', host: '127.0.0.1', port },
            { do: 'connect', host: '192.0.2.1', port: 80 },
            { do: 'connect', host: '192.0.2.1', port: 53, kind: 'udp' },
            { do: 'connect', host: '169.254.169.254', port: 80 },
            { do: 'connect', host: '2001:db8::1', port: 80 },
            { do: 'resolve', name: 'example.org' },
            { do: 'started_with' },
            { do: 'held' },
            { do: 'steal' },
            by(`CONNECT LOCALHOST.:${port} HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n`),
            by(`CONNECT 127.1:${forbidden} HTTP/1.1\r\n\r\n`),
            by(`CONNECT [::ffff:7f00:1]:${forbidden} HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n`),
            by(`CONNECT localhost:${port}@127.0.0.1:${forbidden} HTTP/1.1\r\n\r\nGET / HTTP/1.0\r\n\r\n`),
            by(`GET ${url} HTTP/1.1\r\n\r\nGET http://127.0.0.1:${forbidden}/ HTTP/1.1\r\n\r\n`),
            by(`GET http://127.0.0.1:${forbidden}/ HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`),
            by(`GET / HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`),
          ),
        },
      };
      const [program = '', ...args] = [...who.wrap, process.execPath, '--import', 'tsx', REPORT];
      const child = spawn(program, args, {
        cwd: PROJECT,
        env: {
          PATH: process.env.PATH,
          TMPDIR: join(folder, '..'),
          RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
          RUNRL_SANDBOX_CACHE: who.cache,
          JUDGE_KEY: SECRET,
          OTHER_KEY: `other-${SECRET}`,
        },
      });
      child.stdin.end(JSON.stringify(cases));
      const [found, errors] = await Promise.all([
        json(child.stdout).catch(() => undefined),
        text(child.stderr),
      ]);
      if (found === undefined) throw new Error(`the report failed: ${errors}`);
      report = found as Record<string, CaseReport>;
    }, 180_000);

    afterAll(async () => {
      server.close();
      other.close();
      await until(
        () => processesFor(folder),
        (left) => left.length === 0,
      );
    });

    const infos = (which: string) => {
      const { error, outcomes } = report[which] ?? { outcomes: [] };
      expect(error).toBeUndefined();
      for (const outcome of outcomes[0] ?? []) expect(outcome.error).toBeNull();
      return (outcomes[0] ?? []).map(({ info }) => info);
    };
    const of = (which: string, position: number) => infos(which)[position] ?? {};
    const foundAt = (position: number) => JSON.parse(String(of('open', position).found));

    it('has no proxy and no word of one without the option', () => {
      const variables = Object.keys(JSON.parse(String(of('closed', 0).found)));
      expect(variables.filter((variable) => /proxy|key/i.test(variable))).toEqual([]);
      expect(of('closed', 1).error).toContain('Connection refused');
      expect(of('closed', 2).error).toContain('Connection refused');
    });

    it('reaches the host that was allowed, with its key', () => {
      // Another call comes without headers, and may be there first.
      const visit = visits.find(({ url, headers }) => url === '/' && headers.host !== undefined);
      expect(visit?.headers).toMatchObject({
        host: `localhost:${port}`,
        authorization: `Bearer ${SECRET}`,
      });
      expect(foundAt(1)).toBe('Bearer [JUDGE_KEY]');
    });

    it.each([
      [2, () => `127.0.0.1:${forbidden} is not allowed: add --allow-net 127.0.0.1:${forbidden}`],
      [3, () => 'api.example.org:443 is not allowed: add --allow-net api.example.org'],
      [4, () => '169.254.169.254:80 is not allowed: add --allow-net 169.254.169.254'],
      [5, () => `127.0.0.1:${forbidden} is not allowed: add --allow-net 127.0.0.1:${forbidden}`],
    ])('is refused others, with what to add (%d)', (position, message) => {
      expect(of('open', position).error).toContain(message());
    });

    it.each([6, 7, 8, 9, 10, 11])('reaches nothing past the proxy (%d)', (position) => {
      expect(of('open', position).error).toMatch(
        /refused|unreachable|Name or service|Temporary failure|name resolution/,
      );
    });

    it('has the variables that were named, and else what every module has', () => {
      const variables = foundAt(0);
      const proxy = 'http://127.0.0.1:3128';
      const { JUDGE_KEY, OTHER_KEY, http_proxy, HTTPS_PROXY, all_proxy, NO_PROXY } = variables;
      expect({ JUDGE_KEY, OTHER_KEY, http_proxy, HTTPS_PROXY, all_proxy, NO_PROXY }).toEqual({
        JUDGE_KEY: '[JUDGE_KEY]',
        http_proxy: proxy,
        HTTPS_PROXY: proxy,
        all_proxy: proxy,
      });
      const before = Object.keys(JSON.parse(String(of('closed', 0).found)));
      expect(Object.keys(variables).filter((variable) => !before.includes(variable))).toHaveLength(7);
    });

    it('finds its key in no environment that a process was started with', () => {
      expect(Object.keys(foundAt(12)).length).toBeGreaterThan(0);
      expect(JSON.stringify(foundAt(12))).not.toContain('JUDGE_KEY');
    });

    it("holds no socket that listens, and cannot take the proxy's place", () => {
      expect(foundAt(13)).not.toContain(1);
      expect(foundAt(14)).toBe('kept');
    });

    it('gets past the proxy by no spelling of a host', () => {
      expect(foundAt(15)).toContain('HTTP/1.1 200 OK');
      expect(foundAt(16)).toMatch(/^HTTP\/1\.1 400 /);
      expect(foundAt(17)).toMatch(/^HTTP\/1\.1 403 /);
      expect(foundAt(18)).toMatch(/^HTTP\/1\.1 400 /);
      expect(foundAt(20)).toMatch(/^HTTP\/1\.1 403 /);
      expect(foundAt(21)).toMatch(/^HTTP\/1\.1 400 /);
      expect(uninvited).toEqual([]);
    });
  });
};

network('the user of the tests', thisUser);
const reason = noOtherUser();
if (reason === undefined) network('a user that is not root', otherUser);
else it.skip(`a module of a user that is not root: ${reason}`, () => {});
