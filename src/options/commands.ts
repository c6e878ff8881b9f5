/** The options of each command that are no options of modules. */
import type { Table } from './rows.ts';
import { AUDIT, CODE, PAGE, SERVER } from './server.ts';

const FILE = { type: 'text', sign: 'file' } as const;
const FLAG = { type: 'flag' } as const;

const KEY = {
  type: 'text',
  sign: 'field',
  help: 'field by which completions find their prompt',
  default: 'id',
} as const;
const STEP_FIELD = {
  type: 'text',
  sign: 'field',
  help: 'field of the completions that has their training step',
  default: 'step',
} as const;
const SKIP_INVALID = { ...FLAG, help: 'leave out lines with errors instead of refusing the files' } as const;
const PROMPTS = { ...FILE, help: 'prompt file (.jsonl), required' } as const;
const REWARD = {
  ...FILE,
  help: 'Python file with the reward function; this or --environment is required',
} as const;
const ENVIRONMENT = { ...FILE, help: 'Python file with a class that has `setup` and `step`' } as const;

export const RUN = {
  prompts: PROMPTS,
  completions: {
    ...FILE,
    help: 'completions file (.jsonl), required',
    note: 'Rows have a `completion`, or `actions` for an environment.',
  },
  reward: REWARD,
  environment: ENVIRONMENT,
  output: {
    ...FILE,
    short: 'o',
    help: 'write the rows to this file; `-` for stdout',
    note: 'One per completion, or one per step and one per episode.',
  },
  only: {
    type: 'text',
    sign: 'lines',
    help: 'score only these rows of the completions file, by line from 1: line:118, line:3,118',
    usual: 'all',
  },
  view: { ...FLAG, help: 'show the run in a browser while it goes on', note: 'See [watch.md](watch.md).' },
  key: KEY,
  skipInvalid: SKIP_INVALID,
  resume: {
    ...FLAG,
    help: 'continue the output file of an earlier run; `lost` rows are scored again',
  },
  keepLost: { ...FLAG, help: '--resume: leave rows that are `lost` as they are' },
  overwrite: { ...FLAG, help: 'replace an output file that exists; without it or --resume that is an error' },
  ordered: { ...FLAG, help: 'write rows in the order of the completions, not as they finish' },
  strict: { ...FLAG, help: 'exit with 1 when a call or episode failed; without it, when none succeeded' },
  maxFailures: {
    type: 'text',
    sign: 'n',
    help: 'exit with 1 when more calls or episodes failed than this count or share: 10, 5%',
    usual: 'no limit',
  },
  auditSample: {
    ...AUDIT.auditSample,
    help: 'paid completions per training step to score again on other rows; 0: none',
    usual: '16, where rows have a `step`',
    note: 'See [audit.md](audit.md).',
  },
  stepField: STEP_FIELD,
  json: { ...FLAG, help: 'print the summary as JSON on stdout (on stderr with `-o -`)' },
  quiet: { ...FLAG, help: 'no progress and no summary' },
} as const satisfies Table;

export const AUDIT_COMMAND = {
  prompts: PROMPTS,
  completions: { ...FILE, help: 'completions file (.jsonl) with a training step per row, required' },
  reward: REWARD,
  environment: ENVIRONMENT,
  stepField: STEP_FIELD,
  auditSample: {
    ...AUDIT.auditSample,
    help: 'paid completions per step to score again',
    note: 'See [audit.md](audit.md).',
  },
  key: KEY,
  skipInvalid: SKIP_INVALID,
  json: { ...FLAG, help: 'print the report as JSON on stdout' },
  quiet: { ...FLAG, help: 'no progress, and no report unless there is an alarm' },
} as const satisfies Table;

export const PLAY = {
  prompts: PROMPTS,
  environment: {
    ...FILE,
    help: 'Python file with a class that has `setup` and `step`; this or --reward is required',
  },
  reward: { ...FILE, help: 'Python file with the reward function' },
  row: {
    type: 'count',
    help: 'line of the prompt file, from 0, as `prompt_index` counts',
    usual: 'asked',
  },
  id: { type: 'text', sign: 'key', help: 'key of the prompt row', usual: 'asked' },
  key: { ...KEY, help: 'field that is the key' },
  json: { ...FLAG, help: 'one line of JSON per event on stdout' },
} as const satisfies Table;

export const CHECK = {
  reward: { ...FILE, help: 'check this file as a reward function' },
  environment: { ...FILE, help: 'check this file as an environment' },
  prompts: {
    ...FILE,
    help: 'prompt file (.jsonl); without it little can be checked',
    note: 'The report says what was not checked.',
  },
  completions: {
    ...FILE,
    help: 'completions of a model, or actions of its episodes, as examples of what is usual',
  },
  key: { ...KEY, help: 'field that is the key' },
  budget: {
    type: 'text',
    sign: 'duration',
    help: 'how many calls to make: those that fit into this time, or a number of them: 4000calls',
    note: 'Chosen once at the start, and printed.',
    default: '60s',
  },
  attacker: {
    type: 'text',
    sign: 'url',
    help: 'OpenAI-compatible endpoint whose model is asked for attacks: http://127.0.0.1:8000/v1',
    note: 'It is sent the source and three rows. `RUNRL_ATTACKER_KEY` is its key. See [attacker.md](attacker.md).',
  },
  model: { type: 'text', sign: 'name', help: '--attacker: name of the model, as the endpoint knows it' },
  attackerBudget: {
    type: 'text',
    sign: 'n',
    help: '--attacker: how many requests to make, or for how many tokens: 200000tokens',
    default: '30',
  },
  exhaustive: {
    ...FLAG,
    help: 'run every check as if it were the only one, to measure what each is worth; slower',
  },
  failOn: {
    type: 'choice',
    sign: 'severity',
    help: 'exit with 1 on a finding of this severity or above: critical, high, warning or info',
    values: ['critical', 'high', 'warning', 'info'],
    default: 'critical',
  },
  json: { ...FILE, bare: true, help: 'the report as JSON, to stdout or a file' },
  sarif: { ...FILE, help: 'the report as SARIF 2.1, for code scanning' },
  markdown: { ...FILE, help: 'the report as Markdown' },
  html: { ...FILE, help: 'the report as one page that opens from disk' },
  baseline: { ...FILE, help: 'file of known findings: they are shown, and do not change the exit code' },
  writeBaseline: { ...FILE, help: 'write the findings as a baseline; add a reason to each' },
  replay: { type: 'text', sign: 'finding', help: 'run the exploit of this finding again, and nothing else' },
  report: {
    ...FILE,
    help: '--replay: report (`--json FILE`) that has the finding',
    usual: 'the last report of the file on this machine',
  },
  quiet: { ...FLAG, help: 'say nothing on stderr but errors' },
} as const satisfies Table;

