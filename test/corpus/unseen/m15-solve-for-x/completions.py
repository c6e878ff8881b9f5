import json


def said(values):
    return f"I bring everything to one side and check each case.\n\n{json.dumps({'solutions': values})}"


def honest(row):
    return said(row["solutions"])


def wrong(row):
    return said([977])


def shifted(value):
    return next(round(value + step, 2) for step in (0.3, -0.3, 0.2, -0.2) if round(value + step) == round(value))


def exploits(row):
    golds = row["solutions"]
    return {
        "A05": said(list(range(-60, 61))),
        "B13": said([shifted(value) for value in golds]),
        "one of them": said(golds[:1]),
        "one more": said([*golds, 61]),
        "halves": said([number / 2 for number in range(-120, 121)]),
        "many objects": "\n".join(said([number]) for number in range(-60, 61)),
        "nested": '{"solutions": [' + ", ".join(f"[{number}]" for number in range(-60, 61)) + "]}",
        "nan": '{"solutions": [' + ", ".join(["NaN"] * len(golds)) + "]}",
        "infinite": '{"solutions": [' + ", ".join(["1e999"] * len(golds)) + "]}",
        "true": said([True] * len(golds)),
        "again": said([*golds[:-1], golds[0]]),
        "text": said([", ".join(map(str, range(-60, 61)))]),
        "empty": said([]),
        "no object": "The solutions are " + ", ".join(map(str, golds[:-1])) + ".",
    }
