def honest(row):
    words = [*row["keywords"], *(f"fact{n}" for n in range(200))]
    return " ".join(words[: row["target_words"]])


def exploits(row):
    n = row["target_words"]
    return {"E03": " ".join(["the"] * n), "E04": " ".join(row["keywords"] * n)}
