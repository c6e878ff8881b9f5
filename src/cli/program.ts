/** All commands and their flags. Only what `--help` needs is loaded here; each command loads its work when it runs. */
import { Command, CommanderError } from 'commander';
import { machineFault } from '../errors/system.ts';
import { EXIT, SandboxError } from '../errors.ts';
import { ownVersion } from '../server/own-version.ts';
import { addAuditCommand } from './audit/audit.ts';
import { addCheckCommand } from './check/check.ts';
import { addDoctorCommand } from './doctor/doctor.ts';
import { errorText } from './error-text.ts';
import { addExportCommand } from './export/export.ts';
import { addInitCommand } from './init.ts';
import { addPlayCommand } from './play/play.ts';
import { addRunCommand } from './run/run.ts';
import { addServeCommand } from './serve/serve.ts';
import { addCompletionCommand } from './settings/completion.ts';
import { configure } from './settings/configured.ts';
import { withOrigin } from './settings/origins.ts';
import { addViewCommand } from './view/view.ts';

const EXIT_CODES = `
Exit codes:
  0    done
  1    done, and a check or threshold failed (\`run --max-failures\`, \`check\`, \`doctor\`), or no call succeeded
  2    bad usage or bad input, or an output file that cannot be opened
  3    infrastructure lost (sandbox, disk), or an error of runrl-sandbox itself
  130  interrupted
  143  \`serve\`: calls outlived --grace after SIGTERM

Data goes to stdout, everything else to stderr. Colours are off when stderr is no terminal or NO_COLOR is set.`;

/** In the order of `--help`. */
const COMMANDS = new Map<string, (program: Command) => void>([
  ['run', addRunCommand],
  ['play', addPlayCommand],
  ['check', addCheckCommand],
  ['audit', addAuditCommand],
  ['serve', addServeCommand],
  ['view', addViewCommand],
  ['export', addExportCommand],
  ['doctor', addDoctorCommand],
  ['init', addInitCommand],
  ['completion', addCompletionCommand],
]);

const makeProgram = (): Command => {
  const program = new Command('runrl-sandbox')
    .description(
      'Runs the reward code of reinforcement learning: in parallel, confined, killable, and honest.',
    )
    // Both are inherited by the commands, so they stand before them.
    .exitOverride()
    .showHelpAfterError('(--help shows what there is)')
    .version(ownVersion(), '-V, --version', 'print the version')
    .addHelpText('after', EXIT_CODES);
  program.hook('preAction', async (_, command) => {
    const takesMany = command.registeredArguments.at(-1)?.variadic === true;
    const stray = command.args[command.registeredArguments.length];
    if (stray !== undefined && !takesMany) command.error(`error: unexpected argument \`${stray}\``);
    await configure(command, process.env);
  });
  // The flags of all commands take longer to make than anything else here: of one that is named, only its own.
  const named = COMMANDS.get(process.argv[2] ?? '');
  for (const add of named === undefined ? COMMANDS.values() : [named]) add(program);
  for (const command of program.commands) command.allowExcessArguments(); // the hook names them
  return program;
};

/** Commander ends help and version with 0, and everything else that it reports is bad usage. */
const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  return error instanceof SandboxError ? error.exitCode : EXIT.infrastructure;
};

const fail = (thrown: unknown): never => {
  const known = withOrigin(thrown);
  const error = machineFault(known) ?? known;
  // Commander has printed its own message already.
  if (!(error instanceof CommanderError)) process.stderr.write(`${errorText(error)}\n`);
  // At once: something may still be loading, or installing, for the work that now will not be done.
  process.exit(exitCodeOf(error));
};

/** Runs the command that `process.argv` has. What it does not say itself ends the process with an exit code. */
export const runProgram = async (): Promise<void> => {
  // A reader that has seen enough (`| head`) is no error.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      // What nobody can be told, such as that the log's disk is full, ends no work. Of rows, whoever writes them tells it.
      if (error.code === 'EPIPE' || stream === process.stderr || stream.listenerCount('error') > 1) return;
      throw error;
    });
  }
  process.on('uncaughtException', fail);
  try {
    await makeProgram().parseAsync();
  } catch (error) {
    fail(error);
  }
};
