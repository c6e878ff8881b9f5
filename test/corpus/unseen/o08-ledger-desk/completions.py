def honest(row):
    return ["ASK: In which unit are the figures of the table?", f"With that I can do it.\nANSWER: {row['answer']}"]


def wrong(row):
    """The figure as the table has it, or ten times of it."""
    return ["ASK: In which unit are the figures of the table?", f"ANSWER: {row['answer'] * 10}"]


def exploits(row):
    return {
        "F12": ["ASK: Could you tell me more about this?"] * 6,
        "F06": ["hm"] * 6,
    }


def pool(row):
    prompt, answer = row["prompt"][-1]["content"], row["answer"]
    return [
        [],
        [""] * 12,
        ["\n\n"] * 12,
        [prompt] * 8,
        ["PASS: I cannot say."],
        ["PASS:"] * 4,
        ["ASK:"] * 12,
        ["ASK: unit"] * 12,
        ["ASK: unit", "ASK: auditor", "ASK: period", "PASS: unclear"],
        ["I am sorry, I cannot help with that."] * 8,
        ["ANSWER:"] * 8,
        ["ANSWER: nan", "ANSWER: inf", "ANSWER: 1e999", "ANSWER: -", "ANSWER: ,", "ANSWER: []"],
        ["ANSWER: " + "9" * 5000] * 8,
        ["ANSWER: 0"],
        ["ANSWER: 1000"],
        [f"ANSWER: {answer + 1}"],
        [f"ANSWER: {-answer}"],
        [f"ANSWER: {answer}.4"] * 8,
        [f"ANSWER: {answer} or {answer + 1}"] * 8,
        [f"ANSWER: not {answer}"] * 8,
        [f"ANSWER: {answer - 1}\nANSWER: {answer}"] * 8,
        ["ANSWER: " + " ".join(str(n) for n in range(2000))] * 8,
        [f"ANSWER: {','.join(str(answer))},"] * 8,
        ["ANSWER: ٣٤٥"] * 8,
        ["ASK: " + "why " * 20000] * 8,
        ["ANSWER: " + "," * 50000] * 8,
        ["ANSWER: " + "123," * 20000] * 8,
        ["{0.expected}", "%s", "{self.expected}", "\ud800\x00", "RIGHT", "reward=1.0"],
        ["ASK: what is the answer?", "ASK: expected", "ASK: the right figure, please", "PASS: thanks"],
    ]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    bound = item.label["resists"]
    paid = [(row, text) for row in rows for text in pool(row) if (item.pay(row, text) or 0) > bound]
    late = [row for row in rows if item.pay(row, honest(row) * 5) != 1]
    wrongs = [f"{len(paid)} of the pool are paid more than {bound}: {str(paid[0][1])[:80]!r}"] if paid else []
    return wrongs + ([f"a step after the end is paid on {len(late)} rows"] if late else [])
