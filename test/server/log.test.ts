/** The log: one JSON object on one line per event, and nothing of what clients and modules say. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Log } from '../../src/server/log.ts';
import { raw, when, withServer } from './serving.ts';

const MARK = 'hush-hush-4711';
const TOKEN = 'a-token-that-nobody-guesses';

it('is one JSON object on one line per event, however its fields look', () => {
  const written: string[] = [];
  const log = new Log((line) => written.push(line), 'info');
  log.event('debug', 'too_small');
  log.event('info', 'odd', {
    text: 'a\nb\u2028c\r',
    long: 'x'.repeat(100_000),
    list: ['a\n'],
    none: undefined,
  });
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^\{[^\n\r]*\}\n$/);
  expect(written[0]?.length).toBeLessThan(5_000);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 'info', event: 'odd', text: 'a\nb\u2028c\r' });
});

it('says nothing of completions, rows, actions, observations, names and tokens that clients send', async () => {
  const lines: string[] = [];
  const log = new Log((line) => lines.push(line), 'debug');
  await withServer({ log, token: TOKEN, watch: true }, async ({ post: send, url, folder, server }) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const post = (path: string, body: unknown, more = {}) =>
      send(path, body, { headers: { ...headers, ...more } });
    const call = { module: 'obeys', completion: `raise ${MARK}` };
    expect((await post('/v1/score', call)).text).toContain(MARK);
    await post('/v1/score', {
      module: 'obeys',
      calls: [call, { completion: 'x', kwargs: { [MARK]: MARK } }],
    });
    await post('/v1/score', { calls: [call], module: 'tells' }, { accept: 'application/x-ndjson' });
    await post('/v1/score', { module: MARK, completion: MARK });
    await post('/v1/score', { [MARK]: MARK });
    await post('/v1/score', `{"completion":"${MARK}`);
    await post('/v1/score', { ...call, kwargs: { self: MARK } });
    await post(`/v1/${MARK}`, {});
    await post('/v1/score', call, { authorization: `Bearer ${MARK}` });
    await post('/v1/score', call, { 'content-type': `text/${MARK}` });
    const { json } = await post('/v1/episodes', { kwargs: { greeting: MARK } });
    await post(`/v1/episodes/${json.episode_id}/step`, { action: `raise ${MARK}` });
    await post(`/v1/episodes/${MARK}/step`, { action: MARK });
    await post(`/v1/validate/prompts?key=${MARK}`, `{"prompt":"${MARK}"}\n{"${MARK}"`);
    const source = `print("${MARK}")\nraise ValueError("${MARK}")\n`;
    expect((await post('/v1/validate/module', { kind: 'reward', source })).text).toContain(MARK);
    await post('/v1/cancel', { request_id: MARK });
    await raw(url, `${MARK}\r\n\r\n`);
    await raw(url, `GET http://[${MARK} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    // A reload is told, too.
    const file = join(folder, 'tells.py');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`);
    await when(() => server.service.modules.all[1]?.loads === 2);
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      expect(line).toMatch(/^\{[^\n]*\}\n$/);
      expect(Object.keys(JSON.parse(line)).slice(0, 3)).toEqual(['time', 'level', 'event']);
      expect(line).not.toContain(MARK);
      expect(line).not.toContain(TOKEN);
      expect(line).not.toContain(json.episode_id);
    }
  });
});

it('writes lines for people, in which no field ends a line or leaves its place', () => {
  const lines: string[] = [];
  const log = new Log((line) => lines.push(line), 'info', 'text');
  log.event('warn', 'restarted', { module: 'reward', why: 'a\nb, "c"', count: 3, none: undefined });
  log.event('debug', 'left-out');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\d warn {2}restarted {2}module=reward, why="a\\nb, \\"c\\"", count=3(, none=)?\n$/,
  );
});
