"""The example environments pay what their scripted players expect, and hold against actions that no player writes."""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from runrl_shim.inside.loading.environment import load_environment
from runrl_shim.inside.results.step_result import StepResult, normalise_setup, normalise_step

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ["grid-world", "number-guessing", "shop", "text-to-sql", "twenty-questions"]
HOSTILE = ["", " ", "x" * 2**20, "\n" * 2**20, "9" * 2**20, "{" * 2**20, "[" * 2**20, "`" * 2**20, "```sql\n" * 2**17]
HOSTILE += ["\0", "\ud800", "🎲" * 1000, "up\u2028down", "NaN", "-" * 2**20, '{"tool": 1e999}', "'; DROP TABLE x; --"]

pytestmark = pytest.mark.usefixtures("clean_imports", "close_databases")

Row = dict[str, Any]
played: list[object] = []


@pytest.fixture
def close_databases() -> Iterator[None]:
    """In the sandbox a database goes with its episode's process; Python 3.13 warns of those that go without it."""
    yield
    for value in [value for instance in played for value in vars(instance).values()]:
        if isinstance(value, sqlite3.Connection):
            value.close()
    played.clear()


class Player:
    """An episode of an example, driven as the sandbox drives it."""

    def __init__(self, name: str, row: Row) -> None:
        self._loaded = load_environment(str(EXAMPLES / name / "environment.py"))
        self.instance, first = self._loaded.start(row)
        played.append(self.instance)
        self.setup = normalise_setup(first)
        assert self.setup.kind == "ok", self.setup.problem

    def step(self, action: str) -> StepResult:
        result = normalise_step(self._loaded.step(self.instance, action))
        assert (result.kind, result.problem, result.warnings) == ("ok", None, [])
        return result

    def play(self, actions: Iterable[str]) -> list[StepResult]:
        """The steps up to the one that ends the episode."""
        steps = []
        for action in actions:
            steps.append(self.step(action))
            if steps[-1].done:
                break
        return steps


def read(name: str, file: str) -> list[Row]:
    return [json.loads(line) for line in (EXAMPLES / name / file).read_text(encoding="utf-8").splitlines()]


def prompts(name: str) -> dict[str, Row]:
    return {row["id"]: row for row in read(name, "prompts.jsonl")}


def first_row(name: str) -> Row:
    return read(name, "prompts.jsonl")[0]


def earned(steps: list[StepResult]) -> float:
    return sum(step.reward or 0.0 for step in steps)


def words(steps: list[StepResult]) -> str:
    return "\n".join(str(step.observation) for step in steps)


@pytest.mark.parametrize("name", NAMES)
def test_scripted_players_earn_what_their_rows_say(name: str) -> None:
    rows = prompts(name)
    for script in read(name, "completions.jsonl"):
        random.seed(0)
        found = earned(Player(name, rows[script["id"]]).play(script["actions"]))
        if script["expected_return"] is not None:
            assert found == pytest.approx(script["expected_return"], abs=1e-9), script["id"]


@pytest.mark.parametrize("name", NAMES)
def test_the_files_are_varied_and_unambiguous(name: str) -> None:
    rows, scripts = read(name, "prompts.jsonl"), read(name, "completions.jsonl")
    assert len(rows) >= 20
    assert len(scripts) >= 10
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({json.dumps({**row, "id": ""}) for row in rows}) == len(rows)
    assert {script["player"] for script in scripts} == {"good", "bad", "malformed"}


@pytest.mark.parametrize("name", NAMES)
def test_good_players_earn_more_than_all_others_on_average(name: str) -> None:
    returns: dict[str, list[float]] = {"good": [], "bad": [], "malformed": []}
    for script in read(name, "completions.jsonl"):
        if script["expected_return"] is not None:
            returns[script["player"]].append(script["expected_return"])
    mean = {player: sum(found) / len(found) for player, found in returns.items()}
    assert mean["good"] > 0.7
    assert mean["good"] > 2 * max(mean["bad"], mean["malformed"])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("action", HOSTILE, ids=lambda action: f"{action[:6]!a}-{len(action)}")
def test_hostile_actions_are_answered_shortly_and_earn_nothing(name: str, action: str) -> None:
    step = Player(name, read(name, "prompts.jsonl")[1]).step(action)
    assert (step.reward or 0.0) <= 0.0
    assert len(step.observation or "") < 1_000
    assert not step.done


