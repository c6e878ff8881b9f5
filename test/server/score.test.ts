/** Scoring over HTTP: one call, many, and many line by line. */
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { raw, shareServer, when, withServer } from './serving.ts';

const withShared = shareServer({ only: ['obeys', 'tells'] });

/** More than are begun ahead of their outcomes. */
const MANY = 1_030;

it('scores one call, and answers with its outcome', async () => {
  await withShared(async ({ post }) => {
    const { status, json } = await post('/v1/score', {
      module: 'obeys',
      completion: 'number 0.5',
      kwargs: {},
    });
    expect({ status, outcome: json }).toMatchObject({
      status: 200,
      outcome: { status: 'ok', reward: 0.5, error: null },
    });
  });
});

it('answers 200 for what user code does wrong: in a batch each call has its own outcome, in order', async () => {
  await withShared(async ({ post }) => {
    const calls = ['number 1', 'raise no', 'exit 3', 'none', 'length abc'].map((completion) => ({
      completion,
    }));
    const { status, json } = await post('/v1/score', { module: 'obeys', calls });
    expect(status).toBe(200);
    const statuses = json.outcomes.map((outcome: { status: string }) => outcome.status);
    expect(statuses).toEqual(['ok', 'raised', 'crashed', 'invalid', 'ok']);
    expect(json.outcomes[1]).toMatchObject({ reward: null, error: { type: 'ValueError', message: 'no' } });
  });
});

it('hands numbers and texts on exactly as they were written', async () => {
  await withShared(async ({ post }) => {
    const fields =
      '"a": 18.0, "b":1180591620717411303424 ,"c":1e400,"d":-0.0,"b2":[1.50,{"e":2E2}],"f":1,"f":2.0';
    const call = `{"completion":"x\\ud800\\u00e9","kwargs" : { ${fields} }}`;
    const one = await post('/v1/score', `{"module":"tells",${call.slice(1)}`);
    const many = await post('/v1/score', `{"calls":[{"completion":""},${call}],"module":"tells"}`);
    const expected = {
      completion: "'x\\ud800é'",
      kwargs:
        "{'a': 18.0, 'b': 1180591620717411303424, 'c': inf, 'd': -0.0, 'b2': [1.5, {'e': 200.0}], 'f': 2.0}",
    };
    expect(one.json.info).toEqual(expected);
    expect(many.json.outcomes[1].info).toEqual(expected);
    expect(many.json.outcomes[0].info).toEqual({ completion: "''", kwargs: '{}' });
  });
});

it('takes completions that are messages, and hands them to the function in the form that it wants', async () => {
  await withShared(async ({ post }) => {
    const completion = [{ role: 'assistant', content: 'length abcd' }];
    expect((await post('/v1/score', { module: 'obeys', completion })).json).toMatchObject({
      status: 'ok',
      reward: 4,
    });
  });
});

it('streams outcomes as they finish, each with its index', async () => {
  await withShared(async ({ url, post }) => {
    const body = JSON.stringify({
      module: 'obeys',
      calls: [{ completion: 'hang' }, { completion: 'number 7' }],
    });
    const id = 'stream-1';
    const headers = {
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
      'x-request-id': id,
    };
    const response = await fetch(`${url}/v1/score`, { method: 'POST', body, headers });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    const first = JSON.parse(decoder.decode((await reader.read()).value));
    expect(first).toMatchObject({ index: 1, status: 'ok', reward: 7 }); // the other one still hangs
    expect((await post('/v1/cancel', { request_id: id })).json).toEqual({ cancelled: true });
    const second = JSON.parse(decoder.decode((await reader.read()).value));
    expect(second).toMatchObject({ index: 0, status: 'cancelled' });
    expect((await reader.read()).done).toBe(true);
  });
});

it('cancelled, a batch has an outcome for each of its calls all the same, begun or not', async () => {
  const limits = { maxBody: 2 ** 20, queue: MANY, busyStatus: 503 } as const;
  await withServer({ only: ['obeys'], limits }, async ({ post, server }) => {
    const calls = Array.from({ length: MANY }, () => ({ completion: 'hang' }));
    const batch = post('/v1/score', { module: 'obeys', calls }, { headers: { 'x-request-id': 'b' } });
    await when(() => server.service.limits.taken === MANY);
    await post('/v1/cancel', { request_id: 'b' });
    const { json } = await batch;
    expect(json.outcomes.map((outcome: { status: string }) => outcome.status)).toEqual(
      calls.map(() => 'cancelled'),
    );
    expect((await post('/v1/cancel', { request_id: 'b' })).json).toEqual({ cancelled: false });
  });
});

