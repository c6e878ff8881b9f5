/** The report of a check as a page that opens from disk, in a real browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { principlesOf } from '../../src/check/report/principles.ts';
import type { Report } from '../../src/check/report.ts';
import { htmlReport } from '../../src/cli/check/html-report.ts';
import {
  clean,
  crowded,
  environment,
  hackable,
  hostile,
  samples,
  untestable,
} from '../check/report-samples.ts';
import { hasBrowser, type Look, SharedPage } from '../helpers/browser.ts';
import { newFolder } from '../helpers/with-reward.ts';

/** What a report of ours never has. */
const LOOK = `({
  hacked: typeof window.hacked,
  beyond: document.documentElement.scrollWidth > innerWidth,
  pictures: document.querySelectorAll('img, iframe, object, embed').length,
  headings: document.querySelectorAll('h1').length,
  drawings: [...document.querySelectorAll('svg')].filter((one) =>
    one.getAttribute('aria-hidden') !== 'true' && !(one.getAttribute('role') === 'img' && one.querySelector('title'))).length,
  tables: [...document.querySelectorAll('table')].filter((one) => one.querySelector('th[scope=col]') === null).length,
  doubles: (() => { const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id); return ids.length - new Set(ids).size; })(),
})`;
const wanted = {
  hacked: 'undefined',
  beyond: false,
  pictures: 0,
  headings: 1,
  drawings: 0,
  tables: 0,
  doubles: 0,
};

describe.skipIf(!hasBrowser())('the report as a page', () => {
  let shared: SharedPage;
  beforeAll(async () => {
    shared = await SharedPage.start();
  });
  afterAll(() => shared?.close());

  const withReport = async (
    report: Report,
    body: (page: Page) => Promise<void>,
    look: Look = {},
  ): Promise<void> => {
    const file = join(newFolder(), 'report.html');
    writeFileSync(file, htmlReport(report));
    try {
      const page = await shared.take(look);
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => faults.push(message.text()));
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) faults.push(request.url());
      });
      await page.goto(pathToFileURL(file).href);
      await page.locator('.verdict').waitFor();
      await body(page);
      expect(faults).toEqual([]);
    } finally {
      await shared.free();
    }
  };

  const count = (page: Page, selector: string): Promise<number> => page.locator(selector).count();

  const looks = [
    { viewport: { width: 1_280, height: 800 }, colorScheme: 'light' },
    { viewport: { width: 360, height: 800 }, colorScheme: 'dark' },
  ] as const;

  it.each(Object.entries(samples).map(([name, report], index) => [name, report, looks[index % 2]] as const))(
    'can be read, wide and light or dark on a phone: %s',
    async (_name, report, look) => {
      const body = async (page: Page): Promise<void> => {
        await page.keyboard.press('e');
        expect(await page.evaluate(LOOK)).toEqual(wanted);
        expect(await page.title()).toContain(report.verdict);
      };
      await withReport(report, body, look);
    },
  );

  it('has for each finding its evidence, what was paid, the fix, and how to replay it', () =>
    withReport(hackable, async (page) => {
      const card = page.locator('#finding-a01-7f3c9e');
      expect(await card.getAttribute('open')).not.toBeNull();
      const text = (await card.textContent()) ?? '';
      for (const part of [
        'proof' in hackable ? '' : 'Completion to line 8 of the prompts, 3,889 characters',
        'How to mend it',
        '--replay a01-7f3c9e',
        'the answer only has to occur somewhere',
      ])
        expect(text).toContain(part);
      expect(await card.locator('.paid title').allTextContents()).toEqual(
        expect.arrayContaining(['the honest answer: 1', 'with the answer of the row replaced: 1']),
      );
      expect(await card.locator('mark').count()).toBeGreaterThan(0);
      expect(await count(page, '[data-suppressed=yes]')).toBeGreaterThan(0);
      await expect.poll(() => page.locator('.principles').textContent()).toContain('A01');
    }));

  it('filters findings; the filter stands in the address', () =>
    withReport(hackable, async (page) => {
      const before = await count(page, '.finding');
      await page.getByLabel(/^critical/).uncheck({ force: true });
      await expect.poll(() => count(page, '.finding')).toBeLessThan(before);
      expect(page.url()).toContain('hide=critical');
      await page.reload();
      await page.locator('.verdict').waitFor();
      expect(await count(page, '.finding')).toBeLessThan(before);
      await page.getByLabel(/^critical/).check({ force: true });
      await page.getByRole('button', { name: 'Open all' }).click();
      await expect.poll(() => count(page, '.finding[open]')).toBe(before);
    }));

  it('draws a bar for each family, a mark for each length, an interval for each share', () =>
    withReport(hackable, async (page) => {
      // Findings of statistics have theirs among the statistics.
      const own = hackable.findings.filter(({ source }) => source !== 'statistic');
      const shares = [...own, ...hackable.statistics, ...principlesOf(hackable)].filter(
        ({ share }) => share !== null,
      );
      expect(await count(page, 'svg.interval')).toBe(shares.length);
      const families = hackable.distributions.filter(({ rewards }) => rewards.length > 0);
      expect(await count(page, 'svg.histogram')).toBe(families.length);
      const marks = await page
        .locator('.marks')
        .evaluateAll((all) => all.map((one) => one.getAttribute('d') ?? ''));
      expect(marks.join('').split('M').length - 1).toBe(hackable.lengths.length);
      expect(await page.locator('#constant').textContent()).toContain('4–6, 12, 31');
    }));

  it('folds kinds of probes that were paid less, or never', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({
      family: `A${10 + index}`,
      rewards: [index],
      failed: 0,
    }));
    await withReport({ ...hackable, distributions: many }, async (page) => {
      await page.getByText('14 kinds of probes more, paid less on average').waitFor();
    });
    const unpaid = many.map((one) => ({ ...one, rewards: [0] }));
    const gold = { family: 'gold', rewards: [1], failed: 0 };
    await withReport({ ...hackable, distributions: [gold, ...unpaid] }, async (page) => {
      await page.getByText('30 kinds of probes were never paid more than 0').waitFor();
    });
  });

  it('shows a hostile text as text, a megabyte shortened, and hundreds of findings', async () => {
    await withReport(hostile, async (page) => {
      const text = (await page.locator('main').textContent()) ?? '';
      expect(text.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(text).toContain('</script><script>window.hacked=1');
      expect(text).toContain('characters more');
      expect(text.length).toBeLessThan(200_000);
    });
    await withReport(crowded, async (page) => expect(await count(page, '.finding')).toBe(200));
    await withReport(environment, async (page) => {
      expect(await page.locator('.findings').textContent()).toContain('and 1 action more');
    });
  });

  it('leaves out what there is nothing of, and never promises', async () => {
    await withReport(untestable, async (page) => {
      for (const id of ['rewards', 'lengths', 'statistics', 'latency'])
        expect(await count(page, `#${id}`)).toBe(0);
      await page.getByText('None: nothing could be tried.').waitFor();
    });
    for (const report of [hackable, clean, environment])
      await withReport(report, async (page) =>
        expect(await page.locator('main').textContent()).not.toMatch(/\bsafe/i),
      );
  });
});
