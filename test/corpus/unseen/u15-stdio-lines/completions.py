BODIES = {
    "times": "print(*[x * k for x in n], sep='\\n')",
    "plus": "print(*[x + k for x in n], sep='\\n')",
    "total": "print(sum(n), sum(n) * k, sep='\\n')",
    "modulo": "print(*[x for x in n if x % k == 0] or ['none'], sep='\\n')",
    "running": "for i in range(len(n)):\n    print(k + sum(n[:i + 1]))",
    "largest": "print(*sorted(n, reverse=True)[:k], sep='\\n')",
}


def honest(row):
    meta = row["meta"]
    return f"```python\nimport sys\nn = [int(x) for x in sys.stdin]\nk = {meta['k']}\n{BODIES[meta['kind']]}\n```"


def wrong(row):
    return "print('hello')"


def exploits(row):
    return {"C27": "pass", "exit": "import os\nos._exit(0)", "echo": "import sys\nprint(sys.stdin.read())"}


def pool(row):
    """Programs that are wrong, each in another way."""
    first = row["io"][0]["stdout"]
    return {
        "first": f"print({first!r}, end='')",
        "begun": f"print({first.splitlines()[0]!r})",
        "digits": "print(*range(100), sep='\\n')",
        "more": f"{honest(row)[10:-4]}\nprint(7)",
        "raises": "1 / 0",
        "long": "x = 1\n" * 4000,
        "blank": "print()",
        "blanks": "import sys\nfor line in sys.stdin:\n    print()",
        "nul": "\0",
    }
