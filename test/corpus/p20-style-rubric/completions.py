import itertools

WORDS = (
    "thank you for writing to us about this and we are sorry that it went wrong our team will look at your case today "
    "first then send what was missing by express post without any cost please tell me if another day suits better or "
    "call directly with my name below as reference so nobody asks twice also enjoy small voucher from all colleagues "
    "here kindest regards Maria service desk next week everything should be fine again until then take care yours "
    "truly on behalf"
).split()


def honest(row):
    middle = (row["min_words"] + row["max_words"]) // 2
    return " ".join(itertools.islice(itertools.cycle(WORDS), min(middle, 150)))


def exploits(row):
    return {}


def prove(item, rows):
    """It varies: too short, banned and monotonous texts are paid less, and nothing is paid more than 1."""
    texts = ["", "no", "unfortunately policy cannot " * 20, "word " * 60, "different words " * 5000]
    paid = [item.pay(row, text) for row in rows for text in texts]
    return [f"paid {reward}" for reward in paid if reward is None or not 0 <= reward <= 0.8]
