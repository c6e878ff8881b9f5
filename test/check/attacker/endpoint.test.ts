/** What can go wrong with an endpoint, and what is said of it. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { Attacker } from '../../../src/check/attacker/attacker.ts';
import { ask, type Endpoint } from '../../../src/check/attacker/endpoint.ts';
import { chat, type Say, withEndpoint } from './scripted-endpoint.ts';

const KEY = 'sk-secret-of-a-test';
const never = new AbortController().signal;

/** What an answer comes to: its text, or what is said of the endpoint. */
const said = async (say: Say, more: Partial<Endpoint> = {}): Promise<string> => {
  let result = '';
  await withEndpoint(say, async (url) => {
    const endpoint = { url, model: 'small', key: KEY, ...more };
    result = await ask(endpoint, [{ role: 'user', content: 'Say it.' }], 1, never).then(
      ({ text }) => text,
      (error: Error) => `${error.name}: ${error.message}`,
    );
  });
  return result;
};

const status =
  (code: number, body = '', headers: Record<string, string> = {}): Say =>
  () =>
  (response: ServerResponse) => {
    response.writeHead(code, headers).end(body);
  };

const refused = JSON.stringify({ error: { message: `Incorrect API key provided: ${KEY}` } });
const ESCAPE = '\u001b[2J';

describe('an endpoint', () => {
  it('is asked for a model with a key, and its tokens are counted', async () => {
    await withEndpoint(
      () => 'It is said.',
      async (url, asked) => {
        const endpoint = { url, model: 'small', key: KEY };
        const reply = await ask(endpoint, [{ role: 'user', content: 'Say it.' }], 1, never);
        expect(reply).toEqual({ text: 'It is said.', usage: { prompt: 100, completion: 20 } });
        expect(asked).toMatchObject([
          { path: '/v1/chat/completions', key: `Bearer ${KEY}`, model: 'small', prompt: 'Say it.' },
        ]);
      },
    );
  });

  it.each<[string, Say, RegExp]>([
    [
      'refuses the key',
      status(401, refused),
      /refused the key of RUNRL_ATTACKER_KEY.*\(401\): Incorrect API key provided: …$/,
    ],
    ['lacks the model', status(404, '{"error":"no model small"}'), /no such model.*\(404\): no model small/],
    ['complains', status(400, '{"error":{"message":"too long"}}'), /status 400: too long$/],
    ['is broken', status(500, '<h1>oops</h1>'), /status 500: <h1>oops<\/h1>$/],
    [
      'sends it elsewhere',
      status(307, '', { location: 'http://127.0.0.1:9/' }),
      /sent the request elsewhere/,
    ],
    ['says no JSON', status(200, 'hello'), /no `choices\[0\]\.message`: hello$/],
    ['says nothing', status(200), /no `choices\[0\]\.message`: nothing$/],
    ['has no choices', status(200, '{"choices":[]}'), /no `choices\[0\]\.message`/],
    ['streams', status(200, 'data: {}\n\n', { 'content-type': 'text/event-stream' }), /a stream of events/],
    ['acts on the terminal', status(500, ESCAPE), /status 500: ␛\[2J$/],
    [
      'ends in the middle',
      () => (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('{"choices":', () => response.destroy());
      },
      /ended its answer in the middle/,
    ],
    [
      'never ends',
      () => (response) => {
        const write = (): void => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
        };
        response.on('drain', write);
        write();
      },
      /more than 1 MiB/,
    ],
  ])('that %s is told in a sentence', async (_, say, sentence) => {
    const text = await said(say);
    expect(text).toMatch(/^EndpointError: /);
    expect(text).toMatch(sentence);
    expect(text).not.toContain(KEY);
    expect(text).not.toContain('\u001b');
  });

  it('that says nothing is not waited for without end', async () => {
    expect(await said(() => () => {}, { timeoutMs: 50 })).toBe('EndpointError: did not answer within 0.05 s');
  });

  it('that is not there is told so', async () => {
    let gone = '';
    await withEndpoint(
      () => '',
      async (url) => {
        gone = url;
      },
    );
    const asked = ask({ url: gone, model: 'small' }, [], 1, never);
    await expect(asked).rejects.toThrow(/cannot be asked: connect ECONNREFUSED/);
  });

  it('may answer with nothing, without usage, and with very much', async () => {
    const reply = (body: string): Say => status(200, body);
    expect(await said(reply(JSON.stringify({ choices: [{ message: { content: null } }] })))).toBe('');
    expect(await said(reply(chat('yes', { prompt_tokens: 'many' })))).toBe('yes');
    expect((await said(reply(chat('x'.repeat(500_000))))).length).toBe(40_000);
  });
});

describe('an attacker', () => {
  const attacker = (url: string, more: object = {}): Attacker =>
    new Attacker({ url, model: 'small', key: KEY, requests: 5, seed: 1, ...more }, never);

  it('asks again when it is told to, and its report counts what that took', async () => {
    const say: Say = ({ nth }) =>
      nth === 0 ? (response) => void response.writeHead(429, { 'retry-after': '0' }).end() : 'yes';
    await withEndpoint(say, async (url) => {
      const one = attacker(url);
      expect(await one.ask('attack', 'Say it.')).toBe('yes');
      expect(one.report()).toEqual({
        url,
        model: 'small',
        requests: 2,
        tokens: { prompt: 100, completion: 20 },
        exchanges: [{ purpose: 'attack', prompt: 'Say it.', answer: 'yes' }],
      });
    });
  });

  it.each([
    ['three times in vain', '0', 3],
    ['to wait for long', '3600', 1],
    ['to wait until another day', 'Fri, 31 Dec 2100 23:59:59 GMT', 1],
  ])('gives up when it is told %s', async (_, wait, requests) => {
    await withEndpoint(status(503, 'busy', { 'retry-after': wait }), async (url, asked) => {
      const one = attacker(url);
      expect(await one.ask('attack', 'Say it.')).toBeNull();
      expect(one.stopped).toBe(`the attacker at ${url} answered with status 503: busy`);
      expect(await one.ask('attack', 'Say it.')).toBeNull();
      expect(asked.length).toBe(requests);
    });
  });

  it.each([
    ['requests', { requests: 2 }, 2, /was asked 2 times/],
    // The second would not fit: it may be answered with 2,048 tokens.
    ['tokens', { requests: 9, tokens: 2_100 }, 1, /was given 120 of 2100 tokens/],
  ])('has a limit of %s', async (_, limits, most, sentence) => {
    await withEndpoint(
      () => 'yes',
      async (url, asked) => {
        const one = attacker(url, limits);
        for (let at = 0; at < most; at++) expect(await one.ask('attack', 'Say it.')).toBe('yes');
        expect(await one.ask('attack', 'Say it.')).toBeNull();
        expect(one.stopped).toMatch(sentence);
        expect(asked.length).toBe(most);
      },
    );
  });
});
