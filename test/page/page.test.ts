/** The page in a real browser, over made-up data in the form of the contract. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, type Look, SharedPage } from '../helpers/browser.ts';
import { ROOT } from '../house/files.ts';
import { SCREENS, violationsOf } from './accessibility.ts';
import { HOSTILE, type Made } from './fixture-run.ts';
import { type Fixture, type FixtureOptions, startFixture } from './fixture-server.ts';

const MOST_BYTES = 150 * 1_000;

const run = (changed: Partial<Made> = {}): Made => ({
  module: 'reward',
  steps: 60,
  numbers: ['format/score', 'format/tags', 'length/tokens', 'parse_rate'],
  strings: ['answer', 'reason'],
  ...changed,
});

describe('the built page', () => {
  const assets = join(ROOT, 'dist/page/assets');

  it('is at most 150 kB, compressed, and asks for nothing from elsewhere', () => {
    const files = readdirSync(assets).map((name) => readFileSync(join(assets, name)));
    const size = files.reduce((sum, file) => sum + gzipSync(file).length, 0);
    expect(size).toBeLessThan(MOST_BYTES);
    const html = readFileSync(join(ROOT, 'dist/page/index.html'), 'utf8');
    const links = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, link]) => link);
    expect(links.every((link) => link?.startsWith('./assets/') || link === 'data:,')).toBe(true);
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  });

  it('is one file, too, with one place for data', () => {
    const single = readFileSync(join(ROOT, 'dist/page/single.html'), 'utf8');
    expect(single.split('<script type="application/octet-stream" id="runrl-data"></script>').length).toBe(2);
    expect(single).not.toMatch(/(?:src|href)="(?!data:,")/);
  });
});

describe.skipIf(!hasBrowser())('the page', () => {
  let shared: SharedPage;
  beforeAll(async () => {
    shared = await SharedPage.start();
  });
  afterAll(() => shared?.close());

  interface Opened extends AsyncDisposable {
    page: Page;
    fixture: Fixture;
    /** What a page of ours never does: errors, messages, dialogs. */
    faults: string[];
  }

  const open = async (hash = '', options: Partial<FixtureOptions> = {}, look: Look = {}): Promise<Opened> => {
    const fixture = await startFixture({ runs: [run(), run({ steps: 40 })], ...options });
    const page = await shared.take(look);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => {
      faults.push('dialog');
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      // Chromium itself says that an answer was 404 or 401, which pages cannot hinder.
      if (!message.text().startsWith('Failed to load resource')) faults.push(message.text());
    });
    await page.goto(fixture.address + hash);
    return {
      page,
      fixture,
      faults,
      [Symbol.asyncDispose]: async () => {
        await shared.free();
        await fixture[Symbol.asyncDispose]();
      },
    };
  };

  const drawn = (page: Page) => page.locator('.plot canvas').first().waitFor();

  it('draws each number, and says in words what it draws', async () => {
    await using opened = await open();
    const { page, faults } = opened;
    await drawn(page);
    const names = await page.locator('.card h3').allTextContents();
    for (const name of ['reward', 'groups with equal rewards', 'outcomes', 'format/score', 'parse_rate'])
      expect(names).toContain(name);
    const summary = await page.locator('.plot').first().getAttribute('aria-label');
    expect(summary).toMatch(/reward by step\. mean: 60 values, first 0\.\d+, last 0\.\d+/);
    expect(await page.locator('.group h2').allTextContents()).toEqual(['info', 'format/', 'length/']);
    expect(faults).toEqual([]);
  });

  it('tells mean, n, least, most, missing and NaN at the pointer, and zooms all plots by dragging', async () => {
    await using opened = await open();
    const { page } = opened;
    await drawn(page);
    const over = page.locator('.u-over').first();
    await over.hover({ position: { x: 120, y: 40 } });
    const readout = page.locator('.plot-box').first().locator('.readout');
    const said = await readout.textContent();
    for (const word of ['step', 'mean', 'spread', 'least', 'most', 'n', 'missing', 'NaN'])
      expect(said).toContain(word);
    const box = await over.boundingBox();
    if (box === null) throw new Error('no plot');
    await page.mouse.move(box.x + 40, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 160, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => page.url()).toMatch(/zoom=\d+-\d+/);
    expect(page.url()).toContain('#/');
    expect(page.url()).not.toContain('samples'); // a drag is no click
    await page.getByRole('button', { name: /✕ steps/ }).click();
    await expect.poll(() => page.url()).not.toContain('zoom');
    await over.click({ position: { x: 100, y: 30 } });
    await expect.poll(() => page.url()).toMatch(/#\/samples\?.*step=\d+/);
  });

  it('filters keys by a regular expression, smooths, lays two runs over each other; a link shows the same', async () => {
    await using opened = await open();
    const { page } = opened;
    await drawn(page);
    await page.keyboard.press('/');
    await page.keyboard.type('^format/');
    await expect
      .poll(() => page.locator('.card h3').allTextContents())
      .toEqual(['format/score', 'format/tags']);
    await page.getByLabel('Run to compare with').selectOption('r1/reward');
    await expect
      .poll(() => page.locator('.plot').first().getAttribute('aria-label'))
      .toMatch(/mean A: 60 values.*mean B: 40 values/);
    await page.getByRole('button', { name: 'calls' }).click();
    const address = page.url();
    for (const part of ['q=%5Eformat%2F', 'with=r1%2Freward', 'x=calls']) expect(address).toContain(part);
    await page.goto('about:blank');
    await page.goto(address);
    await expect
      .poll(() => page.locator('.plot').first().getAttribute('aria-label'))
      .toMatch(/by calls\. .*mean B/);
    await page.getByLabel(/Filter/).fill('(');
    await page.getByText('No regular expression').waitFor();
  });

  it('shows samples of any step, of each kind, and the difference between two', async () => {
    await using opened = await open('#/samples?step=12');
    const { page, faults } = opened;
    await page.locator('.samples tbody').nth(4).waitFor();
    expect(await page.locator('.samples > tbody').count()).toBe(5);
    await page.keyboard.press(']');
    await expect.poll(() => page.url()).toContain('step=13');
    await page.getByRole('button', { name: 'highest' }).click();
    const rewards = (await page.locator('.samples td[data-label=Reward]').allTextContents()).map(Number);
    expect(rewards.slice(0, 4)).toEqual([...rewards.slice(0, 4)].sort((one, other) => other - one));
    await page.keyboard.press('j');
    await page.locator('.samples tbody.open .call').waitFor();
    expect(page.url()).toMatch(/row=\d+/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'most frequent' }).click();
    await page.locator('.frequent').waitFor();
    await page.keyboard.press('v');
    await page.getByText('what changed from step 0 to step 13').waitFor();
    expect(await page.locator('.differences tbody tr').count()).toBeGreaterThan(4);
    expect(faults).toEqual([]);
  });

  it('groups failures; next and previous follow the filter; a call is run again here', async () => {
    await using opened = await open('#/failures');
    const { page, fixture, faults } = opened;
    await page.locator('.cause').nth(2).waitFor();
    await page.getByLabel('Status').selectOption('timeout');
    expect(await page.locator('.cause').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.locator('h2, body').first().press('n');
    await expect.poll(() => page.url()).toContain('cause=c2');
    await page.getByText('Stack where it hung').waitFor();
    expect(await page.locator('.frames li').first().textContent()).toContain('reward.py:14');
    await page.keyboard.press('r');
    await page.locator('.outcome .reward', { hasText: '0.75' }).waitFor();
    expect(fixture.sent).toEqual([
      {
        path: '/v1/score',
        body: { module: 'reward', completion: 'forty-two', kwargs: { expected_result: 42 } },
      },
    ]);
    expect(faults).toEqual([]);
  });

  it('tries a completion on a row that is chosen', async () => {
    await using opened = await open('#/try');
    const { page, fixture } = opened;
    await page.getByLabel('Completion').fill('the answer is 42');
    await page.getByLabel(/^Row/).selectOption({ index: 1 });
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator('.outcome').waitFor();
    expect(fixture.sent[0]?.body).toMatchObject({
      completion: 'the answer is 42',
      kwargs: { prompt: expect.any(String) },
    });
    await page.getByLabel(/Fields of the row/).fill('{');
    await page.getByText('Malformed JSON').waitFor();
    expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
  });

  it('finds a row of the prompt file by its text, by keys alone', async () => {
    await using opened = await open('#/try', { prompts: 30 });
    const { page, fixture } = opened;
    await page.getByText('question 0', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'after ›' }).click();
    await page.getByText('question 8', { exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('question 21');
    await page.getByText('question 21', { exact: true }).waitFor();
    await expect.poll(() => page.locator('.prompt-rows li').count()).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByLabel(/Fields of the row/).inputValue()).toContain('"expected": 18.0');
    await page.getByLabel('Completion').fill('18');
    await page.keyboard.press('Control+Enter');
    await page.locator('.outcome').waitFor();
    expect(fixture.texts.at(-1)).toContain('"expected": 18.0'); // and not 18, which Python tells apart
  });

  // One screen in each of the two themes: all of them in both are for the full run.
  it.each([
    ['light', 'graphs'],
    ['dark', 'samples'],
  ] as const)('has nothing that a screen reader stumbles over, %s', async (colorScheme, name) => {
    await using opened = await open('', { prompts: 3 }, { colorScheme });
    expect(await violationsOf(opened.page, opened.fixture.address, name)).toEqual([]);
  });

  it('shows a hostile text as text, on every screen, and fits a phone', async () => {
    const how = { colorScheme: 'dark', viewport: { width: 390, height: 800 } } as const;
    await using opened = await open('', { runs: [run({ isHostile: true }), run()] }, how);
    const { page, faults } = opened;
    const extra: Record<string, string> = {
      samples: '&step=7&row=71',
      failures: '&cause=c1',
      episodes: '&episode=e2',
    };
    for (const name of SCREENS) {
      await page.goto(`${opened.fixture.address}#/${name}?_=1${extra[name] ?? ''}`);
      await page.locator('main h2, main table, main form, main .card').first().waitFor();
      expect(await page.evaluate('typeof window.hacked')).toBe('undefined');
      expect(await page.locator('main :is(img, iframe, script, b script)').count()).toBe(0);
      const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(beyond, name).toBeLessThanOrEqual(0);
    }
    await page.goto(`${opened.fixture.address}#/samples?step=7&row=71&_=2`);
    const shown = (await page.locator('.call pre').nth(1).textContent()) ?? '';
    expect(shown).toContain('<script>window.hacked=1</script>');
    expect(shown).toContain('</pre></td></table><iframe');
    expect(shown).not.toMatch(/\p{Cf}/u);
    expect(shown.length).toBeGreaterThanOrEqual(HOSTILE.length - 2);
    expect(faults).toEqual([]);
  });

  it('follows the theme of the system, or the one that is chosen', async () => {
    await using opened = await open('#/graphs', {}, { colorScheme: 'dark' });
    const { page, faults } = opened;
    await drawn(page);
    const background = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(await background()).toBe('rgb(15, 18, 23)');
    await page.getByLabel('Theme').selectOption('light');
    await expect.poll(background).toBe('rgb(246, 247, 249)');
    expect(faults).toEqual([]);
  });

  it('is used by keys alone', async () => {
    await using opened = await open();
    const { page } = opened;
    await drawn(page);
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).toContain('#/samples');
    await page.locator('.samples').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(() => page.locator('tbody.open').count()).toBe(1);
    await page.keyboard.press('m');
    await page.locator('.call .markdown').first().waitFor();
    await page.keyboard.press('m');
    await page.locator('.call .texts pre').first().waitFor();
    await page.keyboard.press('c');
    await page.getByRole('status').getByText('Copied').waitFor();
    await page.keyboard.press(']');
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowRight');
    await page.locator('.cause').first().waitFor();
    await page.locator('.cause').first().focus();
    await page.keyboard.press('Enter');
    await page.locator('.cause-details .frames').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await drawn(page);
    await page.locator('.plot').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.readout').first().textContent()).toContain('step 1');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.url()).toMatch(/#\/samples\?.*step=1/);
    // Each control can be reached, and is called something.
    const nameless =
      await page.evaluate(`[...document.querySelectorAll('button, input, select, textarea, a')].filter((one) =>
      !(one.getAttribute('aria-label') || one.textContent.trim() || (one.labels && one.labels.length) || one.title)).length`);
    expect(nameless).toBe(0);
  });

  it('shows changes as they come, and holds them while it is paused', async () => {
    await using opened = await open('#/failures');
    const { page, fixture } = opened;
    await page.getByRole('button', { name: '● live' }).waitFor();
    const count = () => fixture.asked.filter((path) => path.startsWith('/v1/view/runs/r0/failures')).length;
    await expect.poll(count).toBe(1);
    fixture.change();
    await expect.poll(count, { timeout: 10_000 }).toBe(2);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: '‖ paused' }).waitFor();
    fixture.change();
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: '● live' }).waitFor();
    await expect.poll(count, { timeout: 10_000 }).toBe(3);
  });

  it('works below a path, and asks for the token', async () => {
    await using opened = await open('#/samples?step=3', {
      base: '/some/path',
      token: 'a-token-of-32-characters',
    });
    const { page } = opened;
    await page.getByLabel('Token').fill('another');
    await page.keyboard.press('Enter');
    await page.getByText('does not know this token').waitFor();
    await page.getByLabel('Token').fill('a-token-of-32-characters');
    await page.keyboard.press('Enter');
    await page.locator('.samples').waitFor();
    await page.getByRole('button', { name: '● live' }).waitFor();
    expect(page.url()).toContain('/some/path/#/samples?step=3');
    await page.reload();
    await page.locator('.samples').waitFor();
  });

  it('is never blank: what fails is said, and the rest goes on', async () => {
    let status: number | undefined = 500;
    await using opened = await open('#/graphs', {
      broken: (path) => (path.endsWith('/series') ? status : undefined),
    });
    const { page } = opened;
    await page.getByRole('alert').getByText('It broke').waitFor();
    expect(await page.evaluate('typeof window.hacked')).toBe('undefined');
    status = undefined;
    await drawn(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says what to do where there is nothing', async () => {
    await using none = await open('', { runs: [], serving: false });
    await none.page.getByText('There is no run to show').waitFor();
    await using empty = await open('', { runs: [run({ steps: 0 })] });
    await empty.page.getByText('No step yet').waitFor();
    await empty.page.goto(`${empty.fixture.address}#/samples`);
    await empty.page.getByText('No samples yet').waitFor();
  });
});
