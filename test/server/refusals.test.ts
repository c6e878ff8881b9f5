/** What is malformed, oversized, unknown or not allowed gets a typed answer, and disturbs nobody. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { checkBody } from '../../src/server/http/check-body.ts';
import { oneCall } from '../../src/server/routes/schemas.ts';
import { answerOf, raw, type Serving, shareServer, withServer } from './serving.ts';

const withShared = shareServer();

const TOKEN = 'a-token-that-nobody-guesses';

/** The server still serves, after whatever was done to it. */
const expectAlive = async ({ post }: Serving, headers: Record<string, string> = {}): Promise<void> => {
  const { json } = await post('/v1/score', { module: 'obeys', completion: 'number 1' }, { headers });
  expect(json).toMatchObject({ status: 'ok', reward: 1 });
};

it('refuses bodies that are none, with the place, the nearest name, and a request id', async () => {
  await withShared(async (serving) => {
    const { post } = serving;
    const cases: [string, number, string, RegExp][] = [
      ['', 400, 'malformed', /empty/],
      [
        '{"completion": "a",\n "kwargs": {"x": NaN}}',
        400,
        'malformed',
        /line 2, column 18 of the body, in `kwargs.x`: `NaN` is not JSON/,
      ],
      [
        '{"module":"obeys","calls":[{"completion":""},{"completion":"","kwargs":{"a":[0,01]}}]}',
        400,
        'malformed',
        /in `calls\[1\].kwargs.a\[1\]`: a number must/,
      ],
      ['[{"completion": a}]', 400, 'malformed', /in `\[0\].completion`: `a` is not/],
      ['{"completion": "a"', 400, 'malformed', /the body ends inside the object/],
      [`{"kwargs":${'['.repeat(600)}${']'.repeat(600)}}`, 400, 'malformed', /nested more than 500/],
      ['[]', 422, 'invalid', /the body must be an object/],
      ['{"module":"obeys"}', 422, 'invalid', /`completion` is missing/],
      ['{"module":"obeys","completion":3}', 422, 'invalid', /`completion` must be a string or an array/],
      [
        '{"module":"obeys","completion":"","kwargs":[]}',
        422,
        'invalid',
        /`kwargs` must be an object, got an/,
      ],
      [
        '{"module":"obeys","calls":[{"completion":""},{"completion":"","seed":-1}]}',
        422,
        'invalid',
        /`calls\[1\].seed`/,
      ],
      [
        '{"module":"obeys","calls":[{"completion":"","kwargs":{"self":1}}]}',
        422,
        'invalid',
        /`calls\[0\].kwargs.self`/,
      ],
      ['{"completion":"x"}', 422, 'invalid', /must name its `module`: there are obeys, tells/],
    ];
    for (const [body, status, kind, detail] of cases) {
      const answer = await post('/v1/score', body);
      expect(answer, body).toMatchObject({ status, json: { type: `urn:runrl-sandbox:problem:${kind}` } });
      expect(answer.json.detail).toMatch(detail);
      expect(answer.json.request_id).toBe(answer.headers.get('x-request-id'));
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
    }
    const near = await post('/v1/score', { module: 'obeys', completions: 'x' });
    expect(near.json.errors.map(({ help }: { help: string }) => help)).toContain(
      'did you mean `completion`?',
    );
    expect((await post('/v1/score', { module: 'obey', completion: 'x' })).json).toMatchObject({
      status: 404,
      help: 'did you mean `obeys`?',
    });
    await expectAlive(serving);
  });
});

it.each([
  [{ kind: 'reward', source: '', class: 'C' }, 'unknown field `class`'],
  [{ kind: 'environment', source: '', function: 'f' }, 'unknown field `function`'],
  [{ kind: 'rewards', source: '' }, '`kind` must be "reward" or "environment", got "rewards"'],
  [[], 'the body must be an object, got an empty array'],
])('of modules to be validated refuses %j', async (body, detail) => {
  await withShared(async ({ post }) => {
    expect((await post('/v1/validate/module', body)).json).toMatchObject({ status: 422, detail });
  });
});

it('refuses routes, methods and types that it does not have', async () => {
  await withShared(async (serving) => {
    const { url, post } = serving;
    expect((await answerOf(await fetch(`${url}/v1/scores`))).json).toMatchObject({ status: 404 });
    const get = await answerOf(await fetch(`${url}/v1/score`));
    expect({ status: get.status, allow: get.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' });
    const form = await post('/v1/score', 'a=b', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(form.status).toBe(415);
    const zipped = await post('/v1/score', 'no matter', { headers: { 'content-encoding': 'gzip' } });
    expect(zipped.json).toMatchObject({ status: 415, detail: 'The body is compressed (`gzip`)' });
    await expectAlive(serving);
  });
});

const POSTS_TOO_MUCH = `
import http.client, sys
connection = http.client.HTTPConnection(sys.argv[1])
for body in (b"x" * (6 << 20), b"{}"):
    connection.request("POST", "/v1/score", body, {"content-type": "application/json"})
    answer = connection.getresponse()
    answer.read()
    print(answer.status)
`;

it('reads what is too large to its end, so that clients see the refusal, and go on', async () => {
  await withShared(async ({ url }) => {
    const { stdout } = await promisify(execFile)('python3', ['-c', POSTS_TOO_MUCH, new URL(url).host]);
    expect(stdout).toBe('413\n422\n');
  });
});

it('refuses fields that are there twice, and answers / with the page', async () => {
  await withShared(async ({ url, post }) => {
    expect(
      (await post('/v1/score', '{"completion": "a", "module": "obeys", "completion": "b"}')).json,
    ).toMatchObject({
      status: 422,
      detail: 'the field `completion` appears twice',
    });
    const page = await fetch(url, { redirect: 'manual' });
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    await page.body?.cancel();
  });
});

it('refuses what is larger than it may be, whether it says so first or not', async () => {
  await withShared(async (serving) => {
    const body = JSON.stringify({ completion: 'x'.repeat(2 ** 20) });
    expect(await serving.post('/v1/score', body)).toMatchObject({ status: 413 });
    const head = 'POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    const chunk = `${(2 ** 20).toString(16)}\r\n${'x'.repeat(2 ** 20)}\r\n`;
    const answer = await raw(serving.url, `${head}Transfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`);
    expect(answer).toMatch(/^HTTP\/1.1 413 .*problem:too-large/s);
    await expectAlive(serving);
  });
});

it('looks at no more faults of a body than it shows, and at none of more calls than there is place for', async () => {
  let looked = 0;
  const fields = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`field${at}`, 1]));
  const check = (): unknown =>
    checkBody(oneCall, { completion: 3, ...fields }, () => {
      looked++;
      return ['completion'];
    });
  expect(check).toThrow(/must be a string or an array of messages.* \(and 1000 more\)/);
  expect(looked).toBeLessThanOrEqual(20);
  await withShared(async ({ post }) => {
    const calls = Array.from({ length: 101 }, () => ({}));
    expect((await post('/v1/score', { module: 'obeys', calls })).json).toMatchObject({ status: 413 });
  });
});

