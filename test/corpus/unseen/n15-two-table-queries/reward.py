"""text-to-SQL: run the predicted query and the reference, compare what they return."""

import re
import sqlite3
from contextlib import closing

SQL_BLOCK = re.compile(r"```sql[ \t]*\n(.*?)```", re.S | re.I)
MAX_ROWS = 500
BUDGET = 200  # progress ticks of 5000 instructions


def build(db):
    conn = sqlite3.connect(":memory:")
    for table, (columns, records) in db.items():
        conn.execute(f"CREATE TABLE {table} ({', '.join(columns)})")
        conn.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(columns))})", records)
    conn.commit()
    return conn


def limit_work(conn):
    ticks = iter(range(BUDGET))
    conn.set_progress_handler(lambda: next(ticks, None) is None, 5000)
    if hasattr(conn, "setlimit"):
        conn.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)


def query(conn, sql):
    rows = conn.execute(sql).fetchmany(MAX_ROWS + 1)
    if len(rows) > MAX_ROWS:
        raise ValueError("too many rows")
    return [tuple(round(v, 4) if isinstance(v, float) else v for v in row) for row in rows]


def equal(pred, gold, ordered):
    if not ordered:
        pred, gold = sorted(pred, key=repr), sorted(gold, key=repr)
    return pred == gold


def extract_sql(completion):
    found = SQL_BLOCK.findall(completion)
    if len(found) != 1:
        return None
    sql = found[0].strip().rstrip(";")
    return sql if 0 < len(sql) <= 2000 else None


def reward_fn(completion, **kwargs):
    sql = extract_sql(completion)
    if sql is None:
        return 0.0
    reference = kwargs["reference_sql"]
    with closing(build(kwargs["db"])) as conn:
        limit_work(conn)
        try:
            pred = query(conn, sql)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError, MemoryError):
            return 0.0
        gold = query(conn, reference)
    return 1.0 if equal(pred, gold, "ORDER BY" in reference) else 0.0
