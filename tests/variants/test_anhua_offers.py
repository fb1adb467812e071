"""What Anhua offers at every step of some deals, against the rules read plainly: nobody is offered more, and nobody less."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from anhua_plain import PAIRS, Won, plain_wins

from fangcheng.actions import Action
from fangcheng.audit.promises import random_options
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.game import Game
from fangcheng.engine.reveal import RevealClaims, RevealSelf
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Robbing, Turn, Window
from fangcheng.events import Start
from fangcheng.meld import Meld
from fangcheng.tiles import kind_name
from fangcheng.variants.anhua import Anhua, extra_of

ANHUA = Anhua()
Offers = dict[int, set[str]]


def kinds(state: State, seat: int) -> list[int]:
    return [tile >> 2 for tile in state.hands[seat].tiles()]


def wins(state: State, seat: int, kind: int, by: str, *flags: str, hand: list[int] | None = None, melds: list[Meld] | None = None) -> bool:
    """Whether a seat wins on a kind beside its hand; on others' tiles a barred kind never."""
    extra = extra_of(state)
    if by != "self_draw" and kind in extra.passed[seat]:
        return False
    ready = ["ready"] if extra.ready[seat] and hand is None else []
    held = kinds(state, seat) if hand is None else hand
    laid = state.melds[seat] if melds is None else melds
    won = Won(held, laid, kind, by, frozenset([*ready, *flags]), extra.wild, extra.indicator >> 2)
    return plain_wins(won, state.options)  # type: ignore[arg-type]


def is_ready(state: State, seat: int, hand: list[int], melds: list[Meld]) -> bool:
    held = Counter([*hand, *(kind for meld in melds for kind in meld.kinds())])
    return any(held[kind] < 4 and wins(state, seat, kind, "self_draw", hand=hand, melds=melds) for kind in range(27))


def ready_after(state: State, seat: int, kind: int) -> bool:
    """Whether a seat is ready when a kong of a kind lies before it."""
    rest = [other for other in kinds(state, seat) if other != kind]
    melds = [meld for meld in state.melds[seat] if not (meld.shape == "pung" and meld.kind == kind)]
    return is_ready(state, seat, rest, [*melds, Meld("kong", tuple(kind * 4 + copy for copy in range(4)))])


def expected(state: State) -> Offers:
    """The offers of a step, by the rules page; of steps that wait for nobody, none."""
    step = state.step
    found: Offers = {}
    for seat in range(state.seats):
        actions = set(offered(state, seat))
        # Only on the own turn there is no pass; a frozen hand that can do nothing else is not asked for its discard.
        if actions:
            found[seat] = actions if isinstance(step, Turn) else actions | {"pass"}
    return found


def offered(state: State, seat: int) -> set[str]:
    step, extra = state.step, extra_of(state)
    if step.name == "ready_window":
        hand = kinds(state, seat)
        black = extra.wild not in hand and not PAIRS & set(hand) and max(Counter(hand).values()) < 3
        return {"ready"} if seat != state.dealer and (black or is_ready(state, seat, hand, [])) else set()
    if isinstance(step, Turn):
        return on_turn(state, step) if step.seat == seat else set()
    if isinstance(step, Claims):
        return claims(state, step, seat) if step.source != seat else set()
    if isinstance(step, Robbing):
        if step.tile < 0 or seat in (step.seat, step.source) or not (step.source < 0 or state.options.rob_direct_kong):  # type: ignore[attr-defined]
            return set()
        return {"win"} if wins(state, seat, step.tile >> 2, "rob_kong") else set()
    if isinstance(step, RevealSelf):
        flips = step.tiles if step.seat == seat else ()
        return {"win"} if any(wins(state, seat, tile >> 2, "self_draw", "replacement") for tile in flips) else set()
    if isinstance(step, RevealClaims):
        flips = step.tiles if step.opener != seat else ()
        return {"win"} if any(wins(state, seat, tile >> 2, "kong_reveal") for tile in flips) else set()
    return set()


