"""Data repair in SQLite. As in most data pipelines a test is a query that returns the offending rows."""

import re
import sqlite3
import time

MAX_TICKS = 1500
MAX_SECONDS = 3
FENCED = re.compile(r"```sql[ \t]*\n([^`]*)```", re.IGNORECASE)
PLAIN_FUNCTIONS = frozenset(
    "abs coalesce count ifnull iif instr length lower ltrim max min nullif round rtrim substr sum trim typeof upper".split()
)


class Workbench:
    """The row's table in memory, and one statement of the completion run on it."""

    def __init__(self, table, columns, data):
        self.table = table
        self.db = sqlite3.connect(":memory:", isolation_level=None)
        self.db.execute(f"CREATE TABLE {table} ({columns})")
        width = len(data[0])
        self.db.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", data)
        if hasattr(self.db, "setlimit"):
            self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4000)
        else:  # Python 3.10
            self.db.execute("PRAGMA hard_heap_limit = 16000000")

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.db.close()

    def permit(self, code, first, second, *_rest):
        if code in (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE):
            return sqlite3.SQLITE_OK
        if code == sqlite3.SQLITE_DELETE and first == self.table:
            return sqlite3.SQLITE_OK
        if code == sqlite3.SQLITE_FUNCTION and str(second).lower() in PLAIN_FUNCTIONS:
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    def apply(self, statement):
        ticks, end = iter(range(MAX_TICKS)), time.monotonic() + MAX_SECONDS
        self.db.set_authorizer(self.permit)
        self.db.set_progress_handler(lambda: next(ticks, None) is None or time.monotonic() > end, 1000)
        try:
            self.db.execute(statement).fetchmany(1000)
            return True
        except (sqlite3.Error, sqlite3.Warning, ValueError, MemoryError):
            return False
        finally:
            self.db.set_progress_handler(None, 0)

    def offenders(self, query):
        return self.db.execute(query).fetchall()

    def rows(self):
        return self.db.execute(f"SELECT * FROM {self.table} ORDER BY rowid").fetchall()


def score(statement, kwargs):
    if not kwargs["tests"]:
        raise ValueError("a row without tests")
    with Workbench(kwargs["table"], kwargs["columns"], kwargs["data"]) as bench:
        before = bench.rows()
        broken = {row for test in kwargs["tests"] for row in bench.offenders(test["query"])}
        sound = [row for row in before if row not in broken]
        if not sound or len(sound) == len(before):
            raise ValueError("tests that find all rows or none tell nothing")
        return float(bench.apply(statement) and bench.rows() == sound)


def reward_fn(completion, **kwargs):
    statements = FENCED.findall(completion)
    if len(statements) != 1 or len(statements[0]) > 4000:
        return 0.0
    return score(statements[0].strip(), kwargs)
