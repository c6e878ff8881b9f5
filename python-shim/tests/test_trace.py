"""Tracebacks of the user's code: only their frames, whatever was raised."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from runrl_shim.inside.loading.load import LoadedReward
from runrl_shim.inside.results import trace
from runrl_shim.inside.results.bare_messages import in_words
from runrl_shim.inside.results.trace import message_of, user_traceback

if TYPE_CHECKING:
    from runrl_shim.inside.results.trace import UserTraceback

PY311 = sys.version_info >= (3, 11)
Tell = Callable[..., "UserTraceback"]

pytestmark = pytest.mark.usefixtures("clean_imports")


@pytest.fixture
def tell(load: Callable[..., LoadedReward]) -> Tell:
    """Runs the body of a reward function, and tells what it raised."""

    def tell_of(body: str, before: str = "", name: str = "reward.py") -> UserTraceback:
        indented = "\n".join(f"    {line}" for line in body.splitlines())
        reward = load(f"{before}\ndef reward_fn(completion, **kwargs):\n{indented}\n", name=name)
        try:
            reward.call({}, "four")
        except BaseException as error:
            return user_traceback(error)
        raise AssertionError("it did not raise")

    return tell_of


def lines(told: UserTraceback) -> list[str]:
    """The traceback without its carets, which Python 3.10 does not have."""
    return [line for line in told[2].splitlines() if not line.strip() or line.strip(" ^~")]


def test_type_message_text_and_place(tell: Tell, tmp_path: Path) -> None:
    told = tell("x = 1\nraise ValueError('no <answer>')")
    file = str(tmp_path / "reward.py")
    assert told[:2] == ("ValueError", "no <answer>")
    assert told[3] == (file, 4)
    assert lines(told) == [
        "Traceback (most recent call last):",
        f'  File "{file}", line 4, in reward_fn',
        "    raise ValueError('no <answer>')",
        "ValueError: no <answer>",
    ]


@pytest.mark.skipif(not PY311, reason="Python has carets since 3.11")
def test_carets_show_the_part_of_the_line(tell: Tell) -> None:
    assert "    ~~^~~\n" in tell("1 / 0")[2]


def test_frames_of_ours_are_left_out(tell: Tell) -> None:
    assert "runrl_shim" not in tell("1 / 0")[2]


def test_frames_of_libraries_below_the_users_are_kept(tell: Tell, tmp_path: Path) -> None:
    told = tell("json.loads('{')", before="import json")
    assert told[0] == "JSONDecodeError"
    assert told[3] == (str(tmp_path / "reward.py"), 3)
    assert "json.decoder.JSONDecodeError: Expecting property name" in told[2]
    assert "decoder.py" in told[2]


def test_the_place_is_the_deepest_line_of_the_file(tell: Tell) -> None:
    told = tell("helper()", before="def helper():\n    import json\n    json.loads('{')")
    assert told[3] is not None
    assert told[3][1] == 3


def test_the_place_may_be_in_a_file_beside_it(load: Callable[..., LoadedReward], tmp_path: Path) -> None:
    (tmp_path / "graded_elsewhere.py").write_text("def reward_fn(completion):\n    return 1 / 0\n")
    reward = load("from graded_elsewhere import reward_fn\n")
    with pytest.raises(ZeroDivisionError) as raised:
        reward.call({}, "four")
    assert user_traceback(raised.value)[3] == (str(tmp_path / "graded_elsewhere.py"), 2)


def test_a_call_that_the_signature_refuses_has_no_frame_of_the_users(load: Callable[..., LoadedReward]) -> None:
    with pytest.raises(TypeError) as raised:
        load("def reward_fn(completion, expected): return 1\n").call({}, "four")
    below_this_test = raised.value.__traceback__ and raised.value.__traceback__.tb_next
    name, message, text, place = user_traceback(raised.value.with_traceback(below_this_test))
    assert (name, place) == ("TypeError", None)
    assert text == f"TypeError: {message}\n"


def test_causes_are_kept(tell: Tell) -> None:
    told = tell("try:\n    1 / 0\nexcept ZeroDivisionError as error:\n    raise KeyError('k') from error")
    before, _, after = told[2].partition("\nThe above exception was the direct cause of the following exception:\n\n")
    assert before.endswith("ZeroDivisionError: division by zero\n")
    assert after.endswith("KeyError: 'k'\n")


def test_contexts_are_kept(tell: Tell) -> None:
    told = tell("try:\n    1 / 0\nexcept ZeroDivisionError:\n    [][1]")
    assert "During handling of the above exception, another exception occurred:" in told[2]


def test_suppressed_contexts_are_left_out(tell: Tell) -> None:
    told = tell("try:\n    1 / 0\nexcept ZeroDivisionError:\n    raise KeyError('k') from None")
    assert "ZeroDivisionError" not in told[2].replace("except ZeroDivisionError", "")


def test_causes_in_a_circle_end(tell: Tell) -> None:
    told = tell("a, b = ValueError('a'), KeyError('b')\na.__cause__, b.__cause__ = b, a\nraise a")
    assert told[2].count("ValueError: a\n") == 1
    assert told[2].count("KeyError: 'b'\n") == 1


def test_a_long_chain_is_cut_at_its_old_end(tell: Tell) -> None:
    body = """error = None
