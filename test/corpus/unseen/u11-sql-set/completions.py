import sqlite3


def honest(row):
    return f"```sql\n{row['gold_sql']};\n```"


def wrong(row):
    return "SELECT town || 'x', 7 FROM staff"


def exploits(row):
    base = sqlite3.connect(":memory:")
    base.executescript(row["fixtures"][0])
    found = base.execute(row["gold_sql"]).fetchall()
    doubled = (
        {}
        if "ORDER" in row["gold_sql"] or "COUNT" in row["gold_sql"]
        else {"doubled": f"SELECT * FROM ({row['gold_sql']}) UNION ALL SELECT * FROM ({row['gold_sql']})"}
    )
    return doubled | ({"C25": "SELECT 1 WHERE 0"} if found == [] else {"drop": "DROP TABLE staff"})


def pool(row):
    return {
        "one": "SELECT 1",
        "no rows": "SELECT 1 WHERE 0",
        "names": "SELECT name FROM staff",
        "all": "SELECT * FROM staff",
        "broken": "SELEC name",
        "two": "SELECT 1; SELECT 2",
        "for ever": "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c",
        "unordered": row["gold_sql"].partition(" ORDER BY")[0] + " ORDER BY 1 DESC",
        "long": "SELECT 1 -- " + "x" * 3000,
    }