@pytest.mark.parametrize("name", NAMES)
def test_babbling_ends_at_the_limit_of_the_row(name: str) -> None:
    for row in read(name, "prompts.jsonl"):
        steps = Player(name, row).play(["Hmm."] * 1_000)
        assert len(steps) == row["limit"]
        assert steps[-1].done


@pytest.mark.parametrize("name", NAMES)
def test_a_step_after_the_end_changes_and_pays_nothing(name: str) -> None:
    script = read(name, "completions.jsonl")[0]
    player = Player(name, prompts(name)[script["id"]])
    ended = player.play(script["actions"])[-1]
    assert ended.done
    after = [player.step(action) for action in (script["actions"][-1], "", "x")]
    assert [(step.done, step.reward) for step in after] == [(True, 0.0)] * 3
    assert after[0].info.get("steps") == ended.info.get("steps")


@pytest.mark.parametrize("name", NAMES)
def test_the_same_seed_gives_the_same_episode(name: str) -> None:
    rows, seen = prompts(name), []
    for _ in range(2):
        random.seed(5)
        steps = [Player(name, rows[s["id"]]).play(s["actions"]) for s in read(name, "completions.jsonl")]
        seen.append([(step.observation, step.reward, step.done, step.info) for each in steps for step in each])
    assert seen[0] == seen[1]


def test_on_a_wet_floor_another_seed_gives_another_walk() -> None:
    row = next(row for row in read("grid-world", "prompts.jsonl") if row["slip"] >= 0.5)
    walks = set()
    for seed in range(8):
        random.seed(seed)
        walks.add(words(Player("grid-world", row).play(["up", "down", "left", "right"] * 5)))
    assert len(walks) > 1


def test_circles_on_the_grid_earn_nothing() -> None:
    row = {"grid": ["S.G"], "limit": 100}
    steps = Player("grid-world", row).play(["right", "left"] * 20)
    assert earned(steps) == pytest.approx(-0.01 * 40)


