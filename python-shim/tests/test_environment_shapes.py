"""Every published way of writing an environment loads, is set up and is stepped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from runrl_shim.inside.loading.environment import LoadedEnvironment, load_environment
from runrl_shim.inside.results.step_result import StepResult, normalise_setup, normalise_step

PUBLISHED = Path(__file__).parent / "published"
ROW = {"prompt": [{"role": "user", "content": "Go!"}], "size": 3}

Load = Callable[..., LoadedEnvironment]

pytestmark = pytest.mark.usefixtures("clean_imports")


def awaited(environment: LoadedEnvironment, value: Any) -> Any:
    """What the worker hands on: the value, or what it becomes when awaited."""
    if not environment.is_async or not hasattr(value, "__await__"):
        return value

    async def wait() -> Any:
        return await value

    return asyncio.run(wait())


def play(environment: LoadedEnvironment, row: dict[str, Any], *actions: str) -> list[StepResult]:
    instance, value = environment.start(row)
    results = [normalise_setup(awaited(environment, value))]
    results += [normalise_step(awaited(environment, environment.step(instance, action))) for action in actions]
    return results


def told(result: StepResult) -> tuple[Any, ...]:
    return (result.kind, result.observation or result.observation_json, result.reward, result.done, result.info)


SHAPES = {
    "dict": (
        """
class Guess:
    def setup(self, **kwargs) -> None:
        self.size = kwargs["size"]
    def step(self, action: str) -> dict:
        return {"observation": action * self.size, "reward": 1, "done": True, "reward_info_dict": {"size": self.size}}
""",
        ("ok", None, None, False, {}),
        ("ok", "hahaha", 1.0, True, {"size": 3.0}),
    ),
    "4-tuple": (
        """
class Guess:
    def setup(self, **state) -> str:
        return "Guess!"
    def step(self, action):
        return "no", 0.5, False, {"left": 2}
""",
        ("ok", "Guess!", None, False, {}),
        ("ok", "no", 0.5, False, {"left": 2.0}),
    ),
    "5-tuple": (
        """
class Guess:
    def setup(self, size):
        return [{"role": "user", "content": "18.0"}]
    def step(self, action):
        return None, True, False, True, {}
""",
        ("ok", '[{"role": "user", "content": "18.0"}]', None, False, {}),
        ("ok", None, 1.0, True, {}),
    ),
    "async": (
        """
class Guess:
    async def setup(self, *, size, other=1):
        return str(size + other)
    async def step(self, action):
        return {"observation": "", "reward": 0.0, "done": False, "info": {"action": action}}
""",
        ("ok", "4", None, False, {}),
        ("ok", None, 0.0, False, {"action": "ha"}),
    ),
    "only its step is async": (
        """
class Guess:
    def setup(self): return "sync"
    async def step(self, action): return "x", 0.0, False, None
""",
        ("ok", "sync", None, False, {}),
        ("ok", "x", 0.0, False, {}),
    ),
    "async below a decorator": (
        """
import functools
def logged(method):
    @functools.wraps(method)
    def inner(*args, **kwargs):
        return method(*args, **kwargs)
    return inner
class Guess:
    @logged
    def setup(self, size): return str(size)
    @logged
    async def step(self, action): return "x", 0.0, False, None
""",
        ("ok", "3", None, False, {}),
        ("ok", "x", 0.0, False, {}),
    ),
    "dataclass": (
        """
from dataclasses import dataclass, field
@dataclass
class Guess:
    tries: int = 0
    log: list = field(default_factory=list)
    def setup(self, size: int = 1): self.tries = size
    def step(self, action): return str(self.tries), self.tries, False, {}
""",
        ("ok", None, None, False, {}),
        ("ok", "3", 3.0, False, {}),
    ),
    "abstract base": (
        """
import abc
class Game(abc.ABC):
    def setup(self, **kwargs): self.row = kwargs
    @abc.abstractmethod
    def step(self, action): ...
class Guess(Game):
    def __init__(self, seed=0): pass
    def step(self, action, hint=None): return ",".join(self.row), 0.0, False, {}
""",
        ("ok", None, None, False, {}),
        ("ok", "prompt,size", 0.0, False, {}),
    ),
    "static and class methods": (
        """
class Guess:
    @staticmethod
    def setup(**kwargs): return str(len(kwargs))
    @classmethod
    def step(cls, action): return cls.__name__, 0.0, False, {}
""",
        ("ok", "2", None, False, {}),
        ("ok", "Guess", 0.0, False, {}),
    ),
    "steps that replace each other": (
        """
class Guess:
    def setup(self, **kwargs): self.step = self.last
    def step(self, action): return "first", 0.0, False, {}
    def last(self, action): return "last", 1.0, True, {}
