"""Writes prompts.jsonl of the items of set u into corpus/unpacked; it writes the same files each time."""

# ruff: noqa: E501 -- tables of words

import random
from datetime import date, timedelta
from typing import Any

from corpus_rows import user, write

Row = dict[str, Any]


def dates() -> list[Row]:
    chance = random.Random("dates")
    things = ["report", "invoice", "slides", "contract", "translation", "budget", "survey", "prototype"]
    people = ["Mia", "Jonas", "Aylin", "Pedro", "Ruth", "Chen"]
    rows = []
    for at in range(48):
        start = date(2026, 1, 1) + timedelta(chance.randrange(360))
        first, second, third = (start + timedelta(chance.randrange(1, 40) + 40 * step) for step in range(3))
        thing, person = things[at % len(things)], people[at % len(people)]
        mail, answer = [
            (f"the {thing} was due on {first}. {person} asked for more time, so it is due on {second} now. The "
             f"meeting about it is on {third}.", second),
            (f"please send the {thing} to {person} by {first}, not by {second} as I wrote. I am away from {third}.", first),
            (f"{person} read the {thing} on {first} and on {second}. It has to be handed in on {third}.", third),
        ][at % 3]  # fmt: skip
        system = "You read mails. End with a line that is the date asked for, as YYYY-MM-DD."
        rows.append({"prompt": user(f"Mail: {mail}\nWhen is the {thing} due?", system), "deadline": str(answer)})
    return rows


UNITS = [
    ("km", "miles", 0.621371), ("kg", "pounds", 2.20462), ("litres", "US gallons", 0.264172), ("m", "feet", 3.28084),
    ("inches", "cm", 2.54), ("hours", "seconds", 3600.0), ("acres", "square metres", 4046.86), ("bar", "psi", 14.5038),
]  # fmt: skip


def units() -> list[Row]:
    chance = random.Random("units")
    rows = []
    for at in range(48):
        source, target, factor = UNITS[at % len(UNITS)]
        amount = chance.choice([chance.randint(2, 900), round(chance.uniform(1, 90), 1)])
        text = f"How many {target} are {amount} {source}? Finish with 'Value: <number> {target}'."
        rows.append(
            {
                "prompt": user(text),
                "conversion": {"amount": amount, "from": source, "to": target},
                "expected_value": round(amount * factor, 4),
                "rel_tol": 0.01,
            }
        )
    return rows


NOUNS = [
    "amber",
    "anchor",
    "apron",
    "badge",
    "barrel",
    "basket",
    "beacon",
    "bishop",
    "blanket",
    "bottle",
    "branch",
    "bridge",
    "bucket",
    "cabin",
    "candle",
    "canyon",
    "carpet",
    "castle",
    "cellar",
    "cloud",
    "comet",
    "copper",
    "cradle",
    "dagger",
    "desert",
    "dragon",
    "drawer",
    "eagle",
    "ember",
    "engine",
    "fabric",
    "feather",
    "fiddle",
    "forest",
    "garden",
    "ginger",
    "hammer",
    "harbour",
    "helmet",
    "island",
    "jacket",
    "kettle",
    "ladder",
    "lantern",
    "marble",
    "meadow",
    "mirror",
    "needle",
    "orchard",
    "paddle",
]


def sorting() -> list[Row]:
    chance = random.Random("sorting")
    rows = []
    for at in range(46):
        words = chance.sample(NOUNS, 5 + at % 4)
        how, order = [
            ("alphabetically", sorted(words)),
            ("alphabetically, from Z to A", sorted(words, reverse=True)),
            ("from the shortest to the longest, equal ones alphabetically", sorted(words, key=lambda w: (len(w), w))),
        ][at % 3]
        text = f"Sort these words {how}: {', '.join(words)}. Write one word per line, nothing else."
        rows.append({"prompt": user(text), "words": words, "gold_order": order})
    return rows


