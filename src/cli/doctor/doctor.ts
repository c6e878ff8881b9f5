/** `runrl-sandbox doctor`: its flags. What they do is loaded when the command runs. */
import type { Command } from 'commander';
import { addOptions } from '../settings/flags.ts';
import type { DoctorFlags } from './command.ts';

export const addDoctorCommand = (program: Command): void => {
  const command = program
    .command('doctor')
    .description(
      'check whether this machine can run modules in a sandbox, and say how to fix what is missing',
    );
  addOptions(command).action(async (flags: DoctorFlags) => {
    const { doctorCommand } = await import('./command.ts');
    process.exitCode = await doctorCommand(flags);
  });
};
