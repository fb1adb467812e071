"""The accelerator and its Python twins: the same answers in the same order, the same errors, and no crash whatever it is given."""

from __future__ import annotations

import gc
import inspect
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapes import plain
from twins import accelerated, outcome

from fangcheng import shapes
from fangcheng.hand import Hand
from fangcheng.shapes import batch, mode, why_pure
from fangcheng.shapes.table import SIZES
from fangcheng.wall import Stream, Wall

ONE_HAND = ["complete", "splits", "waits", "distance", "useful"]

ANSWERS = f"""
import hashlib, sys
sys.path.insert(0, {str(plain.__file__).rsplit("/shapes/", 1)[0]!r})
from shapes import plain
from fangcheng import shapes
print(shapes.mode())
answers = []
for rest in (1, 2):
    for hand, wilds in plain.random_cases(rest, 1500, rest):
        answers += [getattr(shapes, name)(hand, wilds) for name in {ONE_HAND}]
        answers += [shapes.need(hand.index), shapes.sets_need(hand.index), shapes.missing(hand.index, wilds % 5)]
        answers.append(shapes.acceptance(hand, [kind % 5 for kind in range(34)], wilds))
        answers += [shapes.looks_won(hand, wilds), [shapes.claimants([hand] * 3, kind, 1, 0x3FFFF) for kind in (0, 8, 13, 26, 27, 33)]]
print(hashlib.sha256(repr(answers).encode()).hexdigest())
"""


def answers_with(pure: str) -> list[str]:
    environment = os.environ | {"FANGCHENG_PURE": pure}
    return subprocess.run([sys.executable, "-c", ANSWERS], env=environment, capture_output=True, text=True, check=True).stdout.split()


@accelerated
def test_both_modes_give_the_same_answers_in_the_same_order() -> None:
    fast, pure = answers_with(""), answers_with("1")
    assert (fast[0], pure[0]) == ("accelerated", "pure")
    assert fast[1] == pure[1]


def test_a_mode_is_named_with_its_reason() -> None:
    assert mode() in ("accelerated", "pure")
    assert bool(why_pure()) == (mode() == "pure")


@accelerated
@pytest.mark.parametrize("name", [*ONE_HAND, "need", "sets_need", "missing", "acceptance", "claimants", "looks_won"])
def test_a_function_is_documented_like_its_twin(name: str) -> None:
    function = getattr(shapes, name)
    twin = function.__self__
    assert (function.__name__, function.__module__, function.__doc__) == (twin.__name__, twin.__module__, twin.__doc__)
    assert list(inspect.signature(function).parameters) == list(inspect.signature(twin).parameters)


ODD = [
    None,
    "123m",
    1.5,
    2**70,
    -(2**70),
    True,
    [],
    [0] * 5,
    (0, 0, 0, 0),
    [2**40] * 5,
    ["a"] * 5,
    [-1] * 5,
    b"\0" * 34,
    b"\0" * 33,
    object(),
]
FUNCTIONS = [
    shapes.need,
    shapes.sets_need,
    shapes.missing,
    shapes.acceptance,
    shapes.looks_won,
    *(getattr(shapes, name) for name in ONE_HAND),
]
ROWS = [batch.need_rows, batch.complete_rows, batch.distance_rows, batch.waits_rows, batch.useful_rows]


@given(
    ask=st.sampled_from(FUNCTIONS + ROWS),
    arguments=st.lists(st.sampled_from([*ODD, Hand.parse("123m45p")]), max_size=4),
    named=st.booleans(),
)
def test_odd_arguments_raise_what_the_twin_raises(ask: Callable[..., Any], arguments: list[Any], named: bool) -> None:
    keywords = {"wilds": arguments.pop()} if named and arguments else {}
    twin = getattr(ask, "__self__", ask)
    assert outcome(ask, *arguments, **keywords) == outcome(twin, *arguments, **keywords)


class Sabotaged(Hand):
    """A hand whose parts are put in from outside."""


@given(index=st.lists(st.one_of(st.integers(-3, 5**9 + 2), st.sampled_from(ODD)), max_size=6), size=st.sampled_from([2, 13, 14, *ODD]))
def test_a_hand_that_was_tampered_with_crashes_nothing(index: list[Any], size: Any) -> None:
    hand = Sabotaged()
    hand.index, hand.size = index, size
    for name in ONE_HAND:
        outcome(getattr(shapes, name), hand)
    del hand.index
    assert outcome(shapes.complete, hand)[0] in (AttributeError, TypeError, ValueError)


@accelerated
def test_tables_of_another_size_or_content_are_refused() -> None:
    from fangcheng.shapes import _accelerator

    with pytest.raises(ValueError, match="not the table"):
        _accelerator.hold_need(bytearray(10), bytearray(SIZES["need_honour"]))
    with pytest.raises(ValueError, match="not the table"):
        _accelerator.hold_need(bytearray(b"\xff") * SIZES["need_suit"], bytearray(SIZES["need_honour"]))
    with pytest.raises(AttributeError, match="index"):
        _accelerator.hold_values(int, Wall, Stream)
    with pytest.raises(TypeError, match="index is no slot"):
        _accelerator.hold_values(tuple, Wall, Stream)
    with pytest.raises(LookupError, match="no function"):
        _accelerator.accelerate(print, "print", "", "")
    with pytest.raises(LookupError, match="no method"):
        _accelerator.accelerate_method(Hand, print, "Hand.print", "")


@accelerated
def test_splits_are_made_where_their_layout_is_known() -> None:
    from fangcheng.shapes import _accelerator
    from fangcheng.shapes.split import suit_splits

    assert _accelerator.hold_splits(suit_splits, shapes.Split, shapes.ANY_SET, shapes.ANY_PAIR)
    assert not _accelerator.hold_splits(suit_splits, shapes.Part, shapes.ANY_SET, shapes.ANY_PAIR)


@accelerated
def test_nothing_leaks() -> None:
    cases = plain.random_cases(7, 200, 2)
    counts = bytes(count for hand, _ in cases for count in hand.counts[:34])
    wilds = bytes(wilds for _, wilds in cases)

    def ask_all() -> int:
        for hand, own in cases:
            for name in ONE_HAND:
                getattr(shapes, name)(hand, own)
            outcome(shapes.complete, [hand, 99], {})
        for rows in (batch.complete, batch.waits, batch.useful):
            rows(counts, wilds)
        gc.collect()
        return sys.getallocatedblocks()

    ask_all()
    before = ask_all()
    assert max(ask_all() for _ in range(3)) - before < 50
