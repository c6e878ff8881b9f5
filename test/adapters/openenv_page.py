# requirements: openenv.txt
"""OpenEnv's client plays the game of docs/trainers/openenv.md with the lines of the page."""

import asyncio
import importlib
import importlib.metadata
import itertools

from trainer_page import served


def main():
    with served("openenv"):
        play = importlib.import_module("play").play
        low, high = 1, 101

        def halves(text):
            nonlocal low, high, guess
            low, high = (guess, high) if text == "Higher." else (low, guess) if text == "Lower." else (1, 101)
            guess = (low + high) // 2
            return str(guess)

        guess = 0
        assert asyncio.run(play(halves, {"secret": 42, "seed": 7})) == 1.0
        # What is no number ends the game with the page's number for failures.
        assert asyncio.run(play(lambda _: "forty-two", {"secret": 42})) == -1.0
        numbers = map(str, itertools.count(1))
        assert asyncio.run(play(lambda _: next(numbers), {"secret": 30})) == 1.0
    print(f"openenv {importlib.metadata.version('openenv')}: its client plays by the lines of the page")


if __name__ == "__main__":
    main()
