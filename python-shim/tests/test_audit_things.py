"""Answers made of what a row names: the forms that a prompt shows, and steps from one arrangement to the next."""

from __future__ import annotations

from runrl_audit.searching.swaps import swapped
from runrl_audit.searching.things import Things, examples


def test_stretches_of_a_prompt_show_how_an_answer_is_written() -> None:
    prompt = "Rank them as a numbered list:\n1. name\n2. name\n..."
    assert "1. name\n2. name" in examples(prompt)
    shown = examples("Pay it. Last line: `Coins: 1x100 2x20; ...`")
    assert "Coins: 1x100 2x20" in shown
    assert "Route: first > next > last" in examples("Find it, in this form:\nRoute: first > next > last")


def test_things_come_in_the_orders_that_a_row_gives_reason_for() -> None:
    things = Things(
        {"prompt": "x", "people": [{"name": "Ana", "votes": 3}, {"name": "Bo", "votes": 9}, {"name": "Cy", "votes": 5}]}
    )
    made = list(things.moves("1. Ana\n2. Bo"))
    assert "1. Bo\n2. Cy\n3. Ana" in made
    assert "1. Ana\n2. Bo\n3. Cy" in made
    assert "1. Bo\n2. Ana" in made


def test_what_a_prompt_lists_is_a_thing_and_what_stands_between_edges_is_none() -> None:
    things = Things(
        {"regions": ["A", "B", "C"], "edges": [["A", "B"], ["B", "C"]]}, "Colour A-B, B-C with red, green or blue."
    )
    names = [group[0] for group in things.groups]
    assert ["A", "B", "C"] in names
    assert ["red", "green", "blue"] in names
    assert "L: A=blue; B=red" in list(things.moves("L: A=red; B=red"))
    assert "L: A=red; B=red; C=red" in list(things.moves("L: A=red; B=red"))


def test_words_of_a_form_are_places_for_things() -> None:
    things = Things({"stops": {"Bosk": 1, "Dorn": 2, "Kell": 3}})
    assert "Route: Bosk > Dorn > Kell" in list(things.moves("Route: first > next > last"))


def test_minutes_are_written_as_hours_and_minutes() -> None:
    assert "Ride: 4 h 05 min" in list(swapped("Ride: 3 h 07 min", 187, 245))
    assert "costs 2 and 5" in list(swapped("costs 7 and 99", 799, 205))


def test_what_is_a_part_of_the_answer_becomes_all_of_it() -> None:
    from runrl_audit.searching.swaps import member

    assert "Text: the old mill" in list(member("Text: zqaa", "zqaa", "the old mill"))
