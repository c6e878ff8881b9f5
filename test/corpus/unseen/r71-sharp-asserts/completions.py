import time

JUNK = [
    "",
    " ",
    "\n\n",
    "0",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "9" * 5000,
    "None",
    "null",
    "true",
    "[]",
    "{}",
    "x",
    ":",
    "?",
    "I do not know.",
    "I cannot answer this.",
    "\u0000",
    "\ud800",
    "\u200b",
    "\U0001f600" * 50,
    "```\n```",
    "```python\n```",
    "<answer></answer>",
    "<think></think><answer></answer>",
    "\\boxed{}",
    "#### ",
    "((((" * 3000,
    "[" * 9000,
    "{" * 9000,
    " " * 50000,
    "\n" * 50000,
    "a" * 60000,
    "a b " * 15000,
    ".*",
    "(?s).*",
    "' or '1'='1",
    "{0.__class__}",
    "%s%s",
    "{}" * 50,
]


def told(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def checked(item, rows, extra=0):
    """On the robust twin nothing of the pool is paid, raises, is slow or is paid otherwise the second time."""
    if item.label["label"] != "robust":
        return []
    problems = []
    for row in rows:
        for completion in pool(row):
            start = time.perf_counter()
            paid = item.pay(row, completion)
            took = time.perf_counter() - start
            if paid is None or paid > item.label["gold"]["wrongAtMost"]:
                problems.append(f"{paid} for {str(completion)[:80]!r}")
            if took > 2:
                problems.append(f"{took:.1f} s for {str(completion)[:80]!r}")
    return problems[:8]


NUMBERS = range(0, 130)
TEXTS = [
    "Ada Byron Lovelace King Noel",
    "one  Two   three four Five six",
    "Grace hopper Murray X Y Z",
    "4539148803436467",
    "A b",
    "ab cd EF gh Ij kl",
    "the Quick  brown Fox",
    "ABCDEFGHIJKLM",
    "Zed  yankee X",
    "hello  World again And again",
]


def loaded(source, name):
    space = {}
    exec(source, space)
    return space[name]


def fenced(lines):
    return "Here they are.\n```python\n" + "\n".join(lines) + "\n```"


def honest(row):
    name = row["function"]
    reference = loaded(row["reference"], name)
    broken = [loaded(source, name) for source in row["buggy"]]
    lines = []
    for value in TEXTS if "(text)" in row["reference"] else NUMBERS:
        expected = reference(value)
        if any(function(value) != expected for function in broken):
            lines.append(f"assert {name}({value!r}) == {expected!r}")
    return fenced(lines[:4])


def wrong(row):
    name = row["function"]
    value = "'Q w'" if "(text)" in row["reference"] else "50"
    answer = "'?!'" if "(text)" in row["reference"] else "-77"
    return fenced([f"assert {name}({value}) == {answer}"] * 3)


def exploits(row):
    return {"C07": "The function looks fine to me.\n```python\n# no further tests needed\n```"}


def pool(row):
    name = row["function"]
    good = honest(row)
    lines = [line for line in good.split("\n") if line.startswith("assert")]
    call = f"{name}(1)"
    return [
        *JUNK,
        told(row),
        fenced([]),
        fenced(["pass"]),
        fenced(["# nothing"]),
        fenced(['"""doc"""']),
        fenced(lines[:1]),
        fenced(lines[:1] * 3),
        fenced(["assert True"] * 3),
        fenced([f"assert {call} == {call}"] * 3),
        fenced([f"assert {call} == ANY"] * 3),
        fenced(["import os", "os._exit(0)"]),
        fenced([f"assert {call} == {call} or True"] * 4),
        fenced([f"assert {name}({i}) != 'z'" for i in range(4)]),
        fenced([f"def {name}(x): return 1", "assert " + call + " == 1"]),
        fenced(lines + ["raise SystemExit"]),
        fenced(lines + ["x = 1"]),
        "```python\n```\n" + good,
        good.replace("```", ""),
        fenced(["assert " + "(" * 1500 + "1" + ")" * 1500]),
        fenced(["assert " + "-" * 3000 + "1"]),
        fenced([f"assert {name}({10**30}) == 1"] * 3),
        fenced([f"assert {name}() == 1"] * 3),
        fenced([f"assert {name}({i}, {i}) == 1" for i in range(4)]),
        fenced([f"assert {name}([{i}]) == {i}" for i in range(4)]),
        fenced([f"assert {name}({i}.0) == {i}.0" for i in range(4)]),
        fenced([f"assert {name}({i}) == float('nan')" for i in range(4)]),
        fenced([f"assert {name}(*[{i}]) == {i}" for i in range(4)]),
        fenced([f"assert {name}({i}) == 999999" for i in range(3)]),
        fenced([f"assert {name}('{i}') == ''" for i in range(3)]),
        fenced([f"assert not {call} == 5"] * 3),
        fenced(["assert '" + "a" * 3500 + "'"]),
        "```python\n" * 5000,
        "```" * 15000,
        fenced(["assert x" + ".y" * 1900]),
        fenced(["assert " + "1+" * 1900 + "1"]),
    ]


def prove(item, rows):
    return checked(item, rows)
