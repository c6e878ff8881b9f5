"""Writes into what its worker keeps of a row for further completions of it.

stopped_by: a worker that executed something serves no further call
plain bwrap: stopped
how: executed
"""

from tools import worker


def attack():
    found = worker()
    if found is not None:
        rows = found.read_row.__self__
        found.read_row = lambda text: rows.row if text == rows.text else {**rows.read(text), "left": 1}
    return 0.0


def check():
    found = worker()
    return float(found is not None and not hasattr(found.read_row, "__self__"))
