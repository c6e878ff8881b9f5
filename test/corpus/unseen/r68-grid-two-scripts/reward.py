"""Logic grids in Russian and Greek. We want the right grid, and the reasoning in the language of the question."""

import unicodedata
from dataclasses import dataclass

MARKS = {"CYRILLIC": "Ответ:", "GREEK": "Απάντηση:"}


@dataclass(frozen=True)
class Weights:
    grid: float = 0.5
    language: float = 0.5


WEIGHTS = Weights()


def language_share(text, script):
    """The share of letters that are of the script."""
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return 0.0
    return sum(unicodedata.name(character, "").startswith(script) for character in letters) / len(letters)


def read_grid(text, mark):
    """{name: [pet, drink]} of the last line; None if it is none."""
    text = text.strip()
    line = text[text.rfind("\n") + 1 :].strip()
    if text.count(mark) != 1 or not line.startswith(mark) or len(line) > 500:
        return None
    grid = {}
    for entry in line[len(mark) :].strip(" .").split(";"):
        parts = [part.strip().casefold() for part in entry.replace("\u2013", "-").replace("\u2014", "-").split("-")]
        if len(parts) != 3 or parts[0] in grid:
            return None
        grid[parts[0]] = parts[1:]
    return grid


def reward_fn(completion, solution, script, **kwargs):
    wanted = {name.casefold(): [value.casefold() for value in values] for name, values in solution.items()}
    grid = 1.0 if read_grid(completion, MARKS[script]) == wanted else 0.0
    language = language_share(completion, script)
    score = WEIGHTS.grid * grid + WEIGHTS.language * language
    return score, {"grid": grid, "language": language}
