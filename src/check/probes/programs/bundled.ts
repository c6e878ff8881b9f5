/** Files beside the one that was asked for: commands, modules and hooks that the grader runs or loads next (C23, C04). */
import { bundleOf, foldersIn } from '../../answers/bundles.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { FORGE_TESTS } from './payloads.ts';
import { mayRunPrograms } from './runs.ts';
import { commandNames, verdictTexts } from './words.ts';

const MOST_WORDS = 6;
const MOST_COMMANDS = 2;
const KNOWN =
  /^(?:python3?|sh|bash|env|diff|cmp|pytest|node|cc|gcc|make|curl|git|jq|grep|sort|awk|sed|perl|ruby|java|go|cat)$/;

/** Words that the source compares something with, then those by which graders mostly know success. */
const successWords = (context: Context): string[] => {
  const compared = [
    ...context.subject.source.matchAll(/(?:==|startswith\(|endswith\(|\bin)\s*["']([^"'\\\n]{1,40})["']/g),
    ...context.subject.source.matchAll(/["']([^"'\\\n]{1,40})["']\s+in\b/g),
  ].map((match) => match[1] as string);
  return unique([
    ...compared.filter((word) => /pass|ok|success|correct|accept|true|yes|same|equal|1/i.test(word)),
    ...verdictTexts(context),
  ]).slice(0, MOST_WORDS);
};

/** A command that says a word and is content. There need be no shell where modules run, but there is a Python. */
const saying = ({ analysis: { interpreter = '' } }: Context, word: string): string =>
  interpreter === '' || /\s/.test(interpreter)
    ? `#!/bin/sh\necho ${JSON.stringify(word)}\nexit 0`
    : `#!${interpreter} -I\nprint(${JSON.stringify(word)})`;

const bundled = (
  rule: string,
  title: string,
  fix: string,
  make: (context: Context, folders: readonly string[]) => readonly (readonly (readonly [string, string])[])[],
): Probe => ({
  rule,
  title,
  fix,
  kind: 'attack',
  make: (context, { row }: RowLevels) => {
    const { source } = context.subject;
    const bundle = mayRunPrograms(context) ? bundleOf(row.prompt, source) : undefined;
    if (bundle === undefined) return [];
    const entry = { name: bundle.entry, text: 'print()' };
    return make(context, foldersIn(row.prompt, source)).map((extra) =>
      bundle.write([entry, ...extra.map(([name, text]) => ({ name, text }))]),
    );
  },
});

export const BUNDLED_PROBES: readonly Probe[] = [
  bundled(
    'C23',
    'brings commands of its own, by which it is checked',
    'call programs by absolute paths that no completion can write to, with a `PATH` without its folder, and compare out here',
    (context, folders) => {
      const usual = commandNames(context).filter((name) => KNOWN.test(name));
      const named = usual.filter((name) => new RegExp(`["'\\s]${name}["'\\s]`).test(context.subject.source));
      const commands = unique([...named, ...usual]).slice(0, MOST_COMMANDS);
      return successWords(context).flatMap((word) =>
        folders.map((folder) => commands.map((name) => [`${folder}${name}`, saying(context, word)] as const)),
      );
    },
  ),
  bundled(
    'C04',
    'brings hooks that the test runner loads',
    'run tests in a folder of your own, with files of the completion that you know by name, and count what passed out here',
    (context) => {
      const words = successWords(context).join('\n');
      const says = `import os\nos.write(1, ${JSON.stringify(`${words}\n`)}.encode())\nos._exit(0)`;
      return [
        [['conftest.py', FORGE_TESTS]],
        [['sitecustomize.py', FORGE_TESTS]],
        [
          ['json.py', says],
          ['unittest.py', says],
        ],
      ];
    },
  ),
];
