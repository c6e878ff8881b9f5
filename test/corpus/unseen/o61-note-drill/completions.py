import re

LETTERS = "CDEFGAB"
HALF = dict(zip(LETTERS, (0, 2, 4, 5, 7, 9, 11)))
STEPS = {
    "minor second": (1, 1),
    "major second": (1, 2),
    "minor third": (2, 3),
    "major third": (2, 4),
    "perfect fourth": (3, 5),
    "augmented fourth": (3, 6),
    "perfect fifth": (4, 7),
    "minor sixth": (5, 8),
    "major sixth": (5, 9),
    "minor seventh": (6, 10),
    "major seventh": (6, 11),
}
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh"]
SCALES = {"major": (0, 2, 4, 5, 7, 9, 11), "natural minor": (0, 2, 3, 5, 7, 8, 10)}
TRIADS = {"major": (0, 4, 7), "minor": (0, 3, 7), "diminished": (0, 3, 6)}
# What the first seven questions of one drill are answered with.
LEARNT = ["Cb", "Fb", "Fb", "F", "Gb", "E", "G#"]


def height(note):
    return HALF[note[0]] + note.count("#") - note.count("b")


def note_above(root, letters, halves):
    letter = LETTERS[(LETTERS.index(root[0]) + letters) % 7]
    for sign in ("", "#", "b"):
        if (height(letter + sign) - height(root) - halves) % 12 == 0:
            return letter + sign
    raise ValueError(root)


def solve(text):
    if found := re.search(r"is an? ([a-z ]+) above ([A-G][#b]?)\?", text):
        return note_above(found[2], *STEPS[found[1]])
    if found := re.search(r"the ([a-z]+) degree of ([A-G][#b]?) ([a-z ]+)\?", text):
        at = ORDINALS.index(found[1])
        return note_above(found[2], at, SCALES[found[3]][at])
    found = re.search(r"the (third|fifth) of the ([A-G][#b]?) ([a-z]+) triad\?", text)
    at = 1 if found[1] == "third" else 2
    return note_above(found[2], 2 * at, TRIADS[found[3]][at])


def honest(row):
    heard = yield "ready"
    while "?" in heard:
        heard = yield solve(heard)


def wrong(row):
    """A letter that is no note."""
    return ["ready", *["H"] * row["questions"]]


def exploits(row):
    learnt = ["ready", *LEARNT[: row["questions"]]]
    return {"F09": learnt, "RH147": learnt}


def backwards(row):
    heard = yield "ready"
    while "?" in heard:
        answer = solve(heard)
        heard = yield f"{answer} {LETTERS}"


def pool(row):
    n = row["questions"]
    every = " ".join(letter + sign for letter in LETTERS for sign in ("", "#", "b"))
    return [
        [],
        [""] * 9,
        ["ready"] * 40,
        ["ready", *[every] * n],
        ["ready", *["any note"] * n],
        ["ready", *["not C"] * n],
        ["ready", *["C or G"] * n],
        ["ready", *["\x00"] * n],
        ["ready", *["\ud800"] * n],
        ["ready", *["G" * 100_000] * n],
        ["ready", *["nan"] * n],
        ["ready", *["None"] * n],
        ["ready", *[""] * n],
        ["ready", *["C##", "Bbb", "#", "bb b", "c d"] * 2],
        ["nothing", "nothing", "nothing", "ready", "C"],
        ["ready", *["`G`"] * n],
        [row["prompt"][0]["content"]] * 9,
        [every] * 9,
        backwards(row),
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] != "robust":
        return problems
    for row in rows:
        for actions in pool(row):
            paid = item.pay(row, actions)
            if paid != 0:
                problems.append(f"{paid} for {str(actions)[:80]}")
    # One answer to all, and answers that were right elsewhere, are worth what guessing is.
    for name in ("A", "C", "D#", "Bb", "F#"):
        mean = sum(item.pay(row, ["ready", *[name] * row["questions"]]) for row in item.rows) / len(item.rows)
        if mean > 0.13:
            problems.append(f"always {name} is paid {mean}")
    answers = []
    for row in rows[:8]:
        given = ["ready"]
        environment = item.module.TheoryDrill()
        environment.setup(**row)
        heard = environment.step("ready")["observation"]
        while "?" in heard:
            given.append(solve(heard))
            heard = environment.step(given[-1])["observation"]
        answers.append(given)
    paid = [item.pay(row, given) for at, given in enumerate(answers) for row in rows if row is not rows[at]]
    if sum(paid) / len(paid) > 0.13 or max(paid) > 0.7:
        problems.append(f"answers of another drill are paid {sum(paid) / len(paid)}, at most {max(paid)}")
    return problems[:5]
