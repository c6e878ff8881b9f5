/** Tells of an alarm where `--on-alarm` says: a POST to a URL, or a command that gets the same JSON on its stdin. */
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

const run = async (command: string, input: string): Promise<void> => {
  const { execa } = await import('execa'); // late: most servers have no such command
  const stdio = { stdout: 'ignore', stderr: 'inherit' } as const;
  const result = await execa(command, { shell: true, input, ...stdio, timeout: WAIT_MS, reject: false });
  const { failed, signal, exitCode, originalMessage } = result;
  if (failed) throw new Error(originalMessage ?? `it ended with ${signal ?? `code ${exitCode}`}`);
};
