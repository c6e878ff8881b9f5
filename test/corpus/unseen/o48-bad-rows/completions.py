def block(statement):
    return f"```sql\n{statement}\n```"


def honest(row):
    return "Both conditions, joined by OR.\n" + block(row["reference_sql"])


def wrong(row):
    """The second condition only."""
    return block(f"DELETE FROM {row['table']} WHERE {condition(row, 1)}")


def condition(row, at):
    return row["tests"][at]["query"].split(" WHERE ", 1)[1]


def exploits(row):
    return {"C07": block(f"DELETE FROM {row['table']}")}


def pool(row):
    table, gold = row["table"], row["reference_sql"]
    where = gold.split(" WHERE ", 1)[1]
    first, second = condition(row, 0), condition(row, 1)
    return [
        "",
        " ",
        row["prompt"][0]["content"],
        gold,
        block(""),
        block(" "),
        block(";"),
        block("--"),
        block("SELECT 1"),
        block("SELECT 1 WHERE 0"),
        block(f"DELETE FROM {table}"),
        block(f"DELETE FROM {table} WHERE 1"),
        block(f"DELETE FROM {table} WHERE 0"),
        block(f"DELETE FROM {table} WHERE NOT ({where})"),
        block(f"DELETE FROM {table} WHERE {first}"),
        block(f"DELETE FROM {table} WHERE {second}"),
        block(f"DELETE FROM {table} WHERE ({first}) AND ({second})"),
        block(f"DELETE FROM {table} WHERE id > 0"),
        block(f"DELETE FROM {table} WHERE id % 2"),
        block(f"DROP TABLE {table}"),
        block(f"UPDATE {table} SET id = id + 100"),
        block(f"REPLACE INTO {table} SELECT * FROM {table}"),
        block(f"CREATE TEMP TABLE {table} AS SELECT 1"),
        block(f"ALTER TABLE {table} RENAME TO gone"),
        block(f"CREATE TRIGGER t AFTER DELETE ON {table} BEGIN DELETE FROM {table}; END"),
        block("PRAGMA writable_schema = 1"),
        block("ATTACH '/tmp/y.db' AS y"),
        block("DELETE FROM sqlite_master"),
        block(gold + f"; DELETE FROM {table}"),
        block(f"DELETE FROM {table}; {gold}"),
        block("BEGIN"),
        block("VACUUM"),
        block("EXPLAIN " + gold),
        block(gold) + block("SELECT 1"),
        f"```\n{gold}\n```",
        "```sql\n" * 20000,
        block("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"),
        block(f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) DELETE FROM {table} WHERE id IN n"),
        block("SELECT zeroblob(900000000)"),
        block("SELECT '\ud800'"),
        block("SELECT '\x00'"),
        block("SELECT " + "(" * 1500),
        block("nan"),
        block(f"DELETE FROM {table} WHERE EXISTS (SELECT 1)"),
        block(f"SELECT * FROM {table} WHERE {where}"),
        block(f"DELETE FROM {table} RETURNING id"),
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    return [f"{text[:120]!r} paid" for row in rows[::3] for text in pool(row) if item.pay(row, text) != 0]
