/**
 * The table of refusals: what a server answers when it, not the user's code, objects. `npm run generate` makes of it the
 * tables in docs/serve.md and docs/serving-protocol.md, and what the Python client knows of kinds. Kinds are public.
 */

export interface Refusal {
  /** Over HTTP: the status; absent: only over ZeroMQ. */
  readonly status?: number;
  /** Over HTTP: the title. */
  readonly title?: string;
  /** Over HTTP: after how many seconds the same request may go better; absent: never. */
  readonly retryAfterS?: number;
  /** Over ZeroMQ: after how many milliseconds; 0: at once; absent: never. */
  readonly retryMs?: number;
  /** When it comes over HTTP: Markdown, for docs/serve.md. */
  readonly http?: string;
  /** When it comes over ZeroMQ: Markdown, for docs/serving-protocol.md; absent: never. */
  readonly zmq?: string;
  /** The class of the Python client that it is raised as; absent: `Refused` itself. */
  readonly python?: string;
}

const AS_OVER_HTTP = 'as over HTTP';

/** Refusals that HTTP has; most of them come over ZeroMQ, too. */
export const PROBLEMS = {
  malformed: {
    status: 400,
    title: 'The request is malformed',
    http: 'not HTTP or JSON: line and column',
    zmq: 'no header, block or frame as above',
    python: 'Invalid',
  },
  unauthorized: {
    status: 401,
    title: 'A token is needed',
    http: 'no token, or a wrong one',
    zmq: 'no token, or a wrong one',
    python: 'Unauthorized',
  },
  forbidden: {
    status: 403,
    title: 'This host or origin may not ask',
    http: 'a web page of another origin, or another `Host`',
    python: 'Unauthorized',
  },
  'not-found': { status: 404, title: 'There is no such route', http: 'there is no such route' },
  'unknown-module': {
    status: 404,
    title: 'There is no such module',
    http: 'there is no module of that name, or none of that kind',
    zmq: AS_OVER_HTTP,
    python: 'UnknownModule',
  },
  'unknown-episode': {
    status: 404,
    title: 'There is no such episode',
    http: 'there is no such episode: it was closed, or the server was started again',
    zmq: AS_OVER_HTTP,
    python: 'UnknownEpisode',
  },
  'unknown-step': { status: 404, title: 'There is no such step', http: 'no call of this step was counted' },
  'method-not-allowed': {
    status: 405,
    title: 'The route has other methods',
    http: 'the route has other methods: see `Allow`',
  },
  'request-timeout': {
    status: 408,
    title: 'The request came too slowly',
    http: 'the request came too slowly',
  },
  'episode-ended': {
    status: 409,
    title: 'The episode has ended',
    http: 'the reason is in `detail`',
    zmq: AS_OVER_HTTP,
    python: 'EpisodeEnded',
  },
  'cannot-branch': {
    status: 409,
    title: 'The episode cannot be branched',
    http: 'the reason is in `detail`',
    zmq: AS_OVER_HTTP,
    python: 'CannotBranch',
  },
  'too-large': {
    status: 413,
    title: 'The request is too large',
    http:
      'more than `--max-body`; more calls than `--queue`; a call with too many values; outcomes of more than four ' +
      'times `--max-body` together in one JSON (ask for lines)',
    zmq: 'a message of more than `limits.message` bytes. One of more than twice that ends the connection instead',
    python: 'TooLarge',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is of another type',
    http: 'the body is not JSON, or compressed',
  },
  invalid: {
    status: 422,
    title: 'The request does not say what it must',
    http: 'a field is missing, wrong or unknown: the nearest name is in `help`',
    zmq: AS_OVER_HTTP,
    python: 'Invalid',
  },
  'needs-policy': {
    status: 422,
    title: 'The trainer takes only numbers',
    http: "a trainer's protocol needs a number for calls that fail, and the module has none",
  },
  'headers-too-large': {
    status: 431,
    title: 'The headers are too large',
    http: 'the headers are too large',
  },
  internal: {
    status: 500,
    title: 'Internal error of runrl-sandbox',
    http: 'a bug of ours: the log has more',
    zmq: 'a bug of ours: the log has more',
  },
  busy: {
    status: 503,
    title: 'The queue is full',
    retryAfterS: 1,
    retryMs: 100,
    http: 'the queue is full. With `--busy-status 429`, the status is 429',
    zmq: 'too many clients, or all of them together have too many bytes waiting',
    python: 'Busy',
  },
  'not-ready': {
    status: 503,
    title: 'The module is not loaded yet',
    retryAfterS: 1,
    retryMs: 200,
    http: 'the module is being loaded',
    zmq: 'the module is being loaded',
  },
  draining: {
    status: 503,
    title: 'The server is about to end',
    retryAfterS: 5,
    retryMs: 1_000,
    http: 'the server is about to end',
    zmq: 'the server is about to end: another, or the next one, may answer',
  },
  'no-reward': {
    status: 503,
    title: 'A call has no reward',
    retryAfterS: 1,
    http: "for a trainer's protocol: a call was lost or cancelled",
  },
  'module-failed': {
    status: 503,
    title: 'The module died too often',
    http:
      'the module was given up, or cannot be loaded again ([RS403](errors.md)); it is tried again after 1 s, 2 s, ' +
      'up to every 30 s, and by a reload',
    zmq: AS_OVER_HTTP,
    python: 'ModuleFailed',
  },
} as const satisfies Record<string, Refusal & { status: number; title: string; http: string }>;

/** Refusals that only ZeroMQ has. */
export const ZMQ_REFUSALS = {
  'unknown-type': { zmq: 'a `type` that is not above' },
  protocol: { zmq: 'the server speaks another version; `message` names both' },
  'hello-needed': { retryMs: 0, zmq: 'the connection is unknown: say `hello`' },
  replaced: { zmq: 'the session goes on over another connection' },
  credits: { retryMs: 0, zmq: 'more calls or bytes than the client has credit for' },
} as const satisfies Record<string, Refusal & { zmq: string }>;

export type ProblemKind = keyof typeof PROBLEMS;
export type RefusalKind = ProblemKind | keyof typeof ZMQ_REFUSALS;

export const REFUSALS: Readonly<Record<RefusalKind, Refusal>> = { ...PROBLEMS, ...ZMQ_REFUSALS };
