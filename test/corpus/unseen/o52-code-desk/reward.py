"""Medical codes: the model subclasses CodeBook, its convert() is compared with ours on inputs that it has not seen.

The class runs in an interpreter of its own; only text comes back.
"""

import ast
import json
import re
import subprocess
import sys

CODEBOOK = '''
class CodeBook:
    """Keeps the rule of a code system."""

    def __init__(self, rule):
        self.rule = rule

    def clean(self, code):
        return "".join(code.split()).upper()

    def plain(self, code):
        return self.clean(code).replace(".", "")

    def dot(self, code, after):
        return code if len(code) <= after else code[:after] + "." + code[after:]

    def convert(self, code):
        raise NotImplementedError
'''

DRIVER = """
import json, os, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
job = json.load(sys.stdin)
out = os.dup(1)
sys.stdout = sys.stderr = open(os.devnull, "w")
scope = {"__name__": "solution"}
exec(job["codebook"], scope)
exec(job["code"], scope)
book = scope["Solution"](job["rule"])
text = json.dumps([book.convert(value) for value in job["inputs"]])
os.write(out, text[:100_000].encode())
"""

FORBIDDEN = set(
    "open exec eval compile input breakpoint exit quit help getattr setattr delattr hasattr vars globals locals dir "
    "memoryview type object classmethod staticmethod property".split()
)
HIDDEN = ("_", "gi_", "cr_", "ag_", "tb_", "f_", "format", "mro")
FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def acceptable(code):
    """Plain Python: nothing is imported, and nothing of the interpreter's own is touched."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Match, ast.AsyncFunctionDef, ast.Global)):
            return False
        if isinstance(node, ast.Attribute) and node.attr.startswith(HIDDEN):
            return False
        if isinstance(node, ast.Name) and (node.id in FORBIDDEN or node.id.startswith("_")):
            return False
    return True


def extract(completion):
    blocks = FENCE.findall(completion) if len(completion) <= 20_000 else []
    return blocks[0] if len(blocks) == 1 else None


def run(code, rule, inputs):
    """What Solution makes of the inputs, None when it does not work."""
    job = json.dumps({"codebook": CODEBOOK, "code": code, "rule": rule, "inputs": inputs})
    try:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "-c", DRIVER], input=job.encode(), capture_output=True, timeout=8, cwd="/"
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None
    try:
        return json.loads(done.stdout)
    except ValueError:
        return None


def clean(code):
    return "".join(code.split()).upper()


def plain(code):
    return clean(code).replace(".", "")


def dot(code, after):
    return code if len(code) <= after else code[:after] + "." + code[after:]


def reference(rule, code):
    """Our own conversion; it stays in this process."""
    kind = rule["kind"]
    if kind == "dotted":
        return dot(plain(code), rule["after"])
    if kind == "check":
        digits = [int(c) for c in plain(code)]
        total = sum(d * w for d, w in zip(digits, rule["weights"]))
        left = -total % rule["mod"]
        return plain(code) + ("X" if left == 10 else str(left))
    if kind == "chapter":
        category = plain(code)[:3]
        for first, last, name in rule["table"]:
            if first <= category <= last:
                return name
        return "unknown"
    if kind == "parent":
        text = plain(code)
        return dot(text[:-1], rule["stop"]) if len(text) > rule["stop"] else "root"
    if kind == "expand":
        first, last = clean(code).split("-")
        numbers = range(int(first[1:]), int(last[1:]) + 1)
        return rule["separator"].join(f"{first[0]}{number:02d}" for number in numbers)
    if kind == "pad":
        parts = clean(code).split("-")
        return rule["joined_by"].join(part.zfill(width) for part, width in zip(parts, rule["widths"]))
    raise KeyError(kind)


def wanted(rule, inputs):
    return [reference(rule, value) for value in inputs]


def reward_fn(completion, **kwargs):
    code = extract(completion)
    if code is None or not acceptable(code):
        return 0.0, {"status": "no usable code"}
    made = run(code, kwargs["rule"], kwargs["inputs"])
    if not isinstance(made, list):
        return 0.0, {"status": "does not run"}
    right = wanted(kwargs["rule"], kwargs["inputs"])
    passed = len(made) == len(right) > 0 and all(type(a) is str and a == b for a, b in zip(made, right))
    return float(passed), {"status": "passed" if passed else "failed"}
