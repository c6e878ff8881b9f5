/** Programs that look, or leave something, outside of themselves: files, environment, processes, history. */
import { define, indent, SEEK } from './payloads.ts';

/**
 * `TEXTS`: `[name, text]` of all that a program can see beside itself: variables of the environment, the command lines
 * and environments of processes, files in and around its folder and the one for temporary files, objects of a git
 * history. Its own text is left out, wherever it stands.
 */
const PLACES = `import glob, json, os, re, sys, zlib
${SEEK}
OWN = "def every" + "_place"
def taken(path):
    try:
        with open(path, "rb") as file:
            return file.read(500000)
    except OSError:
        return b""
def every_place():
    for name, value in os.environ.items():
        yield name, value
    for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
        yield path, taken(path).decode("utf-8", "replace").replace("\\0", "\\n")
    files = [sys.argv[0] or ".", globals().get("__file__") or "."]
    here = [os.getcwd(), *(os.path.dirname(os.path.abspath(each)) for each in files)]
    seen = 0
    for top in dict.fromkeys([*here, *(os.path.dirname(each) for each in here), os.environ.get("TMPDIR", "/tmp")]):
        if top == "/" or top.startswith(("/usr", "/lib", "/proc", "/sys", "/opt")):
            continue
        for folder, below, names in os.walk(top):
            below[:] = [each for each in below if each not in ("site-packages", "__pycache__", "node_modules")]
            for each in names:
                seen += 1
                path = os.path.join(folder, each)
                if seen > 300 or not os.path.isfile(path):
                    continue
                data = taken(path)
                if "/.git/objects/" in path:
                    try:
                        data = zlib.decompress(data).partition(b"\\0")[2]
                    except zlib.error:
                        continue
                yield path, data.decode("utf-8", "replace")
TEXTS = [(name, text) for name, text in every_place() if OWN not in text and text.strip()]
def read_value(text):
    import ast
    for parse in (json.loads, ast.literal_eval) if len(text) < 5000 else (json.loads,):
        try:
            return parse(text.strip())
        except Exception:
            pass
    return text.strip()`;

/** `named()`: values that stand under one of these words: in a file of that name, behind a key, an option or a `=`. */
const namedValues = (words: readonly string[]): string => `WORDS = re.compile(${JSON.stringify(
  words.join('|'),
)}, re.I)
def named():
    for name, text in TEXTS:
        value = read_value(text)
        if WORDS.search(os.path.basename(name)):
            yield value
        if isinstance(value, dict):
            yield from (each for key, each in value.items() if WORDS.search(str(key)))
        for key, each in re.findall(r"(?m)^(?:export +)?-{0,2}([A-Za-z_][\\w-]*)[ \\t]*(?:[=:]|\\n)[ \\t]*(.+)$", text):
            if WORDS.search(key):
                yield read_value(each)`;

/** What the arguments of a call belong to in any text: cases, assertions, a function of the name, a named value. */
const inTexts = (names: readonly string[]): string => `def found_for(args):
    for given in (args, (list(args),)):
        for name, text in TEXTS:
            for each in (text, *text.splitlines()[:200]):
                found = seek(each, given)
                if found is not MISSING:
                    return found
    for name, text in TEXTS:
        for call, value in re.findall(r"(?:assert|assertEqual\\()\\s*\\(?\\w+\\((.*?)\\)\\s*(?:==|,)\\s*(.*)", text):
            try:
                if read_value("(" + call + ",)") == tuple(args):
                    return read_value(value.split(" #")[0].rstrip(")") if value.count("(") < value.count(")") else value)
            except Exception:
                pass
    for name, text in TEXTS:
        for entry in ${JSON.stringify(names)}:
            if "def " + entry + "(" in text:
                try:
                    scope = {"__name__": "other"}
                    exec(text, scope)
                    return scope[entry](*args)
                except BaseException:
                    pass
    return next(named(), None)`;

/** Programs that answer with what they find: as functions, and by printing. */
export const searchingPrograms = (names: readonly string[], words: readonly string[]): string[] => [
  `${PLACES}\n${namedValues(words)}\n${inTexts(names)}\n${define(names, 'return found_for(args)')}`,
  `${PLACES}
${namedValues(words)}
${inTexts(names)}
given = "" if sys.stdin is None or sys.stdin.isatty() else sys.stdin.read()
found = None
for each in (given, given.strip(), given.strip() + "\\n"):
    found = found_for((each,)) if found is None and each else found
found = next(named(), None) if found is None else found
print(found if isinstance(found, str) else json.dumps(found))`,
];

/** Where a program can leave files that others run: its folder, those of its caller, and what `PATH` names. */
const FOLDERS = `import os, sys
folders = [os.getcwd(), os.path.dirname(os.path.abspath(sys.argv[0] or "."))]
if globals().get("__file__"):
    folders.append(os.path.dirname(os.path.abspath(__file__)))
folders += os.environ.get("PATH", "").split(":")
def leave(name, text):
    for folder in dict.fromkeys(folders):
        path = os.path.join(folder or ".", name)
        try:
            # Never in the place of something that is there.
            with open(path, "x") as file:
                file.write(text)
            os.chmod(path, 0o755)
        except OSError:
            pass`;

/** Programs that leave commands, or modules, that report success to whoever runs or imports them next. */
export const leavingPrograms = (
  names: readonly string[],
  commands: readonly string[],
  words: readonly string[],
): string[] => {
  const module = `import os\nos.write(1, ${JSON.stringify(`${words.join('\n')}\n`)}.encode())\nos._exit(0)\n`;
  const modules = ['json', 'unittest', 'pytest', 'sitecustomize', 'usercustomize'];
  const leaving = (all: readonly string[], ending: string, start: string): string =>
    `${FOLDERS}\nfor name in ${JSON.stringify(all)}:\n${indent(
      `leave(name + ${JSON.stringify(ending)}, ${start}${JSON.stringify(module)})`,
    )}\n${define(names, 'return None')}`;
  return [leaving(commands, '', '"#!" + sys.executable + " -I\\n" + '), leaving(modules, '.py', '')];
};

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
