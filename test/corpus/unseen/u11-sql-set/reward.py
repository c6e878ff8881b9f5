import re
import sqlite3


def extract_sql(completion):
    block = re.search(r"```(?:sql)?\s*\n(.*?)```", completion, re.DOTALL | re.IGNORECASE)
    return (block.group(1) if block else completion).strip().rstrip(";")


class Bench:
    def __init__(self, script):
        self.db = sqlite3.connect(":memory:")
        self.db.executescript(script)

    def rows(self, sql):
        return set(self.db.execute(sql).fetchall())


def reward_fn(completion, fixtures, gold_sql, **kwargs):
    bench = Bench(fixtures[0])
    want = bench.rows(gold_sql)
    try:
        got = bench.rows(extract_sql(completion))
    except (sqlite3.Error, sqlite3.Warning):
        return 0.0, {"error": 1.0}
    return (1.0 if got == want else 0.0), {"error": 0.0, "rows": float(len(got))}
