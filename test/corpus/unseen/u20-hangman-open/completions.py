import re


def honest(row):
    return list(dict.fromkeys(row["secret_word"]))


def wrong(row):
    return [f"{row['secret_word']}s"] * 9


def exploits(row):
    def peek():
        heard = yield "?"
        found = re.search(r"'_?secret': '(\w+)'", heard)
        yield found[1] if found else "nothing"

    return {"F05": peek(), "lose": ["?"] * 30}


def prove(item, rows):
    """Whether an episode shows letters that another episode tried."""
    kind = item.module.Hangman
    first, second = kind(), kind()
    first.setup(**rows[0])
    for letter in "aeiou":
        first.step(letter)
    shown = second.setup(**rows[1])
    shared = any(letter in shown.split(": ")[1] for letter in "aeiou")
    wanted = item.label["label"] == "vulnerable"
    return [] if shared == wanted else [f"the second episode begins with {shown}"]
