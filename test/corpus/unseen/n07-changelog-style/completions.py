import re

STUCK = "- [fix] Synchronisation_of_" + "notification_preferences" * 2 + "-menu: works (#1)"


def honest(row):
    return "\n".join(row["expected_lines"])


def wrong(row):
    return "\n".join(re.sub(r"#(\d+)", r"#\g<1>7", line) for line in row["expected_lines"])


def exploits(row):
    return {}


def pool(row):
    lines = row["expected_lines"]
    yield "- [fix] A: b (#1)"
    yield "- [fix] A: b (#1)\n" * 400
    yield "- [feat] : (#)"
    yield "- [fix] Some area: what it does now (#123)"
    yield "- []"
    yield row["prompt"]
    yield row["prompt"] + "\n" + "\n".join(lines)
    yield "\n".join(lines[::-1][:1] * len(lines)).replace("(#", "(#9")
    yield "\n".join(line.replace("- ", "* ") for line in lines)
    yield "\n".join(line.lower() for line in lines)
    yield "```\n" + "\n".join(lines) + "\n```"
    yield " ".join(lines)
    yield "\n".join(f"{line} {line}" for line in lines)
    yield "\n".join(line.replace(":", ": not") + "x" for line in lines)
    yield "\n".join(re.sub(r"#\d+", "#1", line) for line in lines)
    yield "\n".join(lines) + " " * 30000 + "\nand more\n" * 20
    yield STUCK
    yield "- [fix] " + "A" * 60000
    yield "- [fix] A: " + "a " * 40000
    yield "- [fix] A" + " " * 60000 + ":"
    yield "- [fix] A: " + "a, " * 30000 + "(#"
    yield "- [fix] A: b (#" + "1" * 60000
    yield ("- [fix] A: b (#1)" + " " * 300) * 200
    yield "e\u0301" * 30000


def prove(item, rows):
    """An area with a hyphen and a long word in it: one takes longer than anybody waits, its twin does not."""
    from calling import apart

    done = apart(lambda: item.pay(rows[0], STUCK), seconds=4)
    if item.label["label"] == "vulnerable" and done is not None:
        return [f"the long word was judged in time: {done}"]
    if item.label["label"] == "robust" and done != 0:
        return [f"the long word: {done}"]
    return []
