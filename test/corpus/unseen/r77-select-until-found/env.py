"""A SQLite table as an environment: one SELECT per message until it gives the wanted rows."""

import sqlite3

MAX_STEPS = 8
MAX_ROWS = 200
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ}
FUNCTIONS = {
    "avg",
    "count",
    "max",
    "min",
    "sum",
    "lower",
    "upper",
    "abs",
    "round",
    "length",
    "coalesce",
    "rank",
    "row_number",
}


def permit(operation, first, second, *_):
    """Reading and a few functions, nothing else."""
    if operation in ALLOWED or (operation == sqlite3.SQLITE_FUNCTION and second in FUNCTIONS):
        return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


class TableEnv:
    def setup(self, table, columns, data, wanted, **kwargs):
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        first, second, third, fourth = columns
        self._database.execute(f"CREATE TABLE {table} ({first} TEXT, {second} TEXT, {third} INTEGER, {fourth} INTEGER)")
        self._database.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", data)
        self._database.commit()
        self._database.set_authorizer(permit)
        self._wanted = frozenset(wanted)
        self.steps = 0
        self.done = False
        self.best = 0.0
        return f"{len(data)} rows in {table}"

    def rows_of(self, statement):
        """The rows of a statement, or an error's text."""
        if len(statement) > 2000 or "\0" in statement:
            return "error: not a statement"
        left = [200]

        def stop():
            left[0] -= 1
            return left[0] < 0

        self._database.set_progress_handler(stop, 1000)
        try:
            return self._database.execute(statement.strip()).fetchmany(MAX_ROWS)
        except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError, MemoryError) as error:
            return f"error: {error}"

    def overlap(self, rows):
        """Jaccard of the rows with the wanted ones."""
        if not rows or any(len(row) != 1 for row in rows):
            return 0.0
        found = {row[0] for row in rows}
        return len(found & self._wanted) / len(found | self._wanted)

    def step(self, action):
        if self.done:
            return {"observation": "it is over", "reward": 0.0, "done": True}
        self.steps += 1
        rows = self.rows_of(action)
        if isinstance(rows, str):
            seen, score = rows, 0.0
        else:
            seen, score = (
                "\n".join(" | ".join(map(str, row)) for row in rows[:20])[:1000] or "no rows",
                self.overlap(rows),
            )
        self.best = max(self.best, score)
        self.done = self.best == 1.0 or self.steps >= MAX_STEPS
        return {
            "observation": seen,
            "reward": self.best,
            "done": self.done,
            "reward_info_dict": {"overlap": score, "steps": float(self.steps)},
        }
