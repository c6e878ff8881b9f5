"""What is a reward and what is not, and what becomes of the info."""

from __future__ import annotations

import collections
import decimal
import enum
import fractions
import sys
import timeit
from typing import Any

import pytest
from runrl_shim.inside.results import result
from runrl_shim.inside.results.result import digits_of, normalise


class EvilFloat(float):
    def __float__(self) -> float:
        raise RuntimeError("called")


class EvilInt(int):
    def __float__(self) -> float:
        raise RuntimeError("called")

    def __index__(self) -> int:
        raise RuntimeError("called")


class Grade(enum.IntEnum):
    GOOD = 3


class EvilRepr:
    def __repr__(self) -> str:
        raise RuntimeError("called")


class FloatLike:
    def __float__(self) -> float:
        return 1.0


def scalar(item: Any, shape: tuple[int, ...] = (), module: str = "numpy") -> Any:
    """A value of an array library, as far as its type tells."""

    def give(self: Any) -> Any:
        if isinstance(item, Exception):
            raise item
        return item

    return type("Array", (), {"__module__": module, "item": give, "shape": shape})()


@pytest.mark.parametrize(
    ("value", "reward"),
    [
        (1.5, 1.5),
        (-0.0, -0.0),
        (3, 3.0),
        (2**53 - 1, 2.0**53 - 1),
        (2.0**63, 2.0**63),
        (True, 1.0),
        (False, 0.0),
        (EvilFloat(2.5), 2.5),
        (EvilInt(7), 7.0),
        (Grade.GOOD, 3.0),
        (5e-324, 5e-324),
        (scalar(0.5), 0.5),
        (scalar(2, module="torch"), 2.0),
        (scalar(True, (1, 1), module="jaxlib.xla_extension"), 1.0),
    ],
    ids=lambda value: type(value).__name__,
)
def test_numbers_are_rewards(value: object, reward: float) -> None:
    status, got, info, warnings, error = normalise(value)
    assert (status, repr(got), type(got), info, warnings, error) == ("ok", repr(reward), float, {}, [], None)


@pytest.mark.parametrize("value", [2**53, -(2**53) - 1, 2**1000, EvilInt(2**60 + 1), scalar(2**63 - 1)])
def test_integers_that_a_float_does_not_hold_stay_integers(value: object) -> None:
    status, got, info, *_ = normalise((value, {"same": value, "small": 3}))
    digits = str(int.__int__(value)) if isinstance(value, int) else str(2**63 - 1)
    assert (status, str(got), type(got), str(info["same"])) == ("ok", digits, int, digits)
    assert digits_of(got, info) == {"reward": digits, "info": {"same": digits}}


INVALID = {
    "None": (None, "returned None; expected a finite number or a tuple (number, dict of info). Does every path"),
    "a number in a str": ("0.5", "returned the str '0.5'; expected a finite number or a tuple (number, dict of info). "
                          "Convert it with `float(...)`."),
    "a str": ("good", "returned the str 'good'; expected a finite number"),
    "NaN": (float("nan"), "returned nan, which is not finite"),
    "infinity": (float("inf"), "returned inf, which is not finite"),
    "minus infinity": (float("-inf"), "returned -inf, which is not finite"),
    "complex": (1j, "Take its `.real` part"),
    "Decimal": (decimal.Decimal("0.5"), "returned a decimal.Decimal object; expected a finite number or a tuple "
                "(number, dict of info). Convert it with `float(...)`."),
    "Fraction": (fractions.Fraction(1, 2), "Convert it with `float(...)`."),
    "list": ([1.0, 2.0], "returned a list of 2: [1.0, 2.0]; expected a finite number or a tuple (number, dict of "
             "info). Only a batched function `(prompts, completions, **kwargs)` returns a list."),
    "dict": ({"reward": 1.0}, "Return `(number, info)`"),
    "tuple of 1": ((1.0,), "returned a tuple of 1: (1.0,)"),
    "tuple of 3": ((1.0, {}, None), "returned a tuple of 3"),
    "two numbers": ((1.0, 2.0), "returned a tuple whose second element is the float 2.0"),
    "info first": (({}, 1.0), "returned a tuple whose second element is the float 1.0"),
    "None with info": ((None, {}), "returned a tuple whose first element is None"),
    "a str with info": (("1", {}), "Convert it with `float(...)`."),
    "int too large": (10**400, "returned an int of 1329 bits, too large for a float"),
    "int far too large": (1 << 10**7, "returned an int of 10000001 bits"),
    "an object with __float__": (FloatLike(), "FloatLike object"),
    "an object with a bad repr": (EvilRepr(), "EvilRepr object"),
    "bad reprs inside": ([EvilRepr()], "a list of 1: [<"),
    "a function": (normalise, "returned a function"),
    "a class": (FloatLike, "returned the class "),
    "bytes": (b"1", "returned the bytes b'1'"),
    "an array of two": (scalar(ValueError("can only convert an array of size 1"), (2,)),
                        "returned a numpy.Array object of shape (2,); expected a finite number or a tuple "
                        "(number, dict of info). Reduce it to one number"),
    "NaN of a library": (scalar(float("nan")), "returned nan, which is not finite"),
    "text of a library": (scalar("x"), "holding the str 'x'"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "said"), INVALID.values(), ids=INVALID.keys())
