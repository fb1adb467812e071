"""Views: what a server makes for every seat after every event."""

from __future__ import annotations

import random

import msgspec
import pytest

from fangcheng import VARIANTS, Game, Variant
from fangcheng.engine.view import Look, mask, shown_offers, view, view_of
from fangcheng.events import SPECTATOR, player


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=lambda variant: variant.id)
def test_a_view_is_that_of_the_masked_state_and_stays_as_it_was(variant: Variant) -> None:
    chance = random.Random(7)
    game = Game.start(variant, secret=bytes(32))
    made: list[tuple[object, bytes]] = []
    while asked := game.asks():
        look = Look(game.state)
        for viewer in (*map(player, range(game.state.seats)), SPECTATOR):
            seen = view(game.state, viewer)
            # Nothing that is made once for all of them tells one what another may know.
            assert seen == look.view(viewer)
            assert seen == view_of(mask(game.state, viewer), viewer, shown_offers(game.state, viewer.seat) if viewer.seat >= 0 else [])
            made.append((seen, msgspec.json.encode(seen)))
        seat = min(asked)
        game.act(seat, chance.choice(asked[seat]))
    # What was made for an earlier moment is sent later, and must not tell of the present.
    assert all(msgspec.json.encode(seen) == then for seen, then in made)
