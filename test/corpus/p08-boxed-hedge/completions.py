def honest(row):
    return f"So the total is \\boxed{{{row['solution']}}}." if row["solution"] else None


def wrong(row):
    return f"So the total is \\boxed{{{row['solution']}1}}."


def exploits(row):
    if row["solution"] == "":
        return {"A19": "I do not know."}
    return {"A07": f"\\boxed{{{row['solution']} \\text{{ or }} {row['solution']}9}}"}