def test_what_is_no_number_is_invalid_with_what_came_and_what_was_expected(value: object, said: str) -> None:
    status, reward, info, warnings, error = normalise(value)
    assert (status, reward, info, warnings) == ("invalid", None, {}, [])
    assert error is not None
    assert error[0] == "InvalidReward"
    assert said in error[1]
    assert "expected a finite number" in error[1]
    assert len(error[1]) < 400


def test_a_coroutine_is_closed_and_told() -> None:
    async def reward() -> float:
        return 1.0

    error = normalise(reward())[4]  # not awaited: a warning would fail the test
    assert error is not None
    assert "returned a coroutine" in error[1]
    assert "async def" in error[1]


def test_a_generator_is_told() -> None:
    error = normalise(value for value in [1.0])[4]
    assert error is not None
    assert "instead of using `yield`" in error[1]


def test_a_huge_value_is_described_quickly_and_shortly() -> None:
    value: list[Any] = ["x" * 10**6] * 10**6
    for _ in range(10_000):
        value = [value, 10**4000]
    error = normalise(value)[4]
    assert error is not None
    assert len(error[1]) < 400


def test_a_class_that_lies_about_itself_is_still_described() -> None:
    class Meta(type):
        @property
        def __module__(cls) -> str:  # type: ignore[override]
            raise RuntimeError("called")

        @property
        def __mro__(cls) -> tuple[type, ...]:  # type: ignore[override]
            raise RuntimeError("called")

        @property
        def __name__(cls) -> str:  # type: ignore[override]
            raise RuntimeError("called")

    class Odd(metaclass=Meta):
        pass

    assert normalise(Odd())[0] == "invalid"


# --- info ---------------------------------------------------------------------------------------------------


def test_floats_and_strings_are_kept() -> None:
    assert normalise((1, {"length": 12.0, "answer": "four"})) == (
        "ok", 1.0, {"length": 12.0, "answer": "four"}, [], None,
    )  # fmt: skip


def test_the_info_is_a_copy() -> None:
    info = {"a": 1.0}
    assert normalise((1.0, info))[2] is not info


@pytest.mark.parametrize("value", [3, True, EvilInt(3), EvilFloat(3), scalar(3.0), Grade.GOOD], ids=repr)
def test_other_numbers_become_floats(value: object) -> None:
    info = normalise((1.0, {"x": value}))[2]
    assert info["x"] in (3.0, 1.0)
    assert type(info["x"]) is float


