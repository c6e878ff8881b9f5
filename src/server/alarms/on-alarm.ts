/** Tells of an alarm where `--on-alarm` says: a POST to a URL, or a command that gets the same JSON on its stdin. */
import { spawn } from 'node:child_process';
import type { Log } from '../log.ts';

const WAIT_MS = 30_000;

export const tellAlarm = (target: string, alarm: object, log: Log): void => {
  const body = `${JSON.stringify(alarm)}\n`;
  const telling = /^https?:\/\//.test(target) ? post(target, body) : run(target, body);
  telling.catch((error: Error) =>
    log.event('error', 'alarm_not_told', { to: target, error: String(error.cause ?? error.message) }),
  );
};

const post = async (url: string, body: string): Promise<void> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', body, headers, signal: AbortSignal.timeout(WAIT_MS) });
  await answer.body?.cancel();
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
};

const run = (command: string, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ['pipe', 'ignore', 'inherit'], timeout: WAIT_MS });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`it ended with ${signal ?? `code ${code}`}`)),
    );
    child.stdin.on('error', () => {}); // it need not read
    child.stdin.end(body);
  });
