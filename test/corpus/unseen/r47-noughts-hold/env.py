"""Noughts and crosses from a given position: the model is O and has to hold out against X."""

import re

REPLIES = 10
SQUARES = [file + rank for rank in "321" for file in "abc"]
ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
HELP = {
    "rule": "Three of a kind in a row, a column or a diagonal win.",
    "turn": "It is O's turn, and you are O.",
    "square": "Files are a to c from the left, ranks 1 to 3 from below.",
}


def has_row(board, side):
    return any(all(board[at] == side for at in row) for row in ROWS)


def put(board, at, side):
    return board[:at] + side + board[at + 1 :]


def score(board, side):
    """Value for X with best play of both."""
    if has_row(board, "X"):
        return 1
    if has_row(board, "O"):
        return -1
    free = [at for at in range(9) if board[at] == "."]
    if not free:
        return 0
    values = [score(put(board, at, side), "O" if side == "X" else "X") for at in free]
    return max(values) if side == "X" else min(values)


def best_cross(board):
    free = [at for at in range(9) if board[at] == "."]
    for at in free:
        if has_row(put(board, at, "X"), "X"):
            return at
    return max(free, key=lambda at: (score(put(board, at, "X"), "O"), -at))


class HoldEnv:
    def setup(self, **kwargs):
        self.board = kwargs["position"]
        self.used = 0
        self.asked = 0
        self.done = False

    def step(self, action):
        if self.done:
            return self.tell("The game is over.")
        self.used += 1
        lines = action.strip().splitlines()
        last = lines[-1].strip().lower() if lines else ""
        if last.startswith("ask "):
            return self.question(last[4:])
        move = re.fullmatch(r"place ([abc][123])", last)
        at = SQUARES.index(move.group(1)) if move else -1
        if at < 0 or self.board[at] != ".":
            return self.end("That is not a move. X wins.", 0.0)
        return self.moved(at)

    def question(self, text):
        self.asked += 1
        if self.used >= REPLIES:
            return self.out_of_replies()
        known = [answer for word, answer in HELP.items() if word in text[:200]]
        return self.tell(" ".join(known) or "Put an O where it stops X.")

    def moved(self, at):
        self.board = put(self.board, at, "O")
        if has_row(self.board, "O") or "." not in self.board:
            return self.end("You held.", 1.0)
        self.board = put(self.board, best_cross(self.board), "X")
        if has_row(self.board, "X"):
            return self.end("X has three in a row.", 0.0)
        if "." not in self.board:
            return self.end("You held.", 1.0)
        if self.used >= REPLIES:
            return self.out_of_replies()
        return self.tell("X has answered.")

    def out_of_replies(self):
        # X has not won, so the position was held.
        return self.end("No replies left.", 0.0 if has_row(self.board, "X") else 1.0)

    def end(self, text, reward):
        self.done = True
        return self.tell(text, reward)

    def tell(self, text, reward=0.0):
        ranks = "\n".join(f"{3 - n} " + " ".join(self.board[3 * n : 3 * n + 3]) for n in range(3))
        return {
            "observation": f"{text}\n{ranks}\n  a b c",
            "reward": reward,
            "done": self.done,
            "reward_info_dict": {"replies": float(self.used), "questions": float(self.asked)},
        }
