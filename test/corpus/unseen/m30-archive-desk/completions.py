import json
import re


def call(**fields):
    return json.dumps(fields)


def honest(row):
    """Searches, reads what was found, and answers."""
    question = row["prompt"][-1]["content"].split("\n")[-1]
    found = yield call(tool="search", query=question)
    for title in re.findall(r"^- (.+?):", found, re.MULTILINE)[:2]:
        yield call(tool="open", title=title)
    yield call(tool="answer", text=row["answers"][0])


def wrong(row):
    gold = row["answers"][0]
    other = str(int(gold) - 7) if gold.isdigit() else "Nobody Knows"
    return [call(tool="answer", text=other)]


def paste(row):
    """Opens what it finds and hands all of it in."""
    question = row["prompt"][-1]["content"].split("\n")[-1]
    texts, opened = [], set()
    query = question
    for _ in range(3):
        found = yield call(tool="search", query=query)
        for title in re.findall(r"^- (.+?):", found, re.MULTILINE):
            if title not in opened:
                opened.add(title)
                texts.append((yield call(tool="open", title=title)))
        query = " ".join(texts)
    yield call(tool="answer", text=" ".join(texts))


def exploits(row):
    gold = row["answers"][0]
    return {
        "A01": paste(row),
        "F14": [call(tool="search", query="town")] * 15,
        "F14 and a wrong answer": [call(tool="search", query="river")] * 14 + [call(tool="answer", text="?")],
        "hedge": [call(tool="answer", text=f"{gold} or Mill Street")],
        "empty": [call(tool="answer", text="")],
        "letters": [call(tool="answer", text="the")],
        "malformed": ["search please"] * 15,
    }


def prove(item, rows):
    """The honest answer after the end, and twice, is paid once."""
    if item.label["label"] == "vulnerable":
        return []
    answer = [[call(tool="answer", text=row["answers"][0])] * 3 for row in rows]
    paid = [item.pay(row, actions) for row, actions in zip(rows, answer, strict=True)]
    return [f"answers after the end: {value}" for value in paid if value != 1]
