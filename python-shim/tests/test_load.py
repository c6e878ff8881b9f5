"""Loading a reward file: what can be loaded, and what a person is told about what cannot."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from runrl_shim.inside.loading.load import LoadedReward, LoadError, load_module, load_reward

Load = Callable[..., LoadedReward]
Fail = Callable[..., LoadError]

PY311 = sys.version_info >= (3, 11)


def rendered(error: LoadError) -> list[str]:
    return error.render().splitlines()


# --- what loads ---------------------------------------------------------------------------------------------


def test_a_dataclass_in_the_file_works(load: Load) -> None:
    source = """
from __future__ import annotations
from dataclasses import dataclass, field
@dataclass
class Grade:
    parts: list[float] = field(default_factory=list)
def reward_fn(completion, **kwargs):
    return sum(Grade([1.0, 2.0]).parts)
"""
    assert load(source).call({}, "") == 3.0


def test_a_class_of_the_file_can_be_pickled(load: Load) -> None:
    source = """
import pickle
class Grade:
    value = 4.0
def reward_fn(completion, **kwargs):
    return pickle.loads(pickle.dumps(Grade())).value
"""
    assert load(source).call({}, "") == 4.0


def test_inspect_and_linecache_find_the_source(load: Load, tmp_path: Path) -> None:
    source = "import inspect\ndef reward_fn(completion, **kwargs):\n    return len(inspect.getsource(reward_fn))\n"
    assert load(source).call({}, "") > 50
    assert linecache.getline(str(tmp_path / "reward.py"), 1) == "import inspect\n"


def test_a_module_beside_the_file_can_be_imported(load: Load, tmp_path: Path) -> None:
    (tmp_path / "my_helper_module.py").write_text("VALUE = 0.25\n")
    source = "from my_helper_module import VALUE\ndef reward_fn(completion): return VALUE\n"
    assert load(source).call({}, "") == 0.25


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("reward.py", "reward"),
        ("random.py", "user_random"),
        ("my-reward v2.py", "user_my_reward_v2"),
        ("2nd.py", "user_2nd"),
        ("reward.txt", "reward"),
        ("pytest.py", "user_pytest"),
    ],
)
def test_the_module_is_named_after_the_file_unless_that_name_is_taken(load: Load, name: str, module: str) -> None:
    reward = load("def reward_fn(completion): return float(len(__name__))", name=name)
    assert reward.call({}, "") == len(module)
    assert sys.modules[module].__file__ is not None


def test_a_file_named_like_a_standard_module_does_not_replace_it(load: Load) -> None:
    source = "import fractions\ndef reward_fn(completion): return float(fractions.Fraction(1, 2))\n"
    sys.modules.pop("fractions", None)
    assert load(source, name="fractions.py").call({}, "") == 0.5


def test_the_declared_encoding_is_honoured(load: Load) -> None:
    source = "# -*- coding: latin-1 -*-\ndef reward_fn(completion): return float(ord('é'))\n".encode("latin-1")
    assert load(source).call({}, "") == 233.0


def test_a_byte_order_mark_is_no_obstacle(load: Load) -> None:
    assert load(b"\xef\xbb\xbfdef reward_fn(completion): return 1.0\n").call({}, "") == 1.0


def test_a_file_changed_in_the_same_second_is_read_anew(load: Load) -> None:
    assert load("def reward_fn(completion): return 1.0\n").call({}, "") == 1.0
    assert load("def reward_fn(completion): return 2.0\n").call({}, "") == 2.0


def test_postponed_annotations_of_ours_do_not_reach_the_file(load: Load) -> None:
    source = "def reward_fn(completion: str): return reward_fn.__annotations__['completion'] is str\n"
    assert load(source).call({}, "") is True


def test_reward_func_is_found_where_there_is_no_reward_fn(load: Load) -> None:
    assert load("def reward_func(completion): return 1.0\n").name == "reward_func"


def test_the_function_that_was_named_is_taken(load: Load) -> None:
    source = (
        "def reward_fn(completion): return 1.0\ndef reward_func(completion): return 2.0\ndef third(c): return 3.0\n"
    )
    assert [load(source, name).call({}, "") for name in ("reward_fn", "reward_func", "third")] == [1.0, 2.0, 3.0]


def test_two_names_for_one_function_are_one_function(load: Load) -> None:
    assert load("def reward_fn(completion): return 1.0\nreward_func = reward_fn\n").name == "reward_fn"


def test_loading_gives_the_module_too(tmp_path: Path, clean_imports: None) -> None:
    (tmp_path / "env.py").write_text("class Env:\n    pass\n")
    assert load_module(str(tmp_path / "env.py")).Env.__module__ == "env"


# --- what Python cannot read --------------------------------------------------------------------------------


def test_a_syntax_error_shows_line_and_caret(load_error: Fail) -> None:
    error = load_error("import re\ndef reward_fn(completion):\n    return 1 +* 2\n")
    assert rendered(error) == [
        "reward.py:3:15: SyntaxError: invalid syntax",
        "    3 |     return 1 +* 2",
        "      |               ^",
    ]


def test_a_caret_covers_what_the_error_covers(load_error: Fail) -> None:
    error = load_error("def reward_fn(completion):\nreturn 1\n")
    assert error.type == "IndentationError"
    assert rendered(error)[1:] == ["    2 | return 1", "      | ^^^^^^"]


def test_a_caret_stands_right_below_tabs(load_error: Fail) -> None:
    assert rendered(load_error("if True:\n\tx = 1 +* 2\n"))[1:] == ["    2 | \tx = 1 +* 2", "      | \t       ^"]


def test_an_unclosed_bracket_is_shown_where_it_opens(load_error: Fail) -> None:
    error = load_error("x = 1\ndef reward_fn(completion:\n    return 1\n")
    assert (error.line, error.column) == (2, 14)


def test_python_2_is_named(load_error: Fail) -> None:
    assert "Python 2" in (load_error("print 'hello'\n").help or "")


def test_a_syntax_error_in_an_imported_file_is_shown_there(load_error: Fail, tmp_path: Path) -> None:
    (tmp_path / "broken_helper.py").write_text("def f(:\n")
    error = load_error("import broken_helper\n")
    assert error.render().startswith("broken_helper.py:1:7: SyntaxError: invalid syntax\n    1 | def f(:\n")
    assert 'reward.py", line 1' in error.render()


def test_a_syntax_error_of_evaluated_text_is_shown_at_the_line_that_evaluates_it(load_error: Fail) -> None:
    error = load_error("x = 1\ny = eval('1 +')\n")
    assert (error.type, error.line, error.source_line) == ("SyntaxError", 2, "y = eval('1 +')")


def test_a_file_that_is_not_utf_8_is_told_by_its_byte(load_error: Fail) -> None:
    error = load_error("x = 1\nname = 'é'\n".encode("latin-1"))
    assert (error.type, error.line, error.column) == ("UnicodeDecodeError", 2, 9)
    assert "byte 0xe9 is not valid UTF-8" in error.message
    assert "save the file as UTF-8" in (error.help or "")


def test_a_utf_16_file_is_named_as_such(load_error: Fail) -> None:
    assert load_error("def reward_fn(completion): return 1\n".encode("utf-16")).message == (
        "the file is UTF-16, not UTF-8"
    )


def test_a_nul_byte_is_found(load_error: Fail) -> None:
    error = load_error(b"x = 1\ny = \0 2\n")
    assert (error.type, error.line, error.column) == ("SyntaxError", 2, 5)


def test_an_unknown_encoding_is_told(load_error: Fail) -> None:
    assert "unknown encoding: nonsense" in load_error(b"# coding: nonsense\n").message


def test_a_line_of_any_length_is_shown_in_part(load_error: Fail) -> None:
    lines = rendered(load_error("x = '" + "a" * 100_000 + "' +* 3\n"))
    assert len(lines[1]) < 200
    assert lines[1][lines[2].index("^")] == "*"


def test_control_characters_of_the_file_do_not_reach_the_terminal(load_error: Fail) -> None:
    assert "\x1b" not in load_error("x = '\x1b[31m' +* 3\n").render()


@pytest.mark.parametrize("missing", [True, False])
def test_a_path_that_is_no_file_is_an_error_of_the_file(tmp_path: Path, missing: bool, clean_imports: None) -> None:
    with pytest.raises(LoadError) as raised:
        load_reward(str(tmp_path / "missing.py" if missing else tmp_path))
    assert raised.value.type == ("FileNotFoundError" if missing else "IsADirectoryError")


# --- what raises while it is imported -----------------------------------------------------------------------


def test_a_missing_package_is_named_with_the_ways_to_provide_it(load_error: Fail) -> None:
    error = load_error("import os\nfrom sklearn_not_installed.metrics import f1_score\n")
    assert rendered(error)[0] == ("reward.py:2:1: ModuleNotFoundError: No module named 'sklearn_not_installed'")
    for way in ("--python", "--requirements", "# /// script", '# dependencies = ["sklearn_not_installed"]'):
        assert way in error.render()


def test_the_package_to_install_is_named_where_it_is_called_otherwise(load_error: Fail) -> None:
    source = "raise ModuleNotFoundError(\"No module named 'sklearn.metrics'\", name='sklearn.metrics')\n"
    assert '"scikit-learn"' in load_error(source).render()


def test_a_file_that_hides_the_package_it_imports_is_told_to_be_renamed(load_error: Fail) -> None:
    error = load_error("from openai import OpenAI\n", name="openai.py")
    assert "rename the file" in (error.help or "")


def test_an_exception_is_shown_at_the_line_that_raised_with_the_way_there(load_error: Fail) -> None:
    error = load_error("def config():\n    return {}['key']\nCONFIG = config()\n")
    assert rendered(error)[0] == f"reward.py:2:{12 if PY311 else 5}: KeyError: 'key'"
    assert rendered(error)[2] == ("      |            ^^^^^^^^^" if PY311 else "      |     ^")
    assert 'reward.py", line 3, in <module>' in error.render()
    assert "runrl_shim" not in error.render()


def test_one_frame_needs_no_traceback(load_error: Fail) -> None:
    assert "Traceback" not in load_error("x = 1 / 0\n").render()


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import sys\nsys.exit(3)\n", "exit code 3"),
        ("raise SystemExit\n", "exit code 0"),
        ("raise SystemExit('no GPU')\n", "no GPU"),
    ],
)
def test_exiting_at_import_is_told(load_error: Fail, source: str, said: str) -> None:
    error = load_error(source)
    assert error.type == "SystemExit"
    assert said in error.message
    assert '__name__ == "__main__"' in (error.help or "")


@pytest.mark.parametrize("kind", ["KeyboardInterrupt", "BaseException", "GeneratorExit", "MemoryError"])
def test_nothing_that_is_raised_escapes(load_error: Fail, kind: str) -> None:
    assert load_error(f"raise {kind}('x')\n").type == kind


def test_a_failed_module_is_forgotten(load_error: Fail) -> None:
    load_error("1 / 0\n", name="failing_module.py")
    assert "failing_module" not in sys.modules


# --- what has no usable function ----------------------------------------------------------------------------


def test_a_missing_function_lists_what_is_there_and_the_nearest(load_error: Fail) -> None:
    error = load_error("import os\ndef helper(x): return x\ndef reward(completion): return 1\n")
    assert error.message == (
        "the file has neither `reward_fn` nor `reward_func`; its functions: `helper` (line 2), `reward` (line 3)"
    )
    assert (error.line, error.column) == (3, 5)
    assert error.help == "did you mean `reward`? Choose it with --function reward"


def test_a_missing_function_with_nothing_near_is_told_at_line_1(load_error: Fail) -> None:
    error = load_error("x = 1\ndef alpha(c): return 1\ndef omega(c): return 1\n")
    assert (error.type, error.line) == ("MissingFunction", 1)


def test_an_empty_file_has_no_function(load_error: Fail) -> None:
    assert "no function at all" in load_error("").message


def test_a_named_function_that_is_missing_names_the_nearest(load_error: Fail) -> None:
    error = load_error("def maths(c): return 1\ndef other(c): return 1\n", "math")
    assert "no function `math`" in error.message
    assert "`maths`" in (error.help or "")


def test_functions_that_were_only_imported_are_not_listed(load_error: Fail) -> None:
    assert "loads" not in load_error("from json import loads\ndef helper(x): return x\n").message


def test_two_candidates_are_named_with_their_lines(load_error: Fail) -> None:
    source = "def reward_fn(c): return 1\n\n@staticmethod\ndef reward_func(prompts, completions): return [1]\n"
    error = load_error(source)
    assert error.message == "the file has both `reward_fn` (line 1) and `reward_func` (line 4)"
    assert "--function reward_fn or --function reward_func" in (error.help or "")


def test_an_environment_file_is_recognised(load_error: Fail) -> None:
    source = "class Guess:\n    def setup(self, **kwargs): pass\n    def step(self, action): return {}\n"
    error = load_error(source)
    assert error.type == "EnvironmentFile"
    assert "`Guess` has `setup` and `step`" in error.message
    assert (error.help or "").startswith("say that it is one: --environment FILE")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("class reward_fn:\n    pass\n", "`reward_fn` is a class"),
        ("reward_fn = 0.5\n", "`reward_fn` is the float 0.5"),
        ("reward_fn = None\n", "`reward_fn` is None"),
        ("def reward_fn(): return 1\n", "takes no parameters"),
        ("def reward_fn(*, expected): return 1\n", "no parameter for the completion"),
        ("def reward_fn(completion):\n    yield 1\n", "uses `yield`"),
        ("async def reward_fn(completion):\n    yield 1\n", "uses `yield`"),
        ("def reward_fn(completion, expected, /): return 1\n", "`expected` by position only"),
        ("def reward_fn(prompt, response, /): return 1\n", "`prompt` by position only"),
        ("def reward_fn(prompt, expected): return 1\n", "no parameter of it gets the completion"),
    ],
)
def test_what_is_not_a_reward_function_is_told_with_help(load_error: Fail, source: str, said: str) -> None:
    error = load_error(source)
    assert said in error.message
    assert (error.line, error.source_line is not None) == (1, True)
    assert error.help
