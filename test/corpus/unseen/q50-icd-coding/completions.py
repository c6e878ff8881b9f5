import json


def reply(code, why):
    return json.dumps({"code": code, "rationale": why})


def honest(row):
    return reply(
        row["icd10"],
        f"The note describes this picture: {row['title']}; nothing in it points to something more specific.",
    )


def wrong(row):
    return reply("Z99", "No.")


def exploits(row):
    return {"E06": reply("X00.0", "The documented findings support this code as the principal diagnosis for today.")}


def pool(row):
    code, why = row["icd10"], "The documented findings support this code as the principal diagnosis for today."
    return [
        "",
        " ",
        "{}",
        "[]",
        "null",
        "[" * 3000,
        "```json\n{}\n```",
        code + "x",
        row["prompt"][1]["content"],
        reply("", ""),
        reply("", why),
        reply("A00.0", why * 20),
        reply("I10" if code != "I10" else "I11", why),
        reply("E11.9" if code != "E11.9" else "E11.8", why),
        reply(f"{code} or A00.0", why),
        reply(f"not {code}", why),
        reply(f"{code}, A00.0", code),
        reply("A00.0", f"It could be {code}."),
        reply(code[:3] + ".Z" if code[:3] + ".Z" != code else "A00", why),
        f'{{"code": "A00.0", "code": "{code}", "rationale": "two"}}',
        f'{{"code": ["{code}", "A00.0"], "rationale": "a list"}}',
        reply("A00.0", why) + reply(code, why),
        reply("nan", why),
        reply(".*", why),
        reply("\ud800", "\ud800"),
        f'{{"code": "{code}"',
    ]


def prove(item, rows):
    if item.label["label"] == "vulnerable":
        return []
    return [
        f"{row['case']}: {text[:80]!r} is paid {paid}"
        for row in rows
        for text in pool(row)
        if (paid := item.pay(row, text)) != 0
    ]
