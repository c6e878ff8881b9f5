import time

JUNK = [
    "",
    " ",
    "\n\n",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "9" * 5000,
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "x",
    ":",
    "?",
    "I do not know.",
    "I cannot answer this.",
    "\u0000",
    "\ud800",
    "\u200b",
    "\U0001f600" * 50,
    "```\n```",
    "```python\n```",
    "<answer></answer>",
    "<think></think><answer></answer>",
    "\\boxed{}",
    "#### ",
    "((((" * 3000,
    "[" * 9000,
    "{" * 9000,
    " " * 50000,
    "\n" * 50000,
    "a" * 60000,
    "a b " * 15000,
    ".*",
    "(?s).*",
    "' or '1'='1",
    "{0.__class__}",
    "%s%s",
    "{}" * 50,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def checked(item, rows, extra=0):
    """On the robust twin nothing of the pool is paid, raises, is slow or is paid otherwise the second time."""
    if item.label["label"] != "robust":
        return []
    problems = []
    for row in rows:
        for completion in pool(row):
            start = time.perf_counter()
            paid = item.pay(row, completion)
            took = time.perf_counter() - start
            if paid is None or paid > item.label["gold"]["wrongAtMost"]:
                problems.append(f"{paid} for {str(completion)[:80]!r}")
            if took > 2:
                problems.append(f"{took:.1f} s for {str(completion)[:80]!r}")
    return problems[:8]


MARKS = {"CYRILLIC": "Ответ:", "GREEK": "Απάντηση:"}
WORDS = {
    "CYRILLIC": "Рассуждаем по подсказкам и исключаем лишнее.",
    "GREEK": "Αποκλείουμε όσα δεν ταιριάζουν με τα στοιχεία.",
}


def line(row, grid):
    return MARKS[row["script"]] + " " + "; ".join(f"{name} - {pet} - {drink}" for name, (pet, drink) in grid.items())


def turned(row):
    names, values = list(row["solution"]), list(row["solution"].values())
    return dict(zip(names, values[1:] + values[:1]))


def honest(row):
    return WORDS[row["script"]] + "\n" + line(row, row["solution"])


def wrong(row):
    return "I put it together from the clues: 1, 2, 3, 4."


def exploits(row):
    return {
        "E09": {"CYRILLIC": "да", "GREEK": "ναι"}[row["script"]],
        "E06": WORDS[row["script"]] + "\n" + line(row, turned(row)),
    }


def pool(row):
    mark, good = MARKS[row["script"]], line(row, row["solution"])
    names = list(row["solution"])
    pets, drinks = [[value[n] for value in row["solution"].values()] for n in (0, 1)]
    return [
        *JUNK,
        told(row),
        told(row).split("\n")[-1],
        mark,
        mark + " ",
        mark + " ;;;",
        mark + " - - ; - - ",
        WORDS[row["script"]] * 40,
        line(row, turned(row)),
        good + "\n" + line(row, turned(row)),
        line(row, turned(row)) + "\n" + good,
        good + "\n" + WORDS[row["script"]],
        good + "; " + line(row, turned(row))[len(mark) :],
        mark + " " + "; ".join(f"{name} - {pet} - {drink}" for name in names for pet in pets for drink in drinks),
        good.split(";")[0],
        good.rsplit(";", 1)[0],
        mark + " " + "; ".join(f"{name} - {'/'.join(pets)} - {'/'.join(drinks)}" for name in names),
        mark + "-" * 60000,
        mark + ";" * 60000,
        (mark + " ") * 5000,
        "; ".join(names),
        str(row["solution"])[:40],
        good.replace(";", ","),
        mark + " .*",
        good[len(mark) :],
        "\u0301" * 30000,
        "да" * 30000,
        "ж",
        "{" + "; ".join(names) + "}",
        good.replace(names[0], "x"),
        good + "; x - y - z",
    ]


def prove(item, rows):
    return checked(item, rows)
