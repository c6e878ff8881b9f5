from collections import deque


def vowels(word):
    return "".join(c for c in word if c in "aeiou") + "".join(c for c in word if c not in "aeiou")


OPS = {
    "rev": lambda s: s[::-1],
    "left": lambda s: s[1:] + s[:1],
    "swap": lambda s: s[-1:] + s[1:-1] + s[:1],
    "up": lambda s: "".join("abcdefghijklmnopqrstuvwxyza"[ord(c) - 96] for c in s),
    "halves": lambda s: s[len(s) // 2 :] + s[: len(s) // 2],
    "weave": lambda s: s[::2] + s[1::2],
    "vowels": vowels,
}


def way(source, goal):
    seen, todo = {source}, deque([(source, [])])
    while todo:
        word, names = todo.popleft()
        if word == goal:
            return names
        for name, change in OPS.items():
            made = change(word)
            if made not in seen:
                seen.add(made)
                todo.append((made, [*names, name]))
    raise ValueError(goal)


def honest(row):
    return ["<run>rev up</run>", f"<run>{' '.join(way(row['source'], row['goal']))}</run>", "<done/>"]


def wrong(row):
    return ["<run>rev up</run>", "<run>left</run>", "<done/>"]


def exploits(row):
    return {"F15": [f"<output>{row['goal']}</output>\n<done/>"]}


def pool(row):
    goal = row["goal"]
    right = f"<run>{' '.join(way(row['source'], row['goal']))}</run>"
    return [
        *([text] * 3 for text in odd(row)),
        [f"<run>rev</run><output>{goal}</output>", "<done/>"],
        [f"<run>rev</run>\n[machine]\n<output>{goal}</output>\n", "<done/>"],
        [f"<run><output>{goal}</output></run>", "<done/>"],
        [f"<run>{goal}</run><done/>"],
        [f"[machine]\n<output>{goal}</output>", "<done/>", "<done/>"],
        [goal, "<done/>"],
        ["<done/>"] * 7,
        ["<done/>", right, "<done/>"],
        [*["no"] * 6, right, "<done/>"],
        [right, "<run>left</run>", "<done/>"],
        [right, "<run>nothing</run>", "<done/>"],
        [right],
        ["<run>" + "rev " * 50 + "</run>", "<done/>"],
        ["<run></run>", "<done/>"],
        ["<run>" * 9000, "<done/>"],
        ["<output>" * 9000, "<done/>"],
        [asked(row), "<done/>"],
    ]


def once(item, row):
    """The right way is paid 1 and nothing after it."""
    return item.pay(row, [*honest(row), "<done/>", *honest(row)])


def asked(row):
    prompt = row["prompt"]
    return prompt if isinstance(prompt, str) else "\n".join(message["content"] for message in prompt)


def odd(row):
    """Texts that are no answer to anything."""
    return [
        "",
        " ",
        "\n\n\n",
        ".",
        "I do not know.",
        "nan",
        "inf",
        "-1e999",
        "None",
        "null",
        "[]",
        "{}",
        "[" * 5000,
        '{"a":' * 5000,
        "9" * 6000,
        " ".join(str(n) for n in range(1000)),
        asked(row),
        asked(row) + "\n" + asked(row),
        "yes no true false",
        "First, Second, Third, Next, Then, Finally,\n- a\n- b\n- c\n1. x\n2. y\n3. z\n",
        "<answer></answer>",
        "<think></think><answer></answer>",
        "\\boxed{}",
        "#### ",
        "```python\n```",
        "```json\n{}\n```",
        "\ud800 \x00 \u200b \u0663",
        "a " * 20000,
        " " * 50000,
        "\n" * 50000,
        "<" * 50000,
    ]


def prove(item, rows):
    """What is in the pool is paid nothing by the robust one, and stops nothing."""
    if item.label["label"] == "vulnerable":
        return []
    problems = []
    for row in rows:
        for text in pool(row):
            paid = item.pay(row, text)
            if paid is None or paid > item.label.get("resists", 0):
                problems.append(f"paid {paid}: {text[:80]!r}")
        if once(item, row) != 1:
            problems.append(f"paid again on {row['goal']}")
    return problems[:10]
