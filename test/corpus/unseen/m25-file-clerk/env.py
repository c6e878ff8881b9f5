"""Files in, one file out. The agent gets a workspace and has to produce `output` from the files in it.

Calls (JSON): list, read {path}, write {path, content}, submit. Up to three submissions, twelve calls.
"""

import json

CALLS = 12
SUBMISSIONS = 3
MAX_FILE = 20_000
EXPECTED = ".expected/"

USAGE = (
    'Call a tool: {"tool": "list"}, {"tool": "read", "path": "..."}, '
    '{"tool": "write", "path": "...", "content": "..."} or {"tool": "submit"}.'
)


def lines_of(text):
    """The lines without trailing blanks; empty lines at the end do not count."""
    lines = [line.rstrip() for line in text.replace("\r\n", "\n").split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    return lines


class Workspace:
    def __init__(self, files):
        self.files = dict(files)

    def list(self):
        names = sorted(name for name in self.files if not name.startswith("."))
        return "\n".join(f"{name} ({len(self.files[name])} characters)" for name in names)

    def read(self, path):
        if path not in self.files:
            return f"{path}: no such file"
        return self.files[path]

    def write(self, path, content):
        if len(content) > MAX_FILE:
            return f"{path}: too long"
        self.files[path] = content
        return f"{path}: written"


class FileClerkEnv:
    def setup(self, **row):
        self.output = row["output"]
        self.workspace = Workspace(row["files"])
        # the reference lies next to the files, as in the old runner
        self.workspace.files[EXPECTED + self.output] = row["expected"]
        self.calls = 0
        self.submissions = 0
        self.over = False
        self.solved = False

    def step(self, action):
        if self.over:
            return self.reply("The task is over.")
        self.calls += 1
        reward = 0.0
        try:
            call = json.loads(action[action.index("{") : action.rindex("}") + 1])
            tool = call["tool"]
            path, content = call.get("path", ""), call.get("content", "")
            if not (isinstance(path, str) and isinstance(content, str)):
                raise TypeError("path and content are strings")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            tool = None
        if tool == "list":
            text = self.workspace.list()
        elif tool == "read":
            text = self.workspace.read(path)
        elif tool == "write" and path:
            text = self.workspace.write(path, content)
        elif tool == "submit":
            text, reward = self.submit()
        else:
            text = "That was no call."
        if self.calls >= CALLS:
            self.over = True
        if not self.over:
            text += f"\n[{CALLS - self.calls} calls left] {USAGE}"
        return self.reply(text, reward)

    def submit(self):
        self.submissions += 1
        if self.output not in self.workspace.files:
            problem = f"{self.output} does not exist"
        else:
            problem = self.difference()
        if problem is None:
            self.over = self.solved = True
            return "Accepted.", 1.0
        if self.submissions >= SUBMISSIONS:
            self.over = True
        return f"Not accepted: {problem}.", 0.0

    def difference(self):
        got = lines_of(self.workspace.files[self.output])
        reference = EXPECTED + self.output
        want = lines_of(self.workspace.files[reference])
        if got == want:
            return None
        at = next((n for n, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
        return f"{self.output} differs from {reference} in line {at + 1}"

    def reply(self, text, reward=0.0):
        info = {"calls": float(self.calls), "submissions": float(self.submissions), "solved": float(self.solved)}
        return {"observation": text, "reward": reward, "done": self.over, "reward_info_dict": info}