""",
        ("ok", None, None, False, {}),
        ("ok", "last", 1.0, True, {}),
    ),
}


@pytest.fixture
def load(tmp_path: Path) -> Load:
    def write_and_load(source: str, class_name: str | None = None) -> LoadedEnvironment:
        file = tmp_path / "guess.py"
        file.write_text(source)
        return load_environment(str(file), class_name)

    return write_and_load


@pytest.mark.parametrize(("source", "setup", "step"), SHAPES.values(), ids=SHAPES.keys())
def test_a_shape_is_set_up_and_stepped(load: Load, source: str, setup: object, step: object) -> None:
    environment = load(source)
    assert environment.name == "Guess"
    assert [told(result) for result in play(environment, ROW, "ha")] == [setup, step]


def test_each_episode_has_an_instance_of_its_own(load: Load) -> None:
    environment = load(SHAPES["dataclass"][0])
    first, _ = environment.start({"size": 1})
    second, _ = environment.start({"size": 2})
    assert [environment.step(each, "x")[1] for each in (first, second)] == [1, 2]


def test_the_shape_is_told(load: Load) -> None:
    environment = load(SHAPES["dict"][0])
    assert environment.shape == "set up with every field of the row by name, stepped with the action as `action`"
    assert (environment.parameters, environment.reserved, environment.is_async) == (("kwargs",), ("self",), False)
    environment = load(SHAPES["async"][0])
    assert environment.shape == "async, set up with `size`, `other` by name, stepped with the action as `action`"
    assert (environment.parameters, environment.reserved, environment.is_async) == (("size", "other"), (), True)
    assert load(SHAPES["only its step is async"][0]).shape.startswith("async, set up with no field")


def test_a_field_that_setup_needs_and_the_row_lacks_is_named(load: Load) -> None:
    with pytest.raises(TypeError, match=r"Guess.setup \(guess.py, line 3\) requires `size`, which the row does not"):
        load(SHAPES["5-tuple"][0]).start({"prompt": "x"})


def test_a_field_called_self_is_refused_where_setup_gets_all_fields(load: Load) -> None:
    with pytest.raises(TypeError, match="the row has a field `self`"):
        load(SHAPES["dict"][0]).start({"self": 1})
    _, observation = load(SHAPES["5-tuple"][0]).start({"size": 1, "self": 1})
    assert observation


def test_no_name_is_reserved_where_none_can_collide(load: Load) -> None:
    environment = load(
        "class A:\n    def setup(self, /, **row): return row['self']\n    def step(self, action): pass\n"
    )
    assert environment.reserved == ()
    assert environment.start({"self": "me", "instance": 1})[1] == "me"


def test_an_error_of_the_environment_is_its_own(load: Load) -> None:
    environment = load("class A:\n    def setup(self): raise KeyError('size')\n    def step(self, action): pass\n")
    with pytest.raises(KeyError, match="size"):
        environment.start({})


def test_an_imported_class_is_found(load: Load, tmp_path: Path) -> None:
    (tmp_path / "words.py").write_text(SHAPES["dict"][0])
    assert load("from words import Guess\n").name == "Guess"
    assert load("from words import Guess\nclass Mine(Guess):\n    pass\n").name == "Mine"


def test_names_with_an_underscore_and_second_names_do_not_count(load: Load) -> None:
    source = SHAPES["dict"][0]
    assert load(source + "class _Other(Guess):\n    pass\nAlias = Guess\n").name == "Guess"
    assert load(source + "class _Other(Guess):\n    pass\n", "_Other").name == "_Other"


def test_the_class_that_was_named_is_taken(load: Load) -> None:
    assert load(SHAPES["dict"][0] + "class Other(Guess):\n    pass\n", "Other").name == "Other"


def published(name: str) -> LoadedEnvironment:
    return load_environment(str(PUBLISHED / f"{name}.py"))


def test_e6_plays() -> None:
    row = {**ROW, "problem": "6 * 7", "expected_answer": 42}
    results = [told(result) for result in play(published("e6_math_env"), row, "41", "it is 42")]
    assert results == [
        ("ok", None, None, False, {}),
        ("ok", "Incorrect. 2 attempt(s) left.", -1.0, False, {}),
        ("ok", "Correct!", 10.0, True, {}),
    ]


def test_e7_is_invalid_in_its_first_step() -> None:
    setup, step = play(published("e7_custom_env"), ROW, "x")
    assert (setup.kind, step.kind) == ("ok", "invalid")
    assert step.problem is not None
    assert "`step` returned None" in step.problem[1]


def test_e8_plays_where_something_gives_it_its_server() -> None:
    answers = iter(
        [
            {"text": "Guess a number!"},
            {"text": "higher", "reward": 0.0, "done": False, "guesses": 1},
            {"text": "yes", "reward": 1.0, "done": True, "guesses": 2},
        ]
    )
    environment = published("e8_number_guessing")
    row = {"prompt": "Play.", "server_id": "s", "init_params": {"max": 9}}
    with pytest.raises(AttributeError, match="mcp"):
        environment.start(row)

    class Server:
        def call_tool(self, server: str, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
            return next(answers)

    environment._make.mcp = Server()  # type: ignore[attr-defined]
    results = [told(result) for result in play(environment, row, "none", "4", "5")]
    assert [result[1] for result in results] == ["Guess a number!", "Please answer with a number.", "higher", "yes"]
    assert results[1][4] == {"error": "no number"}
    assert results[3] == ("ok", "yes", 1.0, True, {"guesses": 2.0})
