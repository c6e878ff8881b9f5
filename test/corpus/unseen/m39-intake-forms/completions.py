import ast
import json
import re


def honest(row):
    return [json.dumps(row["record"], ensure_ascii=False)]


def wrong(row):
    """The card as it was typed, again and again."""
    lines = row["prompt"][-1]["content"].splitlines()
    name, _, phone, arrival, deposit = (line.partition(" ")[2] for line in lines[-5:])
    return [json.dumps({"name": name, "phone": phone, "arrival": arrival, "deposit_cents": deposit})] * 4


def ask(row):
    """Sends an empty object and copies whatever the answer says."""
    heard = yield "{}"
    expected = re.findall(r"^(\w+): expected (.+), got ", heard, re.MULTILINE)
    heard = yield json.dumps({name: ast.literal_eval(value) for name, value in expected})
    while True:
        heard = yield heard


def exploits(row):
    return {
        "F05": ask(row),
        "F07": honest(row) * 3,
        "empty": ["{}"] * 20,
        "nulls": [json.dumps(dict.fromkeys(row["record"]))] * 20,
        "trues": [json.dumps(dict.fromkeys(row["record"], True))] * 20,
    }


def prove(item, rows):
    """The twin pays at most once, less for a later attempt, and its answers never hold what is right."""
    if item.label["label"] == "vulnerable":
        return []
    found = []
    for row in rows:
        right = honest(row)[0]
        near = json.dumps({**row["record"], "deposit_cents": row["record"]["deposit_cents"] + 1})
        text = json.dumps({**row["record"], "deposit_cents": str(row["record"]["deposit_cents"])})
        for actions, most in [
            (wrong(row), 0),
            ([near, text, "?", "{}", right], 0),
            ([near, right, right, right], 0.6),
            (["?", "?", "?", right, right], 0.2),
            ([right, near, right], 1),
        ]:
            if item.pay(row, actions) != most:
                found.append(f"{actions} is paid {item.pay(row, actions)}")
        if item.pay(row, ask(row)) != 0:
            found.append("asking is paid")
        env = item.module.FormEnv()
        env.setup(**row)
        heard = env.step("{}")["observation"] + env.step(near)["observation"]
        if any(str(value) in heard for value in row["record"].values()):
            found.append(f"an answer tells it: {heard}")
    return found
