/** A problem as bytes, for connections that have no response object: what came is no HTTP, or no longer only that. */
import type { Socket } from 'node:net';
import { PROBLEMS } from '../../errors/refusals.ts';
import type { HttpProblem } from './problem.ts';

/** How long the other side may take to end the connection too. Cut off at once, it might lose the answer. */
const ENDS_WITHIN_MS = 1_000;

/**
 * Answers, and ends this connection. By its own clock: after an `upgrade` Node.js watches the connection no more, neither
 * for time nor at the end of the server, and one that its client leaves half open would stay for ever.
 */
export const answerRaw = (socket: Socket, problem: HttpProblem): void => {
  const body = JSON.stringify(problem.body());
  const headers = {
    ...problem.headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${problem.status} ${PROBLEMS[problem.kind].title}\r\n${head.join('\r\n')}\r\n\r\n${body}`,
  );
  const late = setTimeout(() => socket.destroy(), ENDS_WITHIN_MS);
  socket.once('close', () => clearTimeout(late));
};