it('a client that goes away has its calls cancelled, and its places given back', async () => {
  await withServer({ only: ['obeys'] }, async ({ post, server }) => {
    const gone = new AbortController();
    const calls = Array.from({ length: 4 }, () => ({ completion: 'hang' }));
    const asked = post('/v1/score', { module: 'obeys', calls }, { signal: gone.signal });
    await when(() => server.service.limits.taken === 4);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await when(() => server.service.outcomes.cancelled === 4 && server.service.limits.taken === 0);
    // Long before the five seconds that a hung call may take: its workers serve others again.
    expect((await post('/v1/score', { module: 'obeys', completion: 'number 1' })).json.reward).toBe(1);
  });
});

it('queues first, and says that it is busy when the queue is full', async () => {
  const limits = { maxBody: 2 ** 20, queue: 3, busyStatus: 429 } as const;
  await withServer({ only: ['obeys', 'tells'], limits }, async ({ post, server }) => {
    const hung = post(
      '/v1/score',
      { module: 'obeys', calls: [{ completion: 'hang' }, { completion: 'hang' }] },
      { headers: { 'x-request-id': 'hung' } },
    );
    await when(() => server.service.limits.taken === 2);
    expect((await post('/v1/score', { module: 'tells', completion: 'x' })).status).toBe(200);
    const calls = [{ completion: 'a' }, { completion: 'b' }];
    const busy = await post('/v1/score', { module: 'tells', calls });
    expect(busy).toMatchObject({
      status: 429,
      json: { type: 'urn:runrl-sandbox:problem:busy', retryable: true },
    });
    expect(busy.headers.get('retry-after')).toBe('1');
    const never = await post('/v1/score', { module: 'tells', calls: [...calls, ...calls] });
    expect(never).toMatchObject({ status: 413, json: { retryable: false } });
    await post('/v1/cancel', { request_id: 'hung' });
    await hung;
    expect((await post('/v1/score', { module: 'tells', calls })).status).toBe(200);
  });
});

it('answers several requests of one connection in their order', async () => {
  await withShared(async ({ url }) => {
    const body = '{"module":"obeys","completion":"number 3"}';
    const head = `POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const answer = await raw(url, `${head}\r\n${body}${head}Connection: close\r\n\r\n${body}`);
    expect(answer.match(/"reward":3/g)).toHaveLength(2);
  });
});

it('requests that wait behind another of their connection give their places back when the client goes away', async () => {
  await withServer({ only: ['obeys'] }, async ({ url, server }) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    const head = 'POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n';
    const request = (completion: string): string => {
      const body = JSON.stringify({ module: 'obeys', completion });
      return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    };
    socket.write(request('hang') + request('hang') + request('number 1'));
    await when(() => server.service.limits.taken === 3);
    socket.destroy();
    await when(() => server.service.limits.taken === 0);
    await when(() => (server.service.outcomes.cancelled ?? 0) >= 2);
  });
});

it('keeps nobody out for bodies whose rest never comes', async () => {
  const limits = { maxBody: 2 ** 12, queue: 100, busyStatus: 503 } as const;
  await withServer({ only: ['obeys'], limits }, async ({ url, server, post }) => {
    const { hostname, port } = new URL(url);
    const head = `POST /v1/score HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${limits.maxBody}\r\n\r\n`;
    const halves = Array.from({ length: 4 }, () => connect(Number(port), hostname));
    for (const [index, socket] of halves.entries()) {
      socket.write(head + 'x'.repeat(limits.maxBody - 8));
      await when(() => server.service.limits.held === (index + 1) * (limits.maxBody - 8));
    }
    expect((await post('/v1/score', { module: 'obeys', completion: 'number 1' })).json.reward).toBe(1);
    // That which had waited longest, and no other, is told to come again.
    expect(await text(halves[0] as Socket)).toMatch(/^HTTP\/1.1 503 .*"retryable":true/s);
    expect(server.service.limits.held).toBe(3 * (limits.maxBody - 8));
    for (const socket of halves) socket.destroy();
    await when(() => server.service.limits.held === 0);
  });
});

it('holds no more outcomes for one answer than there is room for; as lines there may be any number', async () => {
  const limits = { maxBody: 2 ** 13, queue: 100, busyStatus: 503 } as const;
  await withServer({ only: ['obeys'], limits }, async ({ post, server }) => {
    const calls = Array.from({ length: 80 }, (_, at) => ({ completion: `raise ${at}` }));
    const held = await post('/v1/score', { module: 'obeys', calls });
    expect(held.json).toMatchObject({ status: 413, type: 'urn:runrl-sandbox:problem:too-large' });
    await when(() => server.service.limits.taken === 0);
    const headers = { accept: 'application/x-ndjson' };
    const lines = await post('/v1/score', { module: 'obeys', calls }, { headers });
    expect(lines.text.trim().split('\n')).toHaveLength(80);
    expect(lines.text.length).toBeGreaterThan(4 * limits.maxBody);
  });
});
