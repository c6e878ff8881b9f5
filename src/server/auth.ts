/** Who may ask: the bearer of the token, or, without one, a program of this machine that is no web page. */
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

/** @returns a check of a request's headers, which throws HttpProblem `unauthorized` or `forbidden` */
export const makeAuth = (token: string | undefined): ((headers: IncomingHttpHeaders) => void) => {
  if (token === undefined) return refuseWebPages;
  const wanted = digest(token);
  return ({ authorization = '' }) => {
    const [, given] = /^Bearer +(\S+) *$/i.exec(authorization) ?? [];
    if (given !== undefined && timingSafeEqual(digest(given), wanted)) return;
    throw new HttpProblem(
      'unauthorized',
      given === undefined ? 'The request has no bearer token' : 'The token is another',
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
    throw new HttpProblem('forbidden', 'Without a token the server answers to its loopback address only', {
      help: 'ask 127.0.0.1 or localhost, or start the server with --token-file',
    });
  if (origin !== undefined && origin !== `http://${host}`)
    throw new HttpProblem('forbidden', 'Without a token the server answers no pages of other origins');
};