@pytest.mark.parametrize(
    ("name", "row", "message"),
    [
        ("grid-world", {"grid": ["S#G"], "limit": 3}, "no way leads from S to G"),
        ("grid-world", {"grid": ["S.."], "limit": 3}, "exactly one S and one G"),
        ("number-guessing", {"low": 1, "high": 5, "secret": 9, "limit": 3}, "not in the row's range"),
        ("shop", {"goal": {"yacht": 1}, "budget": 9}, "the shop does not have"),
        ("twenty-questions", {"secret": "yacht"}, "no thing is called 'yacht'"),
    ],
)
def test_a_row_that_cannot_be_won_is_said_at_setup(name: str, row: Row, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Player(name, row)


def test_questions_can_tell_all_things_apart() -> None:
    things = load_environment(str(EXAMPLES / "twenty-questions" / "environment.py"))._make.step.__globals__["THINGS"]
    assert len({frozenset(attributes.split()) for attributes in things.values()}) == len(things)


def test_the_thing_is_never_named_to_who_has_lost() -> None:
    for row in read("twenty-questions", "prompts.jsonl"):
        steps = Player("twenty-questions", row).play(["Is it red?", "Guess: yacht", "?"] * 10)
        said = words([step for step in steps if "Or write" not in str(step.observation)])
        assert not re.search(rf"\b{row['secret']}\b", said)


def attack(query: str, row: Row | None = None) -> StepResult:
    return Player("text-to-sql", row or first_row("text-to-sql")).step(query)


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT {} UNION ALL SELECT {} FROM n) SELECT {} FROM n"


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("ATTACH DATABASE '{file}' AS other", "not authorized"),
        ("VACUUM INTO '{file}'", "authorization denied"),
        ("PRAGMA query_only = OFF", "not authorized"),
        ("SELECT * FROM pragma_table_info('books')", "not authorized|prohibited"),
        ("DROP TABLE books", "not authorized"),
        ("DELETE FROM books", "not authorized"),
        ("INSERT INTO books VALUES (99, 'x', 'x', 1)", "not authorized"),
        ("UPDATE books SET id = 1", "not authorized"),
        ("CREATE TEMP TABLE t (x)", "not authorized"),
        ("BEGIN", "not authorized"),
        ("SELECT load_extension('x')", "not authorized"),
        ("SELECT random()", "not authorized"),
        ("SELECT CURRENT_TIMESTAMP", "not authorized"),
        ("SELECT hex(zeroblob(1000000000))", "not authorized"),
        ("SELECT 1; SELECT 2", "one statement"),
        ("SELECT '\0'", "null character"),
        ("SELECT '\ud800'", "can't encode character|wrong type"),
        (ENDLESS.format("1", "x + 1", "max(x)"), "takes too long"),
        (ENDLESS.format("1", "x + 1", "x"), "more than 1,000 rows"),
        (ENDLESS.format("'xxxxxxxxxxxxxxxx'", "x || x", "length(x)"), "too much memory|too big"),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("-- nothing", "gives no rows"),
    ],
)
def test_sql_that_is_no_reading_is_refused(query: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "stolen.db"
    player = Player("text-to-sql", first_row("text-to-sql"))
    before = player.instance.shown.total_changes
    step = player.step(query.replace("{file}", str(file)))
    assert re.search(f"Error: .*(?:{message})", str(step.observation)), step.observation
    assert (step.reward, step.done, file.exists()) == (0.0, False, False)
    assert player.instance.shown.total_changes == before


def test_a_query_that_was_ended_leaves_the_database_usable() -> None:
    player = Player("text-to-sql", first_row("text-to-sql"))
    player.step(ENDLESS.format("1", "x + 1", "max(x)"))
    assert player.step("SELECT count(*) FROM books").reward == pytest.approx(0.8)


def test_constants_copied_from_the_shown_database_are_wrong() -> None:
    for row in read("text-to-sql", "prompts.jsonl"):
        values = ", ".join("(" + ", ".join(map(literal, cells)) + ")" for cells in row["expected"])
        step = attack(f"SELECT * FROM (VALUES {values})", row)
        assert (step.reward, step.info["outcome"]) == (0.0, "wrong"), row["id"]


def literal(value: Any) -> str:
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else repr(value)


def test_no_observation_tells_the_expected_rows() -> None:
    for row in read("text-to-sql", "prompts.jsonl"):
        row["expected"] = row["hidden_expected"] = [["the-private-answer"]]
        player = Player("text-to-sql", row)
        steps = player.play(["SELECT 1 WHERE 0", "SELECT * FROM sqlite_master", "SELECT"])
        assert "the-private-answer" not in str(player.setup.observation) + words(steps) + str(steps[-1].info)


def test_an_order_counts_only_where_the_row_says_so() -> None:
    row = next(row for row in read("text-to-sql", "prompts.jsonl") if row["ordered"])
    texts = {"expected": [["b"], ["a"]], "hidden_expected": [["b"], ["a"]]}
    query = "SELECT 'a' AS x UNION ALL SELECT 'b'"
    assert attack(query, {**row, **texts}).reward == 0.0
    assert attack(query, {**row, **texts, "ordered": False}).reward == 1.0


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("buy tea", "there is no JSON object"),
        ("{'tool': 'search'}", "this is not JSON"),
        ('{"tool": "step", "arguments": {"action": "x"}}', "`tool` must be one of"),
        ('{"tool": "__init__"}', "`tool` must be one of"),
        ('{"tool": "search"}', "`arguments` of search must be an object with: query"),
        ('{"tool": "checkout", "arguments": {"free": true}}', "must be an object with: nothing"),
        ('{"tool": "remove", "arguments": {"item": "honey", "quantity": true}}', "`quantity` must be a whole number"),
        ('{"tool": "add_to_cart", "arguments": {"item": "honey", "quantity": -5}}', "must be from 1 to 20"),
        ('{"tool": "remove", "arguments": {"item": "honey", "quantity": 1}}', "does not have that many"),
        ('{"tool": "apply_coupon", "arguments": {"code": "FREE"}}', "coupon is not valid"),
        ('{"tool": "checkout"}', "the cart is empty"),
        ('{"tool": "search", "arguments": {"query": ' + "[" * 9_000 + "}}", "too large to read|not JSON"),
        ('{"tool": ' + "9" * 9_000 + "}", "too large to read|must be one of"),
    ],
)
def test_the_shop_says_what_is_wrong_with_a_call(action: str, message: str) -> None:
    step = Player("shop", first_row("shop")).step(action)
    assert re.match(f"Error: .*(?:{message})", str(step.observation)), step.observation
    assert (step.reward, step.done, step.info["errors"]) == (0.0, False, 1.0)


def test_coupons_are_not_added_up() -> None:
    row = next(row for row in read("shop", "prompts.jsonl") if len(row["coupons"]) > 1)
    player = Player("shop", row)
    calls = [json.dumps({"tool": "apply_coupon", "arguments": {"code": code}}) for code in [*row["coupons"]] * 2]
    item = json.dumps({"tool": "add_to_cart", "arguments": {"item": "pot-iron", "quantity": 1}})
    assert player.play([*calls, item])[-1].info["total"] == pytest.approx(39 * 0.8)
