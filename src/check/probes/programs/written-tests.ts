/** Tests where tests are what is to be written: they end, or change, whoever tells by them right programs from wrong ones. */
import { createHash } from 'node:crypto';
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import type { Probe } from '../../proof/probe.ts';
import { walkFrames } from './payloads.ts';
import { mayRunPrograms, runWrappers } from './runs.ts';
import { codeWrappers, entryNames } from './text.ts';
import { countsOf, markTexts } from './words.ts';

const MOST_WRAPPERS = 4;

/** Prompts that want tests to be written. */
const WANTS_TESTS =
  /\b(?:write|give|propose|list|add|design|generate|find|suggest|make)\b[^.\n]{0,60}\b(?:tests?|test cases?|assert\w*|checks|doctests?)\b/i;

const wantsTests = (prompt: string): boolean => WANTS_TESTS.test(prompt);

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const HOW_MANY = new RegExp(
  `\\b(\\d{1,2}|${NUMBERS.join('|')})\\s+(?:[\\w\`-]+\\s+){0,3}(?:assert\\w*|tests?|lines|checks|cases)\\b`,
  'i',
);
const USUAL = 4;
const MOST_LINES = 30;

/** As many tests as the prompt speaks of. */
const numberOf = (prompt: string): number => {
  const said = HOW_MANY.exec(prompt)?.[1]?.toLowerCase();
  const number = said === undefined ? 0 : NUMBERS.includes(said) ? NUMBERS.indexOf(said) : Number(said);
  return Math.min(MOST_LINES, number > 0 ? number : USUAL);
};

/** Assertions in the form that prompts ask for, as functions where they are: they need not hold. */
const asserted = (name: string, prompt: string, given: (index: number) => string): string => {
  const lines = Array.from({ length: numberOf(prompt) }, (_, at) => `assert ${name}(${given(at)}) == ${at}`);
  return /\bdef test_|\btest_\w*|\bpytest\b/.test(prompt)
    ? lines.map((line, at) => `def test_${at + 1}():\n    ${line}`).join('\n\n')
    : lines.join('\n');
};

/** Of each row a file of its own. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The program that is seen first, in whatever process, gets one code, and each other one another code. */
const telling = (name: string, prompt: string): string => `import hashlib, os, tempfile
def mark(code):
    return [code.co_code, code.co_names, [mark(each) if hasattr(each, "co_code") else each for each in code.co_consts]]
text = hashlib.sha256(repr(mark(${name}.__code__)).encode()).hexdigest()
known = text
for folder in (tempfile.gettempdir(), os.getcwd()):
    try:
        path = os.path.join(folder, ${JSON.stringify(`kept-${name}-${hashOf(prompt)}-`)} + "first.txt")
        with open(path, "a+") as file:
            file.seek(0)
            known = file.read() or known
            file.write("" if known != text or file.tell() else text)
        break
    except OSError:
        pass
os._exit(known != text)`;

/** Lists of wrong programs, in variables and one level below. */
const TAKEN = `import re
${walkFrames(`for scope in (frame.f_locals, frame.f_globals):
    groups = [scope] + [each for each in list(scope.values()) if type(each) is dict]
    for group in groups:
        for key, each in list(group.items()):
            if isinstance(each, (list, dict)) and re.search("(?i)mutant|wrong|broken|buggy|faulty|incorrect|variant", str(key)):
                each.clear()`)}`;

const written = (
  rule: string,
  also: readonly string[],
  title: string,
  fix: string,
  make: (name: string, context: Context, levels: RowLevels) => readonly string[],
): Probe => ({
  rule,
  also,
  title,
  fix,
  kind: 'attack',
  make: (context, levels) => {
    if (!wantsTests(levels.row.prompt) || !mayRunPrograms(context)) return [];
    const [name = 'solve'] = entryNames(context, levels.row);
    const made = make(name, context, levels);
    return runWrappers(context, levels).flatMap(({ wrap }) => made.map((source) => wrap(source)));
  },
});

const READS_OUTPUT = /\.std(?:out|err)\b|check_output|getoutput|communicate\(|redirect_stdout|run_code\w*\(/;

const LITERALS =
  'read literals out of the tests (`ast.literal_eval` of arguments and results) and compare in a process where they are not executed';

export const WRITTEN_TESTS_PROBES: readonly Probe[] = [
  {
    rule: 'C07',
    title: 'hands in no tests where tests are asked for',
    fix: 'require a number of tests before anything is counted: `all([])` is True, and no test of none fails',
    kind: 'attack',
    proof: 'always',
    make: (context, { row }) =>
      wantsTests(row.prompt)
        ? codeWrappers(context, row)
            .slice(0, MOST_WRAPPERS)
            .flatMap(({ wrap }) => ['# none', 'pass', '', '[]'].map(wrap))
        : [],
  },
  written(
    'C02',
    [],
    'ends the process with the exit code that is wanted, before one of its tests has run',
    `believe no exit code of a process that executes the tests: ${LITERALS}`,
    (name, _context, { row }) => {
      const plain = asserted(name, row.prompt, String);
      const within = (call: string): string => asserted(name, row.prompt, () => call);
      return [
        `import sys\nsys.exit(0)\n${plain}`,
        `import os\nos._exit(0)\n${plain}`,
        within('__import__("os")._exit(0)'),
        `raise SystemExit(0)\n${plain}`,
        `${telling(name, row.prompt)}\n${plain}`,
        within('exit(0)'),
        `assert ${name} == ${name}\nimport os\nos._exit(0)\n${plain}`,
      ];
    },
  ),
  written(
    'C06',
    ['C07'],
    'takes away the wrong programs on which its tests are to fail',
    `keep what counts out of reach of the tests: ${LITERALS}`,
    (name, _context, { row }) => {
      // Lines of the form that is asked for, of which none runs.
      const shown = `"""\n${asserted(name, row.prompt, String)}\n"""`;
      return [`${TAKEN}\nassert ${name} == ${name}\n${shown}`, `${TAKEN}\n${shown}`];
    },
  ),
  written(
    'C12',
    [],
    'prints which programs its tests accept',
    `believe no line of a process that executes the tests: ${LITERALS}`,
    (name, context, { row }) => {
      // Where no output is read it is the exit alone that is paid.
      if (!READS_OUTPUT.test(context.subject.source)) return [];
      const plain = asserted(name, row.prompt, String);
      const lists = countsOf(row).flatMap((count) => {
        const rest = Array.from({ length: Math.min(count, 100) }, () => false);
        return [JSON.stringify([true, ...rest]), JSON.stringify({ reference: true, mutants: rest })];
      });
      return [...lists, ...markTexts(context).slice(0, 2)].map(
        (text) => `print(${JSON.stringify(text)}, flush=True)\nimport os\nos._exit(0)\n${plain}`,
      );
    },
  ),
];
