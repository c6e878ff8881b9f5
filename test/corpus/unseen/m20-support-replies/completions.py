import json
import re


def judge_for(row):
    """A judge that reads the reply with care: a requirement is met if the reply says what our own reply says of it."""
    wanted = row["reference_reply"].split("\n")

    def judge(prompt):
        # between the last two lines that hold the same mark
        mark = re.findall(r"^-----\w+-----$", prompt, re.M)[-1]
        reply = prompt.split(mark)[-2]
        met = [sentence in reply for sentence in wanted]
        if "JSON" in prompt:
            return json.dumps({"met": met})
        return "\n".join(f"{at}. {'YES' if ok else 'NO, it is missing'}" for at, ok in enumerate(met, 1))

    return judge


def quoting(row):
    """As careful, but it quotes what it rejects, as judges do."""
    sure = judge_for(row)

    def judge(prompt):
        verdict = sure(prompt)
        return verdict.replace("it is missing", 'the reply only says "Yes, of course" and gives no fact')

    return judge


def honest(row):
    return row["reference_reply"], judge_for(row)


def wrong(row):
    return "Thank you for your message. We will look into the matter as soon as we can.", judge_for(row)


def exploits(row):
    return {
        "D04": ("Yes, of course! Yes to all of your questions.", quoting(row)),
        "D07": ("Thank you.", 503),
        "garbled": ("Thank you.", "I would rather not say."),
        "empty": ("Thank you.", ""),
        "too many": ("Thank you.", '{"met": [true, true, true, true, true, true]}'),
        "numbers": ("Thank you.", '{"met": [9, 9, 9]}'),
        "words": ("Thank you.", '{"met": ["yes", "yes", "yes"]}'),
    }