it('answers what is no HTTP, ends only that connection, and minds no client that goes away', async () => {
  await withShared(async (serving) => {
    const { url } = serving;
    expect(await raw(url, 'hello\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*problem:malformed/s);
    expect(await raw(url, `GET / HTTP/1.1\r\nHost: ${'h'.repeat(100_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 /,
    );
    expect(await raw(url, 'GET /livez HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
    const gone = new AbortController();
    const half = fetch(`${url}/v1/score`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"com')),
      }),
      duplex: 'half',
      signal: gone.signal,
    } as RequestInit);
    gone.abort();
    await expect(half).rejects.toThrow();
    await expectAlive(serving);
  });
});

it('with a token: answers its bearer only, and anybody about its health', async () => {
  await withServer({ only: ['obeys'], token: TOKEN }, async (serving) => {
    const { post, url, log } = serving;
    const call = { module: 'obeys', completion: 'number 1' };
    const none = await post('/v1/score', call);
    expect(none).toMatchObject({ status: 401, json: { type: 'urn:runrl-sandbox:problem:unauthorized' } });
    expect(none.headers.get('www-authenticate')).toBe('Bearer');
    for (const authorization of [`Bearer ${TOKEN}x`, 'Bearer', `Basic ${TOKEN}`, TOKEN])
      expect((await post('/v1/score', call, { headers: { authorization } })).status).toBe(401);
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs'])
      expect((await answerOf(await fetch(url + path))).status).toBe(200);
    await expectAlive(serving, { authorization: `Bearer ${TOKEN}` });
    expect(JSON.stringify(log)).not.toContain(TOKEN);
  });
});

it('without a token: answers no web page of another origin, and to no other name', async () => {
  await withShared(async (serving) => {
    const { post, url } = serving;
    const call = { module: 'obeys', completion: 'number 1' };
    expect((await post('/v1/score', call, { headers: { origin: 'https://example.com' } })).status).toBe(403);
    expect((await post('/v1/score', call, { headers: { origin: url } })).status).toBe(200);
    const request = 'GET /v1/stats HTTP/1.1\r\nHost: rebound.example.com\r\nConnection: close\r\n\r\n';
    expect(await raw(url, request)).toMatch(/^HTTP\/1.1 403 /);
  });
});

it.each([{ env: ['RUNRL_TEST_RUN'] }, { allowNet: ['example.com'] }])(
  'with secrets or a network for its modules (%o): loads no module that a client sends',
  async (sandbox) => {
    const body = { kind: 'reward', source: 'def reward_fn(completion, **kwargs):\n    return 1\n' };
    await withServer({ only: ['obeys'], sandbox }, async ({ post }) => {
      const { json } = await post('/v1/validate/module', body);
      expect(json).toMatchObject({ status: 403, type: 'urn:runrl-sandbox:problem:forbidden' });
    });
  },
);

it('without a token and without a sandbox: loads no module that a client sends', async () => {
  const body = { kind: 'reward', source: 'def reward_fn(completion, **kwargs):\n    return 1\n' };
  await withServer({ only: ['obeys'], sandbox: { level: 'none' } }, async ({ post }) => {
    const { json } = await post('/v1/validate/module', body);
    expect(json).toMatchObject({ status: 403, type: 'urn:runrl-sandbox:problem:forbidden' });
  });
  await withServer({ only: ['obeys'], sandbox: { level: 'none' }, token: TOKEN }, async ({ post }) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    expect((await post('/v1/validate/module', body, { headers })).json).toMatchObject({ valid: true });
  });
});

it('logs requests without what they say', async () => {
  await withServer({ only: ['obeys'] }, async ({ post, log }) => {
    await post('/v1/score', { module: 'obeys', completion: 'number 1', kwargs: { secret: 'hush-hush' } });
    await post('/v1/score', '{"completion":"hush-hush');
    const requests = log.filter(({ event }) => event === 'request');
    expect(requests.map(({ route, status, level }) => [route, status, level])).toEqual([
      ['/v1/score', 200, 'debug'],
      ['/v1/score', 400, 'info'],
    ]);
    expect(JSON.stringify(log)).not.toContain('hush-hush');
  });
});
