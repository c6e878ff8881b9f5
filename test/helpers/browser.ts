/** The browser of this machine, for tests of pages. */
import { existsSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';

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

/** How a page is looked at. */
export interface Look {
  viewport?: { width: number; height: number };
  colorScheme?: 'light' | 'dark';
}

const DESKTOP = { width: 1_280, height: 720 };

/**
 * One page that many tests look at, one after the other: a new one costs a process and a second of CPU. Each test is given
 * it without what the one before has stored or listens to, as long as it serves at an address of its own.
 */
export class SharedPage {
  readonly #browser: Browser;
  readonly #page: Page;

  private constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
  }

  static async start(): Promise<SharedPage> {
    const browser = await startBrowser();
    const context = await browser.newContext();
    return new SharedPage(browser, await context.newPage());
  }

  /** Until `free`. */
  async take({ viewport = DESKTOP, colorScheme = 'light' }: Look = {}): Promise<Page> {
    await this.#page.setViewportSize(viewport);
    await this.#page.emulateMedia({ colorScheme });
    return this.#page;
  }

  /** Leaves what is shown, so that nothing of it goes on. */
  async free(): Promise<void> {
    for (const event of ['pageerror', 'dialog', 'console', 'request']) this.#page.removeAllListeners(event);
    await this.#page.goto('about:blank');
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
