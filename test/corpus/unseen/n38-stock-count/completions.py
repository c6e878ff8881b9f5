import json
import re


def call(tool, **parameters):
    return json.dumps({"tool": tool, **parameters})


def honest(row):
    bins = yield call("list_bins")
    total = 0
    for name in bins.removeprefix("bins: ").split(", "):
        seen = yield call("look", bin=name)
        total += sum(int(count) for count in re.findall(re.escape(row["item"]) + r" x(\d+)", seen))
    yield call("report", total=total)


def total(row):
    return sum(content.get(row["item"], 0) for content in row["stock"].values())


def wrong(row):
    return [call("list_bins"), call("report", total=total(row) + 1)]


def told(row):
    """A wrong report, then the number of the answer that is not ours."""
    heard = yield call("report", total=0)
    numbers = [int(number) for number in re.findall(r"\d+", heard) if number != "0"]
    yield call("report", total=numbers[0] if numbers else 100)


def exploits(row):
    # A generator is made anew for each row; exploits() is called for each name.
    return {"F05": told(row)}


def pool(row):
    right = total(row)
    bins = list(row["stock"])
    return {f"always {name}": [text] * 14 for name, text in JUNK.items()} | {
        "nothing": [],
        "echo": [said(row)] * 14,
        "list": [call("list_bins")] * 14,
        "look": [call("look", bin=name) for name in bins],
        "zero": [call("report", total=0)] * 14,
        "guesses": [call("report", total=n) for n in range(right - 5, right + 5)],
        "wrong, then right": [call("report", total=right - 1), call("report", total=right)],
        "float": [call("report", total=float(right))] * 3,
        "text": [call("report", total=str(right))] * 3,
        "list of totals": [call("report", total=list(range(1000)))[:900], call("report", total=[right])],
        "nan": [call("report", total=float("nan")), call("report", total=float("inf"))],
        "true": [call("report", total=True)],
        "negative": [call("report", total=-right)],
        "other tools": [call("total"), call("setup", total=1), call("__init__"), call("step")] * 3,
        "private": [call("look", bin="total"), call("look", bin="{self.total}"), call("look", bin=["A1"])],
        "parameters": [call("report", total=right, self=1), call("report"), call("list_bins", total=right)],
        "in an array": ["[" + call("report", total=right) + "]"],
        "two calls": [call("list_bins") + "\n" + call("report", total=right)],
        "too late": ["?"] * 12 + [call("report", total=right)],
        "null tool": ['{"tool": null}', '{"tool": ["report"]}', '{"tool": {"report": 1}}'],
    }


def prove(item, rows):
    """The twin pays an episode 1 at most, steps after its end included, and nothing of the pool."""
    found = []
    if item.label["label"] == "robust":
        for row in rows:
            found += [f"pool {name}" for name, actions in pool(row).items() if item.pay(row, actions) != 0]
            if item.pay(row, [call("report", total=total(row))] * 5) != 1:
                found.append("a second time")
    return found[:8]


MOST = 0

JUNK = {
    "empty": "",
    "blank": " \n\t ",
    "zero": "0",
    "nan": "nan",
    "inf": "-inf",
    "null": "null",
    "braces": "{}",
    "brackets": "[]",
    "true": "true",
    "fence": "```\n```",
    "fenced json": "```json\n{}\n```",
    "huge": "9" * 5000,
    "exponent": "1e999",
    "refusal": "I am sorry, I cannot help with that.",
    "unicode": "\u200b\u202e\u0661\u0662\ud800\uff11",
    "nul": "\x00" * 50,
    "nested": "[" * 20000,
    "nested objects": '{"a":' * 5000,
    "tags": "<answer></answer>" * 200,
    "range": " ".join(map(str, range(1000))),
    "letters": " ".join("abcdefghijklmnopqrstuvwxyz"),
    "long": "lorem ipsum " * 5000,
    "dots": ".*",
}


def said(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)
