"""Every published example loads, and does what it does elsewhere, faults included."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from runrl_shim.inside.loading.load import LoadedReward, LoadError, load_module, load_reward
from runrl_shim.inside.results.result import normalise

PUBLISHED = Path(__file__).parent / "published"
PROMPT = [{"role": "user", "content": "What is 6 * 7?"}]

pytestmark = pytest.mark.usefixtures("clean_imports")

REWARD_FILES = {
    "e1_math": "called with the completion as a list of messages",
    "e1b_math_batched": "called with lists of one prompt and one completion",
    "e2_joke_judge": "called with the completion as a string and every field",
    "e2_joke_judge_slow": "called with the completion as a list of messages",
    "e3_fruit": "called with the completion as a list of messages",
    "e4_math_reasoning": "called with the completion as a list of messages",
    "e5_code_review": "called with the prompt as `prompt`, the completion as a string as `response` and, by name, "
    "`expected_keywords`",
    "e5_support_tone": "called with the prompt as `prompt`",
    "e5_mini_test": "called with the prompt as `prompt`",
    "e5_latency": "called with the prompt as `prompt`",
    "e9_word_chain": "called with the completion as a string and every field",
    "r3_contains": "called with the completion as a list of messages",
    "r4_with_info": "called with the completion as a string and every field",
}


def load(name: str) -> LoadedReward:
    return load_reward(str(PUBLISHED / f"{name}.py"))


def score(name: str, completion: str, **fields: Any) -> tuple[str, float | None]:
    """Status and reward of one call, as the worker makes them."""
    return normalise(load(name).call({"prompt": PROMPT, **fields}, completion))[:2]


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], list[str]]:
    """Stands for the packages `openai` and `dspy`, with a judge that always answers the same."""

    def answering(text: str) -> list[str]:
        asked: list[str] = []

        def create(**request: Any) -> SimpleNamespace:
            asked.append(str(request["input"]))
            return SimpleNamespace(output_text=text)

        def judge(messages: list[dict[str, str]]) -> list[str]:
            asked.append(messages[0]["content"])
            return [text]

        openai, dspy = ModuleType("openai"), ModuleType("dspy")
        openai.OpenAI = lambda api_key: SimpleNamespace(responses=SimpleNamespace(create=create))
        dspy.LM = lambda name, temperature: judge
        monkeypatch.setitem(sys.modules, "openai", openai)
        monkeypatch.setitem(sys.modules, "dspy", dspy)
        monkeypatch.setenv("OPENAI_API_KEY", "")
        return asked

    return answering


@pytest.mark.parametrize(("name", "shape"), REWARD_FILES.items(), ids=REWARD_FILES.keys())
def test_it_loads_as_its_shape(judges: Callable[[str], list[str]], name: str, shape: str) -> None:
    judges("")
    assert load(name).shape.startswith(shape)


def test_no_published_file_is_left_out() -> None:
    environments = {"e6_math_env", "e7_custom_env", "e8_number_guessing"}
    assert {file.stem for file in PUBLISHED.glob("*.py")} == {*REWARD_FILES, *environments}


def test_e1_raises_in_every_call_because_a_local_name_hides_the_helper() -> None:
    with pytest.raises(UnboundLocalError, match="response_penalty"):
        score("e1_math", "<answer>42</answer>", expected_result=42)


def test_e1_names_the_missing_column() -> None:
    with pytest.raises(ValueError, match="expected_result is required"):
        score("e1_math", "<answer>42</answer>")


def test_e1b_never_gives_its_bonus_for_a_number() -> None:
    assert score("e1b_math_batched", "<answer>42</answer>", expected_result=42) == ("ok", -2.0)
    assert score("e1b_math_batched", "<answer>42</answer>", expected_result="42") == ("ok", 8.0)


@pytest.mark.parametrize("name", ["e2_joke_judge", "e2_joke_judge_slow"])
def test_e2_returns_the_number_of_its_judge(judges: Callable[[str], list[str]], name: str) -> None:
    asked = judges("<score>7.5</score> <score>1</score>")
    assert score(name, "a joke") == ("ok", 7.5)
    assert "a joke" in asked[0]


def test_e2_is_0_where_the_judge_gives_no_number(judges: Callable[[str], list[str]]) -> None:
    judges("very funny")
    assert score("e2_joke_judge", "a joke") == ("ok", 0.0)


def test_e2_without_its_package_names_it() -> None:
    if "openai" in sys.modules:
        pytest.skip("openai is installed here")
    with pytest.raises(LoadError) as raised:
        load("e2_joke_judge")
    assert raised.value.type == "ModuleNotFoundError"
    assert raised.value.source_line == "from openai import OpenAI"
    assert 'dependencies = ["openai"]' in raised.value.render()


@pytest.mark.parametrize(("completion", "reward"), [("A Strawberry!", 1.0), ("banana", 0.8), ("apple", 0.0)])
def test_e3_scores_fruit(completion: str, reward: float) -> None:
    assert score("e3_fruit", completion, expected_result="strawberry") == ("ok", reward)


@pytest.mark.parametrize(("name", "method"), [("e3_fruit", "lower"), ("e4_math_reasoning", "strip")])
def test_e3_and_e4_fail_on_a_number(name: str, method: str) -> None:
    with pytest.raises(AttributeError, match=f"'int' object has no attribute '{method}'"):
        score(name, "<answer>42</answer>", expected_result=42)


def test_e3_given_a_string_fails() -> None:
    reward = load_reward(str(PUBLISHED / "e3_fruit.py"), completion_format="str")
    with pytest.raises(TypeError, match="string ind"):
        reward.call({}, "banana")


@pytest.mark.parametrize(
    ("completion", "reward"),
    [
        ("no tags", 0.0),
        ("<answer>41</answer>", 0.3),
        ("<answer>42</answer>", 1.0),
        (f"<answer>{' '.join(map(str, range(1000)))}</answer>", 1.0),
    ],
    ids=["no tags", "wrong", "right", "every number"],
)
def test_e4_takes_a_substring_for_the_answer(completion: str, reward: float) -> None:
    assert score("e4_math_reasoning", completion, expected_result="42") == ("ok", reward)


def test_e5_gets_its_columns_by_name_and_no_others() -> None:
    review = "I suggest type hints; also consider what happens without error handling here."
    fields = {"expected_keywords": ["type hints", "error handling"], "difficulty": "hard"}
    status, reward = score("e5_code_review", review, **fields)
    assert (status, reward) == ("ok", pytest.approx(0.9))


def test_e5_takes_know_for_no() -> None:
    assert score("e5_support_tone", "I understand, let me help you with that.") == ("ok", pytest.approx(0.7))
    assert score("e5_support_tone", "I know, I understand, let me help you.") == ("ok", pytest.approx(0.5))


@pytest.mark.parametrize(("completion", "reward"), [("Hello!", 1.0), ("something else", 0.5), ("hm", 0.0)])
def test_e5_scores_its_mini_test(completion: str, reward: float) -> None:
    assert score("e5_mini_test", completion, expected="hello") == ("ok", reward)


def test_e5_reads_the_prompt_from_rows_that_call_it_messages() -> None:
    row = {"messages": PROMPT, "expected": "hello"}
    assert normalise(load("e5_mini_test").call(row, "hello"))[1] == 1.0


def test_e5_finds_no_latency_in_a_string() -> None:
    with pytest.raises(AttributeError, match="'str' object has no attribute 'latency'"):
        score("e5_latency", "x")


@pytest.mark.parametrize("name", ["e6_math_env", "e7_custom_env", "e8_number_guessing"])
def test_an_environment_is_recognised_where_a_reward_is_expected(name: str) -> None:
    with pytest.raises(LoadError) as raised:
        load(name)
    assert raised.value.type == "EnvironmentFile"


def test_e6_gives_its_rewards_and_its_answer_away() -> None:
    environment = load_module(str(PUBLISHED / "e6_math_env.py")).MathProblemEnv()
    environment.setup(prompt=PROMPT, problem="6 * 7", expected_answer=42)
    steps = [environment.step(action) for action in ("41", "40", "39")]
    assert [(step["reward"], step["done"]) for step in steps] == [(-1.0, False), (-1.0, False), (0.0, True)]
    assert "42" in steps[-1]["observation"]
    assert environment.step("0 1 2 … 42 43")["reward"] == 10.0


def test_e7_returns_none() -> None:
    environment = load_module(str(PUBLISHED / "e7_custom_env.py")).CustomEnv()
    environment.setup(prompt=PROMPT)
    assert environment.step("x") is None


def test_e9_scores_a_chain(judges: Callable[[str], list[str]]) -> None:
    judges("CAR, PARK (judgement: valid)")
    chain = "ANSWER: CAR -> PARK -> SEA"
    assert score("e9_word_chain", chain, start_word="CAR", end_word="SEA") == ("ok", 0.9)
    assert score("e9_word_chain", "no chain", start_word="CAR", end_word="SEA") == ("ok", 0.0)


def test_r3_reads_its_column(judges: Callable[[str], list[str]]) -> None:
    assert score("r3_contains", "it is 42", expected_result=42) == ("ok", 1.0)
    assert score("r3_contains", "it is 41", expected_result=42) == ("ok", 0.5)
    with pytest.raises(KeyError, match="expected_result"):
        score("r3_contains", "it is 42")


def test_r4_gives_info() -> None:
    row = {"prompt": PROMPT, "expected_result": 42, "difficulty": "hard"}
    assert normalise(load("r4_with_info").call(row, "42")) == (
        "ok",
        1.0,
        {"length": 2.0, "difficulty": "hard"},
        [],
        None,
    )
