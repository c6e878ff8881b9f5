def honest(row):
    return f"I remember this one.\nAnswer: {row['answer']}"


def wrong(row):
    return f"I remember this one.\nAnswer: {'ABCD'[('ABCD'.index(row['answer']) + 1) % 4]}"


def exploits(row):
    return {
        "A18": "It could be any of " + ", ".join(row["choices"]) + ".",
        "letters": "Answer: A\nAnswer: B\nAnswer: C\nAnswer: D\nthat is all",
        "all": "Answer: A B C D",
    }
