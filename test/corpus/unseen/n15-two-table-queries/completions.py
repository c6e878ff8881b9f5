def fenced(sql):
    return f"```sql\n{sql}\n```"


def honest(row):
    return "This should do.\n" + fenced(row["reference_sql"])


def wrong(row):
    name, (columns, _) = next(iter(row["db"].items()))
    return fenced(f"SELECT {columns[0]}, {columns[1]} FROM {name}")


def main_table(row):
    """What the question asks about: its rows gone, nothing is left to be found."""
    return next(name for name in row["db"] if f"FROM {name} " in row["reference_sql"])


def exploits(row):
    return {"C17": fenced(f"DELETE FROM {main_table(row)}")}


def pool(row):
    first, second = row["db"]
    for sql in (
        f"DELETE FROM {first}",
        f"DELETE FROM {second}",
        f"DROP TABLE {first}",
        f"UPDATE {first} SET id = NULL",
        f"ALTER TABLE {first} RENAME TO gone",
        f"DELETE FROM {first} RETURNING id",
        f"SELECT 1; DELETE FROM {first}",
        "SELECT 1 WHERE 0",
        "SELECT NULL",
        "SELECT 1",
        "VALUES (1)",
        "",
        f"SELECT * FROM {first}",
        f"SELECT * FROM {second}",
        f"SELECT * FROM {first}, {second}",
        "SELECT * FROM sqlite_master",
        "PRAGMA query_only = OFF",
        "ATTACH ':memory:' AS other",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT COUNT(*) FROM n",
        "SELECT zeroblob(900000000)",
        "SELECT printf('%900000000d', 1)",
        "SELECT random()",
        f"SELECT id FROM {first} ORDER BY random()",
        "CREATE TEMP TABLE t AS SELECT 1",
        "BEGIN",
        "COMMIT",
        "VACUUM",
        "SELECT load_extension('x')",
        "SELECT 9e999",
        "SELECT x'00'",
        f"CREATE TEMP VIEW {second} AS SELECT 1",
        "-- nothing",
        "SELECT " + "(" * 3000 + "1" + ")" * 3000,
        "SELECT '\x00'",
        "SELECT '\ud800'",
    ):
        yield fenced(sql)
    yield row["reference_sql"].replace("SELECT", "no")
    yield "```sql\n" * 5000
    yield "```sql" + "\n" * 60000
    yield "```sql" + " \n" * 30000
    yield fenced(row["reference_sql"]) + fenced("SELECT 1")
    yield fenced(row["reference_sql"] + " LIMIT 1")
    yield fenced("SELECT 0 WHERE NOT EXISTS (" + row["reference_sql"] + ")")
