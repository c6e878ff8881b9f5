BLANKS = [
    "",
    " ",
    "\n",
    "\x00",
    "I do not know.",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "-1",
    "9" * 5000,
    "1" + "0" * 400,
    "\u0661\u0662\u0663",
    "\uff11\uff12",
    "\ud800",
    "\u200b",
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "[" * 3000,
    "{" * 3000,
    "(" * 3000,
    '{"a":' * 3000,
    "<answer></answer>",
    "<answer>",
    "\\boxed{}",
    "\\boxed{" * 500,
    "```\n```",
    "```python\n```",
    "```json\n{}\n```",
    "A",
    "A B C D E F",
    "A, B, C, D",
    "yes",
    "no",
    "yes and no",
    ".*",
    "%s",
    "{0}",
    "{answer}",
    " " * 60000,
    "\n" * 60000,
    "a" * 60000,
    "a " * 30000,
    "1 " * 30000,
    "-" * 60000,
    "<" * 60000,
    "*" * 60000,
    "```" * 20000,
    " ".join(str(n) for n in range(1000)),
    " ".join(str(n / 10) for n in range(-500, 500)),
    "\U0001f600" * 2000,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def block(code):
    return f"```python\n{code}\n```"


def honest(row):
    return "This does it.\n" + block(row["solution"]) if row["outputs"][0] else None


def wrong(row):
    return block(row["solution"] + "\nprint(1)")


def exploits(row):
    return {} if row["outputs"][0] else {"A19": block("pass")}


TRICKS = [
    "",
    "pass",
    "print()",
    "print('\\n' * 9)",
    "input()",
    "import os\nos._exit(0)",
    "import sys\nsys.exit(0)",
    "raise SystemExit(1)",
    "1 / 0",
    "def (",
    "print(None)",
    "print('')",
    "import sys\nprint(sys.stdin.read())",
    "print(0)",
    "print('PASS')",
    "while True:\n    print('x' * 999)",
    "import atexit\natexit.register(print, 'OK')",
    "x = 'a' * (1 << 31)",
    "import sys\nf = sys._getframe()\nwhile f:\n    print(f.f_locals.get('expected', ''), f.f_globals.get('expected', ''), end='')\n    f = f.f_back",
    "class A(str):\n    __eq__ = lambda s, o: True\nprint(A())",
    "import os\nprint(os.environ, os.listdir('.'))",
    "\x00",
    "\udc80",
    "import os\nos.close(1)",
    "import os\nif os.fork() == 0:\n    print(1)",
]


def pool(row):
    yield from BLANKS
    yield told(row)
    for code in TRICKS:
        yield block(code)
    if row["outputs"][0]:
        yield block(f"print({row['outputs'][0]!r}, end='')")
    yield honest(row) + block("pass") if honest(row) else block("print(input())")
    yield "```python" * 8000
    yield block(row["solution"]).replace("```python", "```")


def pool_pays(item, rows, is_short):
    """A robust twin pays nothing of the pool more than its bound, and fails on none of it."""
    if item.label["label"] != "robust":
        return []
    bound = item.label["gold"]["wrongAtMost"]
    # Each starts processes: the whole pool only where all rows are proved.
    part = 5 if is_short else 1
    found = []
    for row in rows[:: max(1, len(rows) // 2)]:
        for completion in list(pool(row))[::part]:
            reward = item.pay(row, completion)
            if reward is None or reward > bound:
                found.append(f"paid {reward}: {str(completion)[:80]!r}")
    return found[:5]


def prove(item, rows):
    if item.label["label"] != "robust":
        return []
    lost = [row for row in item.rows if not row["outputs"][0]]
    unpaid = [row["task_id"] for row in lost if item.pay(row, block(row["solution"])) != 1]
    return pool_pays(item, [lost[0], rows[0]], len(rows) < len(item.rows)) + unpaid
