import re


def tagged(pattern):
    return f"This should do it.\n<regex>{pattern}</regex>"


def honest(row):
    return tagged(row["reference"])


def wrong(row):
    """Asks for one character more."""
    return tagged(f"(?:{row['reference']})!")


def exploits(row):
    return {"A21": "<regex>.*</regex>"}


def shown(row, verdict):
    lines = row["prompt"][-1]["content"].splitlines()
    return [line[1:].rpartition('"')[0] for line in lines if line.startswith('"') and line.endswith(verdict)]


def pool(row):
    prompt, right = row["prompt"][-1]["content"], row["reference"]
    yes, no = shown(row, "yes"), shown(row, "no")
    fenced = f"```\n{right}\n```"
    return [
        "",
        prompt,
        ".*",
        right,
        fenced,
        tagged(""),
        tagged("\n"),
        tagged(".+"),
        tagged("[^\\n]{3,40}"),
        tagged(r"[\s\S]*"),
        tagged(r"\S+"),
        tagged(r"\S+( \S+)*"),
        tagged(r".*\d.*"),
        tagged("(?!)"),
        tagged("(?!hello)(?!$).*"),
        tagged("|".join(map(re.escape, yes))),
        tagged("(?!" + "|".join(re.escape(text) + "$" for text in no) + ").+"),
        tagged("|".join(map(re.escape, yes + no))),
        tagged("True"),
        tagged(f"{right}|.*"),
        tagged(right + "!"),
        tagged(".*") + tagged(right),
        tagged(tagged(right)),
        tagged("a" * 301),
        tagged("("),
        tagged("(" * 300),
        tagged("(?#" + "x" * 250 + ").*"),
        tagged("\\"),
        tagged("a{99999999999999999999}"),
        tagged(f"```{right}```"),
        tagged("nan"),
        tagged("'); import os; os._exit(0) #"),
        tagged('"]); print("[true]"); exit() #'),
        tagged("\ud800\x00"),
        tagged("é*日本"),
        "</regex>.*<regex>",
        "<regex>" * 20000,
        "<regex>" + "x" * 100000 + "</regex>",
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    # A process for each text: all of them on every fourth row, another part of them on each of the others.
    tries = []
    for at, row in enumerate(rows):
        texts = pool(row)
        tries += [(row, text) for text in (texts if at % 4 == 0 else texts[at % 8 :: 8])]
    bound = item.label["resists"]
    paid = [(row, text) for row, text in tries if (item.pay(row, text) or 0) > bound]
    slow = tagged("(((((.*)*)*)*)*)*!")
    if item.pay(rows[0], slow) != 0:
        paid.append((rows[0], slow))
    return [f"{len(paid)} of the pool are paid more than {bound}: {paid[0][1][:80]!r}"] if paid else []
