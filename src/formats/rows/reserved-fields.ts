/** Fields of prompt rows that would collide with parameters of the function: known when it is loaded, and not before. */
import { makeProblem } from '../frames.ts';
import { locateNearest } from '../json/json-locate.ts';
import type { Problems } from '../problems.ts';
import { type PromptFile, RESERVED } from './prompts.ts';
import { type RequiredNames, refuseMissingFields } from './required-fields.ts';

export interface TakenNames extends RequiredNames {
  /** Parameters that the function's call fills itself. */
  names: readonly string[];
}

/** Marks rows that have a field of such a name as invalid, and reports each field; also what all rows lack. */
export const refuseReservedFields = (
  prompts: PromptFile,
  { names, functionName, required }: TakenNames,
  problems: Problems,
): void => {
  const { index, path } = prompts;
  refuseMissingFields(prompts, { required, functionName }, problems);
  const unchecked = names.filter((name) => !Object.hasOwn(RESERVED, name)); // the others every file is checked for
  if (unchecked.length === 0) return;
  const spellings = [...unchecked.map((name) => JSON.stringify(name)), '\\u'];
  for (let line = 0; line < index.lineCount; line++) {
    if (index.state(line) !== 'valid') continue;
    const bytes = index.row(line);
    // Few rows have such a text at all, and parsing each again would take as long as reading the file did.
    if (!spellings.some((spelling) => bytes.includes(spelling))) continue;
    const text = bytes.toString();
    const value = JSON.parse(text) as Record<string, unknown>;
    const found = unchecked.filter((name) => Object.hasOwn(value, name));
    if (found.length === 0) continue;
    for (const name of found) {
      problems.add(path, () => {
        const { key, value: at } = locateNearest(text, [name]);
        const message = `the field name \`${name}\` is taken: the call of \`${functionName}\` fills the parameter of that name itself`;
        const help = `rename the field, for example to \`${name}_\`, or the parameter`;
        return makeProblem({ file: path, line: line + 1, text, ...(key ?? at) }, 'RS103', message, help);
      });
    }
    index.markInvalid(line);
    prompts.validCount--;
    prompts.invalidCount++;
  }
};
