"""What hands of the two-player game are worth, beyond the cases: against a slow and plain reading of the same rules, and row by row."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fangcheng.hand import Hand
from fangcheng.meld import parse_meld
from fangcheng.payments import net
from fangcheng.rules.variant import Outcome, WinFacts, WonBy
from fangcheng.tiles import HIDDEN, parse_kind
from fangcheng.variants.two_player_frenzy import kongs, shapes
from fangcheng.variants.two_player_frenzy.elements import score_win
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions
from fangcheng.variants.two_player_frenzy.settlement import pay
from fangcheng.variants.two_player_frenzy.shapes import KINDS


def values(
    hand: str, win: str | None, by: str = "self_draw", *, melds: tuple[str, ...] = (), flags: tuple[str, ...] = (), **facts: Any
) -> dict[str, int]:
    """Elements of a win of the dealer against a loser who has opened; {} when it is none."""
    context = {"dealer": True, "loser_melds": ["[888s]"], **facts.pop("context", {})}
    kind = HIDDEN if win is None else parse_kind(win)
    told = WinFacts(Hand.parse(hand), [parse_meld(text) for text in melds], kind, by, frozenset(flags), context)
    score = score_win(FrenzyOptions(**facts), told)
    return score.values() if score else {}


FLOOR = {"base_win": 1, "self_draw": 1, "dealer_win": 1}


class TestWaits:
    def test_one_of_the_three_only(self) -> None:
        """R39: 4556 + 5 can be seen as 456 with 5 between, or as a pair of 5."""
        assert values("4556m678p", "5m", melds=("[456p]", "[999m]")) == FLOOR | {"closed_wait": 1}

    def test_a_wait_reduced_by_own_tiles_is_no_edge(self) -> None:
        """Section 9: 23 with four 1s of one's own waits for 4 alone, but it is two-sided."""
        hand, melds = "23m22p", ("(1111m)", "[456p]", "[789p]")
        assert shapes.winning_kinds(Hand.parse(hand), [parse_meld(text) for text in melds]) == (parse_kind("4m"),)
        assert values(hand, "4m", melds=melds) == FLOOR

    def test_two_pairs_are_no_sole_wait_even_when_one_is_used_up(self) -> None:
        hand, melds = "11m22p", ("[456p]", "[789p]", "[123p]")
        assert values(hand, "1m", melds=melds) == FLOOR

    def test_seven_pairs_single_wait(self) -> None:
        hand = "1133m4488p22s99sP"
        assert "single_wait" not in values(hand, "P")
        assert values(hand, "P", seven_pairs_single_wait="on")["single_wait"] == 1


class TestElements:
    def test_kong_bloom_counts_once_and_not_for_a_match(self) -> None:
        hand, melds = "46m22p678p", ("[456p]", "[999m]")
        assert values(hand, "5m", melds=melds, flags=("replacement",))["kong_bloom"] == 1
        match = values(hand, "5m", melds=melds, flags=("replacement", "ready", "treasure_match"), context={"treasure": "5m"})
        assert match == FLOOR | {"ready": 1, "treasure_match": 2, "closed_wait": 1}

    def test_treasure_drawn_for_a_kong(self) -> None:
        drawn = values("46m22p678p", "C", melds=("[4444p]", "[999m]"), flags=("replacement", "ready"), context={"treasure": "C"})
        assert drawn == FLOOR | {"ready": 1, "treasure_draw": 1, "kong_bloom": 1, "closed_wait": 1}

    def test_the_wait_drawn_as_treasure_is_a_treasure_draw(self) -> None:
        """R34."""
        drawn = values("46m22p678p", "5m", melds=("[456p]", "[999m]"), flags=("ready",), context={"treasure": "5m"})
        assert drawn["treasure_draw"] == 1

    def test_three_kind_kongs_keep_a_hand_closed_and_are_no_dragons(self) -> None:
        """R21, R45."""
        found = values("CCFFP345m678p", "P", melds=("{CFP}",))
        assert found == {}
        shut = values("CCCFFF345m2m", "2m", melds=("{CFP}",))
        assert shut == FLOOR | {"concealed_hand": 1, "half_flush": 1}

    def test_added_kongs_open_a_hand(self) -> None:
        assert "concealed_hand" not in values("34m22678p456s", "5m", melds=("[9999m]",))
        assert values("34m22678p456s", "5m", melds=("(9999m)",))["concealed_hand"] == 1

    def test_all_green_without_green_dragon(self) -> None:
        """R42, R55: 清一色 is added."""
        found = values("234s666s888s22s33s", "2s")
        assert found["all_green"] == 4
        assert found["pure_suit"] == 2

    @pytest.mark.parametrize("win", [f"{rank}p" for rank in range(1, 10)])
    def test_nine_gates_win_on_anything(self, win: str) -> None:
        found = values("1112345678999p", win)
        assert found["nine_gates"] == 6
        absorbed = values("1112345678999p", win, implied_elements="absorb")
        assert not {"pure_suit", "concealed_hand"} & set(absorbed)

    def test_nine_gates_by_the_fourteen_tiles(self) -> None:
        hand, win = "1112345678899p", "9p"
        assert "nine_gates" not in values(hand, win)
        assert values(hand, win, nine_gates_strict="off")["nine_gates"] == 6

    def test_robbing(self) -> None:
        robbed = values("34m22678p", "5m", "rob_kong", melds=("[456p]", "[999m]"), rob_kong="on")
        assert robbed == {"base_win": 1, "dealer_win": 1, "lose_deal_in": 1}

    def test_no_winning_tile(self) -> None:
        """R22: then nothing has come for a kong either, even where one was replaced before."""
        assert values("345m678p22s999s", None, melds=("{CFP}",))["self_draw"] == 1
        assert "kong_bloom" not in values("345m678p22s", None, melds=("{CFP}", "(9999s)"), flags=("replacement",))
        assert values("345m678p22s999s", None, "discard", melds=("{CFP}",)) == {}


