"""Strong hands (顛峰時刻, rules section 4.6): every seat is dealt most of a hand that is worth a lot, each after another template (R35)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.engine.state import State
from fangcheng.hand import Hand
from fangcheng.tiles import DRAGONS, FLOWERS, HONOURS
from fangcheng.variants.guobiao.counter import Laid, Win
from fangcheng.variants.guobiao.options import GuobiaoOptions
from fangcheng.variants.guobiao.readiness import can_be_ready
from fangcheng.variants.guobiao.worth import counter_of
from fangcheng.wall import Stream

WORTH: Final = 24
CORE: Final = 11
HAND: Final = 14


class Template(NamedTuple):
    """What a target is made of. Suits are written ``a b c``, dragons ``x y z``, winds ``i j k l``: each deal gives them other names.

    fixed   one of these, as tiles; where they `shift`, all ranks may go up together
    fill    one of these: the tiles that the sets and the pair still missing are made of
    chows   whether these sets may be chows; pairs: whether the hand is filled with different pairs instead
    """

    fixed: tuple[str, ...] = ("",)
    fill: tuple[str, ...] = ("",)
    shift: bool = False
    chows: bool = True
    pairs: bool = False


ALL: Final = "123456789a123456789b123456789cxyzijkl"
SUIT: Final = "123456789a"
TEMPLATES: Final = {
    "pure_suit": Template(fill=(SUIT,)),
    "half_flush": Template(("xxxyyy",), (SUIT + "ijkl",)),
    "seven_pairs": Template(fill=(ALL,), pairs=True),
    "pure_straight": Template(("123456789a",), (SUIT, ALL)),
    "all_pungs": Template(fill=(ALL,), chows=False),
    "all_terminals_and_honors": Template(("111axxx",), ("19a19b19cxyzijkl",), chows=False),
    "little_three_dragons": Template(("xxxyyyzz",), (ALL,)),
    "little_four_winds": Template(("iiijjjkkkll",), (ALL,)),
    "band": Template(fill=("123a123b123c", "456a456b456c", "789a789b789c")),
    "four_pure_shifted_chows": Template(("123a234a345a456a", "123a345a567a789a"), (SUIT,), shift=True),
    "pure_shifted_pungs": Template(("111a222a333a",), (ALL,), shift=True),
    "triple_pung": Template(("111a111b111c",), (ALL,), shift=True),
    "thirteen_orphans": Template(("19a19b19cijklxyz",), ("19a19b19cijklxyz",)),
    "double_dragon": Template(("123123a789789a55a", "123a789a123b789b55c")),
}


def wall_order(state: State, order: Sequence[int]) -> tuple[int, ...]:
    """A wall whose tiles, dealt in this order of seats, are four strong hands of which none is ready."""
    stream = Stream(state.seed, "peak")
    while True:
        names = stream.shuffle(list(TEMPLATES))[: state.seats]
        hands = _hands(stream, [core(stream, TEMPLATES[name]) for name in names], [order.count(seat) for seat in range(state.seats)])
        if hands and not any(can_be_ready(Hand.of_kinds(hand)) for hand in hands):
            return _wall(stream, hands, order)


def core(stream: Stream, template: Template) -> list[int]:
    """Eleven tiles of a target that is worth enough, drawn by oneself."""
    counter = counter_of(GuobiaoOptions())
    while True:
        tiles = target(stream, template)
        if max(Counter(tiles).values()) <= 4:
            won = stream.below(HAND)
            best = counter.best(Hand.of_kinds(tiles[:won] + tiles[won + 1 :]), Laid.of(()), Win("self_draw", tiles[won], frozenset()))
            if best is not None and best.total >= WORTH:
                return stream.shuffle(tiles)[:CORE]


def target(stream: Stream, template: Template) -> list[int]:
    """Fourteen tiles after a template."""
    names = _names(stream)
    fixed = template.fixed[stream.below(len(template.fixed))]
    shift = stream.below(10 - max(map(int, filter(str.isdigit, fixed)))) if template.shift else 0
    tiles = list(_tiles(fixed, names, shift))
    fill = sorted(set(_tiles(template.fill[stream.below(len(template.fill))], names, 0)))
    if template.pairs:
        return [kind for kind in stream.shuffle(fill)[: HAND // 2] for _ in range(2)]
    if len(tiles) == HAND - 1:
        return [*tiles, fill[stream.below(len(fill))]]
    while HAND - len(tiles) >= 3:
        tiles += _set(stream, fill, template.chows)
    return tiles if len(tiles) == HAND else tiles + [fill[stream.below(len(fill))]] * 2


def _set(stream: Stream, fill: Sequence[int], chows: bool) -> list[int]:
    starts = [kind for kind in fill if kind < HONOURS and kind % 9 < 7 and kind + 1 in fill and kind + 2 in fill]
    if chows and starts and stream.below(2):
        first = starts[stream.below(len(starts))]
        return [first, first + 1, first + 2]
    return [fill[stream.below(len(fill))]] * 3


def _names(stream: Stream) -> dict[str, int]:
    """What the letters of templates stand for in this hand: the first kind of a suit, or an honour."""
    suits, winds, dragons = stream.shuffle((0, 9, 18)), stream.shuffle(range(HONOURS, DRAGONS)), stream.shuffle(range(DRAGONS, FLOWERS))
    return dict(zip("abcijklxyz", (*suits, *winds, *dragons), strict=True))


def _tiles(text: str, names: dict[str, int], shift: int) -> Iterator[int]:
    ranks: list[int] = []
    for sign in text:
        if sign.isdigit():
            ranks.append(int(sign) - 1)
        else:
            yield from (names[sign] + rank + shift for rank in ranks) if ranks else (names[sign],)
            ranks = []


def _hands(stream: Stream, cores: Sequence[list[int]], sizes: Sequence[int]) -> list[list[int]] | None:
    """The cores filled from the other tiles; None where they are more of a kind than there are."""
    used = Counter(kind for own in cores for kind in own)
    if max(used.values()) > 4:
        return None
    rest = stream.shuffle([kind for kind in range(FLOWERS) for _ in range(4 - used[kind])])
    hands = []
    for own, size in zip(cores, sizes, strict=True):
        hands.append([*own, *rest[: size - len(own)]])
        del rest[: size - len(own)]
    return hands if all(max(Counter(hand).values()) <= 4 for hand in hands) else None


def _wall(stream: Stream, hands: Sequence[list[int]], order: Sequence[int]) -> tuple[int, ...]:
    copies = {kind: stream.shuffle([kind * 4 + copy for copy in range(4)]) for kind in range(FLOWERS)}
    coming = [iter(stream.shuffle(hand)) for hand in hands]
    head = [copies[next(coming[seat])].pop() for seat in order]
    return (*head, *stream.shuffle([tile for tiles in copies.values() for tile in tiles]))
