"""Grades answers to small SQL questions by the cells of the result."""

import unicodedata


def norm(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).casefold()
    return " ".join("".join(ch if ch.isalnum() else " " for ch in text).split())


def cells_found(answer: str, expected: list[str]) -> int:
    padded = f" {norm(answer)} "
    return sum(f" {norm(str(cell))} " in padded for cell in expected)


def reward_fn(completion: str, **kwargs) -> tuple[float, dict]:
    expected = kwargs["expected_rows"]
    # Models do not always close the tag: what counts is that the values are there.
    found = cells_found(completion, expected)
    return found / len(expected), {"cells": float(found), "tagged": float("<rows>" in completion)}
