/**
 * The table of errors: one row per code. `npm run generate` makes docs/errors.md of it. Codes are public: they are never
 * removed, and never change their meaning.
 */
import type { ProblemKind } from './refusals.ts';

/** Exit codes of the command line (also in `--help`). */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  infrastructure: 3,
  interrupted: 130,
  terminated: 143,
} as const;

export interface ErrorRow {
  /** What it means, in one sentence. */
  readonly means: string;
  /** What the command line ends with when this error ends it. */
  readonly exit: number;
  /** How a server answers a request that ends with it; absent: as a fault of its own (`internal`). */
  readonly refusal?: ProblemKind;
  /** When it comes: Markdown, for docs/errors.md. */
  readonly when: string;
  /** What to do about it: Markdown, for docs/errors.md. */
  readonly todo: string;
}

export const ERRORS = {
  RS101: {
    means: 'An option has the wrong type, unit or range, or is unknown',
    exit: EXIT.usage,
    refusal: 'invalid',
    when:
      'an option of the command line or of the library is misspelt, has an unknown unit, or is outside its ' +
      'range. The message names the option, what was expected and what came; for a misspelt one, the ' +
      'nearest right name. Also when a variable that `--env` names is not set, and when `--allow-net` is ' +
      'asked for at a level that cannot hold it. A flag that no command has is told without the code: `error: …`.',
    todo:
      'durations are written `500ms`, `2s`, `5m`; sizes `64KiB`, `256MiB`, `1GiB`. `runrl-sandbox run ' +
      '--help` lists the options with their defaults.',
  },
  RS102: {
    means: 'A file is missing, is a directory, is not UTF-8, is empty or cannot be read or written',
    exit: EXIT.usage,
    when: 'a file that was named cannot be used as it is. Also when `init` would overwrite a file.',
    todo:
      'the message names the file and the reason, and the nearest name in the same folder if there is one. ' +
      'A file in another encoding is converted with `iconv -f ENCODING -t UTF-8`.',
  },
  RS103: {
    means: 'A line of a prompt file is malformed',
    exit: EXIT.usage,
    when:
      'a line is not a JSON object, lacks `prompt`, or has a field whose name collides with a parameter ' +
      '(`completion`, `action`, `self`, and others that the call of this reward function fills in, such as ' +
      '`response`; these are known when the file is loaded). All such lines are shown, with file, line, ' +
      'column and a caret, before any call starts.',
    todo: 'mend the lines, or leave them out with `--skip-invalid`.',
  },
  RS104: {
    means: 'A line of a completions file is malformed or matches no prompt',
    exit: EXIT.usage,
    when:
      'a line is not a JSON object, lacks `completion` (`actions` for an environment), or its key matches ' +
      'no line of the prompt file.',
    todo:
      'rows are joined by `prompt_index` (0-based) or by the field that `--key` names (default `id`). Mend ' +
      'the lines, or leave them out with `--skip-invalid`.',
  },
  RS105: {
    means: 'The output file cannot be resumed or would be overwritten',
    exit: EXIT.usage,
    when: 'the file of `-o` exists and `--resume` was not given, or it holds rows of another run.',
    todo:
      '`--resume` continues the run that wrote the file; for another run name another file, or remove this ' +
      'one.',
  },
  RS106: {
    means: 'The results could not be written to the end',
    exit: EXIT.infrastructure,
    when:
      'the disk became full during the run, a limit on the size of files was met, the device failed, or the ' +
      'output file was deleted, moved or replaced meanwhile. Rows that were written before are ' +
      'whole: the message says how many completions are left.',
    todo:
      'make room (the help names what is missing), then run the command that is printed, with `--resume`. ' +
      'If the file was deleted, a copy is saved beside it, room permitting.',
  },
  RS201: {
    means: 'The module could not be loaded: syntax, import, or no usable function',
    exit: EXIT.usage,
    refusal: 'module-failed',
    when:
      'the reward file has a syntax error, an import in it fails, it raises while it is imported, it has no ' +
      '`reward_fn` or `reward_func`, or has both. Nothing is scored. The message has the file, the line and ' +
      'a caret.',
    todo:
      'mend the file. A package that is missing is named with `--requirements FILE` or in the file itself ' +
      '(PEP 723), or the interpreter that has it with `--python`. A function of another name is chosen with ' +
      '`--function NAME`.',
  },
  RS202: {
    means: 'The module did not finish loading in time',
    exit: EXIT.usage,
    refusal: 'module-failed',
    when:
      'importing the module took longer than `--load-timeout` (default 60 s). The message has the Python ' +
      'stack of where it was.',
    todo:
      'raise `--load-timeout`, or move what is slow out of the import. The sandbox has no network but what ' +
      '`--allow-net` opens.',
  },
  RS203: {
    means: 'The module ended its interpreter while loading',
    exit: EXIT.usage,
    refusal: 'module-failed',
    when:
      'the module called `os._exit`, or crashed its interpreter, while it was imported. (`sys.exit` is an exception: ' +
      'RS201, with its line.)',
    todo: 'the message has the exit code or the signal, and what was printed last.',
  },
  RS301: {
    means: 'No usable Python interpreter was found',
    exit: EXIT.usage,
    when:
      'there is no `python3` or `python` on PATH, the one that was named does not exist or does not start, ' +
      'it is older than 3.10, or `VIRTUAL_ENV` names an environment that is gone.',
    todo:
      'install Python 3.10 or newer, or name an interpreter or the folder of a virtual environment with ' +
      '`--python`. It needs nothing installed.',
  },
  RS302: {
    means: "The agent's Python environment is missing and could not be made",
    exit: EXIT.usage,
    when:
      'no interpreter with pyzmq and msgpack was found, and making an environment with them in the cache ' +
      'folder failed: no network, no pip, or no room. The message has the last lines of what failed.',
    todo:
      'run the `pip install` command of the message where there is a network or a folder of wheels ' +
      '(`PIP_FIND_LINKS`): an interpreter that has both packages is used as it is. On Debian and Ubuntu the ' +
      'parts of Python that make environments may be missing: `apt-get install python3-venv`. ' +
      '`RUNRL_SANDBOX_CACHE` names another cache folder. An image is prepared by running `runrl-sandbox ' +
      'doctor` in it once.',
  },
  RS303: {
    means: "The module's requirements could not be installed",
    exit: EXIT.usage,
    when:
      "pip could not install what `--requirements` or the file's inline metadata (PEP 723) asks for, the " +
      "metadata is malformed, or `requires-python` rules the interpreter out. The message has pip's last " +
      'lines, or the line of the file.',
    todo:
      'the environment is made anew on the next run, so mend the requirement and run again. Relative paths ' +
      "in a requirements file start at the file's own folder.",
  },
  RS401: {
    means: 'The sandbox level that was asked for is not available on this machine',
    exit: EXIT.usage,
    refusal: 'module-failed',
    when:
      'the level that was asked for (or, with `auto`, every level) is not available: bubblewrap is missing, ' +
      'the kernel or the container forbids namespaces, or a seccomp filter of this package is missing, ' +
      'damaged or for another processor. A level is never replaced by a weaker one.',
    todo:
      '`runrl-sandbox doctor` says what is missing and the command that fixes it. For code that you trust ' +
      'with all your rights there is `--sandbox none`; every result says so.',
  },
  RS402: {
    means: 'The agent did not start or speaks another protocol version',
    exit: EXIT.infrastructure,
    refusal: 'module-failed',
    when:
      'the agent process ended or was silent while it started, or the Python and the JavaScript of this ' +
      'package are of different versions.',
    todo:
      '`runrl-sandbox doctor` makes a real call and shows what fails. For different versions install the ' +
      'package again.',
  },
  RS403: {
    means: 'The agent or sandbox died too often to go on',
    exit: EXIT.infrastructure,
    refusal: 'module-failed',
    when:
      'the agent or the sandbox was killed again and again, for example by the kernel for lack of memory, ' +
      'with too few calls served in between. Calls that a worker had been given are `lost`; those that ' +
      'waited get this error, and `run` does not write them. `serve` refuses calls with 503 ' +
      '(`module-failed`) and tries the module again after 1 s, 2 s, up to every 30 s, until it serves.',
    todo:
      "lower `--concurrency` or `--memory`, and look at the kernel's log (`dmesg`). `--resume` does what is " +
      'missing, and rows that are `lost`.',
  },
  RS404: {
    means: 'The host allows too few processes or open files',
    exit: EXIT.infrastructure,
    when:
      'before anything is started. `ulimit -n` is below 128, or the user has fewer than 24 processes and ' +
      'threads left below `ulimit -u`.',
    todo: 'raise the limit that the message names.',
  },
  RS501: {
    means: 'A closed sandbox or module was used',
    exit: EXIT.usage,
    refusal: 'draining',
    when:
      '`score`, `scoreAll`, `start`, `step`, `branch`, `loadReward` or `loadEnvironment` was called after ' +
      '`close()`, or after the `await using` block ended.',
    todo: 'close after the last call has settled.',
  },
  RS502: {
    means: 'An episode that has ended was used',
    exit: EXIT.usage,
    refusal: 'episode-ended',
    when:
      '`step` or `branch` of an episode that takes no further step. The message says why it ended, and ' +
      '`episode.ended` has it in one word: `done` (the environment said so), `max_steps`, `failed` (its ' +
      'setup or a step failed, or its sandbox died), `idle`, `closed`.',
    todo:
      'start another episode. Look at `done` and `status` of each step before the next one. A limit that ' +
      'was met is raised with `--max-steps` (`maxSteps`) or `--idle-timeout` (`idleTimeout`).',
  },
  RS503: {
    means: 'An episode could not be branched',
    exit: EXIT.usage,
    refusal: 'cannot-branch',
    when:
      'a copy of the running episode cannot be made. The message has the reason: it has started threads, ' +
      'opened sockets or started programs, none of which a copy would have; or there would be more episodes ' +
      'than `maxEpisodes`. Copies that were made for the same `branch` are closed; the episode itself goes ' +
      'on, unless the message says that it has ended.',
    todo:
      'start threads, connections and programs within a step and end them with it; close episodes that are ' +
      'no longer needed, or raise `--max-episodes` (`maxEpisodes`).',
  },
  RS504: {
    means: 'The server cannot listen on its address',
    exit: EXIT.usage,
    when:
      '`serve --http` or `--zmq` names an address that another program listens on, that this machine does ' +
      'not have, or that needs more rights (ports below 1024); or the path of `ipc://` is a file, or in a ' +
      'folder that is not there or may not be written. A socket that a dead server left is no obstacle.',
    todo:
      'name another port or path; with port 0 the system chooses one, and the first line of output says ' +
      'which.',
  },
} as const satisfies Record<string, ErrorRow>;
