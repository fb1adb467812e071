"""Changsha at the table beyond the cases: why things are refused, what others may know, defaults, the geometry of opened kongs."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, as_sent, refusal
from idle import with_idle

from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.view import mask, view
from fangcheng.events import SPECTATOR, player
from fangcheng.meld import parse_meld
from fangcheng.tiles import HIDDEN, format_kinds, kind_name, kinds_of, parse_kind, parse_kinds
from fangcheng.variants import get_variant
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.kongs import opened_places

CHANGSHA = get_variant("changsha")


def position(hand: str, drawn: str = "", *, others: dict[int, str] | None = None, melds: tuple[str, ...] = (), **facts: Any) -> Game:
    """Seat 0 acts on `hand` and the tile it has drawn; seats that are not named hold thirteen kinds once each."""
    laid = [parse_meld(text) for text in melds]
    hands = {0: parse_kinds(hand)} | {seat: parse_kinds(text) for seat, text in (others or {}).items()}
    elsewhere = [*parse_kinds(drawn), *(kind for meld in laid for kind in meld.kinds())]
    turn = Position(
        seats=4,
        dealer=0,
        hands=with_idle(hands, elsewhere, [13] * 4, range(27)),
        melds=[laid, [], [], []],
        turn=0,
        drawn=parse_kind(drawn) if drawn else HIDDEN,
        wall_left=facts.pop("wall_left", 30),
        **facts,
    )
    return set_up(CHANGSHA, turn)


class TestWhyNot:
    def test_a_small_hand_without_a_258_pair(self) -> None:
        assert refusal(position("123m456m789m123p1s", "1s"), 0, "win") == "small_win_needs_258_pair"

    def test_an_incomplete_hand(self) -> None:
        assert refusal(position("123m456m789m123p1s", "5s"), 0, "win") == "not_complete"

    def test_no_win_after_a_claim(self) -> None:
        game = position("123m456m789s55s", melds=("[777p<3]",))
        assert refusal(game, 0, "win") == "no_win_after_claim"

    def test_too_few_tiles_for_a_kong(self) -> None:
        game = position("123m456m7777p224s", "5s", wall_left=2)
        assert refusal(game, 0, "open 7p") == "too_few_tiles_left"
        assert refusal(position("123m456m7777p224s", "5s", wall_left=1), 0, "kong 7p") == "too_few_tiles_left"

    def test_not_ready_after_the_kong(self) -> None:
        assert refusal(position("147m258m7777p369s", "9s"), 0, "open 7p") == "not_ready_after_kong"

    def test_a_locked_hand(self) -> None:
        game = position("123m456m77p11s", "5s", melds=("(9999p)",), seat_flags=({"locked": True}, {}, {}, {}))
        assert refusal(game, 0, "discard 1m") == "locked_hand"
        assert refusal(game, 0, "kong 9p") == "locked_hand"

    def test_a_passed_win(self) -> None:
        """The window stays open for the pung that seat 1 could make instead."""
        flags: tuple[dict[str, Any], ...] = ({}, {"passed_win": 1}, {}, {})
        game = position("147m258m369m1479s", "2p", others={1: "123m22p345678s55s"}, seat_flags=flags)
        act(game, (0, "discard 2p"))
        assert refusal(game, 1, "win") == "missed_win"

    @pytest.mark.parametrize(
        ("seat", "text", "code"),
        [
            (1, "discard 1m", "not_your_turn"),
            (0, "discard 9p", "tile_not_in_hand"),
            (0, "pass", "not_offered"),
            (4, "discard 1m", "no_such_seat"),
            (-1, "discard 1m", "no_such_seat"),
        ],
    )
    def test_common_reasons(self, seat: int, text: str, code: str) -> None:
        assert refusal(position("147m258m369m1479s", "3s"), seat, text) == code


class TestOpenedKongs:
    @pytest.mark.parametrize(
        ("left", "taken", "thrown", "expected"),
        [
            (30, 0, 1, (0, 1)),
            (30, 0, 2, (2, 3)),
            (30, 0, 15, (28, 29)),
            (30, 0, 16, (0, 1)),
            (30, 1, 1, (0, 1)),
            (30, 1, 2, (1, 2)),
            (4, 1, 2, (1, 2)),
            (3, 0, 2, (1, 2)),
        ],
    )
    def test_the_diced_stack(self, left: int, taken: int, thrown: int, expected: tuple[int, int]) -> None:
        """R20: places are counted in tail order of what is left."""
        state = position("147m258m369m1479s", "3s", wall_left=left + taken).state
        for _ in range(taken):
            state.wall.take(next(state.wall.from_tail()))
        order = list(state.wall.from_tail())
        assert opened_places(state.wall, thrown) == tuple(order[place] for place in expected)

    def test_turned_tiles_lie_in_the_middle_until_nobody_wins_on_them(self) -> None:
        game = position("123456m777p2245s", "7p", tail=parse_kinds("9s9s3s9m"), dice=[(1, 1)], others={1: "34578m123456p55s"})
        act(game, (0, "open 7p"))
        middle = {"id": "turned", "tiles": ["3s", "9m"]}

        def seen() -> list[dict[str, Any]]:
            groups = view(game.state, SPECTATOR).centre
            return [group | {"tiles": sorted(map(kind_name, kinds_of(group["tiles"])))} for group in groups]

        assert game.state.step.name == "reveal_self"
        assert seen() == [middle]
        act(game, (0, "pass"))
        assert game.state.step.name == "reveal_claims"
        assert seen() == [middle]
        act(game, (1, "pass"))
        assert seen() == []


class TestSecrets:
    def test_nobody_learns_who_was_asked(self) -> None:
        game = position("147m258m369m1479s", "7p", others={1: "123456m777p2245s"})
        act(game, (0, "discard 7p"))
        assert 1 in game.asks()
        steps = [msg["step"] for msg in (as_sent(view(game.state, viewer)) for viewer in (player(0), player(2), SPECTATOR))]
        assert steps[0] == steps[1] == steps[2]
        assert steps[0]["seat"] == -1
        assert view(game.state, player(2)).offers == []

    def test_floats_are_secret_until_all_are_in(self) -> None:
        game = Game.start(CHANGSHA, b"secret")
        act(game, (1, "float 1"))
        assert mask(game.state, player(0)) == mask(Game.start(CHANGSHA, b"secret").state, player(0))
        act(game, (0, "float 0"), (2, "float 0"), (3, "float 1"))
        assert extra_of(mask(game.state, player(0))).float == [0, 1, 0, 1]

    def test_passed_wins_are_private(self) -> None:
        game = position("147m258m369m1479s", "3s", others={2: "123m22456p45789s"})
        act(game, (0, "discard 3s"), (2, "pass"))
        assert extra_of(game.state).passed == [0, 0, 1, 0]
        assert extra_of(mask(game.state, player(2))).passed == [0, 0, 1, 0]
        assert extra_of(mask(game.state, player(0))).passed == [0, 0, 0, 0]


def test_the_creator_deals_again_when_the_winner_has_left() -> None:
    assert CHANGSHA.dealer_after_leave(creator=2, seat=1) == 2


def test_only_the_owner_sees_opening_patterns_that_are_not_declared() -> None:
    hands = ["34568m345569p477s", "26788m367p44569s", "45679m359p25599s", "1111m12457p2688s"]
    dealt = Position(seats=4, dealer=0, from_deal=True, hands=[parse_kinds(text) for text in hands], options={"float_max": 0}, wall_left=55)
    game = set_up(CHANGSHA, dealt)
    assert list(game.asks()) == [3]
    assert {"id": "four_joys"} in view(game.state, player(3)).seats[3].badges
    assert view(game.state, player(0)).seats[3].badges == view(game.state, SPECTATOR).seats[3].badges == []


def test_a_shown_tile_that_has_left_the_hand_is_no_longer_shown() -> None:
    """R6: they lie open in the hand until its owner's second draw; what is discarded or melded before lies elsewhere."""
    hands = ["34568m345569p477s", "333m555s2467p189s", "45679m359p23699s", "126m124577p2688s"]
    tiles = [parse_kinds(text) for text in hands]
    dealt = Position(seats=4, dealer=0, from_deal=True, hands=tiles, options={"float_max": 0}, draws=parse_kinds("9m1p"))
    game = set_up(CHANGSHA, dealt)
    act(game, (1, "declare"), (0, "discard 8m"))
    assert shown_of(game, 1) == "333m555s"
    act(game, (1, "discard 3m"))
    assert shown_of(game, 1) == "33m555s"


def shown_of(game: Game, seat: int) -> str:
    """What the next player sees of a hand because it has been shown."""
    groups = view(game.state, player(2)).seats[seat].shown
    return format_kinds(kinds_of(groups[0]["tiles"])) if groups else ""
