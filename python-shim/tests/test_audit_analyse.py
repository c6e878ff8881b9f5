"""The analysis as a whole: comments that ignore, sources that cannot be read, large ones; every rule is tested."""

from __future__ import annotations

import ast
import json
import time
from pathlib import Path
from typing import Any

import pytest
import test_audit_rules_comparison
import test_audit_rules_execution
import test_audit_rules_failures
import test_audit_rules_programs
import test_audit_rules_scores
import test_audit_rules_state
from runrl_audit.analyse import analyse, reward_fn
from runrl_audit.rules.rule import RULES

ROOT = Path(__file__).parents[2]


def matches(source: str) -> list[dict[str, Any]]:
    """All matches of a source."""
    result: dict[str, Any] = analyse(source)
    assert result["error"] is None
    found: list[dict[str, Any]] = result["matches"]
    return found


def test_every_rule_has_a_vulnerable_and_a_sound_snippet() -> None:
    tested = {
        rule
        for cases in (
            test_audit_rules_comparison.CASES,
            test_audit_rules_comparison.COLUMNS,
            test_audit_rules_execution.CASES,
            test_audit_rules_failures.CASES,
            test_audit_rules_programs.CASES,
            test_audit_rules_scores.CASES,
            test_audit_rules_state.CASES,
        )
        for rule, _, _ in cases
    }
    assert tested == set(RULES)


def test_every_rule_is_documented_and_has_a_title() -> None:
    documented = (ROOT / "docs/check-tables.md").read_text()
    titles = (ROOT / "src/check/static/rules.ts").read_text()
    for rule in [*RULES, "RH126", "RH150"]:
        assert f"| {rule} |" in documented
        assert f"  {rule}: " in titles


EXECUTES = "def reward_fn(completion, **kwargs):\n    return float(eval(completion) == 4){comment}\n"


def test_a_comment_ignores_with_its_reason() -> None:
    [match] = matches(EXECUTES.format(comment="  # runrl: ignore[RH101, RH130] only arithmetic, see above"))[:1]
    assert (match["rule"], match["ignored"]) == ("RH101", "only arithmetic, see above")


def test_a_comment_on_a_line_of_its_own_speaks_of_the_next() -> None:
    source = EXECUTES.format(comment="").replace("    return", "    # runrl: ignore[RH101] a reason\n    return")
    assert [each["ignored"] for each in matches(source) if each["rule"] == "RH101"] == ["a reason"]


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("  # runrl: ignore[RH101]", "A reason is missing after the rules, so nothing is ignored"),
        ("  # runrl: ignore[RH999] a reason", "There is no rule `RH999`"),
        ("  # runrl: ignore", "This ignores nothing: name the rules, `# runrl: ignore[RH101] reason`"),
    ],
)
def test_a_comment_that_ignores_nothing_is_found(comment: str, message: str) -> None:
    found = matches(EXECUTES.format(comment=comment))
    assert [each["message"] for each in found if each["rule"] == "RH150"] == [message]
    assert [each["ignored"] for each in found if each["rule"] == "RH101"] == [None]


def test_a_comment_inside_a_text_is_none() -> None:
    assert matches('NOTE = "# runrl: ignore"\n\ndef reward_fn(completion, **kwargs):\n    return 0.0\n') == []


@pytest.mark.parametrize("source", ["def reward_fn(:\n", "x = '\n", "\tif:\n", "x = 1\0", "(" * 5_000])
def test_a_source_that_cannot_be_read_gives_an_error(source: str) -> None:
    error: Any = analyse(source)["error"]
    assert error["message"]
    assert error["line"] >= 1
    assert error["column"] >= 1


def test_deep_nesting_gives_an_answer() -> None:
    result = analyse("def reward_fn(completion, **kwargs):\n    return " + "-" * 20 + "(" * 60 + "1" + ")" * 60 + "\n")
    assert result["error"] is None
    long = "def reward_fn(completion, **kwargs):\n    return " + " + ".join(["len(completion)"] * 400) + "\n"
    assert "error" in analyse(long)


