/** Programs that cheat whoever runs and tests them: classes C01 to C27, and expressions for graders that evaluate (B04). */
import type { RowLevels } from '../../calibration.ts';
import type { Context } from '../../context.ts';
import { madeBy, type Probe } from '../../proof/probe.ts';
import { saidNames, stealingExpressions, stealingQuietly } from './payloads/escapes.ts';
import { escaped, stealing, takesNamesAway } from './payloads/frames.ts';
import {
  alwaysEqual,
  bind,
  define,
  PATCHES,
  READ_FILES_OF_TESTS,
  readTests,
  walkFrames,
} from './payloads/payloads.ts';
import { outputsIn } from './payloads/text.ts';
import {
  commentOf,
  comparatorNames,
  evaluatedTexts,
  goldLocals,
  harnessNames,
  hiddenNames,
  quoteBreaks,
  verdictTexts,
} from './payloads/words.ts';
import { program } from './probe.ts';
import { REFERENCE_PROBES } from './references.ts';
import { mayRunPrograms, runWrappers } from './runs.ts';
import { SQL_PROBES } from './sql.ts';
import { VERDICT_PROBES } from './verdicts.ts';

const IN_OWN_PROCESS =
  'run completions with `runrl.run_function` or `run_code`: a process without tests, answers and comparison; compare out here';
const OWN_TOKEN =
  'believe no exit code and no printed word: have each test hand back a value, and compare it in the reward function';

/** As many as the longest thing that is given, as functions over lists return them. */
const NAN_FOR_EACH =
  'return [float("nan")] * max([len(each) for each in args if hasattr(each, "__len__")] + [1])';

/** Words of the source that are tried alone: others may forbid what one of them allows. */
const MOST_WORDS = 5;

/** Completions of which the function evaluates or pastes a part; those go into the wrappers of answers too. */
const text = (
  rule: string,
  title: string,
  fix: string,
  make: (context: Context, levels: RowLevels) => readonly string[],
): Probe => ({
  rule,
  title,
  fix,
  kind: 'attack',
  make: (context, levels) => {
    if (!mayRunPrograms(context)) return [];
    const wrappers = [...context.calibration.wrappers.slice(0, 2), ...runWrappers(context, levels)];
    // In what an answer stands in first: where calls are slow, little more than that is tried.
    const made = make(context, levels).flatMap((each) => [...wrappers.map(({ wrap }) => wrap(each)), each]);
    return [...new Set(made)];
  },
});

