/** One question to an OpenAI-compatible endpoint. All that can go wrong with it is one sentence. */
import { z } from 'zod';
import { oneLine } from '../../formats/text/visible.ts';

export interface Message {
  role: 'system' | 'user';
  content: string;
}

export interface Endpoint {
  /** What `/chat/completions` is added to: `http://127.0.0.1:8000/v1`. */
  url: string;
  model: string;
  /** Sent as a bearer token; in no message and no report. */
  key?: string | undefined;
  /** Milliseconds that one answer may take. @default 300,000: a small model on a CPU writes ten tokens a second */
  timeoutMs?: number | undefined;
}

export interface Reply {
  text: string;
  /** Tokens as the endpoint counts them; null: it did not say. */
  usage: { prompt: number; completion: number } | null;
}

/** Why there is no answer, as the rest of a sentence that begins with the endpoint: `refused the key (401)`. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  /** Milliseconds after which to ask again; undefined: that would not help. */
  readonly retryMs: number | undefined;

  constructor(message: string, retryMs?: number) {
    super(message);
    this.retryMs = retryMs;
  }
}

/** Of one answer: beyond it the model is not writing a program. */
export const MOST_TOKENS = 2_048;
export const TIMEOUT_MS = 300_000;
const MOST_BYTES = 1024 * 1024;
const MOST_TEXT = 40_000;
/** Characters of what a server says about an error. */
const MOST_SAID = 160;
const RETRY_MS = 1_000;
/** Shorter keys stand in ordinary text by chance. */
const LEAST_KEY = 6;

const count = z.int().nonnegative();
const replySchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish().catch(null),
});
const errorSchema = z.object({ error: z.union([z.string(), z.object({ message: z.string() })]) });

/** @throws EndpointError */
export const ask = async (
  { url, model, key, timeoutMs = TIMEOUT_MS }: Endpoint,
  messages: readonly Message[],
  seed: number,
  signal: AbortSignal,
): Promise<Reply> => {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(`${url}/chat/completions`, {
      method: 'POST',
      // Elsewhere the key and the source of the module have no business.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, max_tokens: MOST_TOKENS, seed, stream: false }),
    });
    const body = without(await bodyOf(response), key);
    if (!response.ok) throw refusal(response, body);
    return replyOf(response, body);
  } catch (error) {
    if (error instanceof EndpointError) throw error;
    if (late.aborted) throw new EndpointError(`did not answer within ${timeoutMs / 1_000} s`);
    if (signal.aborted) throw new EndpointError('was not asked any more: the check ended');
    throw new EndpointError(oneLine(without(connectionText(error as Error), key), 2 * MOST_SAID));
  }
};

/** A server may repeat the key in what it says. */
const without = (text: string, key: string | undefined): string =>
  key === undefined || key.length < LEAST_KEY ? text : text.replaceAll(key, '…');

const bodyOf = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new EndpointError('answered with more than 1 MiB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const replyOf = ({ headers }: Response, body: string): Reply => {
  if (headers.get('content-type')?.startsWith('text/event-stream') === true)
    throw new EndpointError('answered with a stream of events, which it was not asked for');
  const parsed = replySchema.safeParse(jsonOf(body));
  if (!parsed.success)
    throw new EndpointError(
      `answered with something that has no \`choices[0].message\`: ${said(body) || 'nothing'}`,
    );
  const { choices, usage } = parsed.data;
  return {
    text: (choices[0]?.message.content ?? '').slice(0, MOST_TEXT),
    usage: usage ? { prompt: usage.prompt_tokens, completion: usage.completion_tokens } : null,
  };
};

const refusal = ({ status, headers }: Response, body: string): EndpointError => {
  const text = said(body);
  const why = text === '' ? '' : `: ${text}`;
  if (status === 401 || status === 403)
    return new EndpointError(`refused the key of RUNRL_ATTACKER_KEY, or wants one (${status})${why}`);
  if (status === 404) return new EndpointError(`has no such model, or no /chat/completions (404)${why}`);
  const isBusy = status === 408 || status === 429 || status >= 500;
  return new EndpointError(`answered with status ${status}${why}`, isBusy ? waitOf(headers) : undefined);
};

/** `Retry-After` is seconds or a date. */
const waitOf = (headers: Headers): number => {
  const text = headers.get('retry-after') ?? '';
  const seconds = text.trim() === '' ? Number.NaN : Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : 1_000 * seconds;
  return Number.isNaN(wait) ? RETRY_MS : Math.max(0, wait);
};

const said = (body: string): string => {
  const parsed = errorSchema.safeParse(jsonOf(body));
  const error = parsed.success ? parsed.data.error : body;
  return oneLine((typeof error === 'string' ? error : error.message).trim(), MOST_SAID);
};

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** What `fetch` means by `fetch failed` and `terminated`. */
const connectionText = (error: Error): string => {
  const { message, cause } = error;
  if (message === 'terminated') return 'ended its answer in the middle';
  const why =
    cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : message;
  return why === 'unexpected redirect'
    ? 'sent the request elsewhere (a redirect)'
    : `cannot be asked: ${why}`;
};
