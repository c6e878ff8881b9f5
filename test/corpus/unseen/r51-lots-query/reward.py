"""Queries about weights in several units, run on SQLite and compared by what they return."""

import json
import random
import sqlite3

UNITS = (("kg", 1.0), ("g", 0.001), ("t", 1000.0), ("lb", 0.45359237), ("oz", 0.028349523125), ("st", 6.35029318))
FUNCTIONS = {
    "sum",
    "avg",
    "min",
    "max",
    "count",
    "total",
    "round",
    "abs",
    "coalesce",
    "ifnull",
    "lower",
    "upper",
    "cast",
}
MOST_ROWS = 200
MOST_TICKS = 200


class BadQuery(Exception):
    pass


def allow(what, first, second, database, trigger):
    if what in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ):
        return sqlite3.SQLITE_OK
    if what == sqlite3.SQLITE_FUNCTION and second.lower() in FUNCTIONS:
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def fill(lots):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE lots (lot TEXT, product TEXT, amount REAL, unit TEXT)")
    db.execute("CREATE TABLE units (unit TEXT, kilograms REAL)")
    db.executemany("INSERT INTO lots VALUES (?, ?, ?, ?)", lots)
    db.executemany("INSERT INTO units VALUES (?, ?)", UNITS)
    return db


def ask(lots, query):
    """The rows that a query returns, numbers rounded; reading only, and not for long."""
    ticks = 0

    def tick():
        nonlocal ticks
        ticks += 1
        return ticks > MOST_TICKS

    db = fill(lots)
    try:
        db.set_authorizer(allow)
        db.set_progress_handler(tick, 1000)
        rows = db.execute(query).fetchmany(MOST_ROWS + 1)
    except (sqlite3.Error, sqlite3.Warning, ValueError) as error:
        raise BadQuery(str(error)) from None
    finally:
        db.close()
    if len(rows) > MOST_ROWS:
        raise BadQuery("too many rows")
    return [tuple(round(cell, 3) if isinstance(cell, float) else cell for cell in row) for row in rows]


def query_in(text):
    start = text.rfind("```sql")
    body = text[start + 6 :] if start >= 0 else ""
    query, fence, after = body.partition("```")
    query = query.strip().rstrip(";")
    if not fence or after.strip() or not query or len(query) > 2000 or "||" in query:
        raise BadQuery("no query")
    return query


def same(lots, query, gold):
    """The same lines in the same order."""
    return ask(lots, query) == ask(lots, gold)


def heavier(table, factor):
    return [(lot, product, round(amount * factor, 7), unit) for lot, product, amount, unit in table]


def near_the_limit(table, gold):
    """The lots made as heavy as it takes for the right query to return some of them, and more with a little more weight."""
    power = next((power for power in range(-4, 11) if len(ask(heavier(table, 10.0**power), gold)) >= 3), None)
    if power is None:
        return None
    steps = [heavier(table, 10.0 ** (power - 1) * 1.3**step) for step in range(12)]
    counts = [len(ask(step, gold)) for step in steps]
    for at in range(len(steps) - 1):
        if 3 <= counts[at] < counts[at + 1]:
            return steps[at]
    return None


def other_lots(lots, gold):
    """Four more tables, on which the right query returns some lines."""
    chance = random.Random(json.dumps([lots, gold]))
    products = sorted({product for _, product, _, _ in lots} | {"barley", "rye", "oats", "hops", "malt", "salt"})
    found = []
    for _ in range(20):
        names = [f"L{number}" for number in chance.sample(range(100, 1000), 40)]
        drawn = [(name, chance.choice(products), chance.uniform(0.05, 1), chance.choice(UNITS)[0]) for name in names]
        table = near_the_limit(drawn, gold)
        if table is not None:
            found.append(table)
        if len(found) == 4:
            return found
    raise ValueError("no table on which this query tells much")


def reward_fn(completion, lots, gold_sql, **kwargs):
    try:
        query = query_in(completion)
        right = same(lots, query, gold_sql) and all(
            same(table, query, gold_sql) for table in other_lots(lots, gold_sql)
        )
    except BadQuery as problem:
        return 0.0, {"right": 0.0, "problem": str(problem)[:80]}
    return float(right), {"right": float(right), "problem": ""}
