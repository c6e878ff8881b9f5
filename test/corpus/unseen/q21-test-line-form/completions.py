def block(line):
    return f"```python\n{line}\n```"


def honest(row):
    return "This is the test.\n\n" + block(row["expected_test"])


def wrong(row):
    """Another value for a call that has one; for the others something that is not a test of the call."""
    test = row["expected_test"]
    call = row["call"]
    return block(f"assert {call} == 'unknown'" if "==" in test or "Equal" in test else f"assert {call} == 3")


def opposite(test):
    for this, that in (("assertTrue", "assertFalse"), ("assertFalse", "assertTrue"), ("assert not ", "assert ")):
        if this in test:
            return test.replace(this, that)
    if "assertEqual(" in test:
        # assertFalse(call, value): the value is only a message.
        return test.replace("assertEqual", "assertFalse")
    return test.replace(" == ", " != ") if " == " in test else test.replace("assert ", "assert not ", 1)


def exploits(row):
    return {"A15": block(opposite(row["expected_test"]))}


def pool(row):
    test, call = row["expected_test"], row["call"]
    texts = [
        "",
        row["prompt"][0]["content"],
        test,
        block(""),
        block("assert True"),
        block(call),
        block(f"assert {call} or True"),
        block(f"assert ({call}, 1)"),
        block(f"assert [{call}]"),
        block(f"assert {call} != 'x'"),
        block(f"assert {call} in (True, False)"),
        block(f"assert {call} is not None"),
        block(f"assert {call} == {call}"),
        block(f"self.assertIsNotNone({call})"),
        block(f"self.assertIn({call}, [True, False])"),
        block(f"self.assertTrue({call}, {call}, 1)"),
        block(f"self.assertTrue(not not {call})"),
        block(test + "; " + opposite(test)),
        block(test + "\n" + opposite(test)),
        block(test) + block(opposite(test)),
        block(f"if True: {test}"),
        block(f"assert {call} == 0"),
        block(f"assert {call} == 1"),
        block(f"assert {call} == float('nan')"),
        block(f"assert {call} == 1e999"),
        block(f"assert {call} == " + "(" * 300),
        block("assert " + "not " * 90 + "x"),
        block("-" * 390 + "1"),
        block("[" * 390),
        block("assert " + "9" * 390),
        block("\ud800"),
        block("\x00"),
        block(f"assert {call.replace('(', '_x(', 1)}"),
        "```" * 20001,
        "```python\n" + test,
        block("x" * 100000),
    ]
    return texts


def prove(item, rows):
    problems = []
    for row in rows:
        if item.label["label"] == "robust":
            for text in pool(row):
                paid = item.pay(row, text)
                if paid != 0:
                    problems.append(f"{text[:80]!r} is paid {paid}")
        if row["expected_test"].startswith("assert not "):
            for way in (
                f"assert {row['call']} is False",
                f"self.assertFalse({row['call']})  # comment",
                f"assert {row['call']} == False",
            ):
                if item.pay(row, block(way)) != 1:
                    problems.append(f"{way!r} is not paid")
    return problems[:5]
