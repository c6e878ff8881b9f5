/** How a call of a result file is run again. */
import type { FailedRow } from '../store/causes.ts';
import type { ResultsOptions } from './results-options.ts';
import type { Again } from './source.ts';

/** A word of a shell, quoted where it has to be. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

export const runAgain = (
  { prompts, completions, key, module }: ResultsOptions,
  name: string,
  line: number | null,
  body: FailedRow['body'],
): Again => {
  const words =
    prompts === undefined || completions === undefined || module === undefined || line === null
      ? null
      : [
          ...['runrl-sandbox', 'run', '--only', `line:${line}`],
          ...['--prompts', prompts, '--completions', completions],
          ...(key === undefined ? [] : ['--key', key]),
          ...[`--${module.kind}`, module.file, '-o', '-'],
        ];
  return {
    command: words === null ? null : words.map(shellWord).join(' '),
    request:
      body === null || module?.kind === 'environment'
        ? null
        : { route: 'v1/score', body: { module: name, completion: body.completion, kwargs: body.kwargs } },
  };
};
