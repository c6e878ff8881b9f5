/** Every screen of the page in both themes: `page.test.ts` looks at a few of them. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../helpers/browser.ts';
import { goTo, SCREENS, violationsOf } from './accessibility.ts';
import { startFixture } from './fixture-server.ts';

describe.skipIf(!hasBrowser())('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  const runs = [
    {
      module: 'reward',
      steps: 60,
      numbers: ['format/score', 'format/tags', 'length/tokens', 'parse_rate'],
      strings: ['answer', 'reason'],
    },
  ];

  describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
    it('has nothing that a screen reader stumbles over', async () => {
      await using fixture = await startFixture({ runs, prompts: 3 });
      const context = await browser.newContext({ colorScheme });
      const page = await context.newPage();
      for (const screen of SCREENS) expect(await violationsOf(page, fixture.address, screen)).toEqual([]);
      await context.close();
    });

    it('fits a phone', async () => {
      await using fixture = await startFixture({ runs });
      const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
      const page = await context.newPage();
      for (const screen of SCREENS) {
        await goTo(page, fixture.address, screen);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(beyond, screen).toBeLessThanOrEqual(0);
      }
      await context.close();
    });
  });
});
