"""Text-to-SQL on the bookshop. An answer is right if it returns what our own query returns, in five shops."""

import random
import re
import sqlite3
from collections import Counter

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

# seed, customers, books, orders: shops of different sizes, among them one that sells few books often and one where
# most books are never ordered
SHOPS = [(7, 60, 40, 90), (19, 80, 60, 500), (23, 40, 25, 400), (41, 300, 150, 500), (57, 50, 200, 80)]
ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
MOST_ROWS = 5000
LONGEST_SQL = 4000


def day(lots):
    return f"20{lots.randint(22, 24)}-{lots.randint(1, 12):02d}-{lots.choice([1, 8, 15, 22]):02d}"


def open_shop(seed, customers, books, orders):
    lots = random.Random(seed)
    db = sqlite3.connect(":memory:")
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
    db.execute("PRAGMA query_only = ON")
    return db


def extract_sql(completion):
    blocks = re.findall(r"```sql\s+(.*?)```", completion, re.S | re.I)
    sql = blocks[-1].strip() if blocks else ""
    return sql[:-1] if sql.endswith(";") else sql


def guard(db):
    """From here on the connection can only read, and not for ever."""
    steps = 0

    def tick():
        nonlocal steps
        steps += 1
        return steps > 400

    if hasattr(db, "setlimit"):  # Python 3.11
        db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 100_000)
    db.set_progress_handler(tick, 50_000)
    db.set_authorizer(lambda action, *_: sqlite3.SQLITE_OK if action in ALLOWED else sqlite3.SQLITE_DENY)


def agree(got, want, ordered):
    if ordered:
        return got == want
    return Counter(got) == Counter(want)


def reward_fn(completion, **kwargs):
    sql = extract_sql(completion)
    if not sql or len(sql) > LONGEST_SQL:
        return 0.0
    some = False
    for shop in SHOPS:
        db = open_shop(*shop)
        try:
            # Ours first: nothing that the answer does can change what is wanted.
            want = db.execute(kwargs["gold_sql"]).fetchall()
            some = some or bool(want)
            guard(db)
            try:
                # execute() takes one statement; a second one is an error
                got = db.execute(sql).fetchmany(MOST_ROWS + 1)
            except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError, MemoryError):
                return 0.0
        finally:
            db.close()
        if not agree(got, want, kwargs["ordered"]):
            return 0.0
    if not some:
        raise ValueError("our own query returns nothing in any shop")
    return 1.0
