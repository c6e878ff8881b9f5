/** `--only`: a few rows of the completions file, by their lines. */
import { FlagError } from '../../options/flag-error.ts';

const LINES = /^line:(\d{1,9}(?:,\d{1,9})*)$/;

/** @returns indexes of rows. @throws SandboxError RS101 */
export const onlyRows = (text: string): ReadonlySet<number> => {
  const [, lines] = LINES.exec(text) ?? [];
  const numbers = (lines ?? '').split(',').map(Number);
  if (lines === undefined || numbers.some((line) => line < 1))
    throw new FlagError(
      'only',
      `: expected lines of the completions file such as \`line:118\` or \`line:3,118\`, got \`${text}\``,
      {
        help: 'lines are counted from 1, as in error messages; a row’s `index` is one less',
      },
    );
  return new Set(numbers.map((line) => line - 1));
};