def test_a_subclass_of_str_becomes_a_str() -> None:
    class Loud(str):
        __slots__ = ()

        def __str__(self) -> str:
            raise RuntimeError("called")

    value = normalise((1.0, {"x": Loud("loud")}))[2]["x"]
    assert (value, type(value)) == ("loud", str)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (float("nan"), "nan, which is not finite"),
        (float("inf"), "inf, which is not finite"),
        (None, "None"),
        ([1.0], "a list of 1: [1.0]"),
        (b"x", "the bytes b'x'"),
        (10**400, "an int of 1329 bits, too large for a float"),
        (EvilRepr(), "EvilRepr object"),
        (scalar(ValueError(), (3,)), "of shape (3,)"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_other_values_are_dropped_with_a_warning_that_names_the_key(value: object, said: str) -> None:
    status, reward, info, warnings, _ = normalise((0.5, {"kept": 1.0, "bad": value}))
    assert (status, reward, info) == ("ok", 0.5, {"kept": 1.0})
    assert len(warnings) == 1
    assert warnings[0].startswith("info['bad'] was dropped: ")
    assert said in warnings[0]


def test_keys_that_are_no_strings_are_dropped_with_a_warning() -> None:
    assert normalise((0.5, {1: 1.0, "b": 2.0}))[2:4] == (
        {"b": 2.0},
        ["info: the key the int 1 was dropped; expected a str"],
    )


def test_none_instead_of_info_leaves_the_reward() -> None:
    assert normalise((0.5, None)) == ("ok", 0.5, {}, ["info: returned None instead of a dict"], None)


@pytest.mark.parametrize("kind", [dict, collections.OrderedDict, collections.Counter])
def test_subclasses_of_dict_are_info(kind: type) -> None:
    assert normalise((0.5, kind({"a": 1})))[2] == {"a": 1.0}


def test_a_named_tuple_is_a_tuple() -> None:
    graded = collections.namedtuple("graded", "reward info")
    assert normalise(graded(1, {"a": 2}))[:3] == ("ok", 1.0, {"a": 2.0})


def test_a_long_string_is_cut_with_a_warning() -> None:
    info, warnings = normalise((1.0, {"text": "x" * (result.MAX_INFO_STRING + 1)}))[2:4]
    assert info == {"text": "x" * result.MAX_INFO_STRING}
    assert warnings == [
        f"info['text'] was cut from {result.MAX_INFO_STRING + 1} to {result.MAX_INFO_STRING} characters"
    ]


def test_all_strings_together_are_cut() -> None:
    info = normalise((1.0, {str(n): "x" * result.MAX_INFO_STRING for n in range(20)}))[2]
    assert sum(len(str(value)) for value in info.values()) <= result.MAX_INFO_TEXT


def test_keys_beyond_the_most_are_left_out_with_a_warning() -> None:
    info, warnings = normalise((1.0, {f"k{n}": 1.0 for n in range(1000)}))[2:4]
    assert len(info) == result.MAX_INFO_KEYS
    assert warnings == [f"info: only the first {result.MAX_INFO_KEYS} of 1000 keys were kept"]


def test_a_very_long_key_is_dropped_with_a_warning() -> None:
    info, warnings = normalise((1.0, {"k" * 10**6: 1.0}))[2:4]
    assert info == {}
    assert len(warnings[0]) < 200


def test_warnings_are_counted_beyond_the_most() -> None:
    warnings = normalise((1.0, {f"k{n}": None for n in range(100)}))[3]
    assert len(warnings) == result.MAX_WARNINGS + 1
    assert warnings[-1] == "info: and 80 more warnings"


def test_lone_surrogates_are_kept() -> None:
    assert normalise((1.0, {"\ud800": "\udfff"}))[2] == {"\ud800": "\udfff"}


# --- real libraries, where they are installed ---------------------------------------------------------------


@pytest.fixture
def numpy() -> Any:
    return pytest.importorskip("numpy")


def test_numpy_numbers_are_rewards(numpy: Any) -> None:
    values = [numpy.float64(0.5), numpy.float32(0.5), numpy.float16(0.5), numpy.longdouble(0.5), numpy.array(0.5),
              numpy.array([[0.5]])]  # fmt: skip
    assert [normalise(value)[:2] for value in values] == [("ok", 0.5)] * 6
    assert normalise(numpy.bool_(True))[1] == 1.0
    assert normalise(numpy.int8(-3))[1] == -3.0
    assert normalise((1.0, {"x": numpy.float32(0.5), "y": numpy.str_("z")}))[2] == {"x": 0.5, "y": "z"}
    assert normalise(numpy.array([1.0, 2.0]))[0] == "invalid"
    assert normalise(numpy.float64("nan"))[0] == "invalid"
    assert normalise(numpy.complex64(1))[0] == "invalid"


def test_torch_numbers_are_rewards() -> None:
    torch = pytest.importorskip("torch")
    assert normalise(torch.tensor(0.5, requires_grad=True))[:2] == ("ok", 0.5)
    assert normalise(torch.tensor([2]))[:2] == ("ok", 2.0)
    assert normalise(torch.tensor([1.0, 2.0]))[0] == "invalid"


def test_no_library_is_imported() -> None:
    before = set(sys.modules)
    normalise(scalar(1.0, module="torch"))
    assert "torch" in before or "torch" not in sys.modules


def test_a_plain_float_costs_next_to_nothing() -> None:
    best = min(timeit.repeat("normalise(1.0)", globals={"normalise": normalise}, number=10_000, repeat=9))
    assert best / 10_000 < 2e-6  # measured: 0.12 to 0.18 µs; a slow, busy machine may take more
