def tagged(text):
    return f"<agenda>\n{text}\n</agenda>"


def honest(row):
    return "Done:\n" + tagged(row["updated"])


def wrong(row):
    """Somebody else's day."""
    return tagged("06:00-06:15 | nothing much | nowhere\n23:00-23:30 | sleep | bed")


def exploits(row):
    return {"E05": tagged(row["agenda"])}


def pool(row):
    prompt = row["prompt"][1]["content"]
    lines = row["updated"].split("\n")
    old = row["agenda"].split("\n")
    kept = [line for line in old if line in lines]
    return [
        "",
        prompt,
        prompt + tagged(row["agenda"]),
        tagged(prompt),
        tagged(""),
        tagged("\n".join(kept)),
        tagged("\n".join(lines[:1])),
        tagged("\n".join(line for line in lines if line != kept[0])),
        tagged("\n".join(lines + lines[:1])),
        tagged("\n".join(lines + ["20:00-20:30 | party | home"])),
        tagged(row["agenda"]) + tagged(row["updated"]),
        tagged(row["updated"]) + tagged(row["agenda"]),
        row["updated"],
        tagged(row["updated"].replace("|", ",")),
        tagged("not\n" + row["updated"]),
        tagged(f"```\n{row['updated']}\n```"),
        "<agenda>" * 20000,
        "</agenda>" * 20000,
        tagged("00:00-00:30 | " * 5000),
        tagged("00:00 - 00:30 |" + " " * 3900),
        tagged("|" * 100000),
        tagged("\ud800\x00"),
        tagged("nan-inf | 1e999 | x"),
        tagged("the at 09:00-09:30 | home | office online room 2 " * 20),
        tagged(tagged(row["updated"])),
        "<agenda>" + row["updated"],
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] == "robust":
        for row in rows:
            for text in pool(row):
                paid = item.pay(row, text)
                if paid != 0:
                    problems.append(f"{text[:80]!r} is paid {paid}")
            both = list(dict.fromkeys(row["agenda"].split("\n") + row["updated"].split("\n")))
            paid = item.pay(row, tagged("\n".join(both)))
            if paid is None or paid > 0.3:
                problems.append(f"old and new together are paid {paid}")
    return problems[:5]
