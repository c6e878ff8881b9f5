/** Every screen of the page in both themes: `page.test.ts` looks at each in one. */

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser, startBrowser } from '../helpers/browser.ts';
import { SCREENS, violationsOf } from './accessibility.ts';
import { startFixture } from './fixture-server.ts';

describe.skipIf(!hasBrowser())('the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it.each(['light', 'dark'] as const)(
    'has nothing that a screen reader stumbles over, %s',
    async (colorScheme) => {
      const numbers = ['format/score', 'format/tags', 'length/tokens', 'parse_rate'];
      const runs = [{ module: 'reward', steps: 60, numbers, strings: ['answer', 'reason'] }];
      await using fixture = await startFixture({ runs, prompts: 3 });
      const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 800 } });
      const page = await context.newPage();
      for (const screen of SCREENS) {
        expect(await violationsOf(page, fixture.address, screen)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
          0,
        );
      }
      await context.close();
    },
  );
});
