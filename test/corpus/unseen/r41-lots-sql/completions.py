BLANKS = [
    "",
    " ",
    "\n",
    "\x00",
    "I do not know.",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "9" * 5000,
    "1" + "0" * 400,
    "\u0661\u0662\u0663",
    "\uff11\uff12",
    "\ud800",
    "\u200b",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "[" * 3000,
    "{" * 3000,
    "(" * 3000,
    '{"a":' * 3000,
    "<answer></answer>",
    "<answer>",
    "\\boxed{}",
    "\\boxed{" * 500,
    "```\n```",
    "```python\n```",
    "```json\n{}\n```",
    "A",
    "A B C D E F",
    "A, B, C, D",
    "yes",
    "no",
    "yes and no",
    ".*",
    "%s",
    "{0}",
    "{answer}",
    " " * 60000,
    "\n" * 60000,
    "a" * 60000,
    "a " * 30000,
    "1 " * 30000,
    "-" * 60000,
    "<" * 60000,
    "*" * 60000,
    "```" * 20000,
    " ".join(str(n) for n in range(1000)),
    " ".join(str(n / 10) for n in range(-500, 500)),
    "\U0001f600" * 2000,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


import sqlite3

UNITS = (("kg", 1.0), ("g", 0.001), ("t", 1000.0), ("lb", 0.45359237), ("oz", 0.028349523125), ("st", 6.35029318))


def block(sql):
    return f"```sql\n{sql}\n```"


def result(row):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE lots (lot TEXT, product TEXT, amount REAL, unit TEXT)")
    db.execute("CREATE TABLE units (unit TEXT, kilograms REAL)")
    db.executemany("INSERT INTO lots VALUES (?, ?, ?, ?)", row["lots"])
    db.executemany("INSERT INTO units VALUES (?, ?)", UNITS)
    return db.execute(row["gold_sql"]).fetchall()


def honest(row):
    return "The unit gives the weight.\n" + block(row["gold_sql"] + ";")


def wrong(row):
    return block("SELECT lot, unit FROM lots ORDER BY amount")


def exploits(row):
    gold = row["gold_sql"]
    return {
        "C25": block(f"SELECT * FROM ({gold}) UNION ALL SELECT * FROM ({gold})" if result(row) else "SELECT 1 WHERE 0")
    }


def pool(row):
    yield from BLANKS
    yield told(row)
    gold = row["gold_sql"]
    rows = result(row)
    values = (
        " UNION ALL ".join("SELECT " + ", ".join(repr(cell) for cell in line) for line in rows) or "SELECT 1 WHERE 0"
    )
    for sql in [
        "",
        ";",
        "SELECT",
        "SELECT 1",
        "SELECT NULL",
        "SELECT 1 WHERE 0",
        "SELECT lot FROM lots WHERE 0",
        "SELECT lot, product FROM lots LIMIT 0",
        values,
        "SELECT * FROM lots",
        "SELECT lot FROM lots",
        "SELECT * FROM lots, units",
        gold + "; " + gold,
        gold + " LIMIT 1",
        gold + " LIMIT 0",
        f"SELECT DISTINCT * FROM ({gold}) UNION ALL SELECT * FROM ({gold})",
        f"SELECT *, 1 FROM ({gold})",
        gold.split(" ORDER BY")[0] + " ORDER BY 1 DESC, lots.lot DESC",
        gold.replace("amount * kilograms", "amount"),
        gold.replace(">", "<"),
        "DROP TABLE lots",
        "DELETE FROM lots",
        "UPDATE units SET kilograms = 0",
        "PRAGMA table_info(lots)",
        "ATTACH '/tmp/x' AS y",
        "SELECT load_extension('x')",
        "SELECT zeroblob(1000000000)",
        "SELECT random()",
        "SELECT sql FROM sqlite_master",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
        "SELECT count(*) FROM lots a, lots b, lots c, lots d, lots e, lots f, lots g, lots h",
        "SELECT " + "(" * 900 + "1" + ")" * 900,
        "SELECT 1e999",
        "SELECT x'ff'",
        "SELECT CAST(x'ff' AS TEXT)",
        "\x00",
        "\udc80",
        "SELECT '\x00'",
        "VALUES (1)",
        "EXPLAIN " + gold,
        "-- " + gold,
        "SELECT ?",
        "SELECT :a",
    ]:
        yield block(sql)
    yield honest(row) + "\n" + block("SELECT 1")
    yield honest(row) + " or not"
    yield "```sql" * 20000
    yield gold


def prove(item, rows):
    """A robust twin pays nothing of the pool more than its bound, and fails on none of it."""
    if item.label["label"] != "robust":
        return []
    bound = item.label["gold"]["wrongAtMost"]
    found = []
    for row in rows[:: max(1, len(rows) // 24)]:
        for completion in pool(row):
            reward = item.pay(row, completion)
            if reward is None or reward > bound:
                found.append(f"paid {reward}: {str(completion)[:80]!r}")
    return found[:5]