for number in range(1000):
    try:
        raise ValueError(number) from error
    except ValueError as raised:
        error = raised
raise error"""
    told = tell(body)
    assert told[2].startswith("(earlier exceptions are left out)\n")
    assert told[2].endswith("ValueError: 999\n")


@pytest.mark.skipif(not PY311, reason="exception groups are new in Python 3.11")
def test_groups_are_shown_with_their_members(tell: Tell) -> None:
    told = tell("raise ExceptionGroup('many', [ValueError(1), ExceptionGroup('inner', [KeyError('k')])])")
    assert told[1] == "many (2 sub-exceptions)"
    assert lines(told)[-7:] == [
        "ExceptionGroup: many (2 sub-exceptions)",
        "  +---- 1 ----",
        "  | ValueError: 1",
        "  +---- 2 ----",
        "  | ExceptionGroup: inner (1 sub-exception)",
        "  |   +---- 1 ----",
        "  |   | KeyError: 'k'",
    ]


@pytest.mark.skipif(not PY311, reason="exception groups are new in Python 3.11")
def test_a_group_nested_without_end_is_cut(tell: Tell) -> None:
    body = "group = ValueError(0)\nfor n in range(500):\n    group = ExceptionGroup('g', [group] * 50)\nraise group"
    told = tell(body)
    assert "more exceptions are left out" in told[2]
    assert len(told[2]) <= trace.MAX_TRACEBACK


@pytest.mark.skipif(not PY311, reason="notes are new in Python 3.11")
def test_notes_are_shown(tell: Tell) -> None:
    assert tell("error = ValueError('x')\nerror.add_note('row 7')\nraise error")[2].endswith("ValueError: x\nrow 7\n")


def test_frames_of_a_recursion_are_folded(tell: Tell) -> None:
    told = tell("deeper(0)", before="def deeper(n):\n    return deeper(n + 1)")
    assert told[0] == "RecursionError"
    assert told[2].count("line 2, in deeper") == 1
    assert "[Previous line repeated 9" in told[2]


def test_frames_of_a_mutual_recursion_are_cut_in_the_middle(tell: Tell) -> None:
    told = tell("there(0)", before="def there(n):\n    return back(n)\ndef back(n):\n    return there(n)")
    assert "more frames]" in told[2]
    assert len(told[2].splitlines()) < 80


def test_a_lowered_recursion_limit_does_not_matter(tell: Tell) -> None:
    limit = sys.getrecursionlimit()
    body = "import sys\nsys.setrecursionlimit(len(__import__('inspect').stack()) + 8)\ndeeper(0)"
    try:
        told = tell(body, before="def deeper(n):\n    return deeper(n + 1)")
        assert sys.getrecursionlimit() < limit
    finally:
        sys.setrecursionlimit(limit)
    assert "Previous line repeated" in told[2]


def test_a_very_deep_stack_is_told(tell: Tell) -> None:
    body = """import sys
limit = sys.getrecursionlimit()
sys.setrecursionlimit(10_000)
try:
    there(4_000)
finally:
    sys.setrecursionlimit(limit)"""
    before = "def there(n):\n    return back(n - 1) if n else 1 / 0\ndef back(n):\n    return there(n)"
    told = tell(body, before=before)
    assert told[0] == "ZeroDivisionError"
    assert "more frames]" in told[2]


def test_a_syntax_error_of_a_completion_shows_its_caret(tell: Tell) -> None:
    told = tell("compile('x = = 1', '<completion>', 'exec')")
    assert '  File "<completion>", line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax\n' in told[2]


def test_code_that_was_executed_is_shown_by_its_own_lines(tell: Tell, tmp_path: Path) -> None:
    told = tell("exec('\\n\\nundefined')")
    assert '  File "<string>", line 3, in <module>\n' in told[2]
    assert told[3] == (str(tmp_path / "reward.py"), 3)


def test_code_that_claims_to_be_a_device_is_not_read(tell: Tell) -> None:
    assert '  File "/dev/zero", line 1, in <module>\n' in tell("exec(compile('1/0', '/dev/zero', 'exec'))")[2]


HOSTILE = {
    "raises": "def __str__(self): raise SystemExit(3)",
    "gives no string": "def __str__(self): return 3",
    "never ends to recurse": "def __str__(self): return str(self)",
    "is huge": "def __str__(self): return 'x' * 10_000_000",
    "is a tricky string": "def __str__(self): return Tricky('tricky')",
    "has no arguments": "args = property(lambda self: 1 / 0)",
    "has a bad cause": "__cause__ = property(lambda self: 1 / 0)",
    "has a bad context": "__context__ = 'no exception'",
    "has bad notes": "__notes__ = [1, None, object()]",
    "claims to be a group": "exceptions = (1, 2)",
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_an_exception_that(tell: Tell, body: str) -> None:
    before = f"""
