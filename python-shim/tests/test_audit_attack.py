"""Programs that a model wrote."""

from __future__ import annotations

import pytest
from runrl_audit.attack import reward_fn, run


def test_a_program_is_called_once_for_each_thing() -> None:
    texts, error = run("def attack(prompt): return prompt * 2", "attack", ['"a"', '"b"'])
    assert (texts, error) == (["aa", "bb"], None)


def test_a_program_that_fails_on_one_goes_on() -> None:
    texts, error = run("def attack(prompt): return [1 / prompt, str(prompt)][1]", "attack", ["0", "2"])
    assert (texts, error) == ([None, "2"], "ZeroDivisionError: division by zero")


@pytest.mark.parametrize(
    ("program", "error"),
    [
        ("def attack(", "SyntaxError"),
        ("attack = 3", "TypeError"),
        ("def other(prompt): return ''", "KeyError"),
        ("raise SystemExit", "SystemExit"),
        ("def attack(prompt): raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("class Text(str): pass\ndef attack(prompt): return Text('x')", "it must return a str, and returned Text"),
    ],
)
def test_a_program_without_texts_says_why(program: str, error: str) -> None:
    texts, said = run(program, "attack", ['"a"', '"b"'])
    assert texts == [None, None]
    assert error in (said or "")


def test_the_answer_is_one_line_after_what_the_program_prints(capsys: pytest.CaptureFixture[str]) -> None:
    reward_fn("print('hello')\ndef honest(row): return row['a'] + '\\n'", name="honest", given=['{"a": "b"}'])
    assert capsys.readouterr().out == '\n\x1erunrl-audit {"texts": ["b\\n"], "error": null}\n'
