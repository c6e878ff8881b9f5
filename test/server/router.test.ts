import type { IncomingMessage } from 'node:http';
import { expect, it } from 'vitest';
import { Router, targetOf } from '../../src/server/http/router.ts';
import { withServer } from './serving.ts';

const router = new Router(
  new Map([
    ['/v1/steps', 'list'],
    ['/v1/steps/{step}', 'one'],
    ['/openenv/{module}/openapi.json', 'described'],
    ['/v1/runs/{run}/steps/{step}', 'of a run'],
  ]),
);

it.each([
  ['/v1/steps', 'list', {}],
  ['/v1/st%65ps', 'list', {}],
  ['/v1/steps/7', 'one', { step: '7' }],
  ['/v1/steps/a%2Fb%25', 'one', { step: 'a/b%' }],
  ['/v1/steps/%zz', 'one', { step: '%zz' }],
  ['/v1/runs/a/steps/__proto__', 'of a run', { run: 'a', step: '__proto__' }],
  ['/openenv/x/openapi.json', 'described', { module: 'x' }],
])('%s is %s', (path, place, params) => {
  expect(router.find(path)).toEqual({ place, params });
});

it.each(['/', '/v1/steps/', '/v1/steps/1/2', '//v1/steps', '/openenv/x/openapiXjson', '/v1/steps/a\nb/'])(
  '%j is nowhere',
  (path) => {
    expect(router.find(path)).toBeUndefined();
  },
);

const target = (url: string, host?: string): URL =>
  targetOf({ url, headers: host === undefined ? {} : { host } } as IncomingMessage);

it('takes a path of this server, with dots, and the whole address that a proxy is told', () => {
  expect(target('/v1/../metrics?a=1&a=2', '[::1]:80').pathname).toBe('/metrics');
  expect(target('//evil.example/metrics', 'localhost').pathname).toBe('//evil.example/metrics');
  expect(target('http://other/livez', 'localhost').pathname).toBe('/livez');
  expect(target('/v1/steps?key=%5C\\', 'localhost').searchParams.get('key')).toBe('\\\\');
});

it.each([
  ['*', 'localhost'],
  ['', 'localhost'],
  ['/livez', undefined],
  ['/livez', 'localhost/x'],
  ['/livez', 'a@localhost'],
  ['/livez', 'localhost:99999'],
  ['/v1\\..\\metrics', 'localhost'],
  ['http://[', 'localhost'],
])('refuses %j at %j', (url, host) => {
  expect(() => target(url, host)).toThrow(/cannot be read/);
});

it('answers HEAD as GET, without a body', async () => {
  await withServer({}, async ({ url }) => {
    for (const path of ['/livez', '/v1/view/events']) {
      const answer = await fetch(url + path, { method: 'HEAD' });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
    }
    expect((await fetch(`${url}/v1/score`, { method: 'HEAD' })).status).toBe(405);
  });
});
