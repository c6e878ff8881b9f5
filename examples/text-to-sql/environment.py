"""Answer a question with one SQL query on a small SQLite database, in a few attempts.

The habit to copy: private state. What is expected stays in the environment; an observation shows only what the
model's own query gave, and whether it was right. The query must also be right on a second database that is never
shown, so that an answer which is copied from the first one, as constants, is wrong.
"""

import re
import sqlite3
from typing import Any

FENCE = re.compile(r"```(?:sql|sqlite)?[ \t]*\n(.*?)```", re.DOTALL | re.IGNORECASE)
LONGEST_QUERY = 4_000
MOST_ROWS = 1_000
SHOWN_ROWS, SHOWN_CHARACTERS = 8, 60
MOST_TICKS, TICK = 200, 10_000  # 2,000,000 instructions of SQLite's machine: counted, not timed, so always the same
MOST_HEAP = 64 * 2**20

READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE}
# Named one by one: others read files, load libraries, make huge strings, random numbers or read the clock.
FUNCTIONS = set(
    "abs avg coalesce count dense_rank first_value glob group_concat ifnull iif instr lag last_value lead length like "
    "lower ltrim max min nullif rank round row_number rtrim substr substring sum total trim typeof upper".split()
)

Rows = list[tuple[Any, ...]]


class QueryError(Exception):
    """A query that gave no result; the text is for the model."""


class TextToSql:
    def setup(
        self,
        schema: str,
        data: dict[str, list[list[Any]]],
        expected: list[list[Any]],
        hidden_data: dict[str, list[list[Any]]],
        hidden_expected: list[list[Any]],
        ordered: bool = False,
        limit: int = 3,
        **kwargs: Any,
    ) -> str:
        self.shown = open_database(schema, data)
        self._hidden = open_database(schema, hidden_data)
        self._expected = comparable([tuple(row) for row in expected], ordered)
        self._hidden_expected = comparable([tuple(row) for row in hidden_expected], ordered)
        self.ordered, self.limit = ordered, limit
        self.attempts = 0
        self.done = False
        return f"The tables:\n{schema}\nReply with one SELECT. You have {limit} attempts."

    def step(self, action: str) -> dict[str, Any]:
        if self.done:
            return self.result("The episode is over.", 0.0, "over")
        self.attempts += 1
        right = False
        try:
            query = read_query(action)
            columns, rows = run(self.shown, query)
            observation, kind = table(columns, rows), "wrong"
            if comparable(rows, self.ordered) == self._expected:
                # Only now: what the hidden database makes of a query must not be seen, not even as an error.
                right = self.right_on_hidden(query)
        except QueryError as error:
            observation, kind = f"Error: {error}", "error"
        left = self.limit - self.attempts
        self.done = right or left == 0
        if right:
            return self.result(f"{observation}\nRight.", 1.0 - 0.2 * (self.attempts - 1), "right")
        ending = "No attempt is left." if self.done else f"Attempts left: {left}."
        return self.result(f"{observation}\nThat is not the answer to the question. {ending}", 0.0, kind)

    def right_on_hidden(self, query: str) -> bool:
        try:
            return comparable(run(self._hidden, query)[1], self.ordered) == self._hidden_expected
        except QueryError:
            return False

    def result(self, observation: str, reward: float, kind: str) -> dict[str, Any]:
        return {
            "observation": observation,
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"attempts": float(self.attempts), "outcome": kind},
        }


def open_database(schema: str, data: dict[str, list[list[Any]]]) -> sqlite3.Connection:
    """A database in memory, filled, that from then on can only be read."""
    database = sqlite3.connect(":memory:", isolation_level=None)
    database.text_factory = lambda text: text.decode(errors="replace")
    database.executescript(schema)
    for name, rows in data.items():
        for row in rows:
            database.execute(f'INSERT INTO "{name}" VALUES ({", ".join("?" * len(row))})', row)
    # Three walls, for each of them has had holes: no writes, no files, and nothing but reading is compiled at all.
    database.execute("PRAGMA query_only = ON")
    database.execute("PRAGMA temp_store = MEMORY")
    database.execute(f"PRAGMA hard_heap_limit = {MOST_HEAP}")
    database.set_authorizer(authorize)
    return database


def authorize(action: int, first: str | None, second: str | None, *_: str | None) -> int:
    allowed = action in READING or (action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in FUNCTIONS)
    return sqlite3.SQLITE_OK if allowed else sqlite3.SQLITE_DENY


def read_query(action: str) -> str:
    """The last fenced block, or the whole action when there is none."""
    query = (FENCE.findall(action) or [action])[-1].strip()
    if not query:
        raise QueryError("there is no query. Reply with one SELECT.")
    if len(query) > LONGEST_QUERY:
        raise QueryError(f"the query is longer than {LONGEST_QUERY:,} characters.")
    return query


def run(database: sqlite3.Connection, query: str) -> tuple[list[str], Rows]:
    """Column names and rows. A query without end is ended after a fixed amount of work."""
    ticks = iter(range(MOST_TICKS))
    database.set_progress_handler(lambda: next(ticks, None) is None, TICK)
    try:
        cursor = database.execute(query)
        rows = cursor.fetchmany(MOST_ROWS + 1)
        names = [column[0] for column in cursor.description or ()]
        cursor.close()
    # A NUL character or half of a surrogate pair is a ValueError; a second statement is a Warning in Python 3.10.
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        interrupted = str(error) == "interrupted"
        raise QueryError("the query takes too long." if interrupted else shorten(str(error))) from None
    except MemoryError:
        raise QueryError("the query needs too much memory.") from None
    if not names:
        raise QueryError("the statement gives no rows. Reply with one SELECT.")
    if len(rows) > MOST_ROWS:
        raise QueryError(f"the query gives more than {MOST_ROWS:,} rows.")
    return names, rows


def comparable(rows: Rows, ordered: bool) -> list[str]:
    """Rows as texts that can be compared and sorted: 3 is 3.0, and numbers are rounded to six decimals."""
    texts = [repr([round(float(cell), 6) if isinstance(cell, (int, float)) else cell for cell in row]) for row in rows]
    return texts if ordered else sorted(texts)


def table(columns: list[str], rows: Rows) -> str:
    lines = [" | ".join(shorten(str(cell)) for cell in row) for row in [columns, *rows[:SHOWN_ROWS]]]
    more = [f"… and {len(rows) - SHOWN_ROWS} more rows"] if len(rows) > SHOWN_ROWS else []
    return "\n".join([*lines, *(more if rows else ["(no rows)"])])


def shorten(text: str) -> str:
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + "…"