@pytest.mark.parametrize(
    "source", ["", "x = 1\n", "import os\n\ndef other(a):\n    return a\n", "class A:\n    pass\n"]
)
def test_a_source_without_an_entry_gives_nothing(source: str) -> None:
    assert matches(source) == []


def test_columns_are_characters() -> None:
    source = 'def reward_fn(completion, **kwargs):\n    return float(("数学😀", eval(completion))[1] == kwargs["a"])\n'
    [match] = [each for each in matches(source) if each["rule"] == "RH101"]
    assert match["place"]["column"] == source.split("\n")[1].index("eval") + 1


def test_functions_that_call_each_other_end() -> None:
    matches(
        "def a(x, n):\n    return b(x, n - 1) if n else x\n\ndef b(x, n):\n    return a(x + 'b', n) + b(x, n)\n\n"
        "def reward_fn(completion, **kwargs):\n    return float(a(completion, 5) == kwargs['answer'])\n"
    )


def test_large_files_take_seconds() -> None:
    part = (
        "def helper_{n}(text, expected):\n    score = 0.0\n    match = re.search(r'<a{n}>(.*?)</a{n}>', text)\n"
        "    if match is None:\n        return 0.0\n    for word in match.group(1).split():\n"
        "        if word == str(expected):\n            score += 0.1\n    return min(score, 1.0)\n\n"
    )
    calls = "".join(f"    total += helper_{n}(completion, kwargs['answer'])\n" for n in range(150))
    source = "import re\n\n" + "".join(part.replace("{n}", str(n)) for n in range(1_000))
    source += "def reward_fn(completion, **kwargs):\n    total = 0.0\n" + calls + "    return total / 900\n"
    assert source.count("\n") > 9_900
    started = time.process_time()
    matches(source)
    assert time.process_time() - started < 15


def test_prints_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert reward_fn("def reward_fn(completion, **kwargs):\n    return float(eval(completion))\n", file="r.py") == 1.0
    answer = json.loads(capsys.readouterr().out)
    assert answer["executesCompletion"]
    assert answer["matches"][0]["place"] == {"file": "r.py", "line": 2, "column": 18, "endLine": 2, "endColumn": 34}


def test_what_else_is_known() -> None:
    result = analyse(
        "import openai\nimport subprocess\n\ndef reward_fn(completion, **kwargs):\n"
        "    subprocess.run(['python3', '-c', completion], timeout=5)\n"
        "    openai.responses.create(model='m', input=kwargs['question'], timeout=9)\n    return 0.0\n"
    )
    assert (result["executesCompletion"], result["runsProcess"], result["asksJudge"]) == (False, True, True)
    assert result["fields"] == ["question"]


@pytest.mark.parametrize("given", ["completion.encode()", "json.dumps({'code': completion}).encode()", "b'1'"])
def test_python_that_reads_the_completion_runs_it(given: str) -> None:
    result = analyse(
        "import json\nimport subprocess\nimport sys\n\ndef reward_fn(completion, **kwargs):\n"
        "    child = subprocess.Popen([sys.executable, '-c', 'exec(input())'], stdin=subprocess.PIPE)\n"
        f"    child.communicate({given}, timeout=3)\n    return 0.0\n"
    )
    assert result["runsProcess"] is ("completion" in given)


FOUND_IN_EXAMPLES = {
    "examples/countdown/reward.py": ["RH101"],
    "examples/live-audit/hole.py": ["RH105"],
}


@pytest.mark.parametrize("path", sorted(ROOT.glob("examples/*/*.py")), ids=lambda path: "/".join(path.parts[-2:]))
def test_examples(path: Path) -> None:
    """Each was looked at: `countdown` executes what it is given, `hole` has one, as they say; the others are sound."""
    name = str(path.relative_to(ROOT))
    found = [each["rule"] for each in matches(path.read_text())]
    assert found == FOUND_IN_EXAMPLES.get(name, [])


def test_parses_what_this_interpreter_parses() -> None:
    for path in sorted((ROOT / "test/fixtures").glob("*.py")):
        source = path.read_text()
        ast.parse(source)
        assert analyse(source)["error"] is None, path
