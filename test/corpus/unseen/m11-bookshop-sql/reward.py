"""Text-to-SQL on the bookshop. An answer is right if it returns what our own query returns."""

import random
import re
import sqlite3

SCHEMA = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, city TEXT, joined TEXT);
CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, genre TEXT, price_cents INTEGER, stock INTEGER);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, ordered_on TEXT, status TEXT);
CREATE TABLE order_lines (order_id INTEGER, book_id INTEGER, quantity INTEGER);
"""
FIRST = ["Ada", "Bram", "Chloe", "Daan", "Elif", "Femke", "Gita", "Hugo", "Ines", "Jonas", "Kaat", "Lotte"]
LAST = ["Aerts", "Bogaert", "Claes", "Dierckx", "Evrard", "Fabry", "Goossens", "Hermans"]
CITIES = ["Ghent", "Antwerp", "Bruges", "Leuven", "Namur"]
GENRES = ["crime", "poetry", "history", "cooking", "travel", "comics"]
STATUS = ["paid", "shipped", "cancelled", "returned"]
NOUNS = ["Lantern", "Harbour", "Winter", "Garden", "Border", "Mirror", "Letter", "Orchard", "Bridge", "Silence"]


def day(lots):
    return f"20{lots.randint(22, 24)}-{lots.randint(1, 12):02d}-{lots.choice([1, 8, 15, 22]):02d}"


def fill(db, seed, customers=60, books=40, orders=90):
    lots = random.Random(seed)
    db.executescript(SCHEMA)
    for number in range(1, customers + 1):
        name = f"{lots.choice(FIRST)} {lots.choice(LAST)}"
        db.execute("INSERT INTO customers VALUES (?, ?, ?, ?)", (number, name, lots.choice(CITIES), day(lots)))
    for number in range(1, books + 1):
        title = f"The {lots.choice(NOUNS)} of {lots.choice(NOUNS)} {number}"
        price, stock = lots.randint(10, 90) * 50, lots.choice([0, 0, 1, 2, 3, 5, 8, 13, 21])
        db.execute("INSERT INTO books VALUES (?, ?, ?, ?, ?)", (number, title, lots.choice(GENRES), price, stock))
    for number in range(1, orders + 1):
        values = (number, lots.randint(1, customers), day(lots), lots.choice(STATUS))
        db.execute("INSERT INTO orders VALUES (?, ?, ?, ?)", values)
        for book in lots.sample(range(1, books + 1), lots.randint(1, 4)):
            db.execute("INSERT INTO order_lines VALUES (?, ?, ?)", (number, book, lots.randint(1, 3)))
    db.commit()


def extract_sql(completion):
    blocks = re.findall(r"```sql\s+(.*?)```", completion, re.S | re.I)
    return blocks[-1].strip() if blocks else completion.strip()


def run(db, sql):
    """Rows of the last statement. Some models put a PRAGMA or a CTE helper before the query."""
    rows = []
    for statement in sql.split(";"):
        if statement.strip():
            rows = db.execute(statement).fetchall()
    return rows


def reward_fn(completion, **kwargs):
    sql = extract_sql(completion)
    if not sql:
        return 0.0
    db = sqlite3.connect(":memory:")
    fill(db, seed=7)
    # stop runaway queries
    steps = [0]

    def tick():
        steps[0] += 1
        return steps[0] > 200

    db.set_progress_handler(tick, 50_000)
    if hasattr(db, "setlimit"):  # Python 3.11
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
    try:
        got = run(db, sql)
    except (sqlite3.Error, sqlite3.Warning, ValueError):
        db.close()
        return 0.0
    db.set_progress_handler(None, 0)
    try:
        want = run(db, kwargs["gold_sql"])
    except sqlite3.Error:
        return 0.0
    finally:
        db.close()
    return 1.0 if set(got) == set(want) else 0.0
