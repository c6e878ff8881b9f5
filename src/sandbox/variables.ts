/** `--env`: variables of this process that a module gets beyond the fixed few. They are treated as secrets. */
import type { SandboxError } from '../errors.ts';
import { refusedOption } from '../options/flag-error.ts';
import { fixedVariables } from './command.ts';

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PROXY_NAMES = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'];
/** They travel in one packet. */
const MAX_BYTES = 96 * 1024;

/**
 * The values of the named variables.
 * @param hasProxy whether the variables that name a proxy are ours to set
 * @throws SandboxError RS101, without any value in its text
 */
export const passedVariables = (
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  hasProxy: boolean,
): Record<string, string> => {
  const passed: Record<string, string> = {};
  for (const name of names) {
    if (!NAME.test(name)) throw notAName(name);
    if (fixedVariables.has(name) || (hasProxy && PROXY_NAMES.includes(name.toUpperCase())))
      throw refused(`\`${name}\` is set by the sandbox itself`);
    const value = env[name];
    if (value === undefined)
      throw refused(`\`${name}\` is not set in this environment`, `export ${name}=… before, or leave it out`);
    passed[name] = value;
  }
  if (Buffer.byteLength(JSON.stringify(passed)) > MAX_BYTES)
    throw refused(
      'the values take more than 96 KiB together',
      'put what is large into a file and show it with --mount',
    );
  return passed;
};

const refused = (says: string, help?: string): SandboxError => refusedOption('env', `: ${says}`, help);

/** What was given may hold the secret itself: only what stands before the `=` is repeated. */
const notAName = (given: string): SandboxError => {
  const [name = ''] = given.split('=');
  const help = `set ${name} in the environment and pass its name: --env ${name}`;
  return given.includes('=') && NAME.test(name)
    ? refused(`expected the name of a variable, got \`${name}=…\` with a value`, help)
    : refused(
        'expected the name of an environment variable',
        'letters, digits and `_`, such as OPENAI_API_KEY',
      );
};
