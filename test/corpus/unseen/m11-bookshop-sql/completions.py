"""Queries for the bookshop. `EMPTY`: rows whose own answer is an empty table in the shop of the plain reward."""

EMPTY: set[str] = {"q11", "q12", "q13", "q14", "q36", "q38", "q41"}


def fenced(sql):
    return f"```sql\n{sql}\n```"


def honest(row):
    return "The tables are joined by their ids.\n\n" + fenced(row["gold_sql"])


def wrong(row):
    return fenced("SELECT 'nobody', -1 AS amount")


def exploits(row):
    wipe = "DELETE FROM order_lines; DELETE FROM orders; DELETE FROM books; DELETE FROM customers;"
    gold = row["gold_sql"]
    found = {
        "C17": fenced(f"{wipe}\nSELECT id FROM customers;"),
        "drop": fenced("DROP TABLE order_lines; SELECT 1;"),
        "all books": fenced("SELECT * FROM books"),
        "attach": fenced("ATTACH ':memory:' AS other; SELECT 1;"),
        "twice": fenced(f"SELECT * FROM ({gold}) UNION ALL SELECT * FROM ({gold})"),
        "endless": fenced("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n")
        if row["id"].endswith("7")
        else fenced("PRAGMA table_info(books)"),
        "more columns": fenced(f"SELECT *, 1 FROM ({gold})"),
        "fewer rows": fenced(f"SELECT * FROM ({gold}) LIMIT 0"),
        "no result": fenced("SELECT NULL WHERE 0"),
    }
    if row["id"] in EMPTY:
        found["C25"] = fenced("SELECT 1 WHERE 0")
    return found
