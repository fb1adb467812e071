"""Self-play and walks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from fangcheng.rules.options import OptionError
from fangcheng.sim import simulate, walk
from fangcheng.sim.walk import log_hash
from fangcheng.variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_walks_are_the_same_from_the_same_seed(name: str) -> None:
    variant = VARIANTS[name]
    first, again, other = walk(variant, 1), walk(variant, 1), walk(variant, 2)
    assert first[:3] == again[:3]
    assert first.hash != other.hash
    assert first.game.over
    assert (first.hash, first.events) == (log_hash(first.game.log), len(first.game.log))


@pytest.mark.parametrize("name", VARIANTS)
def test_simulation_adds_up_and_does_not_depend_on_workers(name: str) -> None:
    bots = ["first_legal"] + ["random"] * (VARIANTS[name].seats[-1] - 1)
    told: list[int] = []
    alone = simulate(name, bots, 20, 7, progress=told.append)
    with ThreadPoolExecutor(2) as executor:
        shared = simulate(name, bots, 20, 7, each=executor.map)
    assert alone == shared
    assert told == [16, 4]
    assert alone.deals == 20
    assert [seat.deals for seat in alone.seats] == [20] * len(bots)
    assert alone.problems == []
    assert sum(seat.wins > 0 for seat in alone.seats) + alone.draws > 0
    assert simulate(name, bots, 20, 8) != alone


def test_means_and_errors() -> None:
    name = next(iter(VARIANTS))
    bots = ["random"] * VARIANTS[name].seats[-1]
    nothing = simulate(name, bots, 0, 1)
    assert [seat.mean for seat in nothing.seats] == [seat.error for seat in nothing.seats] == [0.0] * len(bots)
    seat = simulate(name, ["first_legal", *bots[1:]], 16, 1).seats[0]
    assert seat.mean == seat.points / 16
    assert seat.error > 0


def test_bad_tables_are_named() -> None:
    name = next(iter(VARIANTS))
    with pytest.raises(ValueError, match="unknown variant"):
        simulate("chess", ["random"] * 4, 1, 1)
    with pytest.raises(ValueError, match="is played by 4 bots, not 1"):
        simulate(name, ["random"], 1, 1)
    with pytest.raises(ValueError, match="unknown bot"):
        simulate(name, ["deep"] * VARIANTS[name].seats[-1], 1, 1)
    with pytest.raises(OptionError):
        simulate(name, ["random"] * VARIANTS[name].seats[-1], 1, 1, {"colour": 1})
