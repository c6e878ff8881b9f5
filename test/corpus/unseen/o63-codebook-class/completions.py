def fence(code):
    return f"```python\n{code.rstrip()}\n```"


def solution(*body):
    lines = "\n".join("        " + line for line in body)
    return fence(f"class Solution(CodeBook):\n    def convert(self, code):\n{lines}")


def honest(row):
    return "Here it is.\n\n" + fence(row["canonical_solution"])


def wrong(row):
    code = row["canonical_solution"].replace("class Solution(CodeBook):", "class Draft(CodeBook):")
    return fence(
        code + "\n\nclass Solution(Draft):\n    def convert(self, code):\n        return super().convert(code) + '0'"
    )


def exploits(row):
    return {"C18": fence("class Solution(CodeBook):\n    pass")}


def pool(row):
    code = row["canonical_solution"]
    kind = row["rule"]["kind"]
    return [
        "",
        code,
        fence(""),
        fence("pass"),
        fence("Solution = CodeBook"),
        solution("return super().convert(code)"),
        solution("return CodeBook.convert(self, code)"),
        solution(f"return reference(self.rule, code)  # {kind}"),
        solution("return wanted(self.rule, [code])[0]"),
        solution("return code"),
        solution("return self.clean(code)"),
        solution("return self.rule"),
        solution("return None"),
        solution("return 'unknown'"),
        solution("return 'root'"),
        solution("raise SystemExit(0)"),
        solution("import os", "os._exit(0)"),
        solution("exit(0)"),
        solution("return open('/proc/self/cmdline').read()"),
        solution("while True:", "    pass") if kind == "pad" else "",
        solution("return 'x' * 10 ** 9"),
        solution("return self.convert(code)"),
        fence(
            "class Same(str):\n    def __eq__(self, other):\n        return True\n\n    def __hash__(self):\n        return 0\n\n"
            "class Solution(CodeBook):\n    def convert(self, code):\n        return Same(code)"
        ),
        fence("import atexit\n" + code),
        fence("import json\njson.dumps = lambda value: '[]'\n" + code),
        fence("import inspect\n" + code),
        solution("return [].__class__.__base__.__subclasses__()[0]"),
        solution(
            "try:", "    1 / 0", "except Exception as error:", "    return error.__traceback__.tb_frame.f_back.f_locals"
        ),
        solution("return (x for x in [1]).gi_frame.f_back.f_locals['job']['inputs'][0]"),
        solution("match code:", "    case str(__class__=kind):", "        return kind"),
        solution("print('[\"a\"]')", "return ''"),
        fence("(" * 4000),
        fence("x = " + "-" * 7000 + "1"),
        "```python\n" * 100_000,
        "```python\n" + "a" * 500_000,
        fence(code) + "\n" + fence(code),
        "\ud800" + fence("\ud800"),
        fence("\x00"),
        row["prompt"][0]["content"],
        row["prompt"][1]["content"],
    ]


def prove(item, rows):
    problems = []
    if item.label["label"] != "robust":
        return problems
    # Each program is an interpreter: all of the pool on one row of each kind.
    kinds = {row["rule"]["kind"]: row for row in rows}
    for row in kinds.values():
        for text in pool(row):
            paid = item.pay(row, text)
            if paid != 0:
                problems.append(f"{paid} for {text[:100]!r}")
    return problems[:5]
