/** What is wrong with what was typed after a command. */
import { SandboxError, type SandboxErrorOptions } from '../errors.ts';
import { kebab } from './rows.ts';

/** RS101 about one flag. Where nobody typed it, the command line names the line of the file that it came from instead. */
export class FlagError extends SandboxError {
  /** Without dashes: `load-timeout`. */
  readonly flag: string;
  /** What is said of it, from the colon or the space behind its name on. */
  readonly says: string;

  /** @param named as what the message names it */
  constructor(flag: string, says: string, options: SandboxErrorOptions = {}, named = `--${flag}`) {
    super('RS101', `${named}${says}`, options);
    this.flag = flag;
    this.says = says;
  }
}

/** RS101 about an option that is refused together with others, or here: named as in the library and as a flag. */
export const refusedOption = (name: string, says: string, help?: string): FlagError => {
  const flag = kebab(name);
  return new FlagError(flag, says, help === undefined ? {} : { help }, `Option \`${name}\` (--${flag})`);
};
