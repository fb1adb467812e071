"""Whole deals as records: a deal reads back as itself, or no record is written of it."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec
import pytest

from fangcheng.audit.golden import eager_deal
from fangcheng.bots import make_bot
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.game import Game
from fangcheng.engine.state import State
from fangcheng.engine.view import redact
from fangcheng.events import Event, Start, Win, player
from fangcheng.formats.botzone import BotzoneError, format_hand, format_record, parse_hand, parse_record, record_of, replay
from fangcheng.formats.botzone.winds import wind_of
from fangcheng.sim.play import play_deal
from fangcheng.tiles import kinds_of
from fangcheng.variants import get_variant

MCR = get_variant("mcr")
GUOBIAO = get_variant("guobiao")
PLAIN: Final = {"wild": "off", "stakes": "off", "specials": "off", "horses": "off", "ready": "off"}
"""Options with which the Guobiao game is played as records can tell it."""
DEALS: Final[list[tuple[str, dict[str, Any], int]]] = [
    *((MCR.id, {}, seed) for seed in range(8)),
    *((MCR.id, {"min_fan": 0, "base": 2}, seed) for seed in range(8)),
    *((GUOBIAO.id, {**PLAIN, "min_fan": 0}, seed) for seed in range(8)),
]


def greedy_deal(game: str, seed: int, options: dict[str, Any]) -> Game:
    """A deal that bots play, which somebody mostly wins; dealer and wind of the round go by the seed."""
    return _greedy(game, seed, tuple(options.items()))


@cache
def _greedy(game: str, seed: int, options: tuple[tuple[str, Any], ...]) -> Game:
    variant = get_variant(game)
    deal = Game.start(variant, seed.to_bytes(32, "big"), options=dict(options), dealer=seed % 4, number=seed % 16)
    play_deal(deal, [make_bot("greedy", variant, seat, seed) for seat in range(4)])
    return deal


def told(log: list[Event], dealer: int) -> list[tuple[Any, ...]]:
    """What happens in a deal, with seats counted from the dealer and tiles by their kinds."""
    found: list[tuple[Any, ...]] = []
    for event in log:
        if event.name in ("draw", "discard", "chow", "pung", "kong", "flower"):
            tiles = getattr(event, "tiles", None) or (event.tile,)  # type: ignore[attr-defined]
            kinds = sorted(kinds_of([*tiles, *([claimed] if (claimed := getattr(event, "claimed", -1)) >= 0 else [])]))
            found.append((event.name, (event.seat - dealer) % 4, tuple(kinds)))  # type: ignore[attr-defined]
        elif isinstance(event, Win):
            found += [(one.by, (one.seat - dealer) % 4, one.tiles[0] >> 2, msgspec.json.encode(one.score)) for one in event.wins]
        elif event.name in ("exhausted", "settle"):
            payments = getattr(event, "payments", ())
            found.append((event.name, tuple(payments[dealer:] + payments[:dealer])))
    return found


def folded(log: list[Event]) -> State:
    start = log[0]
    assert isinstance(start, Start)
    state = begin_state(get_variant(start.variant), start)
    for event in log[1:]:
        evolve(state, event)
    return state


@pytest.mark.parametrize(("game", "options", "seed"), DEALS)
def test_a_deal_reads_back_as_itself(game: str, options: dict[str, Any], seed: int) -> None:
    deal = greedy_deal(game, seed, options)
    text = record_of(deal.state.variant, deal.log)
    again = replay(deal.state.variant, parse_record(text), options)
    assert told(again.log, 0) == told(deal.log, seed % 4)
    # The log of a record alone tells the wind of the round, too.
    assert wind_of(folded(again.log)) == wind_of(again.state) == wind_of(deal.state)
    assert record_of(again.state.variant, again.log) == text


@pytest.mark.parametrize(("game", "options", "seed"), DEALS[::3])
def test_all_hands_of_a_deal_read_back_as_themselves(game: str, options: dict[str, Any], seed: int) -> None:
    state = greedy_deal(game, seed, options).state
    for hand, melds in zip(state.hands, state.melds, strict=True):
        again, packs = parse_hand(format_hand(hand, melds))
        assert (str(again), list(map(str, packs))) == (str(hand), list(map(str, melds)))


def test_such_deals_are_won_in_every_way() -> None:
    ways = {deal.state.win.wins[0].by for game, options, seed in DEALS if (deal := greedy_deal(game, seed, options)).state.win}
    assert {"self_draw", "discard"} <= ways


@pytest.mark.parametrize("seed", range(4))
def test_a_record_reads_with_its_options_alone(seed: int) -> None:
    deal = greedy_deal(MCR.id, seed, {"min_fan": 0, "base": 2})
    if deal.state.win:
        with pytest.raises(BotzoneError, match=r"line [0-9]+: player [0-3] cannot win|the scores are"):
            replay(MCR, parse_record(record_of(MCR, deal.log)), {})


# Options, and the event of the Guobiao game that no record can tell.
FEATURES: Final = [
    ({"stakes": "on"}, "stakes"), ({"wild": "on"}, "wild"), ({"specials": "horses", "horses": "double_one"}, "special"),
    ({"specials": "fish"}, "special"), ({"specials": "exchange"}, "special"), ({"specials": "fortune"}, "special"),
    ({"specials": "peek"}, "special"), ({"specials": "peak"}, "special"), ({"horses": "every_deal"}, "horse_row"),
    ({"ready": "on"}, "ready"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "event"), FEATURES)
def test_what_no_record_can_tell_is_named_with_its_line(options: dict[str, Any], event: str) -> None:
    for seed in range(40):
        deal = eager_deal(GUOBIAO, seed, {**PLAIN, **options})
        line = next((number for number, one in enumerate(deal.log, 1) if one.name == event), 0)
        level = event == "stakes" and line and set(deal.log[line - 1].values) == {1}  # type: ignore[attr-defined]
        if line and not level:
            break
    else:
        raise AssertionError(f"nothing of {event} in any deal")
    with pytest.raises(BotzoneError, match=rf"line {line}: Botzone's notation cannot tell what happens here \({event}\)"):
        record_of(GUOBIAO, deal.log)


def test_two_winners_of_one_tile_are_no_record() -> None:
    options = {**PLAIN, "min_fan": 0, "multi_win": "all"}
    deals = (greedy_deal(GUOBIAO.id, seed, options) for seed in range(200))
    deal = next(deal for deal in deals if deal.state.win and len(deal.state.win.wins) > 1)
    with pytest.raises(BotzoneError, match=r"line [0-9]+: Botzone's notation cannot tell that 2 players win on one tile"):
        record_of(GUOBIAO, deal.log)


def test_only_a_whole_log_of_four_makes_a_record() -> None:
    log = greedy_deal(MCR.id, 1, {}).log
    with pytest.raises(BotzoneError, match="line 20: the log ends before the deal is over"):
        record_of(MCR, log[:20])
    seen = [event for one in log if (event := redact(one, player(0))) is not None]
    with pytest.raises(BotzoneError, match=r"line [0-9]+: tiles are hidden here; a record needs the full log"):
        record_of(MCR, seen)
    frenzy = get_variant("two_player_frenzy")
    with pytest.raises(BotzoneError, match="have 4 players, this deal 2"):
        record_of(frenzy, eager_deal(frenzy, 1).log)


def test_a_log_that_was_changed_is_no_record() -> None:
    log = greedy_deal(MCR.id, 1, {}).log
    at = next(at for at, event in enumerate(log) if event.name == "discard")
    other = next(event for event in log[at + 1 :] if event.name == "discard" and event.seat != log[at].seat)  # type: ignore[attr-defined]
    with pytest.raises(BotzoneError, match=r"line [0-9]+: this [a-z]+ cannot happen here|read again"):
        record_of(MCR, [*log[:at], other, *log[at + 1 :]])


def test_records_name_elements_in_chinese_and_scores_from_the_dealer() -> None:
    deal = next(deal for seed in range(8) if (deal := greedy_deal(MCR.id, seed, {"min_fan": 0})).state.win and seed % 4)
    lines = format_record(deal.log).splitlines()
    assert lines[-2].startswith("Fan ")
    assert not any("a" <= char <= "z" for char in lines[-2].partition(" ")[2])
    settled, dealer = deal.state.settled, deal.state.dealer
    assert settled is not None
    assert lines[-1].split()[1:] == [str(settled.payments[(dealer + place) % 4]) for place in range(4)]
