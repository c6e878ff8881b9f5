/** Answers that are streams: ended with their client, and told of where they fail. */
import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough, Readable } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { sendAnswer } from '../../src/server/http/answers.ts';

const responseOf = (destroyed: boolean) => {
  const outgoing = Object.assign(new PassThrough(), {
    req: { method: 'GET' },
    writeHead: vi.fn(() => ({ flushHeaders: () => undefined })),
  });
  if (destroyed) outgoing.destroy();
  return outgoing as unknown as ServerResponse & EventEmitter;
};

it('ends a stream whose client has gone before the first byte', async () => {
  const body = Readable.from(['first']);
  const outgoing = responseOf(true);
  sendAnswer({ status: 200, headers: {}, body }, outgoing, () => undefined);
  await new Promise((resolve) => body.once('close', resolve));
  expect(outgoing.writeHead).not.toHaveBeenCalled();
});

it('tells what a stream throws, and ends the connection', async () => {
  const fault = new Error('a source that cannot be read');
  const body = new Readable({ read: () => body.destroy(fault) });
  const outgoing = responseOf(false);
  const told = new Promise((resolve) => sendAnswer({ status: 200, headers: {}, body }, outgoing, resolve));
  expect(await told).toBe(fault);
  expect(outgoing.destroyed).toBe(true);
});