def records() -> list[Row]:
    chance = random.Random("records")
    names = ["Ana Costa", "Bo Lind", "Carl Weiss", "Dana Levi", "Emre Kaya", "Fay Wong", "Gil Roth", "Hana Sato"]
    cities = ["Lisbon", "Malmo", "Leipzig", "Haifa", "Izmir", "Penang", "Zurich", "Osaka", "Boston"]
    jobs = ["baker", "welder", "nurse", "pilot", "tailor", "teacher", "gardener"]
    rows = []
    for at in range(45):
        record = {
            "name": names[at % 8],
            "age": chance.randint(19, 70),
            "city": cities[at % 9],
            "job": jobs[at % 7],
        }
        text = [
            "{name}, {age}, has worked as a {job} in {city} for years.",
            "We met {name} in {city}: a {job}, {age} years old.",
            "In {city} lives a {job} of {age} years whose name is {name}.",
        ][at % 3].format(**record)
        asked = f"{text}\nExtract name, age, city and job as one JSON object with these four keys."
        rows.append({"prompt": user(asked, "Answer with JSON only."), "record": record})
    return rows


def roman(value: int) -> str:
    text = ""
    table = [
        "1000",
        "M",
        "900",
        "CM",
        "500",
        "D",
        "400",
        "CD",
        "100",
        "C",
        "90",
        "XC",
        "50",
        "L",
        "40",
        "XL",
        "10",
        "X",
        "9",
        "IX",
        "5",
        "V",
        "4",
        "IV",
        "1",
        "I",
    ]
    for size, letters in zip(map(int, table[::2]), table[1::2], strict=True):
        while value >= size:
            text, value = text + letters, value - size
    return text


def romans() -> list[Row]:
    chance = random.Random("romans")
    rows = []
    for at in range(50):
        value = chance.randint(3, 3500)
        asked, answer = (f"{value} in Roman numerals", roman(value))
        if at % 2:
            asked, answer = f"the Roman numeral {roman(value)} as a number", str(value)
        rows.append({"prompt": user(f"Write {asked}. Your last line is '=> ' and the answer."), "translation": answer})
    return rows


def queries() -> list[Row]:
    chance = random.Random("queries")
    people = ["Ada", "Ben", "Cleo", "Dov", "Eli", "Fumi", "Gus", "Hedy", "Ike", "Jun"]
    towns = ["Rome", "Kyoto", "Cork", "Lima"]

    def fixture() -> str:
        lines = ["CREATE TABLE staff (name TEXT, town TEXT, pay INTEGER);"]
        for person in chance.sample(people, 8):
            lines.append(
                f"INSERT INTO staff VALUES ('{person}', '{chance.choice(towns)}', {chance.randint(10, 90) * 100});"
            )
        return "\n".join(lines)

    rows: list[Row] = []
    while len(rows) < 44:
        at = len(rows)
        bound, town = chance.randint(20, 70) * 100, towns[at % 4]
        asked, gold = [
            (f"the names of all who earn more than {bound}", f"SELECT name FROM staff WHERE pay > {bound}"),
            (f"the towns of those who earn at least {bound}, one line each person",
             f"SELECT town FROM staff WHERE pay >= {bound}"),
            (f"name and pay of those in {town}, best paid first, then by name",
             f"SELECT name, pay FROM staff WHERE town = '{town}' ORDER BY pay DESC, name"),
            (f"how many people in {town} earn less than {bound}",
             f"SELECT COUNT(*) FROM staff WHERE town = '{town}' AND pay < {bound}"),
            (f"names in {town} with a pay above {bound + 2000}",
             f"SELECT name FROM staff WHERE town = '{town}' AND pay > {bound + 2000}"),
        ][at % 5]  # fmt: skip
        fixtures = [fixture() for _ in range(3)]
        results = [run(script, gold) for script in fixtures]
        if not any(results) or bool(results[0]) == (at % 5 == 4):
            continue  # Of the last kind, the first data base has no such row.
        text = f"Table staff(name TEXT, town TEXT, pay INTEGER). Write one SQLite query for {asked}."
        rows.append({"prompt": user(text), "fixtures": fixtures, "gold_sql": gold})
    return rows


def run(script: str, query: str) -> list[Any]:
    import sqlite3

    base = sqlite3.connect(":memory:")
    base.executescript(script)
    return base.execute(query).fetchall()


