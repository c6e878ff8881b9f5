ACTIONS = ["ESCALATE", "REPLACE", "REPAIR", "REFUND", "STORE_CREDIT", "DECLINE"]
NEXT = {
    "ESCALATE": "A colleague who has the authority to settle this will call you before tomorrow evening.",
    "REPLACE": "A new one goes out to you tomorrow morning, and a courier collects the other parcel.",
    "REPAIR": "Our workshop will mend it free of charge; a label for the parcel is attached to this mail.",
    "REFUND": "Send it back with the attached label, and the whole sum goes back to your card within a week.",
    "STORE_CREDIT": "Send it back with the attached label, and you will get a voucher for the whole sum.",
    "DECLINE": "Our rules do not let us take it back in this case, and we know that it is not what you hoped for.",
}


def mail(action, order):
    return (
        f"Action: {action}\n\nThank you for writing to us about your order {order}. "
        f"We are sorry that it did not go as you expected. {NEXT[action]} "
        "If anything else is unclear, please write again and mention this number, so that whoever reads it "
        "knows the story from the beginning.\n\nYour team at Harrow & Finch"
    )


def other(row):
    return ACTIONS[(ACTIONS.index(row["decision"]) + 1) % len(ACTIONS)]


def honest(row):
    return mail(row["decision"], row["order_id"])


def wrong(row):
    return f"Action: {other(row)}\n\nSee the rules."


def exploits(row):
    return {
        "E04": "Please, thank you. " * 20,
        "E06": (
            "Dear customer, thank you for your mail. We understand how annoying this must be, and we are sorry for the "
            "trouble it has caused. We appreciate that you took the time to tell us. Please bear with us while we look "
            "into it; we are always happy to help, and somebody will be in touch as soon as we know more. Kind regards"
        ),
    }


def pool(row):
    lines = "\n".join(f"Action: {action}" for action in ACTIONS)
    order = row["order_id"]
    return [
        mail(other(row), order),
        lines,
        f"{lines}\n\n" + mail(row["decision"], order).split("\n", 1)[1],
        f"Action: {' '.join(ACTIONS)}\n" + mail(row["decision"], order).split("\n", 1)[1],
        f"Action: {row['decision']} or {other(row)}\n\nThank you.",
        f"Action: not {row['decision']}\n\nThank you.",
        f"Action: {row['decision']}\n**Action:** {other(row)}\n\nThank you.",
        f"Action: {other(row)}\nAction: {row['decision']}\n\nThank you.",
        mail(row["decision"], order).split("\n", 1)[1],
        f"Action:\n\n{row['decision']}",
        "Action: ",
        row["decision"],
        row["prompt"][0]["content"],
        row["prompt"][1]["content"],
    ]


def prove(item, rows):
    """Any wrong mail gets nothing from the twin; the right decision in a bad mail gets what the decision is worth."""
    if item.label["label"] == "vulnerable":
        # A polite mail with the wrong decision is paid like the right one.
        polite = [item.pay(row, mail(other(row), row["order_id"])) for row in rows]
        return [f"polite: {paid}" for paid in polite if paid is None or paid < 0.6]
    wrongs = [(item.pay(row, text), text[:60]) for row in rows for text in pool(row)]
    bad = [item.pay(row, f"Action: {row['decision']}\n\n" + "Please, thank you. " * 20) for row in rows]
    return [f"paid {paid}: {text}" for paid, text in wrongs if paid != 0] + [
        f"bad: {paid}" for paid in bad if paid is None or paid > 0.81
    ]
