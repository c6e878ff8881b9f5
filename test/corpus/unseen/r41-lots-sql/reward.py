"""Queries about weights in several units, run on SQLite and compared by what they return."""

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
    return frozenset(ask(lots, query)) == frozenset(ask(lots, gold))


def reward_fn(completion, lots, gold_sql, **kwargs):
    try:
        query = query_in(completion)
        right = same(lots, query, gold_sql)
    except BadQuery as problem:
        return 0.0, {"right": 0.0, "problem": str(problem)[:80]}
    return float(right), {"right": float(right), "problem": ""}
