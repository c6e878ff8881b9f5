/** The options of modules under the headings of `--help` and docs/cli.md. */
import { COMMANDS, type ModuleDifferences } from './commands.ts';
import { CALL, ENVIRONMENT_ONLY, LIMITS, MODULE, POLICIES, REWARD_ONLY, STEP } from './modules.ts';
import { defaultText, type Row, type Table } from './rows.ts';
import { SANDBOX } from './sandbox.ts';

const { python, level, profile, ...shown } = SANDBOX;

const WORKERS: Table = {
  concurrency: {
    ...CALL.concurrency,
    help: 'calls, or episodes, that run at the same time',
    usual: `${CALL.concurrency.usual}; episodes: ${STEP.concurrency.usual}`,
  },
  reuse: CALL.reuse,
};

const ofStep = (row: Row, step: Row): Row => ({
  ...row,
  usual: `${defaultText(row)}; a step: ${defaultText(step)}`,
});

const GROUPS: Readonly<Record<string, Table>> = {
  'Reward functions': REWARD_ONLY,
  Environments: ENVIRONMENT_ONLY,
  Workers: WORKERS,
  Module: { python, requirements: MODULE.requirements, ...shown, level, profile, seed: MODULE.seed },
  Limits: {
    timeout: ofStep(CALL.timeout, STEP.timeout),
    ...LIMITS,
    maxResult: ofStep(CALL.maxResult, STEP.maxResult),
  },
  'Rewards of failed calls': POLICIES,
};

/** By heading, as a command has them. */
export const moduleGroups = ({ defaults = {}, without = [] }: ModuleDifferences): [string, Table][] =>
  Object.entries(GROUPS).map(([heading, table]) => {
    const rows = Object.entries(table).filter(([name]) => !without.includes(name));
    const own = rows.map(([name, row]): [string, Row] => {
      const usual = defaults[name];
      return [name, usual === undefined ? row : { ...row, usual }];
    });
    return [heading, Object.fromEntries(own)];
  });

/** All options of modules by name, whatever kind they are of. */
export const MODULE_OPTIONS: Table = Object.assign({}, ...Object.values(GROUPS));

/** All options of a command, those of modules that it has included. */
export const optionsOfCommand = (command: string): Table => {
  const { own = {}, modules } = COMMANDS[command] ?? {};
  const tables = modules === undefined ? [] : moduleGroups(modules).map(([, table]) => table);
  return Object.assign({}, own, ...tables, own); // its own come first, and win
};
