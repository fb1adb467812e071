"""Counting elements: what stands, what is struck out, and by what."""

from fangcheng.rules.elements import Element, count

TABLE = (
    Element[set[str]]("big", 8, lambda facts: "big" in facts, ("middle",)),
    Element[set[str]]("middle", 4, lambda facts: "middle" in facts, ("small",)),
    Element[set[str]]("small", 1, lambda facts: 2 * ("small" in facts)),
)


def test_an_element_that_holds_twice_counts_twice() -> None:
    counted, excluded = count(TABLE, {"small"})
    assert [(element.id, element.value, element.times) for element in counted] == [("small", 2, 2)]
    assert not excluded


def test_an_element_strikes_out_what_it_contains() -> None:
    counted, excluded = count(TABLE, {"middle", "small"})
    assert [element.id for element in counted] == ["middle"]
    assert [(element.id, element.by) for element in excluded] == [("small", "middle")]


def test_a_struck_element_strikes_out_nothing() -> None:
    counted, excluded = count(TABLE, {"big", "middle", "small"})
    assert [element.id for element in counted] == ["big", "small"]
    assert [(element.id, element.by) for element in excluded] == [("middle", "big")]
