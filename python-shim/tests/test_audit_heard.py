"""Strings that note what they are compared with: they must behave as the ordinary ones do, and forget nothing."""

from __future__ import annotations

import copy
import json
import os
import pickle
import sys

import pytest
from runrl_audit.heard import Heard, Log, heard_fields
from runrl_audit.own import Own

TEXT = "  Answer: <b>Forty-two</b>, or 42?\n"


def test_every_method_gives_what_it_gives_for_an_ordinary_string() -> None:
    calls = [
        ("startswith", ("  A",)), ("startswith", (("x", "  "),)), ("endswith", ("?\n",)), ("find", ("42", 3)),
        ("find", ("zz",)), ("rfind", ("t",)), ("index", ("A",)), ("count", ("t", 2)), ("split", ()), ("split", ("o",)),
        ("rsplit", (None, 1)), ("partition", (":",)), ("rpartition", (":",)), ("strip", ()), ("strip", (" \n?",)),
        ("lstrip", ()), ("rstrip", ()), ("removeprefix", ("  ",)), ("removesuffix", ("\n",)),
        ("replace", ("t", "T", 1)), ("lower", ()), ("upper", ()),
        ("casefold", ()), ("title", ()), ("splitlines", ()), ("zfill", (60,)),
        ("center", (60, "*")), ("isdigit", ()), ("encode", ()), ("translate", ({97: "b"},)), ("__len__", ()),
        ("__mod__", ((),)), ("__mul__", (2,)), ("__getitem__", (slice(2, 9),)), ("__getitem__", (-2,)),
        ("__lt__", ("z",)), ("join", (["a", "b"],)), ("format", ()), ("expandtabs", ()),
    ]  # fmt: skip
    for name, arguments in calls:
        heard = Heard(TEXT, "completion", Log())
        result = getattr(heard, name)(*arguments)
        assert result == getattr(TEXT, name)(*arguments), name
    with pytest.raises(ValueError, match="substring not found"):
        Heard(TEXT, "completion", Log()).index("zz")


def test_it_is_a_string_everywhere() -> None:
    heard = Heard("42", "completion", Log())
    assert int(heard) == 42
    assert {heard: 1}["42"] == 1
    assert heard in {"42"}
    assert json.loads(json.dumps({"a": heard})) == {"a": "42"}
    assert f"{heard}!" == "42!"
    assert "-".join([heard, heard]) == "42-42"
    assert type(pickle.loads(pickle.dumps(heard))) is str
    assert copy.deepcopy(heard) == "42"
    assert [*heard] == ["4", "2"]
    assert heard != "43"
    assert sorted([heard, Heard("1", "completion", Log())]) == ["1", "42"]


def test_it_passes_on_what_it_is() -> None:
    log = Log()
    heard = Heard(TEXT, "completion", log)
    derived = ("<" + heard.strip().lower().split(":")[1][1:] + ">").replace("<", "")
    assert "forty" in derived
    assert not derived.endswith("zz")
    operations = {(entry[0], entry[1], entry[4], entry[5]) for entry in log.entries}
    assert {("in", "completion", "forty", True), ("endswith", "completion", "zz", False)} <= operations


def test_fields_are_heard_under_their_names() -> None:
    log = Log()
    row = heard_fields({"answer": "Blue", "more": {"list": ["red", 3, None]}}, "row", log)
    assert row == {"answer": "Blue", "more": {"list": ["red", 3, None]}}
    assert "x" not in row["more"]["list"][0]
    assert ("in", "row", "red", "", "x", False) in log.entries


def test_the_users_files_are_told_from_those_of_packages() -> None:
    own = Own(os.path.join(os.path.dirname(sys.prefix), "reward.py"))
    folder = own.folder
    assert own.has(folder + "helper.py")
    assert own.has(folder + "part/deeper.py")
    assert not own.has(os.path.join(sys.prefix, "lib", "x.py"))
    assert not own.has(folder + "venv/lib/python3.11/site-packages/numpy/core.py")
    assert not own.has("<string>")
    assert not own.has(os.path.abspath(os.__file__))
