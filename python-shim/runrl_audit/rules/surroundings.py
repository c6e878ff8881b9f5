"""What a reward does to, or takes from, its surroundings: RH141, RH142, RH144, RH148."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from runrl_audit.look import calls_of, in_function, live_nodes
from runrl_audit.matches import Hit, rule, source_of
from runrl_audit.taint import Flow
from runrl_audit.values import everything

GLOBAL_SETTERS = {
    "signal.alarm": "sets the alarm of the whole process, and only in its first thread",
    "signal.signal": "sets a handler of the whole process, and raises in all threads but the first",
    "signal.setitimer": "sets a timer of the whole process",
    "asyncio.run": "raises where a loop runs already, as it does around async rewards",
    "os.chdir": "changes the folder of the whole process",
    "os.umask": "changes the whole process",
    "os.putenv": "changes the whole process",
    "locale.setlocale": "changes the whole process",
    "sys.setrecursionlimit": "changes the whole process",
    "socket.setdefaulttimeout": "changes the whole process",
    "warnings.simplefilter": "changes the whole process",
    "warnings.filterwarnings": "changes the whole process",
    "random.seed": "seeds the generator that all calls share",
    "numpy.random.seed": "seeds the generator that all calls share",
}
STREAMS = ("sys.stdout", "sys.stderr", "sys.stdin")
SECRET_NAMES = re.compile(r"(api_?key|secret|passw(or)?d|hmac|auth_?token|access_?token|private_?key)", re.IGNORECASE)
SECRET_TEXTS = re.compile(
    r"^(sk-(ant-|proj-|or-)?[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{20,}|AKIA[A-Z0-9]{16}|"
    r"AIza[A-Za-z0-9_-]{30,}|gsk_[A-Za-z0-9]{20,}|xox[abp]-[A-Za-z0-9-]{20,}|rl_[A-Za-z0-9]{24,})$"
)
PLACEHOLDER = re.compile(
    r"your|xxx|\.\.\.|<|>|\$\{|example|dummy|placeholder|changeme|change-me|not-a|fake|test|empty|none|todo|insert|local|^sk-?$",
    re.IGNORECASE,
)


@rule(
    "RH141", "warning", "leave time limits to the host, and run what needs other surroundings in a process of its own"
)
def changes_process(flow: Flow) -> Iterator[Hit]:
    """What holds for the whole process, set by one call."""
    for call in flow.calls:
        if not in_function(flow, call.node):
            continue
        for name in sorted(call.names & GLOBAL_SETTERS.keys()):
            if name == "signal.alarm" and call.args and call.args[0].const == 0 and call.args[0].is_const:
                continue
            yield Hit(call.node, f"`{name}` {GLOBAL_SETTERS[name]}")
    for node in live_nodes(flow, ast.Assign):
        assert isinstance(node, ast.Assign)
        for target in node.targets:
            text = ast.unparse(target)
            if text in STREAMS:
                yield Hit(node, f"`{text}` belongs to the whole process: what other calls print goes there too")
            elif text.startswith("os.environ["):
                yield Hit(node, "`os.environ` belongs to the whole process: other calls see it")


@rule("RH142", "warning", "take it from the row, or from a file beside this one: `Path(__file__).parent`", "C10", "C22")
def foreign_file(flow: Flow) -> Iterator[Hit]:
    """Files that are not there in the sandbox, or that all calls share."""
    for call in flow.calls:
        opens = call.is_any(
            "builtins.open", "io.open", "pathlib.Path", "json.load", "os.path.expanduser", "pandas.read_csv"
        )
        if not opens or not flow.live(call.node):
            continue
        for text in call.argument(0, "file").texts():
            if (text.startswith(("/dev/", "/proc/", "/sys/")) and not text.startswith("/dev/shm/")) or "://" in text:
                continue
            if text.startswith(("/tmp/", "/var/tmp/", "/dev/shm/")):
                yield Hit(
                    call.node, f"`{text}` is one file for all calls: they write over each other", confidence="medium"
                )
            elif text.startswith(("/", "~", "../")) or re.match(r"^[A-Za-z]:[\\/]", text):
                yield Hit(call.node, f"`{text}` lies outside the folder of this file: it is not there in the sandbox")
            else:
                continue
            break


@rule("RH144", "info", "use `logging`, or `print(…, file=sys.stderr)`, and only while you look for a fault")
def prints(flow: Flow) -> Iterator[Hit]:
    """Answers and completions on standard output."""
    for call in calls_of(flow, "builtins.print", "sys.stdout.write"):
        letters = frozenset[str]()
        for each in call.args:
            letters |= everything(each)
        to = next((ast.unparse(each.value) for each in call.node.keywords if each.arg == "file"), "")
        if not letters & {"C", "G"} or to:
            continue
        what = "the answer" if "G" in letters and "C" not in letters else "the completion"
        yield Hit(call.node, f"Every call prints {what}: logs of a training run grow by it")


@rule(
    "RH148",
    "high",
    "read it from the environment (`os.environ[…]`, passed with `--env`), or make a new one in each run",
)
def secret_in_source(flow: Flow) -> Iterator[Hit]:
    """A key or secret that is written out."""
    for node in ast.walk(flow.tree):
        if isinstance(node, ast.Assign):
            names = [ast.unparse(target) for target in node.targets]
            yield from _secret(node.value, names)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield from _secret(node.value, [ast.unparse(node.target)])
        elif isinstance(node, ast.keyword) and node.arg is not None:
            yield from _secret(node.value, [node.arg])
        elif isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    yield from _secret(value, [key.value])
    for call in flow.calls:
        if call.is_any("hmac.new", "hmac.digest") and call.args and call.args[0].is_const and call.node.args:
            yield Hit(
                call.node.args[0], "The secret of this signature is in the source: whoever reads it can forge one"
            )


def _secret(node: ast.expr, names: list[str]) -> Iterator[Hit]:
    if not isinstance(node, ast.Constant) or not isinstance(node.value, (str, bytes)):
        return
    text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
    text = text.removeprefix("Bearer ").strip()
    if PLACEHOLDER.search(text):
        return
    named = any(SECRET_NAMES.search(name) for name in names)
    random = (
        len(text) >= 16
        and not re.search(r"\s", text)
        and any(c.isdigit() for c in text)
        and any(c.isalpha() for c in text)
    )
    if SECRET_TEXTS.match(text) or (named and random):
        yield Hit(node, f"A secret is written out in `{names[0]}`: whoever reads this file can use it")


__all__ = ["source_of"]
