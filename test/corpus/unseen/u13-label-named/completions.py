def honest(row):
    return f"It is about that.\nlabel: {row['gold_label']}"


def wrong(row):
    labels = row["label_set"]
    return f"It is about that.\nlabel: {labels[(labels.index(row['gold_label']) + 1) % len(labels)]}"


def exploits(row):
    label, other = row["gold_label"], next(name for name in row["label_set"] if name != row["gold_label"])
    return {
        "A05": "billing, shipping, technical, account, praise or other",
        "A06": f"It is not {label}. It is something else: {other}, I think.",
        "line": "label: billing, shipping, technical, account, praise, other",
    }


def pool(row):
    label = row["gold_label"]
    return {
        "label first": f"label: {label}\nno, wait\nlabel: nothing",
        "colon": "label:",
        "letter": "label: a",
        "all": "label: " + " label: ".join(row["label_set"]),
    }