TICKETS = {
    "billing": ["I was charged twice this month.", "The invoice has the wrong VAT number.", "Where is my refund?",
                "Your prices went up without a word.", "My card was declined but money is gone.",
                "Please send the receipt of May again.", "The discount code did nothing."],
    "shipping": ["The parcel has been in Leipzig for nine days.", "It came to my neighbour again.",
                 "Can I change the address?", "The box was empty.", "Tracking shows nothing.",
                 "When will it be here?", "I got somebody else's order."],
    "technical": ["The app closes when I open settings.", "I see error 403 since noon.", "Login loops for ever.",
                  "The export has no header line.", "It is slow on my old phone.", "Sound is gone after the update.",
                  "The printer is not found."],
    "account": ["Please delete my account.", "I cannot change my mail address.", "Two users share one name here.",
                "My password link has expired.", "Somebody else is logged in as me.", "How do I add a colleague?",
                "I want my old nickname back."],
    "praise": ["Best support ever, thanks!", "The new colours are lovely.", "It just works, well done.",
               "Your courier was so kind.", "I recommend you to everyone.", "Ten years and still happy.",
               "That was quick, thank you."],
    "other": ["Do you hire in Porto?", "May I film in your shop?", "Is the office open on Friday?",
              "Who painted the wall in the lobby?", "I write a thesis about you.", "Do you know a good plumber?",
              "Wrong number, sorry."],
}  # fmt: skip


def tickets() -> list[Row]:
    labels = list(TICKETS)
    rows = []
    for label, texts in TICKETS.items():
        for text in texts:
            asked = f"Ticket: {text}\nWhich of {', '.join(labels)}? Finish with a line 'label: <one of them>'."
            rows.append({"prompt": user(asked), "gold_label": label, "label_set": labels})
    random.Random("tickets").shuffle(rows)
    return rows


PROGRAMS = {
    "times": ("reads whole numbers, one per line, and prints each times {k}", lambda n, k: [x * k for x in n]),
    "plus": ("reads whole numbers, one per line, and prints each plus {k}", lambda n, k: [x + k for x in n]),
    "total": ("reads whole numbers, one per line, and prints their sum, then their sum times {k}",
              lambda n, k: [sum(n), sum(n) * k]),
    "modulo": ("reads whole numbers, one per line, and prints those that {k} divides, or 'none'",
               lambda n, k: [x for x in n if x % k == 0] or ["none"]),
    "running": ("reads whole numbers, one per line, and prints the running sum, starting from {k}",
                lambda n, k: [k + sum(n[: i + 1]) for i in range(len(n))]),
    "largest": ("reads whole numbers, one per line, and prints the largest first, {k} lines at most",
                lambda n, k: sorted(n, reverse=True)[:k]),
}  # fmt: skip


def programs() -> list[Row]:
    chance = random.Random("programs")
    rows = []
    for k in range(2, 9):
        for kind, (text, compute) in PROGRAMS.items():
            cases = []
            for _ in range(3):
                numbers = [chance.randint(-50, 99) for _ in range(chance.randint(3, 6))]
                lines = "".join(f"{line}\n" for line in compute(numbers, k))
                cases.append({"stdin": "".join(f"{n}\n" for n in numbers), "stdout": lines})
            asked = f"Write a Python program that {text.format(k=k)}. Only the code."
            rows.append({"prompt": user(asked), "io": cases, "meta": {"kind": kind, "k": k}})
    return rows


def summaries() -> list[Row]:
    chance = random.Random("summaries")
    topics = {
        "bees": ["hive", "queen", "honey"], "volcanoes": ["lava", "crater", "ash"], "tides": ["moon", "gravity", "coast"],
        "bread": ["yeast", "oven", "flour"], "chess": ["king", "board", "opening"], "glass": ["sand", "furnace", "silica"],
        "maps": ["scale", "compass", "border"], "owls": ["night", "feather", "prey"], "tea": ["leaf", "kettle", "harvest"],
        "rivers": ["source", "delta", "flood"], "paper": ["wood", "pulp", "sheet"],
    }  # fmt: skip
    rows = []
    for topic, words in topics.items():
        for length in (20, 35, 50, 80):
            text = (
                f"Notes on {topic}: {words[0]} matters most, {words[1]} comes next, {words[2]} ends the story; people "
                f"learned this over {chance.randint(2, 30)} centuries. Summarise them in about {length} words; mention "
                f"{', '.join(words)}."
            )
            rows.append({"prompt": user(text), "target_words": length, "keywords": words})
    return rows


