/** The forms that answers have. */
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Not a `Response`: that wraps each text in a stream, which takes 0.1 ms to read again. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | Readable | undefined;
}

const JSON_HEADERS = { 'content-type': 'application/json' };

export const jsonAnswer = (text: string, status = 200): Answer => ({
  status,
  headers: JSON_HEADERS,
  body: text,
});

export const valueAnswer = (value: unknown, status = 200): Answer =>
  jsonAnswer(JSON.stringify(value), status);

/**
 * Writes it; a stream no faster than the client takes it, and ended when the client goes away.
 * @param failed is told of what a stream throws; its client sees the connection end
 * @param id of the request, where there was one that could be read
 */
export const sendAnswer = (
  { status, headers, body }: Answer,
  outgoing: ServerResponse,
  failed: (error: unknown) => void,
  id?: string,
): void => {
  // All headers at once: Node looks at each again where one had been set before.
  const all: Record<string, string | number> = { ...headers };
  if (id !== undefined) all['x-request-id'] = id;
  if (!(body instanceof Readable)) {
    if (body !== undefined) all['content-length'] = Buffer.byteLength(body);
    outgoing.writeHead(status, all).end(body);
    return;
  }
  body.once('error', (error) => {
    failed(error);
    outgoing.destroy();
  });
  // A response that is over emits no `close` any more.
  if (outgoing.destroyed) {
    body.destroy();
    return;
  }
  outgoing.writeHead(status, all).flushHeaders();
  outgoing.once('close', () => body.destroy());
  if (outgoing.req.method === 'HEAD') outgoing.end();
  else body.pipe(outgoing);
};

/** Lines that are there at the same time travel together, up to so many characters. */
const TOGETHER = 64 * 2 ** 10;

/**
 * Lines as they come.
 * @param failed the last line, when the source throws
 */
export const linesAnswer = (source: AsyncGenerator<string>, failed: (error: unknown) => string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' },
  body: Readable.from(together(source, failed)),
});

async function* together(
  source: AsyncGenerator<string>,
  failed: (error: unknown) => string,
): AsyncGenerator<string> {
  let pending: Promise<IteratorResult<string>> | undefined;
  let over = false;
  try {
    while (!over) {
      let text = '';
      try {
        while (!over && text.length < TOGETHER) {
          pending ??= source.next();
          const next = await (text === '' ? pending : Promise.race([pending, nextTurn(undefined)]));
          if (next === undefined) break;
          pending = undefined;
          if (next.done === true) over = true;
          else text += `${next.value}\n`;
        }
      } catch (error) {
        text += `${failed(error)}\n`;
        over = true;
      }
      if (text !== '') yield text;
    }
  } finally {
    await source.return(undefined);
  }
}
