"""Text-to-SQL on small road networks: the completion's query and ours are run on the row's network and on others like it."""

import random
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


def others(roads, gold_sql):
    """Networks of the same towns with other roads, always the same ones for a row."""
    chance = random.Random(repr((roads, gold_sql)))
    towns = sorted({town for src, dst, _ in roads for town in (src, dst)})
    for density in (0.2, 0.35, 0.5, 0.7) * 20:
        sources = chance.sample(towns, max(2, len(towns) - chance.randint(1, 3)))
        longest = chance.choice((10, 30, 60))
        yield [
            [src, dst, chance.randint(1, longest)]
            for src in sources
            for dst in towns
            if src != dst and chance.random() < density
        ]


def expected_results(roads, gold_sql):
    """(roads, result) of the row's own network and of three more on which there is something to find."""
    chosen = [(roads, answer(gold_sql, roads))]
    for candidate in others(roads, gold_sql):
        result = answer(gold_sql, candidate)
        if len(result) >= 2:
            chosen.append((candidate, result))
        if len(chosen) == 4:
            return chosen
    raise QueryError("the reference finds nothing on any network")


def answer(query, roads):
    db = network(roads)
    try:
        return run(db, query)
    finally:
        db.close()


def same_answer(query, gold_sql, roads):
    try:
        # Lists: all questions say in which order, and a row that comes twice is another result.
        return all(answer(query, world) == result for world, result in expected_results(roads, gold_sql))
    except QueryError:
        return False


def reward_fn(completion, **kwargs):
    found = FENCE.findall(completion)
    if len(found) != 1 or len(found[0]) > 5000 or not found[0].strip():
        return 0.0
    return 1.0 if same_answer(found[0].strip(), kwargs["gold_sql"], kwargs["roads"]) else 0.0
