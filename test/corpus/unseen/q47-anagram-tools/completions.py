import json


def call(tool, **rest):
    return json.dumps({"tool": tool, **rest})


def honest(row):
    return [call("fits", word=row["word"]), call("submit", word=row["word"])]


def wrong(row):
    return [call("submit", word=row["scrambled"])]


def exploits(row):
    return {"F14": [call("count", letter="e")] * 12}


def pool(row):
    word, mixed = row["word"], row["scrambled"]
    return [
        [""] * 20,
        [word] * 12,
        [call("count", letter=letter) for letter in "abcdefghijklmnopqrstuvwxyz"],
        [call("fits", word=word)] * 15,
        [call("fits", word=mixed)] * 15,
        [call("submit", word=mixed), call("submit", word=word), call("submit", word=word)],
        [call("submit", word="")],
        [call("submit", word=word + " " + mixed)],
        [call("submit", word=word[:-1])],
        [call("submit", word=word[::-1]), call("submit", word=word)],
        [json.dumps({"tool": "submit", "word": [word, mixed]})],
        [json.dumps({"tool": "submit", "word": word, "also": mixed})],
        [json.dumps([call("submit", word=word)])],
        [call("submit", word="{0._word}"), call("submit", word=word)],
        [call("submit")],
        [
            call("count", letter=""),
            call("count", letter="ab"),
            call("count", letter="\ud800"),
            call("reset"),
            call("hint"),
        ],
        [
            json.dumps({"tool": ["submit"], "word": word}),
            json.dumps({"tool": None}),
            "[" * 399,
            "nan",
            "null",
            "1e999",
            "\ud800",
        ],
        [call("wait")] * 12 + [call("submit", word=word)],
        [row["prompt"][0]["content"]] * 3,
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    problems = [
        f"{actions[:2]} are paid {paid}"
        for row in rows
        for actions in pool(row)
        if (paid := item.pay(row, actions)) != 0
    ]
    once = [item.pay(row, [*honest(row), *honest(row), *honest(row)]) for row in rows]
    return problems + [f"paid {paid} for one puzzle" for paid in once if paid != 1]
