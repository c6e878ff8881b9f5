/** The forms that answers have. */
import { setImmediate as nextTurn } from 'node:timers/promises';

const JSON_HEADERS = { 'content-type': 'application/json' };

export const jsonAnswer = (text: string, status = 200): Response =>
  new Response(text, { status, headers: JSON_HEADERS });

export const valueAnswer = (value: unknown, status = 200): Response =>
  jsonAnswer(JSON.stringify(value), status);

/** Lines that are there at the same time travel together, up to so many characters. */
const TOGETHER = 64 * 2 ** 10;

/**
 * Lines as they come, no faster than the client takes them.
 * @param failed the last line, when the source throws
 */
export const linesAnswer = (source: AsyncGenerator<string>, failed: (error: unknown) => string): Response => {
  const encoder = new TextEncoder();
  let pending: Promise<IteratorResult<string>> | undefined;
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    let text = '';
    let over = false;
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
    if (text !== '') controller.enqueue(encoder.encode(text));
    if (over) controller.close();
  };
  const cancel = async (): Promise<void> => {
    await source.return(undefined);
  };
  const headers = { 'content-type': 'application/x-ndjson', 'x-accel-buffering': 'no' };
  return new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }), { headers });
};
