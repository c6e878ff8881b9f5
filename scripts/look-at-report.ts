/**
 * Opens the sample reports of a check in a headless Chromium: as a person would see them, light and dark, wide and on a
 * phone. Fails when something of a report runs, is loaded, or reaches beyond the screen, or when a control does nothing.
 *
 * `npm run look:report [FOLDER]` leaves pages and pictures in FOLDER. Not part of `npm test`: it needs a browser.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { WebSocket } from 'ws';
import { htmlReport } from '../src/check/report/html/page.ts';
import { samples } from '../test/check/report-samples.ts';

const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--remote-debugging-port=0',
];
const WIDTHS = { wide: 1_280, phone: 360 };
/** What a page of ours never does. */
const LOUD = [
  'Runtime.exceptionThrown',
  'Runtime.consoleAPICalled',
  'Log.entryAdded',
  'Page.javascriptDialogOpening',
];
const STARTS_WITHIN_MS = 20_000;

/** What a page says of itself. `wanted` is what each must be. */
const LOOK = `JSON.stringify({
  hacked: typeof window.hacked,
  beyond: document.documentElement.scrollWidth > innerWidth,
  scripts: document.scripts.length,
  pictures: document.querySelectorAll('img, iframe, object, embed').length,
  resources: performance.getEntriesByType('resource').filter(({ name }) => !name.startsWith('data:')).length,
})`;
const wanted = { hacked: 'undefined', beyond: false, scripts: 1, pictures: 0, resources: 0 };

/** Uses the filter, the theme switch and the copy button. */
const USE = `(() => {
  const shown = () => [...document.querySelectorAll('.finding')].filter((one) => !one.hidden).length;
  const before = shown();
  document.querySelector('.filters input[value=critical]').click();
  const after = shown();
  document.querySelector('.filters input[value=critical]').click();
  document.querySelector('.themes button[value=dark]').click();
  const dark = getComputedStyle(document.body).backgroundColor;
  document.querySelector('.themes button[value=light]').click();
  const light = getComputedStyle(document.body).backgroundColor;
  document.querySelector('.themes button[value=auto]').click();
  document.querySelector('.open-all').click();
  const open = document.querySelectorAll('.finding[open]').length;
  return JSON.stringify({ filters: after < before && shown() === before, themes: dark !== light, opens: open === before });
})()`;

class Browser {
  readonly #process: ChildProcess;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (message: Reply) => void>();
  readonly events: Reply[] = [];
  #next = 0;

  private constructor(browser: ChildProcess, socket: WebSocket) {
    this.#process = browser;
    this.#socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as Reply;
      const answered = message.id === undefined ? undefined : this.#waiting.get(message.id);
      if (message.method === 'Page.javascriptDialogOpening') {
        // Nothing of a page goes on until somebody has answered.
        void this.send('Page.handleJavaScriptDialog', { accept: true }, message.sessionId);
      }
      if (answered === undefined) this.events.push(message);
      else answered(message);
    });
  }

  static async start(path: string, profile: string): Promise<Browser> {
    const browser = spawn(path, [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
    const file = join(profile, 'DevToolsActivePort');
    const until = Date.now() + STARTS_WITHIN_MS;
    while (!existsSync(file) || !readFileSync(file, 'utf8').includes('\n')) {
      if (Date.now() > until) throw new Error('the browser does not start');
      await pause(50);
    }
    const [port = '', route = ''] = readFileSync(file, 'utf8').split('\n');
    const socket = new WebSocket(`ws://127.0.0.1:${port}${route}`);
    await once(socket, 'open');
    return new Browser(browser, socket);
  }

  async send(method: string, params: object = {}, sessionId?: string): Promise<Reply['result']> {
    const id = ++this.#next;
    const answer = new Promise<Reply>((done) => this.#waiting.set(id, done));
    this.#socket.send(JSON.stringify({ id, method, params, sessionId }));
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async close(): Promise<void> {
    const ended = once(this.#process, 'exit');
    await this.send('Browser.close');
    await ended;
  }
}

interface Reply {
  id?: number;
  method?: string;
  sessionId?: string;
  // biome-ignore lint/suspicious/noExplicitAny: messages of a protocol with hundreds of shapes
  result?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  params?: any;
  error?: { message: string };
}

const faults: string[] = [];

const look = async (browser: Browser, folder: string, name: string, scheme: string, width: number) => {
  const page = `${name}, ${scheme}, ${width} wide`;
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const send = (method: string, params: object = {}) => browser.send(method, params, sessionId);
  for (const domain of ['Page', 'Runtime', 'Log']) await send(`${domain}.enable`);
  const isPhone = width === WIDTHS.phone;
  await send('Emulation.setDeviceMetricsOverride', {
    width,
    height: isPhone ? 780 : 900,
    deviceScaleFactor: isPhone ? 2 : 1,
    mobile: isPhone,
  });
  await send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: scheme }] });
  browser.events.length = 0;
  await send('Page.navigate', { url: pathToFileURL(join(folder, `${name}.html`)).href });
  while (!browser.events.some(({ method }) => method === 'Page.loadEventFired')) await pause(20);
  const evaluate = async (expression: string) =>
    JSON.parse((await send('Runtime.evaluate', { expression, returnByValue: true })).result.value);

  const seen = await evaluate(LOOK);
  for (const [key, value] of Object.entries(wanted))
    if (seen[key] !== value) faults.push(`${page}: ${key} is ${seen[key]}, should be ${value}`);
  const { data } = await send('Page.captureScreenshot', { captureBeyondViewport: true });
  writeFileSync(join(folder, `${name}-${scheme}-${width}.png`), Buffer.from(data, 'base64'));
  if ((samples[name]?.findings.length ?? 0) > 2)
    for (const [key, works] of Object.entries(await evaluate(USE)))
      if (works !== true) faults.push(`${page}: of the controls, ${key} does not work`);
  for (const { method = '', params } of browser.events)
    if (LOUD.includes(method))
      faults.push(`${page}: ${method} ${params.entry?.text ?? params.exceptionDetails?.text ?? ''}`);
  await browser.send('Target.closeTarget', { targetId });
};

const path = BROWSERS.find((one) => existsSync(one));
if (path === undefined) throw new Error(`needs a browser: ${BROWSERS.join(', ')} (apt-get install chromium)`);
const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'reports-')));
mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'browser-'));
const browser = await Browser.start(path, profile);
try {
  for (const [name, report] of Object.entries(samples)) {
    writeFileSync(join(folder, `${name}.html`), htmlReport(report));
    for (const scheme of ['light', 'dark'])
      for (const width of Object.values(WIDTHS)) await look(browser, folder, name, scheme, width);
  }
} finally {
  await browser.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
for (const fault of faults) console.error(fault);
console.log(`${Object.keys(samples).length} reports, 4 pictures each, in ${folder}: ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
