/** Who may ask: whoever has the token, or, without one, a program of this machine that is no web page. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { HttpProblem } from './problem.ts';

/** Shorter ones can be guessed. */
export const LEAST_TOKEN = 16;

/** Whether only this machine can reach an address. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(name) === 4) return name.startsWith('127.');
  return name === '::1' || name === 'localhost';
};

/** Equally long for every text, so that the comparison takes equally long. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** @returns whether a text is the token, in a time that says nothing of how much of it is right */
export const makeTokenCheck = (token: string): ((given: string) => boolean) => {
  const wanted = digest(token);
  return (given) => timingSafeEqual(digest(given), wanted);
};

/**
 * Also as the password of a URL (`http://x:TOKEN@host`): many trainers can be told an address and nothing else. Browsers
 * send a password that they know without being asked, so it is good for no page of another origin.
 */
const tokenIn = ({ authorization = '', origin, host }: IncomingHttpHeaders): string | undefined => {
  const [, scheme = '', text = ''] = /^(Bearer|Basic) +(\S+) *$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === 'bearer') return text;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) return undefined;
  return /^[^:]*:(.+)$/s.exec(Buffer.from(text, 'base64').toString('latin1'))?.[1];
};

/**
 * @returns a check of a request's headers, which throws HttpProblem `unauthorized` or `forbidden`. `open` routes need no
 *   token; but without one, web pages are told nothing at all, not even what is served and whether it is ready.
 */
export const makeAuth = (
  token: string | undefined,
): ((headers: IncomingHttpHeaders, open: boolean) => void) => {
  if (token === undefined) return refuseWebPages;
  const isToken = makeTokenCheck(token);
  return (headers, open) => {
    if (open) return;
    const given = tokenIn(headers);
    if (given !== undefined && isToken(given)) return;
    throw new HttpProblem(
      'unauthorized',
      given === undefined ? 'The request has no bearer token' : 'The token is wrong',
      {
        help: 'send the header `Authorization: Bearer TOKEN`, with the text of the server’s --token-file',
        headers: { 'www-authenticate': 'Bearer' },
      },
    );
  };
};

/**
 * A page in a browser on this machine could ask in its user's name: by a name of its own that leads to 127.0.0.1
 * (then `Host` is that name), or across origins (then `Origin` is not ours).
 */
const refuseWebPages = ({ host = '', origin }: IncomingHttpHeaders): void => {
  const name = host.replace(/:\d+$/, '');
  if (!isLoopback(name))
    throw new HttpProblem('forbidden', 'Without a token, the server only answers at its loopback address', {
      help: 'ask 127.0.0.1 or localhost, or start the server with --token-file',
    });
  if (origin !== undefined && origin !== `http://${host}`)
    throw new HttpProblem(
      'forbidden',
      'Without a token, the server refuses requests of pages from other origins',
    );
};
