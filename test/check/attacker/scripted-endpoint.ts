/** A chat endpoint on loopback that says what a test wants. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What was asked. */
export interface Asked {
  nth: number;
  path: string;
  key: string | undefined;
  model: string;
  /** What the user message says. */
  prompt: string;
}

/** A text is the answer of the model; a function does what it likes with the response. */
export type Say = (asked: Asked) => string | ((response: ServerResponse) => void);

export const python = (source: string): string => `Here it is:\n\`\`\`python\n${source}\n\`\`\`\n`;

/** The answer of a model, as JSON. */
export const chat = (
  content: string,
  usage: unknown = { prompt_tokens: 100, completion_tokens: 20 },
): string => JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', content } }], usage });

/** Serves while a body runs. */
export const withEndpoint = async (
  say: Say,
  body: (url: string, asked: readonly Asked[]) => Promise<void>,
): Promise<void> => {
  const all: Asked[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      const { model, messages } = JSON.parse(text) as { model: string; messages: { content: string }[] };
      const asked = {
        nth: all.length,
        path: request.url ?? '',
        key: request.headers.authorization,
        model,
        prompt: messages.at(-1)?.content ?? '',
      };
      all.push(asked);
      const said = say(asked);
      if (typeof said === 'function') said(response);
      else response.setHeader('content-type', 'application/json').end(chat(said));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, all);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};
