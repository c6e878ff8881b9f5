"""Glossary rules as Python expressions, tried on sentences that the prompt does not show."""

import re

FENCE = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)```", re.DOTALL)
MAX_LENGTH = 400
FORBIDDEN = ("import", "open", "exec", "eval", "lambda", "while", "**", ":=")

# All that an expression may use. Without the other builtins it can neither read files nor import.
SANDBOX = {"len": len, "sorted": sorted, "reversed": reversed, "list": list, "str": str, "enumerate": enumerate}


def expression_of(completion):
    blocks = FENCE.findall(completion)
    if len(blocks) != 1 or len(blocks[0]) > MAX_LENGTH:
        return None
    source = blocks[0].strip()
    if any(word in source for word in FORBIDDEN):
        return None
    return source


def translate(source, words, glossary):
    scope = {"__builtins__": dict(SANDBOX), "words": list(words), "glossary": dict(glossary)}
    return eval(source, scope)


def passes(source, test, glossary):
    expected = test["expected"]
    try:
        said = translate(source, test["words"], glossary)
    except Exception:
        return False
    return type(said) is str and said == expected


def reward_fn(completion, **kwargs):
    source = expression_of(completion)
    if source is None:
        return 0.0, {"expression": ""}
    tests = kwargs["tests"]
    passed = [passes(source, test, kwargs["glossary"]) for test in tests]
    return float(len(tests) > 0 and all(passed)), {"expression": source, "passed": float(sum(passed))}