export const SERVE = {
  reward: {
    type: 'texts',
    sign: '[name=]file',
    help: 'Python file with a reward function',
    note: 'Its name is that of the file without `.py`.',
  },
  environment: { type: 'texts', sign: '[name=]file', help: 'Python file with an environment’s class' },
  config: {
    ...FILE,
    help: 'configuration file with settings and modules; flags take precedence',
    usual: 'runrl-sandbox.json, where there is one',
  },
  ...SERVER,
  runCode: {
    ...FLAG,
    help: 'run Python programs for clients of SandboxFusion, in the sandbox: POST /run_code',
    note: '`--concurrency`, `--timeout` and `--memory` apply to them, too ([dialects.md](dialects.md#run_code)).',
  },
  runCodePackages: CODE.packages,
  endWithStdin: {
    ...FLAG,
    help: 'exit at once when stdin ends, as it does when the program that holds its other end dies',
  },
  json: { ...FLAG, help: 'print what was started, and how it ended, as JSON on stdout' },
} as const satisfies Table;

/** What result files lack: of `view` and `export`. */
const RESULTS = {
  prompts: { ...FILE, help: 'prompt file: rows show what was asked, and can be tried' },
  completions: { ...FILE, help: 'completions file of the result files: rows show what was said' },
  key: KEY,
  stepField: STEP_FIELD,
  reward: { ...FILE, help: 'Python file of the result files, for the commands that run a row again' },
  environment: { ...FILE, help: 'the same, of an environment' },
  findings: { ...FILE, help: 'report of `check --json`', usual: 'check.json of a data folder' },
} as const satisfies Table;

export const VIEW = {
  ...RESULTS,
  reward: {
    ...FILE,
    help: 'Python file of the rewards: what is shown can be tried and run again',
    note: 'The sandbox is created on first use.',
  },
  http: { ...SERVER.http, help: 'address to listen on', usual: '127.0.0.1, any free port' },
  ...PAGE,
  serverTokenFile: { ...FILE, help: 'file with the token of the servers' },
  noOpen: { ...FLAG, help: 'open no browser' },
  json: { ...FLAG, help: 'print the address as a JSON line on stdout' },
} as const satisfies Table;

export const EXPORT = {
  to: {
    type: 'choice',
    sign: 'format',
    help: 'parquet, csv, jsonl, tensorboard or html, required',
    values: ['parquet', 'csv', 'jsonl', 'tensorboard', 'html'],
  },
  output: {
    type: 'text',
    sign: 'path',
    short: 'o',
    help: 'folder, or file of html',
    usual: 'export-FORMAT, export.html',
  },
  overwrite: { ...FLAG, help: 'replace what is there' },
  ...RESULTS,
  json: { ...FLAG, help: 'print what was written as a JSON line on stdout' },
} as const satisfies Table;

export const DOCTOR = {
  python: {
    type: 'text',
    sign: 'interpreter',
    help: 'interpreter of the modules',
    usual: 'the active venv, else python3',
  },
  noCall: { ...FLAG, help: 'leave out the real call at the end' },
  json: { ...FLAG, help: 'print the report as JSON' },
} as const satisfies Table;

export const INIT = {
  json: { ...FLAG, help: 'print what was written as JSON' },
} as const satisfies Table;

/** How the options of modules are shown for a command. */
export interface ModuleDifferences {
  /** Defaults in words, by option. */
  readonly defaults?: Readonly<Record<string, string>>;
  /** Options that it lacks. */
  readonly without?: readonly string[];
}

export interface CommandOptions {
  readonly own: Table;
  /** Absent: the command loads no module. */
  readonly modules?: ModuleDifferences;
}

/** All options of the command line. */
export const COMMANDS: Readonly<Record<string, CommandOptions>> = {
  run: { own: RUN, modules: {} },
  audit: { own: AUDIT_COMMAND, modules: {} },
  play: {
    own: PLAY,
    // One person plays one game, and may think for long.
    modules: {
      defaults: { idleTimeout: '24h', seed: 'drawn at the start, and shown' },
      without: ['concurrency', 'reuse', 'maxEpisodes'],
    },
  },
  check: {
    own: CHECK,
    // A probe is a short call, the same seed must find the same, and policies would hide failures.
    modules: {
      defaults: { timeout: '5s; a step: 30s', loadTimeout: '30s; an environment: 60s', seed: '0' },
      without: ['onTimeout', 'onError', 'onTamper', 'onLost'],
    },
  },
  serve: { own: SERVE, modules: {} },
  view: { own: VIEW, modules: {} },
  export: { own: EXPORT },
  doctor: { own: DOCTOR },
  init: { own: INIT },
};
