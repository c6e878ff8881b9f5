/** The browser of this machine, for tests of pages. */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--no-sandbox', // as root it refuses to start with its own
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Most of the time of a small page goes to processes that start.
  '--in-process-gpu',
  '--renderer-process-limit=1',
];

/** RUNRL_TEST_BROWSER names another one. */
export const findBrowser = (): string | undefined =>
  [process.env.RUNRL_TEST_BROWSER ?? '', ...BROWSERS].find((path) => path !== '' && existsSync(path));

/**
 * Whether tests of pages run. Without a browser they are skipped, which is said; where CI is set they fail.
 * @throws {Error} in CI without a browser
 */
export const hasBrowser = (): boolean => {
  if (findBrowser() !== undefined) return true;
  const said = `tests of the page need a browser: ${BROWSERS.join(', ')}, or RUNRL_TEST_BROWSER (apt-get install chromium)`;
  if (process.env.CI) throw new Error(said);
  console.warn(`skipped: ${said}`);
  return false;
};

export const startBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser() ?? '', args: FLAGS });
