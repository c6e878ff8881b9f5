"""Text-to-SQL on small road networks: the completion's query and ours are run on the row's network."""

import re
import sqlite3
import time

FENCE = re.compile(r"```sql[ \t]*\n([^`]*)```", re.IGNORECASE)
MAX_ROWS = 2000
MAX_TICKS = 1500  # of 1000 instructions of SQLite's machine each
MAX_SECONDS = 3

ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE}
FUNCTIONS = set(
    "abs avg coalesce count dense_rank first_value group_concat ifnull iif instr lag last_value lead length lower "
    "max min nullif rank round row_number substr sum total trim upper".split()
)


class QueryError(Exception):
    pass


def permit(code, _first, second, *_rest):
    if code == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_OK if str(second).lower() in FUNCTIONS else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if code in ALLOWED else sqlite3.SQLITE_DENY


def network(roads):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE roads (src TEXT, dst TEXT, km INTEGER)")
    db.executemany("INSERT INTO roads VALUES (?, ?, ?)", roads)
    db.commit()
    if hasattr(db, "setlimit"):
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4000)
    else:  # Python 3.10
        db.execute("PRAGMA hard_heap_limit = 16000000")
    db.set_authorizer(permit)
    return db


def run(db, query):
    left, end = MAX_TICKS, time.monotonic() + MAX_SECONDS

    def tick():
        nonlocal left
        left -= 1
        return left < 0 or time.monotonic() > end

    db.set_progress_handler(tick, 1000)
    try:
        result = db.execute(query).fetchmany(MAX_ROWS + 1)
    except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError) as error:
        raise QueryError(str(error)) from error
    if len(result) > MAX_ROWS:
        raise QueryError("too many rows")
    return result


def same_answer(query, gold_sql, roads):
    db = network(roads)
    try:
        return frozenset(run(db, query)) == frozenset(run(db, gold_sql))
    except QueryError:
        return False
    finally:
        db.close()


def reward_fn(completion, **kwargs):
    found = FENCE.findall(completion)
    if len(found) != 1 or len(found[0]) > 5000 or not found[0].strip():
        return 0.0
    return 1.0 if same_answer(found[0].strip(), kwargs["gold_sql"], kwargs["roads"]) else 0.0
