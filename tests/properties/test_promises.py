"""The promises of the architecture, for every game: random legal play, random options, every event, every viewer."""

import pytest

from fangcheng.audit.promises import BrokenPromise, check_deal
from fangcheng.events import Draw
from fangcheng.variants import VARIANTS

DEALS = 300
CHUNK = 25


@pytest.mark.parametrize("first", range(0, DEALS, CHUNK))
@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_random_deals_keep_every_promise(variant, first: int) -> None:  # type: ignore[no-untyped-def]
    for seed in range(first, first + CHUNK):
        check_deal(variant, seed)


def test_a_leaked_tile_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Draw, "seen_by", lambda event, viewer: event)
    game = next(iter(VARIANTS.values()))
    with pytest.raises(BrokenPromise, match="knows something else"):
        check_deal(game, 1)
