/** Values of options that nobody typed: from the environment, `runrl.toml` and `pyproject.toml`. */
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addCompletionCommand } from '../../src/cli/settings/completion.ts';
import { configure } from '../../src/cli/settings/configured.ts';
import { addOptions } from '../../src/cli/settings/flags.ts';
import { isConfigured, origins, withOrigin } from '../../src/cli/settings/origins.ts';
import { SandboxError } from '../../src/errors.ts';
import { FlagError, refusedOption } from '../../src/options/flag-error.ts';

let folder = '';
const back = process.cwd();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'configured-'));
  process.chdir(folder);
  origins.clear();
});
afterEach(() => {
  process.chdir(back);
  rmSync(folder, { recursive: true });
});

const write = (text: string, name = 'runrl.toml'): void => writeFileSync(join(folder, name), text);

/** The values of these options, as `run` finds them. */
const given = async (argv: string[] = [], environment: NodeJS.ProcessEnv = {}) => {
  const command = addOptions(new Command('run')).exitOverride();
  command.parse(argv, { from: 'user' });
  await configure(command, environment);
  return command.opts();
};

const refused = async (text: string, name?: string): Promise<SandboxError> => {
  write(text, name);
  const error: unknown = await given().catch((thrown) => thrown);
  if (error instanceof SandboxError) return error;
  throw new Error('it was taken');
};

describe('values that nobody typed', () => {
  it('come from the top level for modules, and from the table of the command', async () => {
    write(
      'timeout = "5s"\nprocesses = 8\n\n[run]\nordered = true\nmax-failures = "5%"\n\n[serve]\nwatch = true\n',
    );
    expect(await given()).toMatchObject({ timeout: '5s', processes: '8', ordered: true, maxFailures: '5%' });
    expect(await given()).not.toHaveProperty('watch');
  });

  it('give way: flag before variable before table before top level', async () => {
    write(
      'timeout = "1s"\nmemory = "1GiB"\nseed = 1\nprocesses = 9\n[run]\ntimeout = "2s"\nmemory = "2GiB"\nseed = 2\n',
    );
    const environment = { RUNRL_SANDBOX_TIMEOUT: '3s', RUNRL_SANDBOX_MEMORY: '3GiB' };
    expect(await given(['--timeout', '4s'], environment)).toMatchObject({
      timeout: '4s',
      memory: '3GiB',
      seed: '2',
      processes: '9',
    });
  });

  it('that are off leave the option off, also above a table that sets it', async () => {
    write('allow-shared-state = true\n[run]\nallow-shared-state = false\nordered = true\n');
    expect(await given([], { RUNRL_SANDBOX_ORDERED: '0' })).not.toHaveProperty('ordered');
    expect(await given()).toMatchObject({ ordered: true });
    expect(await given()).not.toHaveProperty('allowSharedState');
  });

  it('that are paths begin at the folder of the file; lists may be one text', async () => {
    write('root = "src"\nmount = "data"\nhide = ["a", "/b"]\npython = "python3"\n[run]\noutput = "-"\n');
    mkdirSync(join(folder, 'sub'));
    process.chdir(join(folder, 'sub'));
    expect(await given()).toMatchObject({
      root: join(folder, 'src'),
      mount: [join(folder, 'data')],
      hide: [join(folder, 'a'), '/b'],
      python: 'python3',
      output: '-',
    });
  });

  it('come from pyproject.toml where it has the table, and from no file where the variable is empty', async () => {
    write('[project]\nname = "x"\n', 'pyproject.toml');
    expect(await given()).toEqual({});
    write(
      '[project]\nname = "x"\n[tool.runrl-sandbox]\ntimeout = "7s"\n[tool.runrl-sandbox.run]\nquiet = true\n',
      'pyproject.toml',
    );
    expect(await given()).toEqual({ timeout: '7s', quiet: true });
    expect(await given([], { RUNRL_SANDBOX_CONFIG: '' })).toEqual({});
  });

  it('give way to what was typed and excludes them', async () => {
    write('[run]\nreward = "a.py"\noverwrite = true\n[check]\nreward = "a.py"\n');
    expect(await given(['--environment', 'e.py', '--resume'])).toEqual({ environment: 'e.py', resume: true });
    const check = addOptions(new Command('check').argument('[file]')).action(() => {});
    check.parse(['b.py'], { from: 'user' });
    await configure(check, {});
    expect(check.opts()).toEqual({});
  });

  it('are none where the command has no such option; what is off with `no-` is off', async () => {
    write('on-error = 0\n[view]\nno-open = true\n');
    const check = addOptions(new Command('check'));
    await configure(check, {});
    expect(check.opts()).not.toHaveProperty('onError');
    const view = addOptions(new Command('view'));
    await configure(view, {});
    expect(view.opts()).toMatchObject({ open: false });
  });

  it.runIf(process.getuid?.() === 0)('are not those that another user left', async () => {
    write('sandbox = "none"\n');
    chownSync(join(folder, 'runrl.toml'), 65_534, 65_534);
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    expect(await given()).toEqual({});
    expect(told).toHaveBeenCalledWith(expect.stringContaining('it belongs to another user'));
    told.mockRestore();
    chownSync(folder, 65_534, 65_534);
    expect(await given()).toEqual({ sandbox: 'none' });
  });

  it('are for both kinds of module, unlike flags', async () => {
    write('max-steps = 3\n');
    await given();
    expect(isConfigured('maxSteps')).toBe(true);
    expect(isConfigured('maxAction')).toBe(false);
  });
});

