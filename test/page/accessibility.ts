/** What a screen reader would stumble over on a screen of the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../house/files.ts';

export const SCREENS = ['graphs', 'samples', 'failures', 'episodes', 'audit', 'findings', 'workers', 'try'];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Loads a screen anew, and waits until it shows something. */
export const goTo = async (page: Page, address: string, screen: string): Promise<void> => {
  await page.goto(`${address}?screen=${screen}#/${screen}?step=7&cause=c1&episode=e2`);
  await page.locator('main h2, main table, main form, main .card').first().waitFor();
};

/** Goes to a screen. @returns what axe finds there */
export const violationsOf = async (page: Page, address: string, screen: string): Promise<string[]> => {
  const axe = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
  await goTo(page, address, screen);
  if (screen === 'samples') await page.keyboard.press('j');
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] };
  return violations.map(({ id, nodes }) => `${screen} ${id}: ${nodes[0]?.html}`);
};