class Tricky(str):
    def __getitem__(self, key): raise SystemExit(4)
    def __len__(self): return 10 ** 9
class Hostile(Exception):
    {body}
"""
    name, message, text, _ = tell("raise Hostile('x')", before=before)
    assert name == "Hostile"
    assert type(message) is type(text) is str
    assert len(message) <= trace.MAX_MESSAGE
    assert len(text) <= trace.MAX_TRACEBACK


@pytest.mark.parametrize("kind", ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "MemoryError", "BaseException"])
def test_every_base_exception_is_told(tell: Tell, kind: str) -> None:
    assert tell(f"raise {kind}('x')")[:2] == (kind, "x")


def test_surrogates_are_kept(tell: Tell) -> None:
    assert tell("raise ValueError('\\ud800')")[1] == "\ud800"


def test_long_lines_are_cut(tell: Tell) -> None:
    told = tell(f"x = '{'a' * 100_000}' / 0")
    assert len(told[2]) < 2_000


def test_a_long_traceback_keeps_its_head_and_its_tail(tell: Tell) -> None:
    before = "\n".join(f"def f{n}(): {'x' * 300} = f{n + 1}()" for n in range(60)) + "\ndef f60(): 1 / 0"
    body = "try:\n    f0()\nexcept ZeroDivisionError as error:\n    raise ValueError('y' * 3_000) from error"
    told = tell(body, before=before)
    assert len(told[2]) <= trace.MAX_TRACEBACK
    assert told[2].startswith("Traceback (most recent call last):\n")
    assert told[2].endswith("yyy\n")


def test_a_traceback_module_beside_the_file_is_not_used(tell: Tell, tmp_path: Path) -> None:
    (tmp_path / "traceback.py").write_text("raise SystemExit('the wrong one')\n")
    assert "ZeroDivisionError: division by zero" in tell("1 / 0")[2]


def test_another_first_file_may_be_named() -> None:
    with pytest.raises(KeyError) as raised:
        {}["missing"]
    place = user_traceback(raised.value, __file__)[3]
    assert place is not None
    assert place[0] == __file__


@pytest.mark.parametrize(
    ("error", "row", "words"),
    [
        (KeyError("answr"), {"answer": 1}, "there is no key 'answr'; the row has `answer`"),
        (KeyError("answr"), {"prompt": 1, "gold": 2}, "there is no key 'answr'; the row has `prompt`, `gold`"),
        (
            KeyError("x"),
            dict.fromkeys("abcdefghi"),
            "there is no key 'x'; the row has `a`, `b`, `c`, `d`, `e`, `f`, `g`, `h`, …",
        ),
        (KeyError("answr"), None, "there is no key 'answr'"),
        (KeyError("answer"), {"answer": 1}, "there is no key 'answer'"),
        (KeyError(3), {"answer": 1}, "there is no key 3"),
        (KeyError(), {"answer": 1}, ""),
        (SystemExit(1), {"answer": 1}, "the code called sys.exit(1)"),
        (ValueError("3"), {"answer": 1}, "3"),
    ],
)
def test_messages_that_are_only_a_key_or_a_number_become_phrases(error: BaseException, row: object, words: str) -> None:
    assert in_words(error, message_of(error), row) == words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("raise ValueError(3)", "3 (at `raise ValueError(3)`)"),
        ("raise ValueError", "(at `raise ValueError`)"),
        ("assert 1 == 2", "(at `assert 1 == 2`)"),
        ("raise SystemExit(1)", "the code called sys.exit(1) (at `raise SystemExit(1)`)"),
        ("{}['key']", "there is no key 'key' (at `{}['key']`)"),
        ("raise ValueError('no 3')", "no 3"),
        (f"raise ValueError({'1' * 200})", "1" * 200),
    ],
)
def test_messages_that_tell_nothing_come_with_the_line_that_raised_them(
    load: Callable[..., LoadedReward], line: str, words: str
) -> None:
    reward = load(f"def reward_fn(completion):\n    {line}\n")
    with pytest.raises(BaseException) as raised:  # noqa: PT011
        reward.call({}, "four")
    error = raised.value
    _, message, text, _ = user_traceback(error)
    assert in_words(error, message, None, text) == words