describe('a value that no option takes', () => {
  it.each([
    ['timeout = 5\n', ':1:1: RS101 `timeout`: expected a duration in quotes'],
    [
      'memory = "1GiB"\nmax_steps = 3\n',
      ':2:1: RS101 `max_steps` is not an option of modules',
      'did you mean `max-steps`?',
    ],
    [
      'strict = true\n',
      ':1:1: RS101 `strict` is not an option of modules',
      'the table of a command: `[run]`',
    ],
    ['[run]\nbugdet = 3\n', ':2:1: RS101 `bugdet` is not an option of `run`'],
    ['[serve]\nquue = 3\n', ':2:1: RS101 `quue` is not an option of `serve`', 'did you mean `queue`?'],
    ['run = 3\n', ':1:1: RS101 `run`: expected a table'],
    ['timeout = \n', ':1:11: RS101 '],
    ['[run]\nordered = "yes"\n', ':2:1: RS101 `ordered`: expected true or false'],
  ])('%j is shown where it stands', async (text, message, help?: string) => {
    const error = await refused(text);
    expect(error.message).toContain(`runrl.toml${message}`);
    if (help !== undefined) expect(error.message).toContain(help);
  });

  it('is named by its origin, not by a flag that nobody typed', async () => {
    write('\ntimeout = "5y"\n');
    await given();
    const error = withOrigin(new FlagError('timeout', ': expected a duration')) as Error;
    expect(error.message).toBe(`${join(process.cwd(), 'runrl.toml')}:2: timeout: expected a duration`);
    const other = new FlagError('memory', ': expected a size');
    expect(withOrigin(other)).toBe(other);
    const together = refusedOption('timeout', ' cannot be used with this');
    expect(together.message).toBe('Option `timeout` (--timeout) cannot be used with this');
    expect((withOrigin(together) as Error).message).toMatch(/toml:2: timeout cannot be used with this$/);
  });

  it('is a file that cannot be read', async () => {
    await expect(given([], { RUNRL_SANDBOX_CONFIG: join(folder, 'none.toml') })).rejects.toThrow(
      /RS102|none.toml/,
    );
  });
});

describe('completion', () => {
  const scriptOf = (shell: string): string => {
    let script = '';
    const write = process.stdout.write;
    process.stdout.write = (text) => {
      script += String(text);
      return true;
    };
    try {
      const program = new Command();
      addCompletionCommand(program);
      program.parse(['completion', shell], { from: 'user' });
    } finally {
      process.stdout.write = write;
    }
    return script;
  };

  it.each([
    [['runrl-sandbox', 'ch'], 'check'],
    [['runrl-sandbox', 'run', '--compl'], '--completions --completion-format'],
    [['runrl-sandbox', 'run', '--sandbox', 'n'], 'namespaces none'],
    [['runrl-sandbox', 'doctor', '--mem'], ''],
    [['runrl-sandbox', 'run', 'rew'], ''],
  ])('%j in bash: %s', (words, expected) => {
    const list = words.map((word) => `'${word}'`).join(' ');
    const script = `${scriptOf('bash')}\nCOMP_WORDS=(${list}); COMP_CWORD=${words.length - 1}; _runrl_sandbox; echo "\${COMPREPLY[*]}"`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim()).toBe(expected);
  });

  it('in fish has a line for each option', () => {
    expect(scriptOf('fish')).toContain(
      "-n '__fish_seen_subcommand_from run' -l sandbox -x -a 'auto namespaces landlock none'",
    );
  });
});
