"""
The lines that a page of docs/trainers/ tells users to copy, written to the files that their first lines name
(`# my_envs.py`), in a folder with a reward file whose calls can hang, raise and crash.
"""

import os
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PAGES = Path(__file__).parents[2] / "docs/trainers"
REWARD = """
import os

def reward_fn(completion, prompt="", answer="4", **kwargs):
    if completion == "hang":
        while True:
            pass
    if completion == "raise":
        raise ValueError("on purpose")
    if completion == "exit":
        os._exit(1)
    return float(completion == answer), {"length": float(len(completion))}
"""
#: What a model may say, and how the call ends.
REPLIES = {"4": "ok", "5": "ok", "hang": "timeout", "raise": "raised", "exit": "crashed"}


def blocks(page: str, language: str = "python") -> list[str]:
    """The code blocks of a language, in order."""
    text = (PAGES / f"{page}.md").read_text()
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@contextmanager
def copied(page: str, replace: dict[str, str] | None = None) -> Iterator[Path]:
    """
    A folder, which is also the current one and can be imported from, with what a user has who copied the page.

    :param replace: what every user of the page writes otherwise, as an address
    """
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "reward.py").write_text(REWARD)
        for block in blocks(page):
            if file := re.match(r"# (\w+\.py)\b", block):
                for old, new in (replace or {}).items():
                    assert old in block, f"{page}.md has no {old!r}"
                    block = block.replace(old, new)
                (folder / file[1]).write_text(block)
        os.chdir(folder)
        sys.path.insert(0, name)
        try:
            yield folder
        finally:
            # Another file of that name is another module.
            for module in [*sys.modules]:
                if (getattr(sys.modules[module], "__file__", None) or "").startswith(name):
                    del sys.modules[module]
            sys.path.remove(name)
            os.chdir(before)
