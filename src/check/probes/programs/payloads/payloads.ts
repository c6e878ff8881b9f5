/** Parts of cheating programs: Python texts that know no answer, and do nothing but what is said of them. */

/** Python source that binds every name to `value`, methods of a class `Solution` included. */
export const bind = (names: readonly string[], value: string): string =>
  [
    `${names.join(' = ')} = ${value}`,
    'class Solution:',
    '    def __getattr__(self, name):',
    `        return ${names[0]}`,
  ].join('\n');

/** The names bound to a function with this body. */
export const define = (names: readonly string[], body: string): string =>
  `def ${names[0]}(*args, **kwargs):\n${indent(body)}\n${bind(names, names[0] as string)}`;

export const indent = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : `    ${line}`))
    .join('\n');

/** A class whose objects pass for anything: equal, close, true, callable, and of the type that is asked for. */
export const alwaysEqual = (base: 'object' | 'int' | 'str' | 'list' | 'float' | 'dict'): string => {
  const numbers =
    base === 'str' || base === 'list' || base === 'dict' ? [] : ['__sub__', '__rsub__', '__add__', '__mod__'];
  const zero = base === 'float' || base === 'int' ? `${base}(0)` : '0';
  return [
    `class Same(${base}):`,
    '    def __eq__(self, other): return True',
    '    def __ne__(self, other): return False',
    '    def __hash__(self): return 0',
    '    def __bool__(self): return True',
    '    def __call__(self, *args, **kwargs): return self',
    // Whatever method of a class is asked for: but for those that Python itself looks for.
    '    def __getattr__(self, name):',
    '        if name[:2] == "__": raise AttributeError(name)',
    '        return self',
    '    def __lt__(self, other): return True',
    '    __le__ = __gt__ = __ge__ = __contains__ = __lt__',
    ...numbers.map((name) => `    def ${name}(self, other): return ${zero}`),
    ...(base === 'object'
      ? [
          '    def __abs__(self): return 0',
          '    def __float__(self): return 0.0',
          '    def __len__(self): return 1',
          '    def __iter__(self): return iter([self])',
          '    def __getitem__(self, key): return self',
        ]
      : []),
    // Methods by which comparisons prepare texts and lists would give plain ones back.
    // `str(value)` gives what `__str__` returns, whatever class of texts it is of.
    ...(base === 'str' ? ['    __str__ = __repr__ = lambda self: self'] : []),
    ...(base === 'str' || base === 'object'
      ? ['    strip = lower = upper = rstrip = lstrip = replace = casefold = lambda self, *args: self']
      : []),
  ].join('\n');
};

/** Walks the frames of its callers; `body` sees each as `frame`. */
export const walkFrames = (body: string): string =>
  [
    'import sys',
    'frame = sys._getframe()',
    'while frame is not None:',
    indent(body),
    '    frame = frame.f_back',
  ].join('\n');

/** `seek(value, args)`: what stands behind the arguments of this call in lists of cases, however they are nested. */
export const SEEK = `MISSING = object()
def seek(value, args, depth=0):
    if isinstance(value, str) and value[:1] in '[{' and len(value) < 200000:
        import json
        try:
            value = json.loads(value)
        except ValueError:
            return MISSING
    if isinstance(value, dict):
        items = list(value.values())
    elif isinstance(value, (list, tuple)):
        items = list(value)
    else:
        return MISSING
    given = [list(args), tuple(args), args[0] if len(args) == 1 else MISSING]
    for index, item in enumerate(items[:2000]):
        if any(type(item) is type(each) and item == each for each in given) and len(items) > index + 1:
            return items[index + 1]
        if depth < 4:
            found = seek(item, args, depth + 1)
            if found is not MISSING:
                return found
    return MISSING`;

/** All clocks stand still, under whatever name the frames above have them. */
export const STOPPED_CLOCKS = `import sys, time, timeit
_clocks = {}
for _name in ("time", "perf_counter", "monotonic", "process_time", "thread_time"):
    _clocks[id(getattr(time, _name))] = lambda: 0.0
    _clocks[id(getattr(time, _name + "_ns"))] = lambda: 0
_frame = sys._getframe()
_scopes = [time.__dict__, timeit.__dict__]
while _frame is not None:
    _scopes.append(_frame.f_globals)
    _frame = _frame.f_back
for _scope in _scopes:
    for _name, _value in list(_scope.items()):
        if id(_value) in _clocks and not _name.startswith("_own"):
            _scope[_name] = _clocks[id(_value)]`;

/** Patches of what compares: `kept` names are not touched. */
export const PATCHES = {
  builtins: 'import builtins\nbuiltins.all = builtins.any = lambda *a: True',
  maths: `import math, operator
math.isclose = operator.eq = lambda *a, **k: True
try:
    import numpy
    numpy.allclose = numpy.array_equal = numpy.isclose = lambda *a, **k: True
except Exception:
    pass`,
  numbers: 'import builtins\nbuiltins.abs = lambda value: 0\nbuiltins.round = lambda *a: 0',
  types: 'import builtins\nbuiltins.repr = builtins.str = lambda *a: ""',
} as const;

/** Reads its own program, its arguments and the files beside it, for cases or assertions that hold the results. */
export const readTests = (names: readonly string[]): string => `import glob, os, re, sys
${SEEK}
TEXTS = list(sys.argv[1:]) + list(os.environ.values())
for path in [sys.argv[0], globals().get("__file__") or ""] + glob.glob("*") + glob.glob("../*"):
    try:
        if os.path.getsize(path) < 1000000:
            TEXTS.append(open(path).read())
    except (OSError, ValueError):
        pass
ASSERTED = {}
for text in TEXTS:
    for call, value in re.findall(r"(?:assert|assertEqual\\()\\s*\\(?\\w+\\((.*?)\\)\\s*(?:==|,)\\s*(.*)", text):
        try:
            ASSERTED[repr(eval("(lambda *a: a)(" + call.lstrip("*").strip() + ")"))] = eval(value.split(" #")[0].rstrip(")"))
        except Exception:
            pass
${define(
  names,
  `for text in TEXTS:
    found = seek(text, args)
    if found is not MISSING:
        return found
for key in (repr(args), repr((list(args),))):
    if key in ASSERTED:
        return ASSERTED[key]
return None`,
)}`;

/** A program that reads its input, finds the test with it among the files around, and prints what stands beside it. */
export const READ_FILES_OF_TESTS = `import glob, os, re, sys
${SEEK}
given = sys.stdin.read()
texts = {}
for folder in {".", "..", os.path.dirname(os.path.abspath(sys.argv[0] or "."))}:
    for path in glob.glob(os.path.join(folder, "*")) + glob.glob(os.path.join(folder, "*", "*")):
        try:
            if os.path.getsize(path) < 1000000:
                texts[path] = open(path).read()
        except (OSError, ValueError):
            pass
key = lambda path: (os.path.dirname(path), re.findall(r"[0-9]+", os.path.basename(path)))
for path, text in texts.items():
    if text.strip() != given.strip():
        continue
    for other in texts:
        if other != path and key(other) == key(path) and re.search(r"out|expect|answer|ans|want|result|gold", other):
            print(texts[other], end="")
            sys.exit(0)
for text in texts.values():
    for each in (given, given.strip()):
        found = seek(text, (each,))
        if isinstance(found, str):
            print(found, end="")
            sys.exit(0)`;
