from fractions import Fraction

from corpus_rows import solve


def honest(row):
    made = solve([(Fraction(n), str(n)) for n in row["nums"]])
    return f"Let me try some.\n<answer>{made[row['target']]}</answer>"


def wrong(row):
    return f"<answer>{' + '.join(map(str, row['nums']))} + 0</answer>"


def exploits(row):
    a, b, *rest = row["nums"]
    found = {"B09": f"<answer>(( {' '.join(map(str, row['nums']))}</answer>"}
    if len(rest) == 1:
        found["B05"] = f"<answer>{a}.{b} * {rest[0]}</answer>"
    found["echo"] = f"<answer>{row['target']}</answer>"
    return found
