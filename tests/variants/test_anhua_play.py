"""Anhua at the table beyond the cases: kong tiles, robbed kongs, what others may know, tables of two to four, the clock."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, as_sent, offers, refusal
from anhua_table import ANHUA, DEALT, IDLE, dealt, position, won_on

from fangcheng.audit.look import looked_at
from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, PositionError, set_up
from fangcheng.engine.view import mask, view
from fangcheng.events import SPECTATOR, Draw, player
from fangcheng.hand import Hand
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import kind_name, parse_kind, parse_kinds
from fangcheng.variants.anhua import extra_of


class TestKongTiles:
    OPEN = "123m789m22p66634s"

    def opened(self, flips: str, others: dict[int, str], **facts: Any) -> Game:
        game = position(self.OPEN, "6s", turn=1, others=others, draws=flips, **facts)
        act(game, (1, "kong 6s"))
        return game

    def test_they_can_only_be_won_on(self) -> None:
        game = self.opened("8p3p", {2: "345m678m46p79p551s", 3: "147m258m33p38s99s9m"})
        assert offers(game, 2) == ["win", "pass"]
        assert refusal(game, 3, "pung") == "kong_tiles_only_win"
        assert refusal(game, 3, "kong") == "kong_tiles_only_win"

    def test_who_passes_is_barred_from_every_kind_he_could_have_won_on(self) -> None:
        game = self.opened("5s2s", {3: "345678m456p55s34s"})
        assert offers(game, 1) == ["win", "pass"]
        act(game, (1, "pass"))
        assert offers(game, 3) == ["win", "pass"]
        act(game, (3, "pass"))
        assert [kind_name(kind) for kind in extra_of(game.state).passed[3]] == ["2s", "5s"]

    def test_the_hand_is_locked_while_its_player_decides(self) -> None:
        game = self.opened("5s2s", {})
        assert offers(game, 1) == ["win", "pass"]
        assert looked_at(game.state, 0).value("seat_flags.1.locked") is True

    def test_of_equal_tiles_the_first_counts(self) -> None:
        game = self.opened("5s2s", {})
        act(game, (1, "win"))
        assert won_on(game) == ["5s"]

    def test_the_tile_worth_more_counts(self) -> None:
        """With 2s the wild is a plain 1s and the hand is hard."""
        game = self.opened("5s2s", {3: "345678m456p55s13s"})
        act(game, (1, "pass"), (3, "win"))
        assert won_on(game) == ["2s"]

    def test_three_tiles_and_never_one_of_the_last_eight(self) -> None:
        assert self.turned(kong_flip=3) == 3
        assert self.turned(kong_flip=3, wall_left=10) == 2
        assert self.turned(wall_left=9) == 1

    def turned(self, wall_left: int = 30, **options: Any) -> int:
        game = self.opened("", {}, wall_left=wall_left, options=options)
        return next(len(event.tiles) for event in game.log if event.name == "reveal")  # type: ignore[attr-defined]

    def test_from_the_tail(self) -> None:
        game = self.opened("", {}, options={"kong_tiles_from": "tail"}, tail="8p3p")
        assert [kind_name(tile >> 2) for tile in game.state.rivers[1].tiles] == ["8p", "3p"]

    def test_the_last_tile_of_the_wall_is_the_first_from_the_tail(self) -> None:
        game = self.opened("1m9m1p9p1m9m1p9p3p8p", {}, options={"kong_tiles_from": "tail"}, wall_left=10)
        assert [kind_name(tile >> 2) for tile in game.state.rivers[1].tiles] == ["8p", "3p"]

    def test_a_kong_that_turns_up_the_sea_bottom_tile_passes_the_deal_on(self) -> None:
        game = self.opened("9m", {}, wall_left=9)
        assert game.state.settled is not None
        assert game.state.settled.dealer_next == 1
        assert not any(game.state.settled.payments)


class TestRobbing:
    def test_who_has_passed_a_discard_cannot_rob_its_kong(self) -> None:
        others = {1: "123m555p234s678s2m", 3: "234m678m46p22s789s"}
        game = position(IDLE, "5p", others=others, options={"rob_direct_kong": True})
        act(game, (0, "discard 5p"), (3, "pass"), (1, "kong"))
        assert [event.name for event in game.log].count("reveal") == 1

    def test_a_robbed_direct_kong_is_void(self) -> None:
        """A soft small hand, which cannot win on the discard, robs the kong that is made with it."""
        others = {1: "123m555p234s678s2m", 3: "234m678m4p1s22s789s"}
        game = position(IDLE, "5p", others=others, options={"rob_direct_kong": True, "bird_count": 0})
        act(game, (0, "discard 5p"), (1, "kong"), (3, "win"))
        assert game.state.win is not None
        assert game.state.settled is not None
        assert game.state.settled.payments == (0, -6, 0, 6)
        assert game.state.melds[1] == []
        assert game.state.hands[1].counts[parse_kind("5p")] == 3

    def test_nearest_robber_first(self) -> None:
        waiting = "234m678m46p22s789s"
        others = {2: waiting, 3: "234m678m46p88s789s"}
        game = position("123m78m22p5p34s", "9m", melds={0: ["[555p<2]"]}, others=others, options={"bird_count": 0})
        act(game, (0, "kong 5p"), (2, "win"), (3, "win"))
        assert game.state.settled is not None
        assert [winner.seat for winner in game.state.win.wins] == [2]  # type: ignore[union-attr]
        assert game.state.settled.payments == (-10, 0, 10, 0)
        assert [meld.shape for meld in game.state.melds[0]] == ["pung"]


class TestSecrets:
    def test_nobody_learns_who_was_asked(self) -> None:
        game = position(IDLE, "7p", others={1: "123456m777p2245s"})
        act(game, (0, "discard 7p"))
        assert 1 in game.asks()
        steps = [as_sent(view(game.state, viewer))["step"] for viewer in (player(0), player(2), SPECTATOR)]
        assert steps[0] == steps[1] == steps[2]
        assert steps[0]["seat"] == -1
        assert view(game.state, player(2)).offers == []

    def test_declarations_are_secret_until_all_are_in(self) -> None:
        game, other = dealt(*DEALT), dealt(*DEALT)
        act(game, (3, "ready"))
        act(other, (3, "pass"))
        assert mask(game.state, player(0)) == mask(other.state, player(0)) == mask(dealt(*DEALT).state, player(0))
        act(game, (1, "pass"))
        assert as_sent(view(game.state, player(0)))["seats"][3]["badges"] == [{"id": "ready"}]

    def test_barred_kinds_are_private(self) -> None:
        game = position(IDLE, "9p", others={2: "123m456m78p55m789s"})
        act(game, (0, "discard 9p"), (2, "pass"))
        assert extra_of(game.state).passed[2] == (parse_kind("9p"),)
        assert view(game.state, player(2)).facts["seat_flags"][2]["passed_win"] == ["9p"]
        for viewer in (player(0), SPECTATOR):
            assert extra_of(mask(game.state, viewer)).passed[2] == ()
            assert "passed_win" not in view(game.state, viewer).facts["seat_flags"][2]

    def test_everybody_sees_who_draws_the_indicator(self) -> None:
        for number in range(40):
            game = Game.start(ANHUA, number.to_bytes(2, "big"))
            while game.asks():
                seat = min(game.asks())
                act(game, (seat, str(game.default_action(seat))))
            indicator = next(event for event in game.log if event.name == "indicator")
            draws = [event for event in game.log if isinstance(event, Draw)]
            taken = [event for event in draws if event.position == indicator.position]  # type: ignore[attr-defined]
            assert all(event.open for event in taken)
            assert [event for event in draws if event.open] == taken
            if taken:
                return
        pytest.fail("the indicator was never drawn")


@pytest.mark.parametrize(("seats", "left"), [(2, 81), (3, 68), (4, 55)])
def test_tables_of_two_to_four(seats: int, left: int) -> None:
    """The whole set is used."""
    assert Game.start(ANHUA, bytes(2), seats=seats, dealer=0).state.wall.left == left


def test_after_a_claim_the_clock_keeps_the_wilds() -> None:
    game = position("123m456m555m11s", melds={0: ["[777p<3]"]})
    assert str(game.default_action(0)) == "discard 6m"
    game = position("11s", melds={0: ["[777p<3]", "[123m<3]", "[456m<3]", "[222p<1]"]})
    assert str(game.default_action(0)) == "discard 1s"


def test_when_time_is_up_a_win_is_passed() -> None:
    game = position("123m456m789p55m23s", "4s")
    assert "win" in offers(game, 0)
    assert str(game.default_action(0)) == "discard 4s"


def test_the_winner_who_left_keeps_the_deal() -> None:
    assert ANHUA.dealer_after_leave(creator=2, seat=1) == 1


def test_the_indicator_alone_says_what_is_wild() -> None:
    facts = WinFacts(Hand.parse("123m456m789p22p3s1s"), [], parse_kind("5s"), "self_draw", frozenset(), {"indicator": "9s"})
    score = ANHUA.score(ANHUA.options_type(), facts)
    assert score is not None
    assert score.values() == {"small_win": 1}
    with pytest.raises(ValueError, match="indicator"):
        ANHUA.score(ANHUA.options_type(), facts._replace(context={"wild": "1s"}))


def test_a_standing_position_names_the_indicator() -> None:
    hands = [parse_kinds(hand) for hand in DEALT]
    assert set_up(ANHUA, Position(seats=4, dealer=0, hands=hands, from_deal=True)).state.wall.left == 55
    with pytest.raises(PositionError, match="indicator"):
        set_up(ANHUA, Position(seats=4, dealer=0, hands=[hands[0][1:], *hands[1:]], turn=0, drawn=0))
    with pytest.raises(ValueError, match="no 6s is in the wall"):
        dealt("1489m1356799p277s", "123789m22p66634s", "147m258p369s2468m", "234567m23p34588s", indicator="6s")
