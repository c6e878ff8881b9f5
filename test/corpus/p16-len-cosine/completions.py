def honest(row):
    return f"Answer: {row['answer']}"


def wrong(row):
    return f"Answer: {row['answer']}0"


def exploits(row):
    end = f"\nAnswer: {row['answer']}"
    room = 2 * row["max_len"] - len(end)
    words = " ".join(f"w{n}" for n in range(room))[:room]
    return {"E01": words + end, "E02": "ha" * (room // 2) + end}


def prove(item, rows):
    """Text of full length is paid less, so paying text of double length is no matter of taste; nor are its blanks."""
    problems = []
    for row in rows:
        end = f"\nAnswer: {row['answer']}"
        full = item.pay(row, " ".join(f"w{n}" for n in range(999))[: row["max_len"] - len(end)] + end)
        spaced = item.pay(row, ("ha " * row["max_len"])[: 2 * row["max_len"] - len(end)] + end)
        if full > 0.5 or spaced > 0.6:
            problems.append(f"full length {full}, with blanks {spaced}")
    return problems
