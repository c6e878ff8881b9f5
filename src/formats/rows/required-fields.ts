/** Fields that the loaded function requires of every row, and rows that do not have them. */
import { nearestName } from '../../errors.ts';
import { makeProblem } from '../frames.ts';
import { locateNearest } from '../json/json-locate.ts';
import type { Problems } from '../problems.ts';
import { plural } from '../text/visible.ts';
import type { PromptFile } from './prompts.ts';

export interface RequiredNames {
  /** Each with the names that it may have. */
  required: readonly (readonly string[])[];
  /** Name of the function, for messages. */
  functionName: string;
}

/** Refuses the file where no row has such a field: every call would fail. Warns where only some rows lack it. */
export const refuseMissingFields = (
  prompts: PromptFile,
  { required, functionName }: RequiredNames,
  problems: Problems,
): void => {
  const { index, path } = prompts;
  for (const names of required) {
    // Not parsed again: a name within a value may hide that the field is missing, and the call says it then.
    const spellings = [
      ...names.flatMap((name) => [`${JSON.stringify(name)}:`, `${JSON.stringify(name)} `]),
      '\\u',
    ];
    const rows = [...Array(index.lineCount).keys()].filter((line) => index.state(line) === 'valid');
    const without = rows.filter((line) => !spellings.some((spelling) => index.row(line).includes(spelling)));
    const [first] = without;
    if (first === undefined) continue;
    const said = names.map((name) => `\`${name}\``).join(' or ');
    if (without.length < rows.length) {
      problems.warnings.push(
        `${path}: ${plural(without.length, 'row has', 'rows have')} no field ${said}, which \`${functionName}\` requires ` +
          `(first: line ${first + 1}); their calls will fail`,
      );
      continue;
    }
    problems.add(path, () => {
      const text = index.row(first).toString();
      const fields = Object.keys(JSON.parse(text));
      const near = nearestField(names, fields);
      const message = `no row has a field ${said}, which \`${functionName}\` requires; fields of this one: ${fields.map((name) => `\`${name}\``).join(', ')}`;
      const help = near
        ? `did you mean \`${near}\`? Rename the parameter, or the field in all rows`
        : 'add the field to the rows, or give the parameter a default';
      return makeProblem(
        { file: path, line: first + 1, text, ...locateNearest(text, []).value },
        'RS103',
        message,
        help,
      );
    });
    for (const line of rows) index.markInvalid(line);
    prompts.validCount = 0;
    prompts.invalidCount += rows.length;
    return;
  }
};

/** A field of nearly the same spelling, or one whose name is within the other. */
const nearestField = (names: readonly string[], fields: readonly string[]): string | undefined => {
  for (const name of names) {
    const near =
      nearestName(name, fields) ?? fields.find((field) => name.includes(field) || field.includes(name));
    if (near !== undefined) return near;
  }
  return undefined;
};
