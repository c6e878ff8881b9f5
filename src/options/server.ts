/** The options of `serve` itself; those of modules are in modules.ts. */
import { availableParallelism } from 'node:os';
import type { Table } from './rows.ts';

/** Pages that others may show, and addresses behind proxies: of `serve` and `view`. */
export const PAGE = {
  basePath: {
    type: 'text',
    sign: 'path',
    help: 'path prefix under which a reverse proxy serves it, if the proxy keeps the prefix',
    pattern: /^(\/[\w.~-]+)+$/,
    expected: 'a path such as `/runrl`, without a slash at its end',
  },
  frameAncestors: {
    type: 'texts',
    sign: 'origin',
    help: 'origin that may embed the page in a frame, such as `https://lab.example`',
    pattern: /^(https?:\/\/[\w.*-]+(:\d{1,5})?|'self')$/,
    expected: 'an origin such as `https://lab.example`',
    default: [],
  },
  tokenFile: {
    type: 'text',
    sign: 'file',
    help: 'file with the token that clients must send; required for addresses that other machines can reach',
  },
} as const satisfies Table;

/** How calls are audited while a model trains. */
export const AUDIT = {
  auditSample: {
    type: 'count',
    help: 'paid calls per training step to score again on other rows; 0: none',
    note: 'They run when nothing else does: [audit.md](audit.md).',
    default: 16,
    min: 0,
    max: 100_000,
  },
  onAlarm: {
    type: 'text',
    sign: 'target',
    help: 'URL to post alarms of the audit to, or command that gets them on stdin',
  },
  onUnearned: {
    type: 'rewardOrKeep',
    help: 'after an alarm, reward of calls that keep their pay on other rows: a number, null or keep',
    default: 'keep',
  },
} as const satisfies Table;

export const SERVER = {
  http: {
    type: 'text',
    sign: 'host:port',
    help: 'address to listen on; port 0 picks a free one',
    usual: '127.0.0.1:8000; with `--zmq` none',
  },
  zmq: {
    type: 'texts',
    sign: 'address',
    help: 'address for clients over ZeroMQ: ipc:///path, tcp://127.0.0.1:5555',
    note: 'See [serving-protocol.md](serving-protocol.md).',
  },
  watch: { type: 'flag', help: 'reload a module when its file changes', default: false },
  ...PAGE,
  ...AUDIT,
  data: {
    type: 'text',
    sign: 'folder',
    help: 'folder to keep the results of training steps in; created if missing',
    note: 'See [serve.md](serve.md#training-steps).',
    usual: 'in memory only',
  },
  prompts: {
    type: 'text',
    sign: 'file',
    help: 'prompt file whose rows can be tried in the page; hidden from modules',
  },
  join: {
    type: 'text',
    sign: 'folder',
    help: 'shared folder in which this host announces its address to clients of a fleet',
    note: 'It is created if missing ([fleet.md](fleet.md)).',
  },
  acceptCode: {
    type: 'size',
    help: 'accept modules from clients, each up to this size with its files; they run in the sandbox',
    note: 'Whoever may connect may then bring code ([fleet.md](fleet.md#code-that-travels)).',
    usual: 'off',
    least: '1KiB',
  },
  hostName: {
    type: 'text',
    sign: 'name',
    help: 'name of this host in a fleet: the label `host` of its metrics',
    usual: 'with `--join` that of the machine; else none',
  },
  fleetCap: {
    type: 'texts',
    sign: 'name=n',
    help: 'calls of a reward that may run at the same time on all hosts of a fleet together: judge=20',
    note: 'Not more than `--concurrency` on this host ([fleet.md](fleet.md#caps)).',
    pattern: /^[\w.-]+=[1-9]\d{0,6}$/,
    expected: 'name and number, such as `judge=20`',
    default: [],
  },
  leases: {
    type: 'text',
    sign: 'address',
    help: '--fleet-cap: address over ZeroMQ of the server that grants this host its share',
  },
  grantLeases: {
    type: 'flag',
    help: 'grant hosts their shares of --fleet-cap; for one server of a fleet, which needs no module',
    default: false,
  },
  grace: { type: 'duration', help: 'how long shutdown waits for running calls and steps', default: '25s' },
  stallTimeout: {
    type: 'duration',
    help: 'how long a client may stall while it sends its request or reads its answer',
    note: 'Then its connection is closed and its calls are cancelled.',
    default: '60s',
  },
  maxBody: {
    type: 'size',
    help: 'largest body of a request, or message over ZeroMQ',
    default: '64MiB',
    least: '1KiB',
  },
  queue: {
    type: 'count',
    help: 'calls and steps over HTTP that may wait or run at the same time',
    default: 16_384,
    min: 1,
    max: 10_000_000,
  },
  credits: {
    type: 'count',
    help: 'calls of one ZeroMQ client whose outcomes it has not taken yet',
    default: 4_096,
    min: 1,
    max: 65_536,
  },
  clientGrace: {
    type: 'duration',
    help: 'how long to wait for a ZeroMQ client that has vanished',
    default: '30s',
  },
  busyStatus: {
    type: 'choice',
    sign: 'status',
    help: 'status when the queue is full: 503 or 429',
    values: [503, 429],
    default: 503,
  },
  logLevel: {
    type: 'choice',
    sign: 'level',
    help: 'lowest level that is logged: debug, info, warn or error',
    note: '`debug` has a line for each request.',
    values: ['debug', 'info', 'warn', 'error'],
    default: 'info',
  },
  logFormat: {
    type: 'choice',
    sign: 'format',
    help: 'format of the log: text for people, or json with an object per line',
    values: ['text', 'json'],
    usual: 'text in a terminal, else json',
  },
} as const satisfies Table;

/** Programs of `POST /run_code`. */
export const CODE = {
  packages: {
    type: 'flag',
    flag: 'run-code-packages',
    help: '--run-code: let programs import the packages of the interpreter',
    default: false,
  },
  concurrency: {
    type: 'count',
    help: 'programs that run at the same time; further ones wait',
    usual: 'number of CPUs',
    computed: () => availableParallelism(),
    min: 1,
    max: 4096,
  },
  timeout: {
    type: 'duration',
    help: 'wall time that one program may take, whatever its request says',
    default: '1h',
  },
  memory: {
    type: 'size',
    help: 'memory that one program may take, whatever its request says',
    default: '1GiB',
    least: '16MiB',
  },
} as const satisfies Table;
