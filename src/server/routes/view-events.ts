/** Server-sent events: tells pages that there is something new; what it is they ask for themselves. */
import type { Views } from '../../view/routes/views.ts';

/** How often is looked, and told. */
const LOOK_MS = 250;
/** Proxies end connections on which nothing comes. */
const WORD_MS = 10_000;

/** @param stop aborted when the client is gone, or the server ends */
export const changeEvents = (views: Views, stop: AbortSignal): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  let told = '';
  let spoke = 0;
  let isFirst = true;
  /** The next thing to say; undefined at the end. */
  const next = async (): Promise<string | undefined> => {
    for (;;) {
      if (!isFirst) await pause(stop);
      isFirst = false;
      if (stop.aborted) return undefined;
      const now = JSON.stringify(await views.changes());
      if (now !== told) {
        told = now;
        return `event: change\ndata: ${now}\n\n`;
      }
      if (performance.now() - spoke > WORD_MS) return ': \n\n';
    }
  };
  return new ReadableStream(
    {
      pull: async (controller) => {
        const text = await next();
        spoke = performance.now();
        controller.enqueue(encoder.encode(text ?? 'event: end\ndata: {}\n\n'));
        if (text === undefined) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
};

const pause = (stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, LOOK_MS).unref();
    stop.addEventListener('abort', end);
    if (stop.aborted) end();
  });
