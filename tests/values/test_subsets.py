"""Offers that stand for every choice of some tiles."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from fangcheng.actions import Action, Subsets


@given(st.lists(st.integers(0, 5), max_size=9), st.integers(0, 4))
def test_a_closed_offer_is_the_list_of_its_choices(kinds: list[int], most: int) -> None:
    offer = Subsets("exchange", kinds, most)
    listed = list(dict.fromkeys(Action("exchange", tiles) for size in range(most + 1) for tiles in combinations(sorted(kinds), size)))
    assert len(offer) == len(listed)
    assert list(offer) == listed
    assert offer[0] == Action("exchange")
    assert all(action in offer for action in listed)


def test_what_nobody_may_choose_is_not_in_it() -> None:
    offer = Subsets("horses", [1, 2, 2], 2)
    assert Action("horses", (2, 2)) in offer
    assert Action("horses", (1, 1)) not in offer
    assert Action("horses", (2, 1)) not in offer
    assert Action("horses", (1, 2, 2)) not in offer
    assert Action("horses", (3,)) not in offer
    assert Action("discard", (1,)) not in offer
    assert Action("horses", (1,), number=1) not in offer
