/** Several servers, looked at as one run: over real HTTP, with a token, and while one of them goes away. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { servePage } from '../../src/cli/view/page-server.ts';
import type { RunningServer } from '../../src/server/server.ts';
import { Views } from '../../src/view/routes/views.ts';
import { fleetUrls } from '../../src/view/sources/fleet-table.ts';
import { HostSource } from '../../src/view/sources/host-source.ts';
import { openSource, openSources } from '../../src/view/sources/open-source.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { type Noted, note, writeStore } from '../view/outcomes.ts';

const token = 'a'.repeat(64);
const LIMITS = { maxBody: 2 ** 20, queue: 100, busyStatus: 503 } as const;

/** A server of what is in a folder: it answers as the one that wrote it. */
const serve = (folder: string): Promise<RunningServer> =>
  servePage([openSource(folder)], '127.0.0.1', {
    port: 0,
    token,
    stallMs: 60_000,
    limits: LIMITS,
    basePath: undefined,
    frameAncestors: [],
  });

const write = (folder: string, step: number, calls: Noted[]): Promise<void> =>
  writeStore(folder, (steps) => {
    for (const call of calls) note(steps, step, call);
  });

const FAILED: Noted = {
  said: 'bad',
  status: 'raised',
  reward: null,
  error: { type: 'ValueError', message: 'on purpose', traceback: null },
};

it('shows the steps, samples and failures of all, also of one that is gone', async () => {
  const [one, other, table] = [newFolder(), newFolder(), newFolder()];
  await write(one, 1, [
    { said: 'one', reward: 1 },
    { said: 'two', reward: 2 },
  ]);
  await write(other, 1, [{ said: 'six', reward: 6 }, FAILED]);
  await write(other, 2, [{ said: 'nine', reward: 9 }]);
  const [first, second] = [await serve(one), await serve(other)];
  for (const [name, { url }] of Object.entries({ first, second }))
    writeFileSync(
      join(table, `${name}.json`),
      JSON.stringify({ address: 'tcp://127.0.0.1:1', generation: name, http: url }),
    );
  const sources = [
    ...openSources([first.url, second.url], { token }),
    ...openSources([table], { token }),
    ...openSources([first.url]),
  ];
  const views = new Views({ version: '0', serving: false, sources });
  try {
    const { runs } = await views.runs();
    expect(runs).toMatchObject([
      { calls: 5, steps: 2, latest: 2, name: '2 servers' },
      { calls: 5, steps: 2, path: table },
      { calls: 0 },
    ]);
    expect(runs[2]?.notes[0]?.text).toContain('wants another token');
    const step = await views.step('r0', '1', { module: 'maths', key: '@calls' });
    expect(step).toMatchObject({ calls: 4, statuses: { ok: 3, raised: 1 } });
    expect(step.samples.random.map(({ completion }) => completion).sort()).toEqual([
      'bad',
      'one',
      'six',
      'two',
    ]);
    const { causes } = await views.failures('r0', { module: 'maths' });
    const { examples } = await views.failure('r0', causes[0]?.cause ?? '', { module: 'maths' });
    expect(examples).toMatchObject([{ step: 1, row: { completion: 'bad' } }]);
    await second.close();
    await write(one, 3, [{ said: 'five', reward: 5 }]);
    await vi.waitFor(
      async () => {
        const [run] = (await views.runs()).runs;
        expect(run?.calls).toBe(6);
        expect(run?.notes.some(({ text }) => text.includes('cannot be reached'))).toBe(true);
      },
      { interval: 100, timeout: 30_000 },
    );
    expect(await views.step('r0', '2', { module: 'maths', key: '@calls' })).toMatchObject({ calls: 1 });
  } finally {
    views.close();
    await Promise.all([first.close(), second.close()]);
  }
});

it('refuses what is no address of a server', () => {
  expect(() => openSources(['tcp://127.0.0.1:5555'])).toThrow('expected the address of a server');
});

it('knows a server by any spelling of its address, and asks no other places', () => {
  const [source] = openSources(['http://h:9', 'http://h:9/', 'http://H:9']);
  expect(source?.name).toBe('1 servers');
  const table = newFolder();
  for (const [at, http] of ['http://h:9/', 'http://H:9', 'file:///etc/passwd', 'http://h:9/a'].entries())
    writeFileSync(join(table, `${at}.json`), JSON.stringify({ address: 'a', generation: 'g', http }));
  expect(fleetUrls(table).sort()).toEqual(['http://h:9', 'http://h:9/a']);
});

it('follows nobody elsewhere, and a server that never ends only for a while', async () => {
  let asked = 0;
  const answers = createServer((request, response) => {
    asked++;
    if (request.url?.startsWith('/elsewhere')) {
      response.writeHead(302, { location: `/v1/view/runs/r0/records?since=0` }).end();
      return;
    }
    const figures = { server: 's', kept: true, version: 1, more: true, modules: [], findings: false };
    response.end(JSON.stringify({ ...figures, episodes: 0, records: [] }));
  });
  await new Promise<void>((resolve) => answers.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(answers.address() as AddressInfo).port}`;
  try {
    await new HostSource(url, token).follow();
    expect(asked).toBe(1_000);
    const led = new HostSource(`${url}/elsewhere`, token);
    await led.follow();
    expect(led.trouble).toContain('cannot be reached');
    expect(asked).toBe(1_001);
  } finally {
    answers.close();
  }
});
