"""
The lines that a page of docs/trainers/ tells users to copy, written to the files that their first lines name
(`# my_envs.py`), in a folder with a reward file whose calls can hang, raise and crash; and, for trainers that are given
an address, the server that the page starts.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from runrl_sandbox.command import find_command
from runrl_sandbox.server import OwnServer

PAGES = Path(__file__).parents[2] / "docs/trainers"
REWARD = """
import os

def reward_fn(completion, prompt="", answer="4", **kwargs):
    # Some trainers send the tokens that end a reply, too, and one of them everything before it.
    said = completion.rpartition("assistant\\n")[2].removesuffix("<|im_end|>").strip()
    if said == "hang":
        while True:
            pass
    if said == "raise":
        raise ValueError("on purpose")
    if said == "exit":
        os._exit(1)
    return float(said == answer), {"length": float(len(completion))}
"""
#: Where the pages have their server.
ADDRESS = "http://127.0.0.1:8000"
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


class Served:
    """The server of a page, with which its trial has been made."""

    def __init__(self, page: str, url: str) -> None:
        self.page, self.url = page, url

    def blocks(self, language: str) -> list[str]:
        """The code blocks of a language, with the address of this server in place of the page's."""
        return [block.replace(ADDRESS, self.url) for block in blocks(self.page, language)]

    def flags(self, program: str) -> dict[str, str]:
        """The flags that the page has a program started with."""
        [block] = [block for block in self.blocks("sh") if program in block]
        words = shlex.split(block.replace("\\\n", " "))
        return {word.lstrip("-"): words[at + 1] for at, word in enumerate(words) if word.startswith("--")}

    def outcomes(self) -> dict[str, int]:
        """How many calls came to what, as `/v1/stats` tells it."""
        with urllib.request.urlopen(f"{self.url}/v1/stats") as answer:
            return json.load(answer)["outcomes"]

    def try_out(self) -> None:
        """The page's `curl` must answer what is shown below it, but for times."""
        for block in self.blocks("sh"):
            if block.startswith("curl "):
                said = subprocess.run(
                    ["curl", "-sS", *shlex.split(block)[1:]], check=True, capture_output=True, text=True
                )
                [shown] = blocks(self.page, "json")
                assert steady(said.stdout) == steady(shown), said.stdout


def steady(answer: str) -> object:
    """An answer without times and the name of the request."""
    without_times = re.sub(r'("(?:\w+_ms|execution_time)":\s*\[?)[\d.e-]+', r"\g<1>0", answer)
    return json.loads(re.sub(r'("id":"\w+-)[^"]*', r"\g<1>", without_times))


@contextmanager
def served(page: str) -> Iterator[Served]:
    """`copied`, with the server that the page's first shell block starts, at a free port that the files then name."""
    program, *words = shlex.split(blocks(page, "sh")[0])
    assert (program, words[0]) == ("npx", "runrl-sandbox"), words
    own = ["--http", "127.0.0.1:0", "--json", "--end-with-stdin"]
    with copied(page) as folder:
        server = OwnServer([*find_command(), *words[1:], *own], 60, tempfile.mkdtemp())
        try:
            here = Served(page, server.ready["url"])
            for file in folder.glob("*.py"):
                if ADDRESS in (text := file.read_text()):
                    file.write_text(text.replace(ADDRESS, here.url))
            here.try_out()
            yield here
        finally:
            server.stop()