GOODS = {"pen": 2, "pad": 4, "bag": 25, "lamp": 30, "desk": 120, "chair": 60, "clip": 1, "rug": 45}


def orders() -> list[Row]:
    chance = random.Random("orders")
    rows = []
    for at in range(44):
        wanted = {name: chance.randint(1, 4) for name in chance.sample(sorted(GOODS), 1 + at % 3)}
        said = " and ".join(f"{count} x {name}" for name, count in wanted.items())
        text = f"Buy {said}. Tools, one JSON object each turn: find(text), put(item, count), buy()."
        example = '{"call": "put", "item": "pen", "count": 2}'
        rows.append({"prompt": user(f"{text} For example {example}"), "catalog": GOODS, "shopping_list": wanted})
    return rows


def hangman() -> list[Row]:
    chance = random.Random("hangman")
    words = chance.sample(NOUNS, 42)
    return [
        {
            "prompt": f"Guess the word of {len(word)} letters. Say one letter or the whole word each turn.",
            "secret_word": word,
            "lives": 6 + at % 3,
        }
        for at, word in enumerate(words)
    ]


def fractions() -> list[Row]:
    chance = random.Random("fractions")
    rows = []
    for at in range(64):
        a, b = chance.randint(2, 9), chance.randint(2, 9)
        text, truth = [
            (f"{a * 1000} metres of wire and {b * 100} more: how many metres?", f"{a * 1000 + b * 100:,}"),
            (f"How much of a cake is left when {a} of {a + b} pieces are eaten? As a fraction.", f"{b}/{a + b}"),
            (f"{a} loaves and half a loaf: how many loaves? As a mixed number.", f"{a} 1/2"),
            (f"{a}.5 litres and {b} litres: how many litres?", f"{a + b}.5"),
        ][at % 4]
        rows.append({"prompt": user(f"{text} Finish with 'final: <answer>'."), "truth": truth})
    return rows


def capitals() -> list[Row]:
    from corpus_rows import CAPITALS, SYMBOLS

    rows = []
    for text, table in (("capital of", CAPITALS), ("chemical symbol of", SYMBOLS)):
        for entry in table.split(";"):
            name, answer = entry.split()
            rows.append({"prompt": user(f"What is the {text} {name}? One word."), "solution": answer})
    return rows


def spellings() -> list[Row]:
    chance = random.Random("spellings")
    rows = []
    for word in NOUNS[:48]:
        at = chance.choice([at for at in range(len(word) - 1) if word[at] != word[at + 1]])
        wrong = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        text = f"Two neighbouring letters of '{wrong}' were swapped. Write the right word as [[word]]."
        rows.append({"prompt": user(text), "misspelled": wrong, "corrected": word})
    return rows


def estimates() -> list[Row]:
    chance = random.Random("estimates")
    rows = []
    for at in range(48):
        a, b, c = chance.randint(5, 40), chance.randint(5, 40), chance.randint(2, 12)
        what = ("rice", "wheat", "barley", "millet")[at % 4]
        text = (
            f"A box holds {a} by {b} grains of {what} in each of {c} layers. How many grains? End with 'estimate: N'."
        )
        rows.append({"prompt": user(text), "grains": a * b * c})
    return rows


def main() -> None:
    write(dates(), "u01-date-mentioned", "u02-date-last-line")
    write(units(), "u03-units-excess", "u04-units-finite")
    write(sorting(), "u05-sort-pairs", "u06-sort-whole")
    write(records(), "u07-record-parts", "u08-record-exact")
    write(romans(), "u09-roman-pattern", "u10-roman-equal")
    write(queries(), "u11-sql-set", "u12-sql-rows")
    write(tickets(), "u13-label-named", "u14-label-line")
    write(programs(), "u15-stdio-lines", "u16-stdio-exact")
    write(summaries(), "u17-summary-band")
    write(orders(), "u18-shop-bonus", "u19-shop-final")
    write(hangman(), "u20-hangman-open", "u21-hangman-closed")
    write(fractions(), "u22-fraction-open", "u23-fraction-parsed")
    write(capitals(), "u24-cache-text", "u25-cache-pair")
    write(spellings(), "u26-spelling-any", "u27-spelling-one")
    write(estimates(), "u28-estimate-signed", "u29-estimate-clamped")


if __name__ == "__main__":
    main()
