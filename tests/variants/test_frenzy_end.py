"""How deals of the two-player game begin and end: the first dealer, the tiles in play, the split, what is shown at the end."""

from __future__ import annotations

from collections import Counter

import pytest
from acting import act
from frenzy_table import FRENZY, WAITS_5M, position

from fangcheng.audit.look import looked_at, stands
from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Deal, player
from fangcheng.tiles import HIDDEN, parse_kinds
from fangcheng.variants.two_player_frenzy.events import Disclosed
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions
from fangcheng.variants.two_player_frenzy.phases import Break
from fangcheng.wall import Stream


def test_the_first_dealer() -> None:
    """R4: who opened the table, or one by lot."""
    lots = [Stream(bytes([number]), "match") for number in range(20)]
    assert {FRENZY.first_dealer(FrenzyOptions(first_dealer="random"), 1, lot) for lot in lots} == {0, 1}
    assert {FRENZY.first_dealer(FrenzyOptions(), 1, lot) for lot in lots} == {1}


class TestEnd:
    def test_the_winning_tile_is_no_part_of_the_hand(self) -> None:
        game = position(WAITS_5M, drawn="5m")
        act(game, (0, "win"))
        assert stands(game, "hands.0") == WAITS_5M
        match = position(WAITS_5M, drawn="9s", turn=1, treasure="5m", seat_flags=({"ready": "5m"}, {}))
        act(match, (1, "discard 9s"), (0, "win"))
        assert stands(match, "hands.0") == WAITS_5M

    def test_treasure_and_unused_tiles_are_shown(self) -> None:
        game = Game.start(FRENZY, b"secret")
        deal = game.log[1]
        assert isinstance(deal, Deal)
        assert len(set(deal.wall)) == deal.size == 68
        assert looked_at(game.state, 0).hides("unused")
        while asked := game.asks():
            seat = next(iter(asked))
            act(game, (seat, str(game.default_action(seat))))
        shown = next(event for event in game.log if isinstance(event, Disclosed))
        assert sorted((*deal.wall, *shown.unused)) == sorted(FRENZY.tiles(game.state.options))
        assert len(parse_kinds(looked_at(game.state, 1).value("unused"))) == 52

    @pytest.mark.parametrize("number", [84, 120])
    def test_more_tiles_in_play(self, number: int) -> None:
        game = Game.start(FRENZY, b"secret", options={"tiles_in_play": number})
        assert game.state.wall.left == number - 27

    def test_the_throw_for_the_break_is_shown(self) -> None:
        game = Game.start(FRENZY, b"secret")
        thrown = next(event for event in game.log if isinstance(event, Break))
        assert view(game.state, SPECTATOR).facts["first_throw"] == thrown.dice
        assert len(thrown.dice) == 2

    def test_the_subset_is_random(self) -> None:
        """R1: every kind is about as often in play as the others."""
        found: Counter[int] = Counter()
        for number in range(300):
            found.update(tile >> 2 for tile in FRENZY.wall_order(Game.start(FRENZY, number.to_bytes(2, "big")).state))
        share = [found[kind] / 300 for kind in FRENZY.kinds]
        assert max(abs(mean - 68 / 30) for mean in share) < 0.25

    def test_the_sheet_keeps_winner_loser_and_kongs_apart(self) -> None:
        game = position("34m22678p", drawn="5m", melds=(("[456p]", "[9999m]"), ("{CFPF}",)))
        act(game, (0, "win"))
        sheet = view(game.state, SPECTATOR).facts["sheet"]
        fan = {"winner_fan": 3, "loser_fan": 1, "total_fan": 4}
        assert sheet == {"base": 1, **fan, "kong_fan": [1, 0], "kong_money": [2, 2]}

    def test_the_sheet_of_a_drawn_deal_has_no_winner(self) -> None:
        game = split_begun()
        act(game, (0, "pass"))
        seen = view(game.state, SPECTATOR).facts
        assert seen["sheet"] == {"base": 1, "kong_fan": [1, 0], "kong_money": [2, 0]}
        assert [(group["id"], len(group["tiles"])) for group in seen["laid_open"]] == [("unused", 52)]


def split_begun() -> Game:
    """Seat 0 has got 5m, which it may win on; 8s is left for seat 1."""
    game = position("34m22678p", drawn="3p", turn=1, melds=(("[456p]", "[9999m]"), ()), wall_left=2, draws="5m8s")
    act(game, (1, "discard 3p"))
    return game


def test_each_player_sees_the_own_share_of_the_last_two_tiles() -> None:
    game = split_begun()
    own, other = (view(game.state, viewer).centre for viewer in (player(0), player(1)))
    assert [(group["id"], group["seats"], [tile >> 2 for tile in group["tiles"]]) for group in own] == [("split", [0], [4])]
    assert [group["tiles"] for group in other] == [group["tiles"] for group in view(game.state, SPECTATOR).centre] == [[HIDDEN]]
    act(game, (0, "pass"))
    assert view(game.state, SPECTATOR).centre == []
