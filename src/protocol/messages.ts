/**
 * The wire between host, agent and worker, in one place. `npm run generate` makes the JSON Schema and
 * the Python side (python-shim/runrl_shim/wire/protocol.py) from it; both are checked in.
 *
 * Host and agent exchange ZeroMQ messages of one or two frames: a msgpack envelope (one of the messages
 * below) and, where the envelope says so, a block of binary frames that the agent moves without decoding.
 * Numbers in envelopes are `int` or `float`, never a bare number: the two sides disagree about those.
 */
import { z } from 'zod';
import { EVIDENCE_KINDS } from '../outcome.ts';
import { layout } from './layout.ts';

export const PROTOCOL_VERSION = 1;

const int = () => z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const float = () => z.number().meta({ float: true });

/** Byte of a result frame that says what the call came to. From 128 on: a word between worker and agent. */
export const STATUS_CODES = {
  ok: 0,
  raised: 1,
  invalid: 2,
  crashed: 3,
  timeout: 4,
  memory: 5,
  tampered: 6,
  cancelled: 7,
  lost: 8,
} as const;

/** Words between worker and agent that use the result frame's header; the host never sees them. */
export const WORKER_WORDS = {
  /** The worker has imported the module itself (a module that cannot be forked) and can serve. */
  ready: 128,
  /** Sent before an act that could leave a trace: nothing after the current call's result is believed. */
  trace: 129,
  /** Sent before an act that is evidence of tampering, and after a call for what was found changed. */
  evidence: 130,
} as const;

export const CALL_FLAGS = {
  /** The completion text is an object whose `completion` field is the completion. */
  completionRow: 1,
  /** `seed` holds the seed of this call. */
  seeded: 2,
} as const;

export const RESULT_FLAGS = {
  hasReward: 1,
  /** First call of its worker. */
  fresh: 2,
  /** The worker waits for the agent's word before it starts the next call of the batch. */
  waits: 4,
  /** The worker ends after this call. */
  retires: 8,
} as const;

/** One call: this header, then `row_size` bytes of the prompt row's JSON, then the completion's JSON. */
export const CALL_FRAME = layout([
  /** Bytes of the frame, header included. */
  ['size', 'u32'],
  ['call', 'u32'],
  ['flags', 'u8'],
  ['seed', 'i64'],
  ['row_size', 'u32'],
]);

/** One result: this header, then JSON with the parts that are not empty (see `resultTail`). */
export const RESULT_FRAME = layout([
  /** Bytes of the frame, header included. */
  ['size', 'u32'],
  ['call', 'u32'],
  ['status', 'u8'],
  ['flags', 'u8'],
  ['reward', 'f64'],
  /** CLOCK_MONOTONIC nanoseconds at which the call started. */
  ['started_ns', 'i64'],
  ['duration_ns', 'i64'],
  ['cpu_ns', 'i64'],
  ['max_rss', 'u64'],
]);

/** What the agent sends a worker: this header, then the calls. No calls and no bytes: go on; `stop`: drop the rest. */
export const BATCH_HEADER = layout([
  ['bytes', 'u32'],
  ['calls', 'u32'],
]);
/** How a worker ended, written by its slot's init on a pipe that only the init holds. */
export const SLOT_STATUS = layout([
  /** Exit code, or minus the signal. */
  ['exit_code', 'i32'],
  /** 1: nothing of the worker is left and the slot forks the next one. 0: the slot ends. */
  ['clean', 'u8'],
  ['cpu_ns', 'i64'],
  ['max_rss', 'u64'],
]);
/** Places of the agent's ledger, a power of two: calls under way at a time differ in their number modulo this. */
export const LEDGER_ENTRIES = 16_384;
export const BATCH_GO = 0;
export const BATCH_STOP = 0xffffffff;

export const resultTail = z.strictObject({
  info: z.record(z.string(), z.union([float(), z.string()])).optional(),
  error: z
    .strictObject({ type: z.string(), message: z.string(), traceback: z.string().nullable() })
    .optional(),
  stack: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  /** Of a result: what the agent has kept. Of the word `evidence`: one item. */
  evidence: z
    .array(
      z.strictObject({
        kind: z.enum(EVIDENCE_KINDS),
        message: z.string(),
        where: z.string().nullable(),
        source: z.string().nullable(),
      }),
    )
    .max(8)
    .optional(),
});
export type ResultTail = z.infer<typeof resultTail>;

