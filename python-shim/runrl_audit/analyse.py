"""What `check` loads into the sandbox: takes the source of a file as completion, prints what is known of it as JSON.

The source is only parsed, never run. The JSON is read by src/check/static/analyse.ts.
"""

from __future__ import annotations

import ast
import json
import os
import re
import sys
import warnings
from typing import Any

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from runrl_audit import rules
from runrl_audit.materials.materials import mine
from runrl_audit.rules.ignores import Ignore, ignores_of
from runrl_audit.rules.look import place_of
from runrl_audit.rules.rule import LOWER, RULES, Hit, Rule
from runrl_audit.values.flow import Flow
from runrl_audit.values.names import CODE_RUNS, PROCESS_CALLS, is_llm_call, is_network_call
from runrl_audit.values.value import everything

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

JUDGES = frozenset({"openai", "anthropic", "litellm", "dspy"})
COMMENTS = Rule(
    "RH150", "warning", "write `# runrl: ignore[RULE] reason` in the line of the finding", (), lambda _: iter(())
)
MOST_MATCHES_OF_A_RULE = 20
DEEPEST = 20_000


def reward_fn(completion: str, **kwargs: Any) -> float:
    """Analyses the source `completion`; fields: `file`, `name` (of the function or class), `field_types`."""
    file = str(kwargs.get("file", "reward.py"))
    print(json.dumps(analyse(completion, kwargs.get("name"), kwargs.get("field_types"), file)))
    return 1.0


def analyse(
    source: str,
    name: str | None = None,
    field_types: dict[str, dict[str, int]] | None = None,
    file: str = "reward.py",
) -> dict[str, object]:
    """Returns what is known of a source, as JSON values; `error` says where it cannot be parsed."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEPEST))
    try:
        return _analysed(source, name, field_types or {}, file)
    except SyntaxError as error:
        return {"error": _syntax_error(error)}
    except (ValueError, RecursionError, MemoryError) as error:
        what = str(error) if isinstance(error, ValueError) else "the source is nested too deeply to be followed"
        return {"error": {"message": what, "line": 1, "column": 1, "endLine": 1, "endColumn": 1}}
    finally:
        sys.setrecursionlimit(before)


def _analysed(source: str, name: str | None, field_types: dict[str, dict[str, int]], file: str) -> dict[str, object]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the source's own escapes
        tree = ast.parse(source)
    flow = Flow(tree, name, field_types)
    found = matches(flow, source, file)
    return {
        "error": None,
        "matches": found,
        **mine(flow, source, file),
        "executesCompletion": any(
            call.is_any("builtins.exec", "builtins.eval") and "C" in everything(call.argument(0)) for call in flow.calls
        ),
        "runsProcess": flow.feeds_completion
        or any(
            call.is_any(*PROCESS_CALLS, *CODE_RUNS) and "completion" in flow.value_of(call.node).tags
            for call in flow.calls
        ),
        "asksJudge": any(is_llm_call(each) or is_network_call(each) for call in flow.calls for each in call.names)
        or not JUDGES.isdisjoint(_imports(tree)),
    }


def matches(flow: Flow, source: str, file: str = "reward.py") -> list[dict[str, object]]:
    """Returns what the rules find, in the order of the source."""
    assert rules.__all__  # importing them has registered them
    lines = source.splitlines(keepends=True)
    ignores = ignores_of(source)
    found: list[dict[str, object]] = []
    for rule in RULES.values():
        seen: set[tuple[object, ...]] = set()
        for hit in rule.find(flow):
            place = place_of(hit.node, lines)
            key = (*place.values(), hit.message)
            if key in seen or len(seen) >= MOST_MATCHES_OF_A_RULE:
                continue
            seen.add(key)
            found.append(_match(rule, hit, place, ignores))

    found.extend(_about_ignores(ignores))
    for each in found:
        each["place"]["file"] = file  # type: ignore[index]
    return sorted(found, key=lambda each: (each["place"]["line"], each["place"]["column"], each["rule"]))  # type: ignore[index]


def _match(rule: Rule, hit: Hit, place: dict[str, int], ignores: list[Ignore]) -> dict[str, object]:
    severity = hit.severity or rule.severity
    return {
        "rule": rule.name,
        "severity": LOWER[severity] if hit.confidence == "low" else severity,
        "place": place,
        "message": hit.message,
        "fix": hit.fix or rule.fix,
        "confidence": hit.confidence,
        "classes": list(rule.classes),
        "ignored": next(
            (
                each.reason
                for each in ignores
                if each.reason and rule.name in each.rules and each.line in (place["line"], place["endLine"])
            ),
            None,
        ),
    }


def _about_ignores(ignores: list[Ignore]) -> list[dict[str, object]]:
    """RH150: comments that ignore nothing, or say no reason."""
    found: list[dict[str, object]] = []
    for each in ignores:
        # A rule that is gone is still known: the comment is of no use any more, and does no harm.
        unknown = [name for name in each.rules if not re.fullmatch(r"RH1(0[1-9]|[1-4]\d|5[01])", name)]
        if not each.rules:
            message = "This ignores nothing: name the rules, `# runrl: ignore[RH101] reason`"
        elif unknown:
            message = f"There is no rule `{unknown[0]}`"
        elif not each.reason:
            message = "A reason is missing after the rules, so nothing is ignored"
        else:
            continue
        row, start, end = each.at
        place = {"line": row, "column": start + 1, "endLine": row, "endColumn": end + 1}
        found.append(_match(COMMENTS, Hit(ast.Pass(), message), place, []))
    return found


def _imports(tree: ast.Module) -> Iterator[str]:
    """The packages that a file imports."""
    for node in ast.walk(tree):
        names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (name.partition(".")[0] for name in names)


def _syntax_error(error: SyntaxError) -> dict[str, object]:
    line = error.lineno or 1
    column = max(error.offset or 1, 1)
    return {
        "message": error.msg,
        "line": line,
        "column": column,
        "endLine": max(getattr(error, "end_lineno", None) or line, line),
        "endColumn": max(getattr(error, "end_offset", None) or column, column),
    }
