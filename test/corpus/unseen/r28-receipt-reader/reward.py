import builtins
import re

BLOCK = re.compile(r"```python\n([^`]{1,6000})```")

ALLOWED = """
    abs all any bool dict divmod enumerate filter float int isinstance len list map max min
    range reversed round set sorted str sum tuple zip Exception ValueError
"""
# No open, no import, no eval: the code sees these names and nothing else.
SANDBOX = {name: getattr(builtins, name) for name in ALLOWED.split()}


def find_code(text: str) -> str | None:
    blocks = BLOCK.findall(text)
    return blocks[-1] if len(blocks) == 1 else None


def passes(code: str, receipts: list[str], cents: list[int]) -> bool:
    scope: dict = {"__builtins__": dict(SANDBOX)}
    try:
        exec(code, scope)
        extract = scope["extract"]
        for text, want in zip(receipts, cents, strict=True):
            got = extract(text)
            if type(got) is not int or got != want:
                return False
    except Exception:
        return False
    return len(receipts) > 0


def reward_fn(completion: str, **kwargs) -> float:
    code = find_code(completion)
    if code is None:
        return 0.0
    return 1.0 if passes(code, kwargs["receipts"], kwargs["cents"]) else 0.0