/** What the zygote must know: the first message on its control socket. */
export const moduleSpec = z.strictObject({
  /** Absolute path of the user's file. */
  file: z.string(),
  function: z.string().nullable(),
  completion_format: z.enum(['auto', 'str', 'messages']),
  /** Import path entries beyond what the interpreter finds on its own. */
  sys_path: z.array(z.string()),
  reuse: z.enum(['auto', 'never', 'always', 'shared']),
  /** Threads of the one worker under `shared`. */
  threads: int(),
  /** Bytes of one call. */
  memory: int(),
  /** Bytes. */
  tmp_size: int(),
  /** Bytes of one file. */
  file_size: int(),
  /** Processes and threads of one slot. */
  processes: int(),
  /** Descriptors of one process. */
  open_files: int(),
  /** Bytes of stdout, and of stderr, kept per call. */
  output_limit: int(),
  /** JSON bytes of what a result carries beside number and output. */
  max_result: int(),
  /** True: own namespaces for each slot. */
  confined: z.boolean(),
  /** How slots are confined that have no namespaces of their own; null: by namespaces, or not at all. */
  landlock: z
    .strictObject({
      /** Files and folders that may be read and executed. */
      read: z.array(z.string()),
      /** Folder in which each slot gets one of its own; made where it is missing. */
      tmp: z.string(),
      /** Whether TCP may be used: only where the network namespace is the module's own. */
      tcp: z.boolean(),
      /** Whether user, pid and mount namespaces are the module's own (inside bubblewrap). */
      own_users: z.boolean(),
    })
    .nullable(),
  /** Read-only mounts that a private /tmp would hide and that each worker binds again. */
  tmp_binds: z.array(z.string()),
  /** Folders to show to the sandbox's user although only root may read them (host is root). */
  lend: z.array(z.string()),
  /** Files with seccomp filters, as they are found inside, each list in the order of loading. */
  seccomp: z.strictObject({
    /** By the launcher, so that the module is imported under them. */
    before_import: z.array(z.string()),
    /** By each slot on top of that. */
    slot: z.array(z.string()),
    /** By each run of model-written code; at level `landlock` on top of `before_import`. */
    run: z.array(z.string()),
  }),
  /** What a `run_code` sees, read-only: the interpreter and the system's libraries. */
  code_roots: z.array(z.string()),
  /** What it must not see, even below those: the module's folder and further mounts. */
  code_hidden: z.array(z.string()),
  /** Import in each worker instead of once: the module started threads or opened connections. */
  import_in_worker: z.boolean(),
  /** Each slot has a cgroup: its init waits for a word on its socket, so that it is in there before it forks. */
  in_cgroup: z.boolean(),
  /** The launcher makes a listening socket for the proxy outside, and hands it to the agent. */
  way_out: z.boolean(),
  /** The zygote gets variables from the agent, in answer to `importing`, before it imports the module. */
  awaits_environment: z.boolean(),
});
export type ModuleSpec = z.infer<typeof moduleSpec>;

/** The first line on the agent's standard input, as JSON. */
export const agentSpec = z.strictObject({
  protocol: int(),
  schema: z.string(),
  endpoint: z.string(),
  /** Identity of the agent's socket. */
  name: z.string(),
  /** Command that starts the launcher, inside the sandbox or not. */
  command: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  level: z.string(),
  module: moduleSpec,
  /** Calls that run at the same time. */
  concurrency: int(),
  /** Further workers kept ready. */
  spares: int(),
  timeout_ms: float(),
  load_timeout_ms: float(),
  /** CPU time of one call, all its threads and processes together; null: not limited. */
  cpu_time_ms: float().nullable(),
  /** Bytes of all slots together; null: not limited. */
  module_memory: int().nullable(),
  /** What may be reached through the proxy; empty: there is none. */
  allow_net: z.array(
    z.strictObject({
      /** A name in small letters, `*.` and a name, an address, a network (`10.0.0.0/8`), or `localhost`. */
      host: z.string(),
      ports: z.array(int()),
    }),
  ),
  /** Further variables of the module's environment. On no command line, and in no environment before the module's. */
  secrets: z.record(z.string(), z.string()),
});
export type AgentSpec = z.infer<typeof agentSpec>;

/** Host to agent. */
export const hostMessage = z.discriminatedUnion('type', [
  /** A second frame holds the call frames. */
  z.strictObject({ type: z.literal('calls'), count: int() }),
  z.strictObject({ type: z.literal('cancel'), calls: z.array(int()) }),
  z.strictObject({ type: z.literal('running'), request: int(), limit: int() }),
  z.strictObject({ type: z.literal('close') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

/** Agent to host. */
export const agentMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    protocol: int(),
    schema: z.string(),
    python: z.string(),
    /** Descriptor of its ledger: u32 at `call % LEDGER_ENTRIES`, the number of a call that a worker was given. */
    ledger: int(),
  }),
  z.strictObject({
    type: z.literal('loaded'),
    function: z.string(),
    shape: z.string(),
    parameters: z.array(z.string()),
    /** Names that no field of a row may have: the call fills these parameters itself. */
    reserved: z.array(z.string()),
    load_ms: float(),
    warnings: z.array(z.string()),
    output: z.string(),
  }),
  z.strictObject({
    type: z.literal('load_failed'),
    reason: z.enum(['module', 'timeout', 'ended', 'sandbox']),
    message: z.string(),
  }),
  /** A second frame holds the result frames. */
  z.strictObject({ type: z.literal('results'), count: int() }),
  z.strictObject({
    type: z.literal('running'),
    request: int(),
    calls: z.array(z.strictObject({ call: int(), running_ms: float(), stack: z.string().nullable() })),
  }),
  /** The sandbox died with these calls; the agent ends after this. */
  z.strictObject({ type: z.literal('died'), message: z.string(), unstarted: z.array(int()) }),
  z.strictObject({ type: z.literal('log'), line: z.string() }),
]);
export type AgentMessage = z.infer<typeof agentMessage>;
