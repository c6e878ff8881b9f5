/** What is wrong with what was typed after a command. */
import { SandboxError, type SandboxErrorOptions } from '../errors.ts';

/** RS101 about one flag. Where nobody typed it, the command line names the line of the file that it came from instead. */
export class FlagError extends SandboxError {
  /** Without dashes: `load-timeout`. */
  readonly flag: string;
  /** What is said of it, from the colon or the space behind its name on. */
  readonly says: string;

  constructor(flag: string, says: string, options: SandboxErrorOptions = {}) {
    super('RS101', `--${flag}${says}`, options);
    this.flag = flag;
    this.says = says;
  }
}
