/** Rewards that ask a language model: the clients people use, against a server that speaks like OpenAI's. */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, type TestContext } from 'vitest';
import { createSandbox, type Reward, SandboxError } from '../../src/index.ts';
import { cacheFolder } from '../../src/python/cache-folder.ts';
import { COMMAND } from '../helpers/command-line.ts';
import { AS_OTHER_USER, noOtherUser, OTHER_UID, otherCache, otherPython } from '../helpers/other-user.ts';
import { until } from '../helpers/processes.ts';
import { FIXTURES, leavingNothing, newFolder } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';

const KEY = 'sk-judges-5c1f77';
const CLIENTS = ['openai', 'openai async', 'requests', 'httpx', 'httpx async', 'urllib'];

/** Answers every question with 0.5, if it comes with the key. */
const judge = (request: IncomingMessage, response: ServerResponse): void => {
  void text(request).then((body) => {
    const known = request.headers.authorization === `Bearer ${KEY}` && JSON.parse(body).model === 'judge';
    const message = { role: 'assistant', content: known ? '0.5' : '-1' };
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'judge',
        choices: [{ index: 0, finish_reason: 'stop', message }],
      }),
    );
  });
};

const portOf = async (server: Server): Promise<number> => {
  server.listen(0, '127.0.0.1', 4096);
  await until(() => server.listening);
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
};

/** A certificate for `localhost` that nobody knows but who has the file. */
const certificate = (folder: string): { key: string; cert: string } => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'ca.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'rsa:2048', '-nodes', '-x509', '-days', '2'];
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
};

const withJudge = async (
  context: TestContext,
  scheme: 'http' | 'https',
  reuse: 'auto' | 'always',
  body: (reward: Reward) => Promise<void>,
): Promise<void> => {
  const folder = newFolder();
  const server = scheme === 'http' ? createHttpServer(judge) : createHttpsServer(certificate(folder), judge);
  const port = await portOf(server);
  const file = join(folder, 'judges.py');
  copyFileSync(join(FIXTURES, 'judges.py'), file);
  process.env.OPENAI_API_KEY = KEY;
  process.env.JUDGE_URL = `${scheme}://localhost:${port}`;
  try {
    await leavingNothing(folder, async () => {
      await using sandbox = await createSandbox({
        python: realPython(),
        allowNet: [`localhost:${port}`],
        env: ['OPENAI_API_KEY', 'JUDGE_URL'],
      });
      const reward = await sandbox.loadReward(file, { concurrency: 2, reuse }).catch((error: unknown) => {
        if (error instanceof SandboxError && error.code === 'RS303') return error;
        throw error;
      });
      if (reward instanceof SandboxError)
        context.skip(`the packages cannot be installed here: ${reward.message}`);
      else await body(reward);
    });
  } finally {
    delete process.env.OPENAI_API_KEY;
    delete process.env.JUDGE_URL;
    server.closeAllConnections();
    server.close();
  }
};

describe('clients that are made while importing work after a fork', { timeout: 180_000 }, () => {
  it.for([
    ['http', 'auto'],
    ['https', 'auto'],
    ['https', 'always'],
  ] as const)('over %s, under %s', async ([scheme, reuse], context) => {
    await withJudge(context, scheme, reuse, async (reward) => {
      expect(reward.warnings).toEqual([]);
      for (const client_name of [...CLIENTS, ...CLIENTS]) {
        const outcome = await reward.score({ completion: 'good?', kwargs: { client_name } });
        expect({ client_name, reward: outcome.reward, error: outcome.error }).toEqual({
          client_name,
          reward: 0.5,
          error: null,
        });
      }
      const refused = await reward.score({ completion: 'x', kwargs: { client_name: 'openai elsewhere' } });
      expect(refused.error?.traceback).toContain(
        'api.example.org:443 is not allowed: add --allow-net api.example.org',
      );
      expect(JSON.stringify(refused)).not.toContain(KEY);
    });
  });
});

const MANY = 256;
const users = [
  {
    user: 'the user of the tests',
    uid: process.getuid?.() ?? 0,
    wrap: [] as readonly string[],
    files: '-Sn 1024',
  },
  { user: 'the user of the tests with few descriptors', uid: 0, wrap: [], files: '-n 400' },
];
if (noOtherUser() === undefined)
  users.push({ user: 'a user that is not root', uid: OTHER_UID, wrap: AS_OTHER_USER, files: '-Sn 1024' });

it.each(users)(
  '256 calls of $user wait for a judge at the same time',
  { timeout: 120_000 },
  async ({ uid, wrap, files }) => {
    const waiting: ServerResponse[] = [];
    // Nobody is answered before everybody has asked. With too few descriptors for that, calls wait in the queue instead.
    const together = files === '-n 400' ? 1 : MANY;
    const server = createHttpServer((request, response) => {
      request.resume().on('end', () => {
        waiting.push(response);
        if (waiting.length >= together) for (const each of waiting) each.end('0.5');
      });
    });
    const port = await portOf(server);
    const folder = newFolder();
    const place = (name: string, content: string): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const source = readFileSync(join(FIXTURES, 'waits_for_judge.py'), 'utf8');
    const lines = Array.from({ length: MANY }, () => '{"prompt_index": 0, "completion": "x"}\n').join('');
    const isOther = wrap.length > 0;
    const python = isOther ? (otherPython() ?? '') : realPython();
    const args = ['--prompts', place('prompts.jsonl', '{"prompt": [{"role": "user", "content": "x"}]}\n')];
    args.push('--completions', place('completions.jsonl', lines), '--reward', place('reward.py', source));
    args.push('--concurrency', String(MANY), '--timeout', '100s', '--python', python, '--json');
    args.push('--allow-net', `localhost:${port}`, '--env', 'JUDGE_URL');
    if (isOther) chownSync(folder, uid, uid);
    // Fewer open files than are needed, or, where the limit is a soft one, than are allowed.
    const [program = '', ...rest] = [...wrap, 'sh', '-c', `ulimit ${files}; exec "$@"`, 'sh', ...COMMAND];
    await leavingNothing(folder, async () => {
      const child = spawn(program, [...rest, 'run', ...args], {
        cwd: join(import.meta.dirname, '../..'),
        env: {
          PATH: process.env.PATH,
          TMPDIR: folder,
          HOME: folder,
          RUNRL_TEST_RUN: process.env.RUNRL_TEST_RUN,
          RUNRL_SANDBOX_CACHE: isOther ? await otherCache(python) : cacheFolder(),
          JUDGE_URL: `http://localhost:${port}/`,
        },
      });
      const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
      expect(out, errors).toContain('"finished"');
      expect(JSON.parse(out)).toMatchObject({ statuses: { ok: MANY }, exit: 0 });
      expect(waiting).toHaveLength(MANY);
    });
    server.close();
  },
);
