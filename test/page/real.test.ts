/** The page over what a real server counted, and over a file that was exported from it. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, SharedPage } from '../helpers/browser.ts';
import { COMMAND } from '../helpers/command-line.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { type Serving, withServer } from '../server/serving.ts';
import { HOSTILE } from './fixture-run.ts';

const [node, command] = COMMAND;
const STEPS = 6;

/** Rewards, strings, failures of three kinds, an episode that ended and one that did not. */
const train = async ({ post }: Serving): Promise<void> => {
  const prompt = [{ role: 'user', content: `Do as I say. ${HOSTILE}` }];
  for (let step = 0; step < STEPS; step++) {
    const said = [
      ...[0, 1, 2, 3].map((at) => `number ${step / 10 + at / 100}`),
      'raise no such word',
      HOSTILE,
    ];
    if (step === 2) said.push('hang on');
    const calls = said.map((completion, at) => ({ completion, kwargs: { prompt, row: at % 3 } }));
    expect((await post('/v1/score', { module: 'obeys', step, calls })).status).toBe(200);
    expect((await post('/v1/score', { module: 'tells', step, calls })).status).toBe(200);
  }
  for (const actions of [['one', 'end'], ['two']]) {
    const { json } = await post('/v1/episodes', {
      module: 'plays',
      step: 0,
      kwargs: { prompt, greeting: 'hello' },
    });
    for (const action of actions) await post(`/v1/episodes/${json.episode_id}/step`, { action });
  }
};

describe.skipIf(!hasBrowser())('the page of a real server', () => {
  /** What the server of the first test has written, or one of its own for whoever runs alone. */
  const data = join(newFolder(), 'data');
  let shared: SharedPage;
  beforeAll(async () => {
    shared = await SharedPage.start();
  });
  afterAll(() => shared?.close());

  /** Opens pages one after the other; none of them may run what models wrote, or complain. */
  const withPage = async (body: (page: Page) => Promise<void>): Promise<void> => {
    try {
      const page = await shared.take();
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => faults.push(message.text()));
      await body(page);
      expect(await page.evaluate('typeof window.hacked')).toBe('undefined');
      expect(faults).toEqual([]);
    } finally {
      await shared.free();
    }
  };

  it('shows every screen, and what comes while it is looked at', () =>
    withServer({ data }, async (serving) => {
      await train(serving);
      await withPage(async (page) => {
        const at = (hash: string) => page.goto(`${serving.url}/#/${hash}`);
        const summary = () => page.locator('.plot').first().getAttribute('aria-label');
        await at('graphs?run=r0/obeys');
        await page.locator('.plot canvas').first().waitFor();
        expect(await summary()).toContain(`mean: ${STEPS} values, first 0.015, last 0.515`);
        await page.getByRole('button', { name: '● live' }).waitFor();
        await serving.post('/v1/score', {
          module: 'obeys',
          calls: [{ completion: 'number 9', kwargs: {} }],
          step: STEPS,
        });
        await expect.poll(summary, { timeout: 20_000 }).toContain(`mean: ${STEPS + 1} values`);

        await at('samples?run=r0/tells&step=3');
        await page.locator('.samples tbody').nth(4).waitFor();
        await page.keyboard.press('j');
        await page.locator('.call').getByText('<script>window.hacked=1</script>').first().waitFor();

        await at('failures?run=r0/obeys');
        await page.locator('.cause', { hasText: 'ValueError' }).waitFor();
        await page.locator('.cause', { hasText: 'timeout' }).click();
        await page.getByText('Stack where it hung').waitFor();
        await page.locator('.text', { hasText: 'obeys.py' }).first().waitFor();
        await page.locator('.cause', { hasText: 'ValueError' }).click();
        await page.getByRole('button', { name: 'Run it here' }).click();
        await page.locator('.outcome .status.raised').waitFor();

        await at('episodes?run=r0/plays');
        await page.locator('.episodes tbody').nth(1).waitFor();
        await page.keyboard.press('j');
        await page.locator('.timeline .turn').first().waitFor();

        await at('workers');
        await page.locator('.module', { hasText: 'obeys' }).getByText('timeout').first().waitFor();
        await at('try?served=obeys');
        await page.getByLabel('Completion').fill('number 0.125');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.locator('.outcome .reward', { hasText: '0.125' }).waitFor();
      });
    }));

  it('is shown in a frame of pages that the server names, and of no others', async () => {
    const frames = createServer((request, response) => {
      const of = new URL(request.url ?? '/', 'http://x').searchParams.get('of');
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<iframe width="1000" height="700" src="${of}"></iframe>`);
    });
    await new Promise<void>((done) => frames.listen(0, '127.0.0.1', done));
    const { port } = frames.address() as AddressInfo;
    const page = await shared.take();
    try {
      const named = `http://127.0.0.1:${port}`;
      await withServer({ only: ['obeys'], frameAncestors: [named] }, async (serving) => {
        await serving.post('/v1/score', { module: 'obeys', step: 0, completion: 'number 1', kwargs: {} });
        for (const around of [named, `http://localhost:${port}`]) {
          await page.goto(`${around}/?of=${encodeURIComponent(`${serving.url}/#/graphs`)}`);
          const inner = () => page.frames()[1];
          if (around === named) await inner()?.locator('.plot canvas').first().waitFor();
          else await expect.poll(() => inner()?.url()).toMatch(/^chrome-error:/);
        }
        await shared.free(); // its connections keep the server
      });
    } finally {
      frames.close();
    }
  });

  it('is one file that opens from disk, when it is exported', async () => {
    if (!existsSync(data)) await withServer({ data }, train);
    const file = join(newFolder(), 'run.html');
    await promisify(execFile)(node, [command, 'export', data, '--to', 'html', '--output', file]);
    await withPage(async (page) => {
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(`${pathToFileURL(file)}#/graphs?run=r0/obeys`);
      await page.locator('.plot canvas').first().waitFor();
      expect(await page.locator('.plot').first().getAttribute('aria-label')).toMatch(/mean: [67] values/);
      await page.goto(`${pathToFileURL(file)}#/samples?run=r0/tells&step=3`);
      await page.locator('.samples tbody').nth(4).waitFor();
      await page.keyboard.press('[');
      await expect.poll(() => page.url()).toContain('step=2');
      await page.goto(`${pathToFileURL(file)}#/failures?run=r0/obeys`);
      await page.locator('.cause').first().click();
      await page.locator('.cause-details').waitFor();
      expect(await page.getByRole('link', { name: 'Try it' }).count()).toBe(0);
      expect(requested.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([]);
    });
  });
});
