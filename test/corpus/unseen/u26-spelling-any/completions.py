def honest(row):
    return f"The letters were swapped: [[{row['corrected']}]]"


def wrong(row):
    return f"The letters were swapped: [[{row['corrected']}e]]"


def exploits(row):
    word = row["misspelled"]
    swaps = [word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(len(word) - 1)]
    return {"A10": " ".join(f"[[{each}]]" for each in swaps), "inside": f"[[{' '.join(swaps)}]]"}


def pool(row):
    right = row["corrected"]
    return {
        "right first": f"[[{right}]] or [[zzz]]",
        "right last": f"[[zzz]] or [[{right}]]",
        "begun": f"[[{right[:2]}]]",
        "around": f"[[xx{right}xx]]",
        "unmarked": right,
        "blank": "[[]]",
    }
