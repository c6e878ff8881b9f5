/** `runrl-sandbox run`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import type { RunFlags } from './run-flags.ts';

const REQUIRED = ['prompts', 'completions', 'reward'] as const;

const EXAMPLES = `
Durations are written 500ms, 2s, 5m; sizes 64KiB, 256MiB, 1GiB.
A failed call has no reward (null), unless --on-timeout, --on-error, --on-tamper or --on-lost give it one.

Examples:
  runrl-sandbox run --prompts prompts.jsonl --completions completions.jsonl --reward reward.py
  runrl-sandbox run --prompts p.jsonl --completions c.jsonl --reward r.py -o results.jsonl --resume
  runrl-sandbox run --prompts p.jsonl --completions c.jsonl --reward r.py -o - | jq .reward`;

const collect = (value: string, earlier: string[] = []): string[] => [...earlier, value];

export const addRunCommand = (program: Command): void => {
  program
    .command('run')
    .description('score a file of completions with a reward function')
    // Not `requiredOption`: commander would complain about `--prompts` being absent when it was misspelt.
    .option('--prompts <file>', 'prompt file (.jsonl), required')
    .option('--completions <file>', 'completions file (.jsonl), required')
    .option('--reward <file>', 'Python file with `reward_fn`, required')
    .option('-o, --output <file>', 'write one row per completion to this file; `-` for stdout')
    .option('--key <field>', 'field by which completions find their prompt (default: id)')
    .option('--function <name>', 'name of the reward function (default: reward_fn, else reward_func)')
    .option(
      '--completion-format <format>',
      'what the function receives: auto, str or messages (default: auto)',
    )
    .option('--python <interpreter>', 'interpreter of the module (default: the active venv, else python3)')
    .option(
      '--requirements <file>',
      'pip requirements of the module, installed into an environment of its own',
    )
    .option('--mount <path>', 'a further file or folder that the module may read; repeatable', collect)
    .option(
      '--allow-net <host[:port]>',
      'a host that the module may reach (default ports: 443 and 80); repeatable',
      collect,
    )
    .option('--env <name>', 'a variable that the module gets, kept out of all output; repeatable', collect)
    .option('--sandbox <level>', 'auto, namespaces, landlock or none (default: auto)')
    .option('--profile <profile>', 'default, or strict for reward files of strangers (default: default)')
    .option('--concurrency <n>', 'calls that run at the same time (default: number of CPUs)')
    .option('--timeout <duration>', 'time that one call may take (default: 10s)')
    .option('--load-timeout <duration>', 'time that importing the module may take (default: 60s)')
    .option('--memory <size>', 'memory that one call may take (default: 1GiB)')
    .option('--module-memory <size>', 'memory that all workers together may take (default: no limit)')
    .option('--tmp-size <size>', "size of each worker's /tmp (default: 64MiB)")
    .option('--file-size <size>', 'size of one file that a call writes (default: the size of /tmp)')
    .option('--processes <n>', 'processes and threads that one call may have (default: 256)')
    .option('--open-files <n>', 'descriptors that one process may have open (default: 512)')
    .option('--cpu-time <duration>', 'CPU time that one call may take (default: no limit)')
    .option('--output-limit <size>', 'stdout, and stderr, kept of one call (default: 64KiB)')
    .option('--max-result <size>', 'info, warnings and error of one result (default: 1MiB)')
    .option('--max-completion <size>', 'completion of one call (default: 16MiB)')
    .option(
      '--reuse <mode>',
      'when a worker serves further calls: auto, never, always or shared (default: auto)',
    )
    .option('--seed <n>', 'seed for random, numpy and torch: same seed, same rewards')
    .option('--on-timeout <reward>', 'reward of calls that hit a limit: a number or null (default: null)')
    .option('--on-error <reward>', 'reward of calls whose code failed: a number or null (default: null)')
    .option('--on-tamper <reward>', 'reward of calls that tampered: a number, keep or null (default: null)')
    .option('--on-lost <reward>', 'reward of calls that were lost: a number or null (default: null)')
    .option('--skip-invalid', 'leave out lines with errors instead of refusing the files')
    .option('--resume', 'go on with the output file of an earlier run')
    .option('--overwrite', 'replace an output file that exists')
    .option('--ordered', 'write rows in the order of the completions, not as they finish')
    .option('--strict', 'exit with 1 when calls failed')
    .option('--json', 'print the summary as JSON on stdout (on stderr with `-o -`)')
    .option('--quiet', 'no progress and no summary')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RunFlags, command: Command) => {
      const missing = REQUIRED.filter((name) => flags[name] === undefined).map((name) => `--${name} FILE`);
      if (missing.length > 0) command.error(`error: missing ${missing.join(', ')}`);
      const { runCommand } = await import('./run-command.ts');
      process.exitCode = await runCommand(flags);
    });
};