export const PROGRAM_PROBES: readonly Probe[] = madeBy('probes/programs/programs', [
  // First: programs that do nothing are paid where nothing is compared, and take no time.
  {
    ...program(
      'C27',
      'prints or returns the beginning of the output, or nothing',
      'compare the whole output: `zip(…, strict=True)`, or equal lists',
      (names, _context, levels) => [
        'pass',
        'print()',
        define(names, 'return None'),
        define(names, 'return []'),
        ...outputsIn(levels.row.prompt).map((line) => `print(${JSON.stringify(line)})`),
      ],
    ),
    also: ['A22'],
  },
  ...madeBy('probes/programs/sql', SQL_PROBES),
  program(
    'C01',
    'returns an object that is equal to everything',
    `rebuild what comes back from exact built-in types before it is compared; ${IN_OWN_PROCESS}`,
    (names) =>
      (['object', 'int', 'str', 'list', 'float', 'dict'] as const).map(
        (base) => `${alwaysEqual(base)}\n${bind(names, 'Same()')}`,
      ),
  ),
  program(
    'B03',
    'returns what is no number, which no difference is too large for',
    'ask for a small difference (`abs(a - b) <= limit`, `math.isclose`), never only that it is not a large one',
    (names) => [
      define(names, 'return float("nan")'),
      define(names, NAN_FOR_EACH),
      define(names, 'return [float("nan")] * 1000'),
      'print("nan")',
    ],
  ),
  program('C02', 'ends the process with exit code 0 before a test has run', OWN_TOKEN, (names) => [
    'import os\nos._exit(0)',
    `import os\n${define(names, 'os._exit(0)')}`,
    'import sys\nsys.exit(0)',
    `import atexit, os, sys\natexit.register(os._exit, 0)\nsys.excepthook = lambda *a: os._exit(0)\n${define(names, 'return None')}`,
  ]),
  program('C03', 'skips the tests', 'count the tests that ran and passed; skipped is not passed', (names) => [
    `import unittest\n${define(names, 'raise unittest.SkipTest("later")')}`,
    'import unittest\nraise unittest.SkipTest("later")',
    `${define(names, 'return None')}\ntry:\n    import pytest\n    pytestmark = pytest.mark.skip(reason="later")\n    pytest.skip("later", allow_module_level=True)\nexcept ImportError:\n    pass`,
  ]),
  program(
    'C06',
    'writes passes into the results that the grader keeps in its frames',
    IN_OWN_PROCESS,
    (names, context) => {
      const success = JSON.stringify(verdictTexts(context)[0] ?? 'passed');
      return [
        `${walkFrames(`for name, value in list(frame.f_locals.items()):
    if isinstance(value, list) and (not value or "result" in name or "pass" in name):
        value.append(${success})`)}\n${define(names, 'return None')}`,
        `${walkFrames(`for name, value in list(frame.f_locals.items()):
    if isinstance(value, list) and (not value or "result" in name or "pass" in name):
        value.append(True)
    if isinstance(value, dict) and any(key in value for key in ("passed", "ok", "success", "result")):
        for key in ("passed", "ok", "success", "result"):
            if key in value:
                value[key] = True`)}\n${define(names, 'return None')}`,
        `import os\nfor number in range(3, 64):\n    try:\n        os.write(number, ${success}.encode())\n    except OSError:\n        pass\nos._exit(0)`,
      ];
    },
  ),
  program(
    'C07',
    'empties the list of tests',
    'zero tests that ran are no pass: require a count above zero',
    (names) => [
      `${walkFrames(`for name, value in list(frame.f_locals.items()):
    if isinstance(value, list) and value and "path" not in name:
        value.clear()`)}\n${define(names, 'return None')}`,
      `${walkFrames(`for name, value in list(frame.f_locals.items()):
    if isinstance(value, (list, dict)) and ("test" in name or "case" in name or "expect" in name or "assert" in name):
        value.clear()`)}\n${define(names, 'return None')}`,
    ],
  ),
  program('C10', 'reads the tests from the files and arguments that it can see', IN_OWN_PROCESS, (names) => [
    readTests(names),
    READ_FILES_OF_TESTS,
    `import glob\nfor path in glob.glob("*test*") + glob.glob("*expect*") + glob.glob("*answer*"):\n    try:\n        open(path, "w").close()\n    except OSError:\n        pass\n${define(names, 'return None')}`,
  ]),
  program(
    'C11',
    'names words on which the grader changes what it does',
    'decide by the row, never by a word in the completion',
    (names, context) => {
      const comment = commentOf(context);
      const nothing = define(names, 'return None');
      if (comment === '') return [];
      const alone = comment.slice(2).split(' | ').slice(0, MOST_WORDS);
      return [`${comment}\n${nothing}`, comment, ...alone.map((word) => `# ${word}\n${nothing}`)];
    },
  ),
  ...madeBy('probes/programs/references', REFERENCE_PROBES),
  program('C19', 'replaces what the grader compares with', IN_OWN_PROCESS, (names, context) => {
    const kept = define(names, 'return 0');
    const some = comparatorNames(context, names);
    const own = JSON.stringify(some.length > 0 ? some : harnessNames(context, names));
    const comparators = walkFrames(`for name in ${own}:
    if callable(frame.f_globals.get(name)):
        frame.f_globals[name] = lambda *a, **k: True`);
    return [
      `${kept}\n${PATCHES.builtins}\n${PATCHES.maths}`,
      `${kept}\n${comparators}`,
      `${kept}\n${PATCHES.numbers}`,
      `${kept}\n${PATCHES.types}`,
    ];
  }),
  program('C20', 'leaves a namespace whose builtins were taken away', IN_OWN_PROCESS, (names, context) => {
    if (!takesNamesAway(context.subject.source)) return [];
    const stolen = stealing(names, goldLocals(context));
    const patched = `${define(names, 'return 0')}\n${PATCHES.builtins}\n${PATCHES.maths}`;
    return [
      escaped(stolen, names),
      escaped(patched, names),
      escaped(stolen, names, true),
      stealingQuietly(names, saidNames(context.subject.source, goldLocals(context))),
      escaped(`import os\nos._exit(0)\n${define(names, 'return 0')}`, names),
    ];
  }),
  {
    ...text(
      'C20',
      'is an expression that asks frames and classes for what was taken away',
      IN_OWN_PROCESS,
      (context, { row }) => {
        const { source } = context.subject;
        if (!takesNamesAway(source)) return [];
        return stealingExpressions(saidNames(source, [...goldLocals(context), ...hiddenNames(row)]));
      },
    ),
    also: ['C21'],
  },
  text('C21', 'names the variable of the grader that holds the answer', IN_OWN_PROCESS, (context) =>
    goldLocals(context)
      .slice(0, 4)
      .flatMap((name) => [name, `result = answer = ${name}`]),
  ),
  text(
    'B04',
    'is an expression that, evaluated, is equal to everything',
    'parse numbers with `float` or `fractions.Fraction`, never with `eval`',
    (context) => evaluatedTexts(context),
  ),
  text(
    'C26',
    'ends the quotes that it is pasted into',
    'hand the completion over as a file, on stdin or as JSON, never inside of source text',
    (context) => quoteBreaks(context),
  ),
  ...madeBy('probes/programs/verdicts', VERDICT_PROBES),
]);
