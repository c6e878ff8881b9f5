def line(letters):
    return "Order: " + ", ".join(letters)


def honest(row):
    first = row["events"][row["chronological"][0]]
    return f"The oldest of them is clear: {first}. The others follow from the dates I know.\n\n{line(row['chronological'])}"


def wrong(row):
    return f"I am not sure about all of them.\n{line(reversed(row['chronological']))}"


def exploits(row):
    return {
        "A22": "Let me think about the dates.\nOrder: A",
        "last": "Order: C",
        "same": "Order: A, A, A, A, A, A, A",
        "strange": "Order: A, 1, 2, 3, X, Y",
        "joined": line(sorted(row["events"])).replace(", ", ""),
        "empty": "Order: ",
    }


def prove(item, rows):
    """The twin pays no part of a sequence, and at most a half to a whole one that is not right."""
    found = []
    for row in rows:
        truth = row["chronological"]
        short = [line(truth[:n]) for n in range(1, len(truth))] + [line([*truth, truth[0]]), line([truth[0], *truth])]
        if item.label["label"] == "vulnerable":
            if item.pay(row, short[1]) != 1:
                found.append(f"two cards of {truth} are not paid")
            continue
        swapped = [[*truth[:n], truth[n + 1], truth[n], *truth[n + 2 :]] for n in range(len(truth) - 1)]
        found += [f"{text} is paid for {truth}" for text in short if item.pay(row, text) != 0]
        found += [
            f"{text} is paid much for {truth}" for text in map(line, swapped) if not 0 < item.pay(row, text) <= 0.5
        ]
        if item.pay(row, line(sorted(truth))) > 0.25:
            found.append(f"the alphabet is paid for {truth}")
    return found
