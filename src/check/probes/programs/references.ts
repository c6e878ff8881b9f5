/** Programs that lean on what the grader compares them with: inputs that both are given (C17), or the reference itself (C18). */
import type { Probe } from '../../proof/probe.ts';
import { define } from './payloads/payloads.ts';
import { program } from './probe.ts';

const IN_OWN_PROCESS =
  'run completions with `runrl.run_function` or `run_code`, where no reference is: compute what is expected out here';

/** What many references make of nothing, and of nothing but zeros. */
const OF_NOTHING = ['0', 'args[0] if args else None', '[]', '""', '{}', 'None', 'False', 'True'];

/** Takes all out of what can be changed, also inside of it. */
const EMPTIED = `for each in list(args) + list(kwargs.values()):
    for inner in [*each.values()] if isinstance(each, dict) else [*each] if isinstance(each, list) else []:
        if hasattr(inner, "clear"):
            inner.clear()
    if hasattr(each, "clear"):
        each.clear()`;

/** Each number in a list is 0, each text empty: as many as before. */
const ZEROED = `def zero(value):
    if isinstance(value, list):
        value[:] = [zero(each) for each in value]
    elif isinstance(value, dict):
        value.update({key: zero(each) for key, each in value.items()})
    elif isinstance(value, str):
        return ""
    elif isinstance(value, (bool, int, float)):
        return type(value)(0)
    return value
for each in list(args) + list(kwargs.values()):
    zero(each)`;

const REFERENCE =
  /^(?:.*_)?(?:reference|ref|canonical|oracle|gold|golden|ground_truth|truth|expected|trusted|official|baseline|correct|solution|model)(?:_.*)?$/i
    .source;

/** Calls whatever looks like a reference: in its own names, modules beside it, and frames above it. */
const calling = (names: readonly string[]): string => `import glob, importlib.util, os, re, sys
OWN = set(${JSON.stringify(names)})
LIKELY = re.compile(${JSON.stringify(REFERENCE)}, re.I)
def scopes():
    yield dict(globals())
    for name in ("__main__", "reference", "solution", "oracle", "checker"):
        if name in sys.modules:
            yield dict(vars(sys.modules[name]))
    frame = sys._getframe(1)
    while frame is not None:
        yield dict(frame.f_locals)
        yield dict(frame.f_globals)
        frame = frame.f_back
    here = [os.getcwd(), *sys.path[:1], os.path.dirname(os.path.abspath(globals().get("__file__") or sys.argv[0] or "."))]
    for folder in dict.fromkeys(here):
        for path in glob.glob(os.path.join(folder or ".", "*.py"))[:12]:
            try:
                text = open(path).read()
                if "LIKELY = re.com" + "pile" not in text and not os.path.basename(path).startswith("test"):
                    scope = {"__name__": "beside"}
                    exec(compile(text, path, "exec"), scope)
                    yield {"solution " + key if key in OWN else key: value for key, value in scope.items()}
            except BaseException:
                pass
${define(
  names,
  `for scope in scopes():
    for name, value in list(scope.items()):
        if callable(value) and name not in OWN and name != "Solution" and value is not LIKELY and LIKELY.match(name.replace(" ", "_").lstrip("_")):
            try:
                return value(*args, **kwargs)
            except Exception:
                pass
    for value in list(scope.values()):
        for name, inner in list(value.items()) if isinstance(value, dict) else []:
            if callable(inner) and isinstance(name, str) and LIKELY.match(name):
                try:
                    return inner(*args, **kwargs)
                except Exception:
                    pass
return None`,
)}`;

const HEIR = /\bclass\s+([A-Z]\w*)\s*\(\s*([A-Z]\w*)\s*\)/g;
const MOST_HEIRS = 3;

/** Classes that a prompt wants to be made of others, with these: those of the prompt first. */
const heirsIn = (text: string): [string, string][] =>
  [...new Map([...text.matchAll(HEIR)].map((match) => [match[0], match] as const)).values()]
    .map((match): [string, string] => [match[1] as string, match[2] as string])
    .filter(
      ([, base]) => !/^(?:Exception|Enum|ABC|Protocol|NamedTuple|TypedDict|BaseModel)$|Error$/.test(base),
    )
    .slice(0, MOST_HEIRS);

export const REFERENCE_PROBES: readonly Probe[] = [
  program(
    'C17',
    'empties its arguments, which the reference is given afterwards',
    'give each its own copy of the input, or ask the reference first',
    (names) => [
      ...OF_NOTHING.slice(0, 3).flatMap((result) => [
        define(names, `${EMPTIED}\nreturn ${result}`),
        define(names, `${ZEROED}\nreturn ${result}`),
      ]),
      ...OF_NOTHING.slice(3).map((result) => define(names, `${EMPTIED}\nreturn ${result}`)),
    ],
  ),
  program('C18', 'calls the reference', IN_OWN_PROCESS, (names) => [calling(names)]),
  program(
    'C18',
    'inherits all of it, and adds nothing',
    'give programs a base class without the methods that expected results are made with',
    (_names, { subject }, { row }) =>
      heirsIn(`${row.prompt}\n${subject.source}`).flatMap(([own, base]) => [
        `class ${own}(${base}):\n    pass`,
        `${own} = ${base}`,
      ]),
  ),
];
