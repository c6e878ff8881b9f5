"""What is wrong with an environment file is told with its place and with what to change."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from runrl_shim.inside.loading.environment import LoadError, load_environment

GOOD = "class Guess:\n    def setup(self, **kwargs): pass\n    def step(self, action): pass\n"

Fail = Callable[..., LoadError]

pytestmark = pytest.mark.usefixtures("clean_imports")


@pytest.fixture
def fail(tmp_path: Path) -> Fail:
    def error_of(source: str, class_name: str | None = None) -> LoadError:
        file = tmp_path / "guess.py"
        file.write_text(source)
        with pytest.raises(LoadError) as raised:
            load_environment(str(file), class_name)
        return raised.value

    return error_of


# source, type, line, what is under the caret, what the message and the help contain
ERRORS = {
    "no step": (
        "class Guess:\n    def setup(self): pass\n",
        "MissingMethod", 1, "Guess", "class `Guess` has `setup` but no `step`", "add `def step(self, action: str)",
    ),
    "no setup": (
        "import os\nclass Guess:\n    def step(self, action): pass\n    def reset(self): pass\n",
        "MissingMethod", 2, "Guess", "has `step` but no `setup`", "its `reset` is not called: rename it",
    ),
    "setup misspelt": (
        "class Guess:\n    def set_up(self): pass\n    def step(self, action): pass\n    def show(self): pass\n",
        "MissingMethod", 1, "Guess", "has `step` but no `setup`", "did you mean your `set_up`? Rename it to `setup`",
    ),
    "a step that is no method": (
        "class Guess:\n    def setup(self): pass\n    step = 3\n",
        "MissingMethod", 1, "Guess", "a `step` that is the int 3, not a method", "def step(self",
    ),
    "two classes": (
        GOOD + "class GuessAgain:\n    setup = Guess.setup\n    step = Guess.step\n",
        "TwoClasses", 4, "GuessAgain", "`Guess` (line 1), `GuessAgain` (line 4)", "--class Guess or --class GuessAgain",
    ),
    "three classes": (
        GOOD + "class B(Guess): pass\nclass C(B): pass\n",
        "SeveralClasses", 5, "C", "3 classes of the file have", "--class Guess or --class B or --class C",
    ),
    "a reward file": (
        "class Judge: pass\ndef reward_fn(completion): return 1.0\n",
        "RewardFile", 2, "reward_fn", "this is a reward file", "--reward FILE instead of --environment FILE (load",
    ),
    "no class": ("x = 1\n", "MissingClass", 1, "", "it defines no class at all", "class MyEnvironment:"),
    "no such class": (
        "class Judge: pass\nclass Player: pass\n",
        "MissingClass", 1, "", "its classes: `Judge` (line 1), `Player` (line 2)", "def setup(self, **kwargs)",
    ),
    "constructor": (
        "class Guess:\n    def __init__(self, size, *, low, high=9): pass\n" + GOOD.partition("\n")[2],
        "ConstructorParameters", 2, "__init__", "requires `size`, `low`; an environment is made without arguments",
        "from the prompt row, in `setup`",
    ),
    "constructor of a dataclass": (
        "from dataclasses import dataclass\n@dataclass\nclass Guess:\n    size: int\n" + GOOD.partition("\n")[2],
        "ConstructorParameters", 3, "Guess", "the constructor of `Guess` requires `size`", "give `size` a default",
    ),
    "abstract": (
        "import abc\nclass Guess(abc.ABC):\n    def setup(self): pass\n    def step(self, action): pass\n"
        "    @abc.abstractmethod\n    def score(self): pass\n",
        "AbstractClass", 2, "Guess", "nothing implements `score`", "a class that derives from `Guess`",
    ),
    "no action": (
        "class Guess:\n    def setup(self): pass\n    def step(self, *, action): pass\n",
        "NoAction", 3, "step", "`Guess.step` has no parameter for the action", "def step(self, action: str)",
    ),
    "no self": (
        "class Guess:\n    def setup(): pass\n    def step(self, action): pass\n",
        "NoSelf", 2, "setup", "`Guess.setup` has no parameter for the instance", "def setup(self, **kwargs)",
    ),
    "fields, and no self": (
        "class Guess:\n    def setup(**kwargs): pass\n    def step(self, action): pass\n",
        "NoSelf", 2, "setup", "`Guess.setup` has no parameter for the instance", "def setup(self, **kwargs)",
    ),
    "more than the action": (
        "class Guess:\n    def setup(self): pass\n    def step(self, action, tool, *, n): pass\n",
        "StepParameters", 3, "step", "requires `tool`, `n` too", "give `tool`, `n` a default",
    ),
    "by position only": (
        "class Guess:\n    def setup(self, size, /): pass\n    def step(self, action, /): pass\n",
        "PositionalOnly", 2, "setup", "takes `size` by position only", "remove the `/`",
    ),
    "generator": (
        "class Guess:\n    def setup(self): pass\n    def step(self, action): yield 1\n",
        "GeneratorFunction", 3, "step", "`Guess.step` uses `yield`", "`return` the result",
    ),
    "syntax": ("class Guess\n", "SyntaxError", 1, "", "expected ':'", None),
}  # fmt: skip


@pytest.mark.parametrize(("source", "kind", "line", "marked", "said", "help_text"), ERRORS.values(), ids=ERRORS.keys())
def test_an_error_has_its_place_and_its_help(
    fail: Fail, source: str, kind: str, line: int, marked: str, said: str, help_text: str | None
) -> None:
    error = fail(source)
    assert (error.type, error.line) == (kind, line)
    assert said in error.message
    if marked:
        assert (error.source_line or "")[error.column - 1 : (error.end_column or 0) - 1] == marked
        assert "^" * len(marked) in error.render()
    if help_text is not None:
        assert help_text in (error.help or "")


NAMED = {
    "near": ("Gess", "MissingClass", "no class `Gess`; its classes: `Guess` (line 1)", "--class Guess"),
    "no class": ("os", "NotAClass", "`os` is a module object; expected a class", "--class NAME"),
    "an instance": ("game", "NotAClass", "`game` is a guess.Guess object", "--class NAME"),
    "half": ("Half", "MissingMethod", "class `Half` has `setup` but no `step`", "def step"),
    "neither": ("Judge", "MissingMethod", "class `Judge` has neither `setup` nor `step`", "def setup"),
}


@pytest.mark.parametrize(("name", "kind", "said", "help_text"), NAMED.values(), ids=NAMED.keys())
def test_a_name_that_cannot_be_taken_is_told(fail: Fail, name: str, kind: str, said: str, help_text: str) -> None:
    source = GOOD + "class Half:\n    def setup(self): pass\nclass Judge: pass\nimport os\ngame = Guess()\n"
    error = fail(source, name)
    assert error.type == kind
    assert said in error.message
    assert help_text in (error.help or "")


def test_a_method_of_an_imported_base_is_shown_in_its_own_file(fail: Fail, tmp_path: Path) -> None:
    (tmp_path / "games.py").write_text("import os\nclass Game:\n    def setup(self): pass\n    def step(self): pass\n")
    error = fail("import games\nclass Guess(games.Game): pass\n")
    assert (error.type, error.file, error.line) == ("NoAction", str(tmp_path / "games.py"), 4)


def test_a_class_with_one_method_is_not_passed_over_for_an_imported_one(fail: Fail, tmp_path: Path) -> None:
    (tmp_path / "games.py").write_text(GOOD)
    error = fail("from games import Guess\nclass Mine:\n    def step(self, action): pass\n")
    assert error.message == "class `Mine` has `step` but no `setup`"
