"""Zuanpai at the table beyond the cases: why things are refused, what a seat is told unasked, defaults, badges, what is carried on."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, refusal
from idle import with_idle

from fangcheng.actions import parse_action
from fangcheng.bots import make_bot
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.game import Game
from fangcheng.engine.match import Match
from fangcheng.engine.setup import Position, PositionError, set_up
from fangcheng.engine.steps import Turn
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Discard, player
from fangcheng.meld import parse_meld
from fangcheng.rules.variant import Refused
from fangcheng.sim.play import play_deal
from fangcheng.tiles import HIDDEN, kind_name, parse_kind, parse_kinds
from fangcheng.variants import get_variant
from fangcheng.variants.zuanpai import extra_of
from fangcheng.wall import Stream

ZUANPAI = get_variant("zuanpai")


def position(
    hand: str,
    drawn: str = "",
    *,
    others: dict[int, str] | None = None,
    melds: dict[int, tuple[str, ...]] | None = None,
    **facts: Any,
) -> Game:
    """Seat 0 acts on `hand` and the tile it has drawn, 9m is wild; seats that are not named hold what is left, kong tiles last."""
    laid = {seat: [parse_meld(text) for text in (melds or {}).get(seat, ())] for seat in range(4)}
    hands = {0: parse_kinds(hand)} | {seat: parse_kinds(text) for seat, text in (others or {}).items()}
    elsewhere = [kind for melds in laid.values() for meld in melds for kind in meld.kinds()]
    elsewhere += parse_kinds("8m" + drawn + facts.get("draws", "") + facts.get("tail", ""))
    sizes = [13 - 3 * sum(meld.shape != "single_kong" for meld in laid[seat]) for seat in range(4)]
    own = {"indicator": "8m"} | {name: facts.pop(name) for name in ("continuation",) if name in facts}
    for name in ("draws", "tail"):
        facts[name] = parse_kinds(facts.get(name, ""))
    dealer = facts.pop("dealer", 1)
    turn = Position(
        seats=4,
        dealer=dealer,
        hands=with_idle(hands, elsewhere, sizes, range(34), last=parse_kinds("9mCFP")),
        melds=[laid[seat] for seat in range(4)],
        turn=0,
        drawn=parse_kind(drawn) if drawn else HIDDEN,
        facts=own,
        **facts,
    )
    return set_up(ZUANPAI, turn)


PUNGS = ("[456p<3]", "[789p<3]")


class TestReasons:
    def test_kong_lit_win_dark(self) -> None:
        game = position("123m123s9m", "9m", melds={0: PUNGS})
        assert refusal(game, 0, "win") == "wild_goes_out_first"
        assert view(game.state, player(0)).facts["hint"] == "wild_goes_out_first"
        assert "hint" not in view(game.state, player(1)).facts
        assert "hint" not in view(game.state, SPECTATOR).facts

    def test_a_wild_without_an_any_tile_wait(self) -> None:
        game = position("123m123s2p", "9m", melds={0: PUNGS})
        assert refusal(game, 0, "win") == "wild_needs_any_tile"
        assert refusal(game, 0, "kong 9m") == "wild_kong_needs_any_tile"
        assert view(game.state, player(0)).facts["hint"] == "wild_needs_any_tile"

    def test_a_kong_tile_in_hand(self) -> None:
        game = position("123m456p234s78s9sF", "2m")
        assert refusal(game, 0, "win") == "kong_tile_in_hand"
        assert refusal(game, 0, "discard F") == "kong_tile_stays"
        assert "hint" not in view(game.state, player(0)).facts

    def test_an_incomplete_hand(self) -> None:
        assert refusal(position("147m258p369sESWN", "1s"), 0, "win") == "not_complete"

    def test_wilds_by_option(self) -> None:
        off = position("123m123s9m", "9m", melds={0: PUNGS}, options={"wild_kong_rule": "off"})
        assert refusal(off, 0, "kong 9m") == "wilds_stay"
        kept = position("123m123s2p", "9m", melds={0: PUNGS}, options={"wild_discard": False})
        assert refusal(kept, 0, "discard 9m") == "wild_stays"

    def test_after_a_claim(self) -> None:
        game = position("11m258p369sESWNF", "1s", others={1: "23s147m258p44sWWN"})
        act(game, (0, "discard 1s"), (1, "chow 23s"))
        assert refusal(game, 1, "win") == "no_win_after_claim"
        assert refusal(game, 1, "kong 4s") == "no_kong_after_claim"

    def test_claims(self) -> None:
        others = {1: "23s147m258p44s9mWW", 2: "23s147m258p55667s"}
        game = position("11m258p369sESWNF", "1s", others=others)
        act(game, (0, "discard 1s"))
        assert refusal(game, 1, "win") == "self_draw_only"
        assert refusal(game, 2, "chow 23s") == "chow_from_previous_only"
        assert refusal(game, 1, "chow 9m2s") == "wild_in_no_meld"
        none = position("11m258p369sESWNF", "1s", others=others | {2: "11s3s147m258p5566s"}, options={"chow": False})
        act(none, (0, "discard 1s"))
        assert refusal(none, 1, "chow 23s") == "no_chows"

    def test_a_claim_that_leaves_only_kong_tiles(self) -> None:
        melds = {2: ("[123m<1]", "[456m<1]", "[111s<1]")}
        game = position("147m147p147s258sE", "5p", others={1: "46p3p147m258sESWN", 2: "55pFP"}, melds=melds)
        act(game, (0, "discard 5p"))
        assert sorted(game.asks()) == [1]
        assert refusal(game, 2, "pung") == "only_kong_tiles_left"

    def test_no_tile_to_replace_a_kong(self) -> None:
        assert position("555p123m234s78s1sE", "9s", wall_left=0).over
        winning = position("123m123s2p", "2p", melds={0: PUNGS}, wall_left=0)
        assert [str(action) for action in winning.asks()[0]] == ["win", "pass"]
        assert refusal(winning, 0, "kong 2p") == "no_replacement_left"

    def test_nonsense(self) -> None:
        game = position("147m258p369sESWN", "1s")
        for text in ("discard 9p", "pass", "pung", "kong", "chow 12m"):
            assert isinstance(game.act(0, parse_action(text)), Refused)


class TestSingleKongs:
    def test_they_lie_with_the_melds_and_leave_the_hand_whole(self) -> None:
        game = position("123m456p234s55s8sF", "P", tail="1sE")
        act(game, (0, "kong F"), (0, "kong P"))
        assert [str(meld) for meld in game.state.melds[0]] == ["{F}", "{P}"]
        assert game.state.hands[0].size == 14
        assert extra_of(game.state).chain == 2
        act(game, (0, "discard E"))
        assert extra_of(game.state).chain == 0

    def test_of_several_wilds_the_drawn_one_goes(self) -> None:
        game = position("123m456p77s9m9m", "9m", melds={0: ("[789s<3]",)}, tail="S")
        drawn = game.state.step.drawn  # type: ignore[attr-defined]
        act(game, (0, "kong 9m"))
        assert game.state.melds[0][-1].tiles == (drawn,)

    def test_a_stand_in_pung_becomes_a_kong_of_its_face(self) -> None:
        game = position("123m456p78s55s", "C", melds={0: ("[CCC<2]",)}, tail="6s")
        act(game, (0, "kong C"))
        assert [meld.shape for meld in game.state.melds[0]] == ["kong"]


class TestDefaults:
    def test_a_win_is_never_automatic(self) -> None:
        game = position("123m123s2p", "2p", melds={0: PUNGS})
        assert str(game.default_action(0)) == "discard 2p"

    def test_a_drawn_kong_tile_is_set_out(self) -> None:
        assert str(position("147m258p369sESWN", "F").default_action(0)) == "kong F"

    def test_after_a_claim_the_highest_tile_that_may_go(self) -> None:
        game = position("147m258p369sESWN", "1s", others={1: "23s147m258p446sFP"})
        act(game, (0, "discard 1s"), (1, "chow 23s"))
        assert str(game.default_action(1)) == "discard 6s"

    def test_the_last_tile_is_passed(self) -> None:
        game = position("123m123s2p", "2p", melds={0: PUNGS}, wall_left=0)
        assert str(game.default_action(0)) == "pass"

    def test_a_wild_that_must_stay(self) -> None:
        game = position("147m258p369sESWN", "9m", options={"wild_discard": False})
        assert str(game.default_action(0)) == "discard N"


class TestWhatIsShown:
    def test_badges(self) -> None:
        melds = {0: ("[456p<3]", "[789p<3]", "[777s<3]"), 2: ("[111m<3]", "[222m<1]")}
        game = position("123s1m", "9m", melds=melds, continuation=2)
        marks = [[(badge["id"], badge.get("n")) for badge in seat.badges] for seat in view(game.state, SPECTATOR).seats]
        assert marks[0] == [("east", None)]
        assert marks[1] == [("south", None), ("base", 16), ("continuation", 2)]
        assert marks[3] == [("north", None), ("fed_east", 3)]

    def test_no_badge_without_liability(self) -> None:
        game = position("123m123s2p", "2p", melds={0: PUNGS}, options={"bao": "off"})
        assert [badge["id"] for badge in view(game.state, SPECTATOR).seats[3].badges] == ["north"]

    def test_facts_and_centre(self) -> None:
        seen = view(position("147m258p369sESWN", "1s").state, SPECTATOR)
        assert (seen.facts["wild"], seen.facts["indicator"], seen.facts["stand_in"]) == ("9m", "8m", "C")
        assert seen.facts["kong_tiles"] == ["F", "P"]
        assert [(group["id"], kind_name(group["tiles"][0] >> 2)) for group in seen.centre] == [("indicator", "8m")]

    def test_a_seat_is_told_that_it_waits_on_every_tile(self) -> None:
        game = position("147m258p369sESWN", "1s", others={2: "123m456p789s12s9m9m"})
        assert view(game.state, player(2)).facts["any_tile"] is True
        assert view(game.state, player(1)).facts["any_tile"] is False
        assert "any_tile" not in view(game.state, SPECTATOR).facts
        assert [{"id": "any_tile"} in view(game.state, viewer).seats[2].badges for viewer in (player(2), player(1), SPECTATOR)] == [1, 0, 0]


class TestMatches:
    def test_the_base_grows_and_falls_back(self) -> None:
        match = Match.begin(ZUANPAI, b"m", options={}, seats=4, deals=0)
        assert match.dealer == 0
        for number in range(3):
            game = match.next_game(ZUANPAI, b"drawn" + bytes([number]))
            assert extra_of(game.state).continuation == number
            while not game.over:
                seat = next(iter(game.asks()))
                act(game, (seat, str(game.default_action(seat))))
            assert game.state.settled is not None
            match.settle(game.state.settled)
        assert (match.dealer, match.carry) == (0, {"continuation": 3})

    def test_the_first_dealer(self) -> None:
        drawn = {ZUANPAI.first_dealer(ZUANPAI.options_type(first_dealer="random"), 2, Stream(bytes([n]), "x")) for n in range(40)}  # type: ignore[call-arg]
        assert drawn == {0, 1, 2, 3}
        assert ZUANPAI.first_dealer(ZUANPAI.options_type(), 2, Stream(b"", "x")) == 0


class TestBots:
    def test_a_kong_tile_goes_out_at_once(self) -> None:
        for number in range(4):
            game = Game.start(ZUANPAI, number.to_bytes(2, "big"))
            play_deal(game, [make_bot("greedy", ZUANPAI, seat) for seat in range(4)])
            state = begin_state(ZUANPAI, game.log[0])  # type: ignore[arg-type]
            for event in game.log[1:]:
                turn = state.step
                if isinstance(event, Discard) and isinstance(turn, Turn) and turn.source != "claim":
                    assert not extra_of(state).roles.holds_kong_tile(state.hands[event.seat])  # type: ignore[union-attr]
                evolve(state, event)

    def test_a_wild_that_lights_the_kong_is_set_out(self) -> None:
        game = position("123m123s9m", "9m", melds={0: PUNGS})
        bot = make_bot("greedy", ZUANPAI, 0)
        bot.state = game.state
        assert str(bot.choose(game.asks()[0])) == "kong 9m"


class TestPositions:
    def test_the_indicator_is_named(self) -> None:
        with pytest.raises(PositionError, match="indicator"):
            set_up(ZUANPAI, Position(seats=4, dealer=0, hands=[range(13)] * 4, turn=0, drawn=20))

    def test_indicator_and_wild_agree(self) -> None:
        with pytest.raises(PositionError, match="makes 9m wild"):
            set_up(ZUANPAI, Position(seats=4, dealer=0, hands=[range(13)] * 4, turn=0, drawn=20, facts={"indicator": "8m", "wild": "1p"}))

    def test_melds_go_with_the_wild(self) -> None:
        with pytest.raises(PositionError, match=r"with 9m as the wild nobody can have the meld \[999m\]"):
            position("456p234s78s55p", "6s", melds={0: ("[999m<3]",)})