# --- a slow and plain reading --------------------------------------------------------------------------------------------------


def plain_sets(tiles: list[int]) -> bool:
    """Whether tiles, sorted, can be taken apart into runs and triplets."""
    if not tiles:
        return True
    first, rest = tiles[0], tiles[1:]
    if rest.count(first) >= 2 and plain_sets(_less(rest, [first, first])):
        return True
    run = [first + 1, first + 2]
    return first < 27 and first % 9 <= 6 and all(kind in rest for kind in run) and plain_sets(_less(rest, run))


def _less(tiles: list[int], gone: list[int]) -> list[int]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return left


def plain_complete(tiles: list[int], melded: bool) -> bool:
    tiles = sorted(tiles)
    if not melded and len(tiles) == 14 and all(tiles.count(kind) % 2 == 0 for kind in tiles):
        return True
    return any(tiles.count(kind) >= 2 and plain_sets(_less(tiles, [kind, kind])) for kind in set(tiles))


tiles_of_a_hand = st.permutations([kind * 4 + copy for kind in (*range(0, 12), 31, 32, 33) for copy in range(4)])


@given(tiles_of_a_hand, st.sampled_from([13, 10, 7, 4]))
@settings(max_examples=300)
def test_waits_are_what_completes(drawn: list[int], size: int) -> None:
    """Section 6: all kinds, those aside of which the player owns four."""
    hand = Hand(drawn[:size])
    melds = [parse_meld("{9m9p9s}")] * ((13 - size) // 3)
    own = [tile >> 2 for tile in drawn[:size]] + [kind for meld in melds for kind in meld.kinds()]
    expected = [kind for kind in KINDS if own.count(kind) < 4 and plain_complete([*hand.kinds(), kind], bool(melds))]
    assert list(shapes.winning_kinds(hand, melds)) == expected


@given(tiles_of_a_hand, st.sampled_from([14, 11, 8]))
@settings(max_examples=200)
def test_single_waits_are_found_for_every_discard(drawn: list[int], size: int) -> None:
    hand = Hand(drawn[:size])
    melds = [parse_meld("{9m9p9s}")] * ((14 - size) // 3)
    expected = []
    for kind in sorted(set(hand.kinds())):
        rest = hand.copy()
        rest.remove(rest.any_tile(kind))
        waits = shapes.winning_kinds(rest, melds)
        if len(waits) == 1:
            expected.append((kind, waits[0]))
    assert shapes.single_wait_discards(hand, melds) == expected


# --- kong money ----------------------------------------------------------------------------------------------------------------

PRICES = {
    "[7777p]": 2, "(7777p)": 4, "[CCCC]": 4, "(FFFF)": 4, "[PPPP]": 4, "(1111s)": 4, "[1111p]": 4, "[1111m]": 2, "(9999s)": 4,
    "[2222p]": 8, "(2222p)": 8, "[8888m]": 16, "(9999p)": 32, "{CFP}": 1, "{1m1p1s}": 1, "{9m9p9s9p}": 2, "{CFPCFP}": 4,
    "[777p]": 0, "[123s]": 0,
}  # fmt: skip


@pytest.mark.parametrize(("meld", "price"), PRICES.items())
def test_prices(meld: str, price: int) -> None:
    assert kongs.total([parse_meld(meld)], FrenzyOptions()) == price


def test_priced_options() -> None:
    double = FrenzyOptions(egg_kong_mode="concealed_double", addition_pays="off")
    melds = [parse_meld(text) for text in ("(9999p)", "[2222p]", "(7777p)", "{CFPPP}")]
    assert [kongs.total([meld], double) for meld in melds] == [64, 8, 4, 1]


@given(st.lists(st.sampled_from(sorted(PRICES)), max_size=4), st.lists(st.sampled_from(sorted(PRICES)), max_size=4), st.integers(1, 20))
def test_kong_money_is_paid_both_ways_and_never_a_factor(mine: list[str], his: list[str], base: int) -> None:
    facts = {"melds": [mine, his]}
    drawn = net(pay(FrenzyOptions(base=base), Outcome(2, 0, [], facts)).transfers, 2)
    assert drawn[0] == base * (sum(map(PRICES.__getitem__, mine)) - sum(map(PRICES.__getitem__, his))) == -drawn[1]
    won = pay(FrenzyOptions(base=base), Outcome(2, 0, [WonBy(0, "self_draw", -1, FLOOR)], facts))
    assert net(won.transfers, 2)[0] == drawn[0] + 4 * base
    assert all(eval(transfer.formula.replace("^", "**")) == transfer.amount for transfer in won.transfers)


def test_every_three_kind_kong_is_one_of_three() -> None:
    assert len(kongs.FOUNDINGS) == 3
    assert all(not set(one) & set(other) for one, other in combinations(kongs.FOUNDINGS.values(), 2))
    with pytest.raises(ValueError, match="no three-kind kong"):
        kongs.founding_of([0, 1, 2])