def on_turn(state: State, turn: Turn) -> set[str]:
    seat, extra, hand = turn.seat, extra_of(state), kinds(state, turn.seat)
    drawn, held = turn.drawn >> 2 if turn.drawn >= 0 else -1, Counter(hand)
    frozen = extra.ready[seat] or extra.locked[seat]
    kongs = {kind for kind in held if held[kind] == 4}
    if not extra.ready[seat]:
        kongs |= {meld.kind for meld in state.melds[seat] if meld.shape == "pung" and held[meld.kind]}
    if frozen:
        kongs &= {drawn}
    if state.wall.left < 9 or (turn.source == "claim" and not state.options.kong_after_claim):  # type: ignore[attr-defined]
        kongs = set()
    actions = {f"kong {kind_name(kind)}" for kind in kongs if ready_after(state, seat, kind)}
    if turn.source != "claim":
        rest = hand.copy()
        rest.remove(drawn)
        flags = ["ready"] * extra.ready[seat] + ["first_turn"] * (not state.discards[seat] and not state.melds[seat])
        if wins(state, seat, drawn, "self_draw", *flags, hand=rest):
            actions.add("win")
    if frozen:
        return actions | {f"discard {kind_name(drawn)}"} if actions else set()
    return actions | {f"discard {kind_name(kind)}" for kind in held}


def claims(state: State, step: Claims, seat: int) -> set[str]:
    extra, kind, held, actions = extra_of(state), step.tile >> 2, Counter(kinds(state, seat)), set()
    if not (extra.ready[seat] or extra.locked[seat]):
        if held[kind] >= 2:
            actions.add("pung")
        if held[kind] == 3 and state.wall.left >= 9 and ready_after(state, seat, kind):
            actions.add("kong")
        for one, two in ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)):
            inside = one >= 0 and one // 9 == two // 9 == kind // 9
            if seat == state.next_seat(step.source) and inside and held[one] and held[two]:
                actions.add(f"chow {kind_name(one)[0]}{kind_name(two)}")
    if wins(state, seat, kind, "discard", *["discarder_ready"] * extra.ready[step.source]):
        actions.add("win")
    return actions


def choose(game: Game, seat: int, rng: random.Random) -> Action:
    """Kongs and declarations mostly, wins now and then, claims rarely, and the loneliest tile goes: so that deals get somewhere."""
    actions = game.asks()[seat]
    rare = [action for action in actions if action.verb in ("kong", "ready") or (action.verb == "win" and rng.random() < 0.3)]
    if rare and rng.random() < 0.8:
        return rng.choice(rare)
    discards = [action for action in actions if action.verb == "discard"]
    if not discards:
        return rng.choice([action for action in actions if action.verb in ("pass", "pung")])
    held = Counter(kinds(game.state, seat))

    def company(action: Action) -> int:
        kind = action.tiles[0]
        near = sum(bool(held[other]) for other in range(kind - 2, kind + 3) if other // 9 == kind // 9 and other != kind)
        return 3 * held[kind] + near + 20 * (kind == extra_of(game.state).wild)

    return min(discards, key=company)


@pytest.mark.parametrize("seed", [9, 17, 34, 178, 213, 236, 251, 281])
def test_offers(seed: int) -> None:
    """Seeds with several kongs, declared hands, a kong to rob, kong tiles to win on; tables of two, three and four."""
    rng = random.Random(seed)
    game = Game.start(ANHUA, seed.to_bytes(8, "big"), seats=rng.choice((2, 3, 4)), options=random_options(ANHUA, rng))
    while game.asks():
        seat = rng.choice(sorted(game.asks()))
        game.act(seat, choose(game, seat, rng))
    start = game.log[0]
    assert isinstance(start, Start)
    state = begin_state(ANHUA, start)
    for number, event in enumerate(game.log[1:], 1):
        evolve(state, event)
        answered = state.step.answers if isinstance(state.step, Window) else {}
        found = {seat: set(map(str, actions)) for seat, actions in asks(state).items()}
        if not answered and not (state.win or state.settled):
            assert found == expected(state), f"event {number} of seed {seed}"
