"""The two-player game at the table beyond the cases: why things are refused, when time is up, small print of kongs, badges."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, offers, refusal
from frenzy_table import WAITS_5M, position

from fangcheng.actions import parse_action
from fangcheng.audit.look import stands
from fangcheng.engine.game import Game
from fangcheng.engine.setup import PositionError
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, player
from fangcheng.rules.variant import Refused
from fangcheng.tiles import parse_kind


class TestWhyNot:
    def test_kongs(self) -> None:
        assert refusal(position("7777p34s99m159p1s2m", drawn="3m", wall_left=3), 0, "kong 7p") == "too_few_tiles_left"
        after = position("2222m345678p1s999s", "1147m147p147sCFP")
        assert refusal(after, 0, "kong 2m") == "no_kong_after_claim"
        assert refusal(after, 0, "win") == "no_win_after_claim"
        eggs = position("7777p15m456s1sCF1p", drawn="P", first_turn=True)
        act(eggs, (0, "kong CFP"))
        assert refusal(eggs, 0, "kong 7p") == refusal(eggs, 0, "kong 1m1p1s") == "kongs_barred_this_turn"
        assert refusal(position("15m456s1s1p777p258p", drawn="P"), 0, "kong 1m1p1s") == "founding_on_first_turn_only"
        two = position("1149m11p11s58p25sF", drawn="8s", first_turn=True)
        act(two, (0, "kong 1m1p1s"))
        assert refusal(two, 0, "kong 1m1p1s") == "one_of_each_kind"
        assert refusal(two, 0, "kong 1m") == "no_addition_in_founding_turn"
        kept = position("45m678p2257sC", drawn="4p", melds=(("{CFP}",), ()))
        assert refusal(kept, 0, "kong C") == "drawn_tile_only"

    def test_wins(self) -> None:
        assert refusal(position(WAITS_5M, drawn="9s"), 0, "win") == "not_complete"
        assert refusal(position(WAITS_5M, drawn="9s"), 1, "win") == "not_your_turn"
        robbing = position("345m568p1122s", "345m22p68p456s999s", drawn="7p", melds=(("[777p]",), ()))
        act(robbing, (0, "kong 7p"))
        assert refusal(robbing, 1, "win") == "not_your_turn"

    def test_ready(self) -> None:
        game = position("45m22678p345777s", drawn="9s")
        result = game.act(0, parse_action("ready 9s"))
        assert result == Refused("ready_needs_single_wait", {"n": 2})
        assert refusal(game, 0, "ready 9p") == "tile_not_in_hand"

    def test_a_declared_hand(self) -> None:
        flags: tuple[dict[str, Any], ...] = ({"ready": "5m", "seen_treasure": True}, {})
        game = position(WAITS_5M, drawn="5m", treasure="C", seat_flags=flags)
        assert offers(game, 0) == ["win", "pass"]
        assert refusal(game, 0, "discard 4m") == refusal(game, 0, "ready 4m") == "frozen_hand"
        assert refusal(game, 0, "kong 7s") == "kong_changes_wait"

    def test_the_split(self) -> None:
        game = position("34m22678p", drawn="3p", turn=1, melds=(("[456p]", "[999m]"), ()), wall_left=2, draws="5m8s", dealer=1)
        act(game, (1, "discard 3p"))
        assert refusal(game, 0, "discard 5m") == refusal(game, 0, "kong 5m") == "nothing_but_win_in_split"


class TestTimeIsUp:
    """R57: act = throw the drawn tile, claim = pass; declared, treasure and split = win."""

    def test_an_undeclared_win_is_not_taken(self) -> None:
        game = position(WAITS_5M, drawn="5m")
        assert str(game.default_action(0)) == "discard 5m"
        claim = position(WAITS_5M, drawn="5m", turn=1)
        act(claim, (1, "discard 5m"))
        assert str(claim.default_action(0)) == "pass"

    def test_without_a_drawn_tile_the_last_one_goes(self) -> None:
        claimed = position("2222m345678p1s999s", "1147m147p147sCFP")
        assert str(claimed.default_action(0)) == "discard 9s"
        gone = position("1m1p678p345s99s567m", drawn="1s", first_turn=True)
        act(gone, (0, "kong 1m1p1s"))
        assert str(gone.default_action(0)) == "discard 9s"
        kept = position("1m1p1s678p345s99s5m1m", drawn="2m", first_turn=True)
        act(kept, (0, "kong 1m1p1s"))
        assert str(kept.default_action(0)) == "discard 2m"

    def test_a_declared_win_is_taken(self) -> None:
        flags: tuple[dict[str, Any], ...] = ({"ready": "5m", "seen_treasure": True}, {})
        drawn = position(WAITS_5M, drawn="5m", treasure="C", seat_flags=flags)
        assert str(drawn.default_action(0)) == "win"
        claim = position(WAITS_5M, drawn="5m", turn=1, treasure="C", seat_flags=flags)
        act(claim, (1, "discard 5m"))
        assert str(claim.default_action(0)) == "win"
        kong = position("46m22678p345s", drawn="P", treasure="9p", seat_flags=flags, melds=(("{CFP}",), ()))
        assert offers(kong, 0) == ["kong P", "pass"]
        assert str(kong.default_action(0)) == "pass"

    def test_a_match_and_a_split_tile_are_taken(self) -> None:
        look = position(WAITS_5M, drawn="9s", turn=1, treasure="5m", seat_flags=({"ready": "5m"}, {}))
        act(look, (1, "discard 9s"))
        assert str(look.default_action(0)) == "win"
        split = position("34m22678p", drawn="3p", turn=1, melds=(("[456p]", "[999m]"), ()), wall_left=2, draws="5m8s")
        act(split, (1, "discard 3p"))
        assert str(split.default_action(0)) == "win"


class TestKongs:
    def test_a_win_right_after_founding_is_no_kong_bloom(self) -> None:
        """R22, also where the tile that completes the hand came for a kong before."""
        hand = "7777p19m1p1s345m22s"
        game = position(hand, drawn="9m", tail="9m", first_turn=True)
        act(game, (0, "kong 7p"), (0, "kong 1m1p1s"))
        assert "win" in offers(game, 0)
        act(game, (0, "win"))
        assert "kong_bloom" not in stands(game, "elements")

    def test_a_kong_after_founding_may_bloom(self) -> None:
        game = position("7777p9m1m1p1s345m22s", drawn="9m", tail="9m", first_turn=True)
        act(game, (0, "kong 1m1p1s"), (0, "kong 7p"), (0, "win"))
        assert stands(game, "elements")["kong_bloom"] == 1

    def test_the_drawn_tile_stays_in_hand_when_another_copy_can_go(self) -> None:
        """Section 9: then it is still the tile won with; otherwise nothing is (R22)."""
        kept = position("1m1m1p1s678p345s99s5m", drawn="1m", first_turn=True)
        act(kept, (0, "kong 1m1p1s"))
        assert kept.state.step.drawn >> 2 == parse_kind("1m")  # type: ignore[attr-defined]
        gone = position("1m1p678p345s99s567m", drawn="1s", first_turn=True)
        act(gone, (0, "kong 1m1p1s"), (0, "win"))
        win = gone.state.win
        assert win is not None
        assert win.wins[0].tiles == ()
        assert not {"closed_wait", "edge_wait", "single_wait"} & set(stands(gone, "elements"))

    def test_foundings_are_offered_with_the_joy_kong_last(self) -> None:
        """R15: it ends the kongs of the turn."""
        game = position("19m19p19s22s555sCF", drawn="P", first_turn=True)
        assert offers(game, 0)[:3] == ["kong 1m1p1s", "kong 9m9p9s", "kong CFP"]

    def test_a_robbed_addition_is_void(self) -> None:
        """R23: the meld stays as it was and pays for three tiles only; the tile is not lost."""
        options = {"rob_kong": "on"}
        game = position("45m678p22579s", "345m678p345s999sP", drawn="P", melds=(("{CFP}",), ()), options=options)
        act(game, (0, "kong P"), (1, "win"))
        assert stands(game, "melds.0") == ["{CFP}"]
        assert stands(game, "payments") == [-63, 63]
        assert stands(game, "elements")["lose_deal_in"] == 1

    def test_additions_are_sorted_behind_the_founding(self) -> None:
        game = position("45m678p22579s", drawn="P", melds=(("{CFP}",), ()), tail="F8m", draws="9p")
        act(game, (0, "kong P"), (0, "kong F"))
        assert stands(game, "melds.0") == ["{CFPFP}"]

    def test_an_addition_may_not_use_up_the_wait(self) -> None:
        """R28: four own copies are no wait; the tile that joins the kong counts as owned."""
        flags: tuple[dict[str, Any], ...] = ({"ready": "F", "seen_treasure": True}, {})
        game = position("345m678p345sF", drawn="F", melds=(("{CFPF}",), ()), treasure="9m", seat_flags=flags)
        assert offers(game, 0) == ["win", "pass"]


def called(game: Game, seat: int) -> dict[str, str]:
    return {offer.text: offer.name for offer in view(game.state, player(seat)).offers if offer.verb == "kong"}


def test_an_offer_says_which_kong_it_is() -> None:
    first = position("159m19p17777sCFP", drawn="9s", first_turn=True)
    names = {"kong 1m1p1s": "kong_ones", "kong 9m9p9s": "kong_nines", "kong CFP": "kong_joy", "kong 7s": "kong_concealed"}
    assert called(first, 0) == names
    assert called(position("46m22678p345s", drawn="P", melds=(("{CFP}",), ())), 0) == {"kong P": "kong_addition"}
    assert called(position("46m22678p345s", drawn="9p", melds=(("[999p]",), ())), 0) == {"kong 9p": "kong_pockmark"}
    assert called(position("46m8888m678p345s1s", "1357m1357p13579s", drawn="1s"), 0) == {"kong 8m": "kong_turtle"}
    claim = position("46m222678p3457s5p", drawn="9s", turn=1, dealer=1)
    act(claim, (1, "discard 2p"))
    assert called(claim, 0) == {"kong": "kong_double_yolk"}


def test_badges_and_the_kong_account() -> None:
    game = position(WAITS_5M, drawn="9s", melds=((), ("(9999p)", "{CFPP}")), options={"base": 5}, turn=0)
    act(game, (0, "ready 9s"))
    shown = view(game.state, SPECTATOR)
    assert shown.seats[0].badges == [{"id": "ready"}]
    assert shown.seats[1].badges == [{"id": "kong_money", "n": 5 * 34}]
    assert shown.facts["kong_money"] == [0, 170]


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"wall_left": 42}, "42 tiles cannot be left in the wall"),
        ({"treasure": "5m", "treasure_place": 22}, "the treasure's place is 1 to 21"),
        ({"treasure": "5m", "wall_left": 41}, "cannot be left"),
        ({"seat_flags": [{"ready": True}, {}]}, "ready of seat 0 is the kind that it waits for, not True"),
        ({"seat_flags": [{"ready": "6m"}, {}]}, "seat 0 has not declared ready: its hand does not wait for 6m alone"),
        ({"seat_flags": [{}, {"ready": "5m"}]}, "seat 1 has not declared ready"),
    ],
)
def test_impossible_positions(facts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        position(WAITS_5M, drawn="9s", **facts)
