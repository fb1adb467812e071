"""What Anhua tells a player of his own hand: why it does not win though it is complete, and that a declaration leaves it one draw."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, offers
from anhua_table import DEALT, IDLE, dealt, position

from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Viewer, player
from fangcheng.locales import section

BLACK = ("1489m1256799p277s", "1369m1479p369s77m", "147m258p369s2468m", "234567m23p34588s")


def hint(game: Game, viewer: Viewer) -> Any:
    return view(game.state, viewer).facts.get("hint")


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("123m456m78p55m99p1s", "soft_small_win_only_self_draw"),
        ("123m456m99p55m111s", "three_wilds_only_self_draw"),
        ("123m456m99p33m789s", "needs_258_pair"),
        ("123m456m99p3m5m789s", None),
        ("123m456m99p55m789s", None),
    ],
)
def test_why_a_complete_hand_may_not_win_on_a_discard(hand: str, code: str | None) -> None:
    """Seat 2 could pung the 9p, so its window is open; the last hand but one is not complete, and the last one wins."""
    game = position(IDLE, "9p", others={2: hand})
    act(game, (0, "discard 9p"))
    assert hint(game, player(2)) == code
    assert hint(game, player(0)) is hint(game, SPECTATOR) is None
    act(game, (2, "pass"))
    assert hint(game, player(2)) is None


def test_a_missed_win_is_told_as_long_as_it_is_barred() -> None:
    flags: tuple[dict[str, Any], ...] = ({}, {}, {"passed_win": ["9p"]}, {})
    game = position(IDLE, "9p", others={2: "123m456m99p55m789s"}, seat_flags=flags)
    act(game, (0, "discard 9p"))
    assert hint(game, player(2)) == "missed_win"


def test_why_a_complete_hand_may_not_win_on_its_own_turn() -> None:
    game = position("123m456m789m123p3s", "3s")
    assert hint(game, player(0)) == "needs_258_pair"
    assert hint(game, player(1)) is None
    assert hint(position("123m456m789m123p5s", "5s"), player(0)) is None


def test_nothing_is_told_of_a_kong_tile_that_may_be_won_on() -> None:
    game = position("123m789m22p66634s", "6s", others={3: "345678m456p55s34s"}, draws="5s9m")
    act(game, (0, "kong 6s"), (0, "pass"))
    assert offers(game, 3) == ["win", "pass"]
    assert hint(game, player(3)) is None


def test_a_hand_that_is_only_black_is_warned() -> None:
    """R40: it can win on its first draw and never again."""
    game = dealt(*BLACK)
    assert sorted(game.asks()) == [1, 3]
    assert hint(game, player(1)) == "black_wins_first_draw_only"
    assert all("black_wins_first_draw_only" in section(language, "refused", "anhua") for language in ("zh-Hans", "zh-Hant", "en"))
    assert hint(game, player(3)) is hint(game, player(2)) is hint(game, SPECTATOR) is None
    act(game, (1, "ready"))
    assert hint(game, player(1)) is None


def test_a_black_hand_that_waits_otherwise_too_is_not_warned() -> None:
    game = dealt(BLACK[0], "1133m6699m1144p7s", *BLACK[2:])
    assert 1 in game.asks()
    assert hint(game, player(1)) is None
    assert hint(dealt(*DEALT), player(1)) is None
