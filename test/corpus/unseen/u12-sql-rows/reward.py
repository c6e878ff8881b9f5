import re
import sqlite3

ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def extract_sql(completion):
    block = re.search(r"```(?:sql)?\s*\n(.*?)```", completion, re.DOTALL | re.IGNORECASE)
    return (block.group(1) if block else completion).strip().rstrip(";")


class Bench:
    def __init__(self, script):
        self.db = sqlite3.connect(":memory:")
        self.db.executescript(script)
        self.db.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)
        self.ticks = 0
        self.db.set_progress_handler(self.tick, 10_000)

    def tick(self):
        self.ticks += 1
        return self.ticks > 200

    def rows(self, sql, ordered):
        found = self.db.execute(sql).fetchmany(1000)
        return found if ordered else sorted(found, key=repr)


def reward_fn(completion, fixtures, gold_sql, **kwargs):
    ordered = "order by" in gold_sql.lower()
    want = [Bench(script).rows(gold_sql, ordered) for script in fixtures]
    if not any(want):
        raise ValueError("the gold query finds nothing in any data base")
    sql = extract_sql(completion)
    if len(sql) > 2000:
        return 0.0, {"error": 1.0}
    try:
        got = [Bench(script).rows(sql, ordered) for script in fixtures]
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        return 0.0, {"error": 1.0}
    return (1.0 if got == want else 0.0), {"error": 0.0, "rows": float(sum(map(len, got)))}
