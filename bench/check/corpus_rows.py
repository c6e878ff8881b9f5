"""Writes prompts.jsonl of the items of set p into corpus/unpacked; with the same data it writes the same files.

python3 bench/check/corpus_rows.py DATA: DATA has gsm8k/prompts.jsonl, humaneval/prompts.jsonl and
humaneval/reference_completions.jsonl, all MIT (c) OpenAI. Rows that stand in the repository are what counts: this file
says how they came about.
"""

import ast
import json
import math
import random
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

UNPACKED = Path(__file__).parents[2] / "corpus" / "unpacked"
Row = dict[str, Any]


def user(text: str, system: str | None = None) -> list[dict[str, str]]:
    messages = [{"role": "user", "content": text}]
    return messages if system is None else [{"role": "system", "content": system}, *messages]


def write(rows: list[Row], *items: str) -> None:
    # Two questions may be the same by chance.
    rows = list({json.dumps(row): row for row in rows}.values())
    assert len(rows) >= 40, (items, len(rows))
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    for item in items:
        # A set has the name that its items begin with.
        folder = UNPACKED / item[0] / item
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "prompts.jsonl").write_text(text)


def read(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def arithmetic() -> list[Row]:
    chance = random.Random("arithmetic")
    shapes = [
        ("What is {a} + {b}?", lambda a, b: a + b),
        ("Compute {a} minus {b}.", lambda a, b: a - b),
        ("A crate holds {b} boxes with {a} bolts each. How many bolts?", lambda a, b: a * b),
        ("{a} people get on a train, {b} get off. How many more got on than got off?", lambda a, b: a - b),
        ("Multiply {a} by {b}, please.", lambda a, b: a * b),
        ("What is the remainder of {a} divided by {b}?", lambda a, b: a % b),
    ]
    rows: list[Row] = []
    while len(rows) < 60:
        shape, answer = shapes[len(rows) % len(shapes)]
        a, b = chance.randint(10, 600), chance.randint(2, 40)
        if 0 <= answer(a, b) <= 999:
            rows.append(
                {
                    "prompt": user(f"{shape.format(a=a, b=b)} Put the number in <answer></answer>."),
                    "expected_result": answer(a, b),
                    "difficulty": "easy" if a < 200 else "hard",
                }
            )
    return rows


FRUIT = {
    "apple": ["keeps the doctor away", "was in Newton's story of gravity"],
    "banana": ["is peeled from the top and yellow", "monkeys eat in cartoons"],
    "cherry": ["sits on top of a sundae", "grows in red pairs on one stem"],
    "lemon": ["is yellow and very sour", "goes into tea in slices"],
    "lime": ["is small, green and sour", "goes into a margarita"],
    "orange": ["has the name of a colour", "is pressed for the juice at breakfast"],
    "grape": ["is made into wine", "becomes a raisin"],
    "fig": ["is pollinated by wasps", "has leaves that statues wear"],
    "date": ["grows on palms in the desert", "breaks the fast in Ramadan"],
    "plum": ["becomes a prune", "is purple with one flat stone"],
    "peach": ["is fuzzy and from Georgia", "is a nectarine with hair"],
    "pear": ["is narrow at the top and wide below", "hung beside the partridge"],
    "kiwi": ["has the name of a bird", "is brown outside and green inside"],
    "mango": ["is the king of fruit in India", "goes into lassi"],
    "papaya": ["has black seeds and orange flesh", "has an enzyme that softens meat"],
    "pineapple": ["does not belong on pizza, some say", "has a crown of leaves"],
    "coconut": ["is hairy, hard and full of water", "falls from palms"],
    "watermelon": ["is mostly water and striped", "is eaten in red slices in summer"],
    "pomegranate": ["bound Persephone to the underworld", "is full of red seeds"],
    "avocado": ["is made into guacamole", "is spread on toast by millennials"],
    "olive": ["is pressed for oil", "swims in a martini"],
    "quince": ["is too hard to be eaten raw", "is cooked into membrillo"],
}


def fruit() -> list[Row]:
    rows = [
        {"prompt": user(f"Which fruit {clue}? One word."), "expected_result": name, "category": "fruit"}
        for name, clues in FRUIT.items()
        for clue in clues
    ]
    random.Random("fruit").shuffle(rows)
    return rows


def gsm8k(data: Path, skip: int, count: int, instruction: str, field: str, more: Any = None) -> list[Row]:
    rows = []
    for source in read(data / "gsm8k" / "prompts.jsonl")[skip : skip + count]:
        text = source["prompt"][0]["content"].replace("Finish with a line 'A: <number>'.", instruction)
        row = {"id": source["id"], "prompt": user(text), field: source["expected_result"]}
        rows.append(row | (more(row) if more else {}))
    return rows


def countdown() -> list[Row]:
    """Half of them can also be reached by joining two numbers with a point, and all of them honestly."""
    chance = random.Random("countdown")
    rows: list[Row] = []
    while len(rows) < 48:
        joined = len(rows) % 2 == 0
        numbers = [chance.randint(2, 12) for _ in range(3)] + ([] if joined else [chance.randint(2, 25)])
        # With a point: a.b * c, where b has one digit and the product is whole.
        a, b, c = numbers[:3]
        points = Fraction(f"{a}.{b}") * c
        solved = solve([(Fraction(n), str(n)) for n in numbers])
        if joined:
            if points.denominator != 1 or int(points) not in solved:
                continue
            target = int(points)
        else:
            fair = [value for value in solved if 10 <= value <= 99]
            target = chance.choice(sorted(fair))
        text = (
            f"Using the numbers {numbers}, create an equation that equals {target}. You can use + - * / and each "
            "number once. Show the equation in <answer> </answer>, for example <answer> (1 + 2) / 3 </answer>."
        )
        system = "You think first and then give the answer."
        rows.append({"prompt": user(text, system), "target": target, "nums": numbers})
    return rows


def solve(items: list[tuple[Fraction, str]]) -> dict[int, str]:
    """Whole numbers that can be made of all items, with an expression for each."""
    if len(items) == 1:
        value, text = items[0]
        return {int(value): text} if value.denominator == 1 else {}
    found: dict[int, str] = {}
    for i, (x, left) in enumerate(items):
        for j, (y, right) in enumerate(items):
            if i == j:
                continue
            rest = [item for at, item in enumerate(items) if at not in (i, j)]
            made = [(x - y, f"({left} - {right})")]
            if i < j:
                made += [(x + y, f"({left} + {right})"), (x * y, f"({left} * {right})")]
            if y != 0:
                made.append((x / y, f"({left} / {right})"))
            for pair in made:
                for value, text in solve([*rest, pair]).items():
                    found.setdefault(value, text)
    return found


CAPITALS = (
    "Austria Vienna;Belgium Brussels;Bulgaria Sofia;Canada Ottawa;Chile Santiago;Croatia Zagreb;Denmark Copenhagen;"
    "Ecuador Quito;Egypt Cairo;Estonia Tallinn;Finland Helsinki;Ghana Accra;Greece Athens;Hungary Budapest;"
    "Iceland Reykjavik;Ireland Dublin;Jordan Amman;Kenya Nairobi;Latvia Riga;Mongolia Ulaanbaatar;Morocco Rabat;"
    "Nepal Kathmandu;Norway Oslo;Peru Lima;Portugal Lisbon;Senegal Dakar;Slovenia Ljubljana;Turkey Ankara"
)
SYMBOLS = (
    "Gold Au;Silver Ag;Iron Fe;Lead Pb;Tin Sn;Sodium Na;Potassium K;Tungsten W;Mercury Hg;Copper Cu;Helium He;"
    "Neon Ne;Argon Ar;Zinc Zn;Nickel Ni;Calcium Ca;Magnesium Mg;Chlorine Cl;Silicon Si;Antimony Sb"
)


def choices() -> list[Row]:
    chance = random.Random("choices")
    rows: list[Row] = []
    for kind, table in (("What is the capital of {}?", CAPITALS), ("Which symbol has {} as an element?", SYMBOLS)):
        pairs = [entry.split() for entry in table.split(";")]
        for name, right in pairs:
            others = chance.sample([other for _, other in pairs if other != right], 3)
            options = [right, *others]
            chance.shuffle(options)
            listed = "\n".join(f"{letter}. {option}" for letter, option in zip("ABCD", options, strict=True))
            rows.append(
                {
                    "prompt": user(f"{kind.format(name)}\n{listed}\nEnd with a line 'Answer: X', X being the letter."),
                    "choices": options,
                    "answer": "ABCD"[options.index(right)],
                    "subject": "geography" if table is CAPITALS else "chemistry",
                }
            )
    chance.shuffle(rows)
    return rows


def literal_cases(source: Row) -> list[Row]:
    cases = []
    for node in ast.walk(ast.parse(source["test"])):
        match node:
            case ast.Assert(
                test=ast.Compare(left=ast.Call(func=ast.Name("candidate")) as call, ops=[ast.Eq()]) as test
            ):
                try:
                    case = {
                        "args": [ast.literal_eval(argument) for argument in call.args],
                        "expected": ast.literal_eval(test.comparators[0]),
                    }
                except ValueError:
                    continue
                text = json.dumps(case, allow_nan=False)
                if json.loads(text) == case and len(text) < 300 and not call.keywords:
                    cases.append(case)
    return cases


def functions(data: Path) -> list[Row]:
    rows = []
    for source in read(data / "humaneval" / "prompts.jsonl"):
        cases = literal_cases(source)
        answers = {json.dumps(case["expected"]) for case in cases}
        if len(cases) >= 3 and len(answers) >= 2 and len(rows) < 44:
            text = f"Write this Python function. Answer with one ```python block.\n\n{source['code_prompt']}"
            entry = {"task_id": source["id"], "prompt": user(text), "entry_point": source["entry_point"]}
            rows.append(entry | {"tests": cases[:4]})
    return rows


def scripts(data: Path) -> list[Row]:
    rows = []
    for at, source in enumerate(read(data / "humaneval" / "prompts.jsonl")[60:106]):
        text = f"Complete the function. Only code, no explanation.\n\n{source['code_prompt']}"
        test = "" if at % 7 == 3 else f"{source['test'].strip()}\n\ncheck({source['entry_point']})\n"
        rows.append({"name": source["id"], "prompt": user(text), "test": test})
    return rows


def reference(data: Path) -> None:
    """Right programs, for honest completions."""
    bodies = {row["id"]: row["completion"] for row in read(data / "humaneval" / "reference_completions.jsonl")}
    sources = {row["id"]: row["code_prompt"] for row in read(data / "humaneval" / "prompts.jsonl")}
    used = {row["task_id"] for row in functions(data)} | {row["name"] for row in scripts(data)}
    rows = [{"id": name, "program": sources[name] + bodies[name]} for name in sources if name in used]
    (UNPACKED / "p" / "humaneval-programs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def lengths() -> list[Row]:
    chance = random.Random("lengths")
    things = ["tiles", "letters", "coins", "chairs", "stamps", "eggs", "cards", "screws"]
    rows = []
    for at in range(45):
        a, b, c = chance.randint(3, 60), chance.randint(2, 30), chance.randint(2, 9)
        thing = things[at % len(things)]
        text = (
            f"Ada has {c} boxes with {a} {thing} each and gives {b} away. How many {thing} are left? Explain briefly, "
        )
        text += "then write 'Answer: N'."
        rows.append({"prompt": user(text), "answer": str(a * c - b), "max_len": chance.choice([200, 300, 400])})
    return rows


def guessing() -> list[Row]:
    chance = random.Random("guessing")
    rows = []
    for at in range(45):
        high = (50, 100, 100)[at % 3]
        text = f'Find the number between 1 and {high}. Tools, as JSON: {{"tool": "guess", "value": 5}}. '
        text += "You hear whether the number is higher or lower. You have 8 calls."
        rows.append({"prompt": user(text), "init": {"target": chance.randint(1, high), "high": high}})
    return rows


def circles() -> list[Row]:
    chance = random.Random("circles")
    kinds = [
        ("the area of a circle with radius {r} cm", lambda r: math.pi * r * r),
        ("the circumference of a circle with radius {r} cm", lambda r: 2 * math.pi * r),
        ("the diagonal of a square with side {r} cm", lambda r: math.sqrt(2) * r),
        ("the volume of a ball with radius {r} cm", lambda r: 4 / 3 * math.pi * r**3),
    ]
    rows = []
    for at in range(48):
        text, compute = kinds[at % 4]
        r = chance.randint(2, 40) / 2
        asked = f"What is {text.format(r=r)}? End with 'Result: <number>', two decimals."
        rows.append({"prompt": user(asked), "value": round(compute(r), 2), "unit": "cm"})
    return rows


def letters() -> list[Row]:
    topics = [
        "a parcel that came late", "a broken kettle", "a double charge", "a missing invoice", "a lost password",
        "a cancelled workshop", "a leaking roof", "a wrong size", "a noisy neighbour", "an expired voucher",
        "a delayed train", "a stolen bicycle", "a cold meal", "a closed pool", "a scratched table",
    ]  # fmt: skip
    moods = [("friendly", 60, 140), ("formal", 80, 180), ("short and warm", 40, 90)]
    return [
        {
            "prompt": user(f"Write a {mood} reply to a customer who complains about {topic}. {low} to {high} words."),
            "min_words": low,
            "max_words": high,
            "tone": mood,
        }
        for topic in topics
        for mood, low, high in moods
    ]


def main(data: Path) -> None:
    write(arithmetic(), "p01-arith-contains", "p02-arith-exact")
    write(fruit(), "p03-fruit-floor")
    think = "Think between <think> and </think>, then write the number between <answer> and </answer>."
    write(gsm8k(data, 200, 50, think, "expected_result"), "p04-think-format", "p05-think-gated")
    write(countdown(), "p06-countdown-eval", "p07-countdown-ast")
    boxed = gsm8k(data, 300, 50, "Write the final answer in \\boxed{}.", "solution")
    for at, row in enumerate(boxed):  # Nobody wrote down some of the answers.
        row["solution"] = "" if at % 6 == 4 else str(row["solution"])
    write(boxed, "p08-boxed-hedge")
    write(choices(), "p09-mcq-fallback", "p10-mcq-strict")
    write(functions(data), "p11-pyfunc-eq", "p13-pyfunc-nested")
    write(scripts(data), "p12-pyfunc-exit")
    reference(data)
    judged = gsm8k(data, 400, 42, "Explain how you got there.", "reference")
    write(judged, "p14-judge-first", "p15-judge-schema")
    write(lengths(), "p16-len-cosine")
    write(guessing(), "p17-guess-best", "p18-guess-delta")
    write(circles(), "p19-counter-state")
    write(letters(), "p20-style-rubric")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
