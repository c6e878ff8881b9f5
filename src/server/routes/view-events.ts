/** Server-sent events: tells pages that there is something new; what it is they ask for themselves. */
import type { Views } from '../../view/routes/views.ts';

/** How often is looked, and told. */
const LOOK_MS = 250;
/** Proxies end connections on which nothing comes. */
const WORD_MS = 10_000;

/** @param stop aborted when the client is gone, or the server ends */
export async function* changeEvents(views: Views, stop: AbortSignal): AsyncGenerator<string> {
  let told = '';
  let spoke = 0;
  while (!stop.aborted) {
    const now = JSON.stringify(await views.changes());
    const isNew = now !== told;
    if (isNew || performance.now() - spoke > WORD_MS) {
      told = now;
      spoke = performance.now();
      yield isNew ? `event: change\ndata: ${now}\n\n` : ': \n\n';
    }
    await pause(stop);
  }
  yield 'event: end\ndata: {}\n\n';
}

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
