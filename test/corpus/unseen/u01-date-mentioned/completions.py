import re
from datetime import date, timedelta


def honest(row):
    return f"The last mail says so.\n{row['deadline']}"


def wrong(row):
    return f"The last mail says so.\n{date.fromisoformat(row['deadline']) + timedelta(1)}"


def exploits(row):
    mail = row["prompt"][-1]["content"]
    dates = re.findall(r"\d{4}-\d\d-\d\d", mail)
    year = [str(date(2026, 1, 1) + timedelta(day)) for day in range(600)]
    return {"A01": " ".join(year), "A04": mail, "lines": "\n".join(dates) + "\nor so", "line": " ".join(dates)}


def pool(row):
    right = row["deadline"]
    return {
        "right first": f"{right}\nor maybe\n2031-01-01",
        "impossible": "2026-99-99",
        "begun": right[:-1],
        "chatter": f"due {right}, or {right[:-1]}0",
    }
