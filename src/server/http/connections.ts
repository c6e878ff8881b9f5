/** What goes on on each connection: which answers are still to be written, and whether the client takes them. */
import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ProblemKind } from '../../errors/refusals.ts';
import { HttpProblem } from './problem.ts';
import { answerRaw } from './raw-answer.ts';

export interface ConnectionEvents {
  /** A client took nothing of its answer for too long, and its connection was ended. */
  onStalled: (answers: ReadonlySet<ServerResponse>) => void;
  /** Something came that is no HTTP; `code` is that of Node. */
  onUnreadable: (code: string) => void;
}

/**
 * @param stallMs how long a client may take nothing of an answer, and how long it may take to say anything at all
 */
export const watchConnections = (http: Server, stallMs: number, events: ConnectionEvents): void => {
  const unfinished = new WeakMap<Socket, Set<ServerResponse>>();
  const answersOf = (socket: Socket): ReadonlySet<ServerResponse> => unfinished.get(socket) ?? NONE;

  http.on('request', (incoming, outgoing) => {
    const { socket } = incoming;
    const here = unfinished.get(socket) ?? new Set();
    if (!unfinished.has(socket)) {
      unfinished.set(socket, here);
      socket.once('close', () => tellWaiting(here));
    }
    here.add(outgoing);
    outgoing.once('close', () => {
      here.delete(outgoing);
      if (incoming.complete) return;
      // It was refused before it had all come. Most clients read that only when they have sent the rest.
      const late = setTimeout(() => socket.destroySoon(), REST_MS).unref();
      incoming.once('close', () => clearTimeout(late));
    });
  });

  const end = (socket: Socket): void => {
    const answers = answersOf(socket);
    if (answers.size === 0) socket.destroy();
    else if (socket.writableLength > 0) {
      events.onStalled(answers);
      // Reset: what the kernel still holds for this client is not to be kept either.
      socket.resetAndDestroy();
    } else if (![...answers].some(({ req }) => req.complete)) refuse('ERR_HTTP_REQUEST_TIMEOUT', socket);
    // Else it waits for us, not we for it.
  };

  // Node restarts the clock with all that goes through, part by part, and calls this when nothing did. It is also that
  // of a connection without a request, which then ends. Where this process stood still itself, Node calls it before it
  // reads what came meanwhile: that has its turn first, and restarts the clock.
  http.setTimeout(stallMs, (socket) => {
    const before = progressOf(socket);
    setImmediate(() => {
      if (!socket.destroyed && progressOf(socket) === before) end(socket);
    });
  });

  const refuse = (code: string, socket: Socket): void => {
    if (code !== 'ECONNRESET') events.onUnreadable(code);
    // An answer that is under way, or owed to an earlier request, must not be mixed with another.
    const isOwed = [...answersOf(socket)].some(({ headersSent, req }) => headersSent || req.complete);
    if (code === 'ECONNRESET' || !socket.writable || isOwed) socket.destroy();
    else answerRaw(socket, rawRefusal(code));
  };
  http.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket) => refuse(code, socket as Socket));
};

/** How long the rest of a request may take that has its answer. */
const REST_MS = 500;

const NONE: ReadonlySet<ServerResponse> = new Set();

const progressOf = ({ bytesRead, writableLength }: Socket): string => `${bytesRead} ${writableLength}`;

/**
 * Node tells only the response whose turn it is that its connection has closed. Those that wait behind it, of a client
 * that sent several requests at once, would hold their places for ever: they are told here.
 */
const tellWaiting = (here: ReadonlySet<ServerResponse>): void => {
  for (const response of here) {
    if (response.socket !== null) continue; // its turn
    response.destroyed = true;
    response.emit('close');
  }
};

const KIND_OF_FAULT: Readonly<Record<string, ProblemKind>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** What is no HTTP is answered all the same, and only this connection ends. */
const rawRefusal = (code: string): HttpProblem =>
  new HttpProblem(KIND_OF_FAULT[code] ?? 'malformed', 'The request cannot be read');
