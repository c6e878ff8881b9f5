/**
 * The wire between host, agent and worker, in one place: codes and layouts of frames are in `frames.ts`. `npm run generate` makes the JSON Schema and
 * the Python side (python-shim/runrl_shim/wire/protocol.py) from it; both are checked in.
 *
 * Host and agent exchange ZeroMQ messages of one or two frames: a msgpack envelope (one of the messages
 * below) and, where the envelope says so, a block of binary frames that the agent moves without decoding.
 * Numbers in envelopes are `int` or `float`, never a bare number: the two sides disagree about those.
 */
import { z } from 'zod';
import { EVIDENCE_KINDS } from '../outcome.ts';

export * from './frames.ts';

export const PROTOCOL_VERSION = 1;

const int = () => z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER);
const digits = () => z.string().regex(/^-?[1-9]\d{15,308}$/);
const float = () => z.number().meta({ float: true });

export const resultTail = z.strictObject({
  info: z.record(z.string(), z.union([float(), z.string()])).optional(),
  /** All digits of integers in `reward` and `info` that a 64-bit float does not hold. */
  digits: z
    .strictObject({ reward: digits().optional(), info: z.record(z.string(), digits()).optional() })
    .optional(),
  /** Of a step or a setup: the observation, if it is a string. */
  observation: z.string().optional(),
  /** Of a step or a setup: the JSON text of an observation that is none. */
  observation_json: z.string().optional(),
  error: z
    .strictObject({ type: z.string(), message: z.string(), traceback: z.string().nullable() })
    .optional(),
  stack: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  /** Variables that the module's own code looked for and that are not there. */
  unset: z.array(z.string()).optional(),
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
  kind: z.enum(['reward', 'environment']),
  /** Name of the reward function, or of the environment's class; null: the one that there is. */
  function: z.string().nullable(),
  completion_format: z.enum(['auto', 'str', 'messages']),
  /** What a batched function gets for a field of the row. */
  columns: z.enum(['auto', 'list', 'value']),
  /** Import path entries beyond what the interpreter finds on its own. */
  sys_path: z.array(z.string()),
  reuse: z.enum(['auto', 'never', 'always', 'shared']),
  /** What the import shares, and what could run text unseen, is taken for harmless. */
  allow_shared_state: z.boolean(),
  /** Bytes of a worker's memory that may be copied so as to restore it; 0: workers are replaced by forks. */
  most_copied: int(),
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
      /** Folders of which no more than names may be read, in them and below them. */
      list: z.array(z.string()),
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
  /** Files and folders that are not shown although what they lie in is: for messages. */
  hidden: z.array(z.string()),
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
  /** Each slot has a network namespace of its own, where it has namespaces; else that of the module. */
  own_network: z.boolean(),
  /** The launcher makes a listening socket for the proxy outside, and hands it to the agent. */
  way_out: z.boolean(),
  /** The zygote gets variables and files from the agent, in answer to `importing`, before it imports the module. */
  awaits_environment: z.boolean(),
  /** As in the agent's spec: a call that waits for a coroutine tells where, shortly before its time is up. */
  timeout_ms: float(),
  setup_timeout_ms: float(),
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
  /** Of an episode's `setup`; `timeout_ms` is that of a step. */
  setup_timeout_ms: float(),
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
  /** Python files of the module as an earlier start has read them: Latin-1 texts by path. Used instead of those on disk. */
  files: z.record(z.string(), z.string()),
  /** Further variables of the module's environment. On no command line, and in no environment before the module's. */
  secrets: z.record(z.string(), z.string()),
});
export type AgentSpec = z.infer<typeof agentSpec>;

/** Host to agent. */
export const hostMessage = z.discriminatedUnion('type', [
  /** A second frame holds the call frames. */
  z.strictObject({ type: z.literal('calls'), count: int() }),
  /** A second frame holds the episode frames. */
  z.strictObject({ type: z.literal('requests'), count: int() }),
  z.strictObject({ type: z.literal('cancel'), calls: z.array(int()) }),
  z.strictObject({ type: z.literal('running'), request: int(), limit: int() }),
  z.strictObject({ type: z.literal('workers'), request: int(), limit: int() }),
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
    /** Fields that every row must have, each with the names that it may have. */
    required: z.array(z.array(z.string())),
    load_ms: float(),
    warnings: z.array(z.string()),
    /** Variables that the module's own code looked for, and that are not there. */
    unset: z.array(z.string()),
    output: z.string(),
  }),
  z.strictObject({
    type: z.literal('load_failed'),
    reason: z.enum(['module', 'timeout', 'ended', 'sandbox']),
    message: z.string(),
  }),
  /** Python files that the module was made of, as they were read: before `loaded`, and at most a few times. */
  z.strictObject({ type: z.literal('files'), files: z.record(z.string(), z.string()) }),
  /** A second frame holds the result frames. */
  z.strictObject({ type: z.literal('results'), count: int() }),
  z.strictObject({
    type: z.literal('running'),
    request: int(),
    calls: z.array(z.strictObject({ call: int(), running_ms: float(), stack: z.string().nullable() })),
  }),
  z.strictObject({
    type: z.literal('workers'),
    request: int(),
    /** Slots by state: `starting`, `ready`, `busy`, `ending`. */
    states: z.record(z.string(), int()),
    /** Workers that were replaced, by reason. */
    restarts: z.record(z.string(), int()),
    /** Slots that the zygote has made, by the bucket of their time (`DURATION_BOUNDS`, and one for longer). */
    forks: z.array(int()),
    fork_seconds: float(),
    /** Single ones, those that have run longest first; as many as were asked for. */
    workers: z.array(
      z.strictObject({
        pid: int().nullable(),
        state: z.string(),
        age_ms: float(),
        /** What it has served so far. */
        calls: int(),
        /** Workers that were in its slot before it. */
        restarts: int(),
        /** Resident memory of its processes, with what they share. */
        rss_bytes: int().nullable(),
        running_ms: float().nullable(),
      }),
    ),
    /** Those that ended last, the latest first. */
    ended: z.array(z.strictObject({ reason: z.string(), ago_ms: float(), age_ms: float(), calls: int() })),
  }),
  /** The sandbox died with these calls; the agent ends after this. */
  z.strictObject({ type: z.literal('died'), message: z.string(), unstarted: z.array(int()) }),
  z.strictObject({ type: z.literal('log'), line: z.string() }),
]);
export type AgentMessage = z.infer<typeof agentMessage>;
