/** The files of the page: built, on disk, and nothing else of the disk. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { PAGE_FOLDER } from '../../view/page-folder.ts';
import type { Service } from '../service.ts';
import type { Answer } from './answers.ts';
import type { Ask } from './ask.ts';
import { HttpProblem } from './problem.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
const NAME = /^[\w-][\w.-]*$/;

/** What models wrote is shown here: no script and no style but our own files. */
const policy = (frameAncestors: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'none'" : frameAncestors.join(' ')}`,
  ].join('; ');

const folderOf = ({ options }: Service): string => options.pageFolder ?? PAGE_FOLDER;

const fileAnswer = (service: Service, ask: Ask, name: string, bytes: Buffer, caching: string): Answer => {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-security-policy': policy(service.options.frameAncestors ?? []),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': caching,
    etag,
  };
  if (ask.header('if-none-match') === etag) return { status: 304, headers, body: undefined };
  return { status: 200, headers, body: bytes };
};

export const page = async (service: Service, ask: Ask): Promise<Answer> => {
  const name = 'index.html';
  const bytes = await readFile(join(folderOf(service), name)).catch(() => undefined);
  // A build without the page: what can be tried by hand is there all the same.
  if (bytes === undefined) return { status: 302, headers: { location: 'docs' }, body: undefined };
  return fileAnswer(service, ask, name, bytes, 'no-cache');
};

export const pageFile = async (service: Service, ask: Ask): Promise<Answer> => {
  const name = ask.param('name');
  const bytes = NAME.test(name)
    ? await readFile(join(folderOf(service), 'assets', name)).catch(() => undefined)
    : undefined;
  if (bytes === undefined) throw new HttpProblem('not-found', 'The page has no such file');
  return fileAnswer(service, ask, name, bytes, 'public, max-age=31536000, immutable');
};
