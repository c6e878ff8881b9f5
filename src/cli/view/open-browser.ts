/** Opens a page in the browser of the machine, where there is one. */
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What shows a page in the browser that a person prefers; tried in this order. */
const OPENERS = ['xdg-open', 'sensible-browser', 'x-www-browser'] as const;

/** The command that would open a page; undefined without a screen, or without a browser. */
export const browserCommand = (environment: NodeJS.ProcessEnv): string | undefined => {
  const { BROWSER, DISPLAY, WAYLAND_DISPLAY, PATH = '' } = environment;
  if (BROWSER !== undefined && BROWSER !== '') return BROWSER;
  if (!DISPLAY && !WAYLAND_DISPLAY) return undefined;
  const folders = PATH.split(delimiter).filter((folder) => folder !== '');
  return OPENERS.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
};

/** What becomes of the browser is not waited for, and its failure is no error: the address is printed. */
export const openBrowser = (url: string, environment: NodeJS.ProcessEnv): void => {
  const command = browserCommand(environment);
  if (command === undefined) return;
  const child = spawn(command, [url], { detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
