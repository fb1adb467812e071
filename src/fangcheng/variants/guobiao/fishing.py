"""Last-chance fishing (妙手回春, rules section 4.4): before a draw is final each ready seat picks one of four tiles, of which one wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from fangcheng.actions import Action
from fangcheng.engine.state import State
from fangcheng.events import Event, Exhausted, Win
from fangcheng.tiles import parse_kinds
from fangcheng.variants.guobiao.events import Fish, FishOffer
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.readiness import waiting_kinds
from fangcheng.wall import Stream

if TYPE_CHECKING:
    from fangcheng.variants.guobiao.phases import Fished, Fishing

TILES: Final = 4


def last_chance(state: State, seat: int) -> Event:
    """R32: the deal is drawn when nobody is left who may fish."""
    chance = offer(state, seat) if extra_of(state).special == "fish" else None
    return chance or Exhausted()


def after_catch(state: State, step: Fished) -> Event:
    """R32: the first hit wins, a miss passes the chance on."""
    if step.hit:
        return Win((state.variant.winner(state, step.seat, (step.kind * 4,), "self_draw", -1),))
    return last_chance(state, extra_of(state).fish_from)


def offer(state: State, first: int) -> Event | None:
    """The chance of the next ready seat, in playing order from the first; each has one."""
    extra = extra_of(state)
    for seat in (first, *state.others(first)):
        if seat not in extra.fished:
            hits = waiting_kinds(state.hands[seat], extra.wild)
            if hits:
                return FishOffer(seat, _four(state, seat, hits))
    return None


def _four(state: State, seat: int, hits: Sequence[int]) -> tuple[int, ...]:
    """One tile that completes the hand, not the wild one if another does, and three different that do not."""
    extra = extra_of(state)
    fixed = extra.loaded.get("fish_tiles")
    if fixed:
        return tuple(parse_kinds(fixed[len(extra.fished)]))
    stream = Stream(state.seed, f"fish/{seat}")
    plain = [kind for kind in hits if kind != extra.wild] or list(hits)
    hit = plain[stream.below(len(plain))]
    misses = stream.shuffle([kind for kind in range(34) if kind not in hits])
    others = misses + stream.shuffle([kind for kind in hits if kind != hit])
    return tuple(stream.shuffle([hit, *others[: TILES - 1]]))


def pull(state: State, step: Fishing) -> Event:
    """The tile at the place picked is the catch."""
    place = step.answers[step.seat].number
    hit = step.kinds[place - 1] in waiting_kinds(state.hands[step.seat], extra_of(state).wild)
    return Fish(step.seat, place, step.kinds, hit)


def random_pick(state: State, asked: Sequence[Action]) -> Action:
    """R45: what is picked for a seat whose time is up, the same whenever it is asked for."""
    return asked[Stream(state.seed, f"pick/{len(extra_of(state).fished)}").below(len(asked))]
