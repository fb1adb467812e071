"""Many hands at once: the same answers as one by one, from bytes and arrays, and a clear error for everything else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from shapes import plain

from fangcheng import shapes
from fangcheng.hand import Hand
from fangcheng.shapes import batch

Array = np.ndarray[Any, Any]
QUESTIONS = [batch.need, batch.complete, batch.distance, batch.waits, batch.useful, batch.splits]
each_question = pytest.mark.parametrize("ask", QUESTIONS)


def table(hands: list[Hand]) -> Array:
    return np.array([hand.counts[:34] for hand in hands], dtype=np.uint8)


def marks(kinds: tuple[int, ...]) -> list[bool]:
    return [kind in kinds for kind in range(34)]


def one_by_one(ask: Callable[..., Any], hand: Hand, wilds: int) -> Any:
    answer = getattr(shapes, ask.__name__)
    if ask is batch.need:
        return answer(hand.index)
    return marks(answer(hand, wilds)) if ask in (batch.waits, batch.useful) else answer(hand, wilds)


@pytest.mark.parametrize("rest", [1, 2])
@each_question
def test_as_one_by_one(ask: Callable[..., Any], rest: int) -> None:
    cases = plain.random_cases(900 + rest, 300, rest)
    counts, wilds = table([hand for hand, _ in cases]), np.array([wilds for _, wilds in cases], dtype=np.uint8)
    expected = [one_by_one(ask, hand, own) for hand, own in cases]
    for answer in (ask(counts, wilds), ask(counts.tobytes(), wilds.tobytes()), ask(counts.astype(np.int8), memoryview(wilds))):
        assert list(answer if ask is batch.splits else answer.tolist()) == expected


@each_question
@pytest.mark.parametrize("wilds", [1, np.int64(1), b"\1\1"])
def test_wilds_for_all_or_for_each(ask: Callable[..., Any], wilds: Any) -> None:
    hands = [Hand.parse("123m456p789sEEC"), Hand.parse("1122m5577p3399sE")]
    answer = ask(table(hands), wilds)
    assert list(answer if ask is batch.splits else answer.tolist()) == [one_by_one(ask, hand, 1) for hand in hands]


def test_answers_are_arrays_without_copying() -> None:
    counts = table([Hand.parse("123m456p789sEEEC"), Hand.parse("147m258p369sESWN")])
    assert np.asarray(batch.complete(counts, 1)).dtype == bool
    assert np.asarray(batch.need(counts)).dtype == np.uint8
    assert np.asarray(batch.distance(counts)).tolist() == [0, 8]
    waits = np.asarray(batch.waits(counts))
    assert (waits.shape, waits.dtype) == ((2, 34), bool)
    assert waits.nonzero()[1].tolist() == [31]
    left = np.full((2, 34), 4, dtype=np.uint8) - counts
    assert (waits * left).sum(axis=1).tolist() == [3, 0]


@each_question
@pytest.mark.parametrize("none", [b"", np.zeros((0, 34), dtype=np.uint8)])
def test_no_hands(ask: Callable[..., Any], none: Any) -> None:
    assert list(ask(none, 2)) == []


GOOD = table([Hand.parse("123m456p789sEECC")] * 4)


@each_question
@pytest.mark.parametrize(
    ("counts", "wilds", "error", "message"),
    [
        (GOOD.astype(np.int64), 0, TypeError, "format 'l'"),
        (GOOD.astype(np.float32), 0, TypeError, "format 'f'"),
        (GOOD.tolist(), 0, TypeError, "are bytes or an array of them"),
        ("a" * 34, 0, TypeError, "are bytes or an array of them"),
        (GOOD[:, :33], 0, ValueError, r"shape \(4, 33\)"),
        (GOOD[:, :, None], 0, ValueError, "shape"),
        (GOOD[::2], 0, ValueError, "side by side"),
        (np.asfortranarray(GOOD), 0, ValueError, "side by side"),
        (GOOD.tobytes()[:-1], 0, ValueError, "rows of 34"),
        (GOOD, 9, ValueError, r"row 0: 9 wilds"),
        (GOOD, -1, ValueError, r"row 0: -1 wilds"),
        (GOOD, 2**70, ValueError, r"row 0: \d+ wilds"),
        (GOOD, 1.5, TypeError, "are bytes or an array of them"),
        (GOOD, bytes(3), ValueError, "wilds for 3 hands and counts for 4"),
        (GOOD, np.zeros(4), TypeError, "wilds are bytes"),
        (GOOD, np.zeros((4, 2), dtype=np.uint8), ValueError, "wilds of shape"),
        (GOOD, bytes([0, 0, 2, 0]), ValueError, "row 2: 13 tiles and 2 wilds"),
        (GOOD, bytes([0, 0, 0, 200]), ValueError, "row 3: 200 wilds"),
    ],
)
def test_what_is_no_batch(ask: Callable[..., Any], counts: Any, wilds: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        ask(counts, wilds)


@each_question
@pytest.mark.parametrize(("place", "count"), [(0, 5), (33, 255), (8, 128), (9, 133), (26, 6)])
def test_hands_that_cannot_be_are_named_by_their_row(ask: Callable[..., Any], place: int, count: int) -> None:
    counts = GOOD.copy()
    counts[2, place] = count
    with pytest.raises(ValueError, match=f"row 2: {count} tiles of"):
        ask(counts, 0)
    with pytest.raises(ValueError, match="row 2: -1 tiles of"):
        ask(np.where(counts > 4, -1, counts).astype(np.int8), 0)


@each_question
@given(counts=arrays(np.uint8, st.tuples(st.integers(0, 3), st.just(34)), elements=st.integers(0, 255)), wilds=st.integers(-1, 12))
def test_any_bytes_have_an_answer_or_an_error(ask: Callable[..., Any], counts: Array, wilds: int) -> None:
    try:
        answered = len(ask(counts, wilds))
    except ValueError as error:
        answered = len(counts) if str(error).startswith("row ") else -1
    assert answered == len(counts)
