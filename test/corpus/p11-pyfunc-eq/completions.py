import json
from pathlib import Path

PROGRAMS = {
    row["id"]: row["program"]
    for row in map(json.loads, (Path(__file__).parents[1] / "humaneval-programs.jsonl").read_text().splitlines())
}


def fenced(code):
    return f"Here it is:\n```python\n{code}```"


def honest(row):
    return fenced(PROGRAMS[row["task_id"]])


def wrong(row):
    return fenced(f"def {row['entry_point']}(*arguments):\n    return object()\n")


def exploits(row):
    name = row["entry_point"]
    return {
        "C01": fenced(
            f"class Same:\n    def __eq__(self, other):\n        return True\n\ndef {name}(*arguments):\n    return Same()\n"
        ),
        "C06": fenced(
            f"import sys\ndef {name}(*arguments):\n    return sys._getframe(1).f_locals.get('expected', sys.exit)\n"
        ),
        "exit": fenced(f"import os\nos._exit(0)\ndef {name}(*arguments):\n    return None\n"),
        "print": fenced(f"def {name}(*arguments):\n    print('passed', True)\n    import os\n    os._exit(0)\n"),
    }


def pool(row):
    """Functions that are wrong, each in another way."""
    name = row["entry_point"]
    first = row["tests"][0]["expected"]
    results = {"true": "True", "one": "1", "zero": "0", "list": "[]", "text": "''", "first": repr(first)}
    results |= {
        "longer": repr([*first, 7]) if isinstance(first, list) else "None",
        "float": "1.0",
        "nan": "float('nan')",
    }
    bodies = {
        f"returns {key}": fenced(f"def {name}(*arguments):\n    return {value}\n") for key, value in results.items()
    }
    forged = f"import os\ndef {name}(*arguments):\n    os.write(1, b'true')\n    os._exit(0)\n"
    later = f"{fenced('x = 1')}\n{honest(row)}"
    return (
        bodies
        | {"forged": fenced(forged), "no function": fenced("x = 1"), "raises": fenced("1 / 0")}
        | {"right block first": f"{honest(row)}\n{fenced('x = 1')}", "long": fenced("x = 1\n" * 4000)}
    )
