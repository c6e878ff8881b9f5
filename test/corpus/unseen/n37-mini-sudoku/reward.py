"""Small sudokus (4x4 and 6x6). 1.0 for a solved grid, nothing otherwise; the info dict says where it failed."""

from collections.abc import Iterator

BOX = {4: (2, 2), 6: (2, 3)}


class Sudoku:
    def __init__(self, puzzle: str, n: int):
        self.n = n
        self.height, self.width = BOX[n]
        self.clues = [line.split() for line in puzzle.splitlines()]

    def read(self, text: str) -> list[list[str]] | None:
        if text.count("<grid>") != 1 or text.count("</grid>") != 1:
            return None
        inner = text.split("<grid>")[1].split("</grid>")[0]
        if len(inner) > 500:
            return None
        grid = [line.split() for line in inner.strip().splitlines()]
        if len(grid) != self.n or any(len(row) != self.n for row in grid):
            return None
        return grid

    def units(self, grid: list[list[str]]) -> Iterator[list[str]]:
        yield from grid
        for column in zip(*grid, strict=True):
            yield list(column)
        for top in range(0, self.n, self.height):
            for left in range(0, self.n, self.width):
                yield [cell for row in grid[top : top + self.height] for cell in row[left : left + self.width]]

    def complete(self, grid: list[list[str]]) -> bool:
        digits = [str(d) for d in range(1, self.n + 1)]
        return all(sorted(unit) == digits for unit in self.units(grid))

    def filled(self) -> int:
        return sum(cell != "." for row in self.clues for cell in row)


def reward_fn(completion: str, puzzle: str, n: int, **kwargs) -> tuple[float, dict]:
    game = Sudoku(puzzle, n)
    info = {"clues": float(game.filled()), "stage": "read"}
    grid = game.read(completion)
    if grid is None:
        return 0.0, info
    info["stage"] = "grid"
    if not game.complete(grid):
        return 0.0, info
    info["stage"] = "solved"
    return 1.0, info
