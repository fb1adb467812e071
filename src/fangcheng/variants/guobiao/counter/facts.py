"""What the element table asks of a reading: its chows, pungs and pair as small integers, its tiles, and how it was won.

Masks have a bit a kind (0-33) or a bit a rank; so nearly every condition is an AND and a compare.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from fangcheng.meld import Meld
from fangcheng.score import Reading
from fangcheng.tiles import FLOWERS, HIDDEN, parse_kinds
from fangcheng.variants.guobiao.counter import chows


def mask_of(text: str) -> int:
    """Bit mask of the kinds in notation."""
    return sum(1 << kind for kind in set(parse_kinds(text)))


EDGES: Final = mask_of("19m19p19s")
HONOUR_MASK: Final = mask_of("ESWNCFP")
SUIT_MASKS: Final = (mask_of("123456789m"), mask_of("123456789p"), mask_of("123456789s"))
WIND_MASK: Final = mask_of("ESWN")
DRAGON_MASK: Final = mask_of("CFP")
FIVES: Final = mask_of("555m5p5s")


class Counting(NamedTuple):
    """How a game counts beside its table.

    account_once        two-chow elements by the official rule instead of each type by itself
    single_wait_unique  單釣將 only where it is the only wait
    strict_pairs        elements of tiles do not count for seven pairs
    discard_single      whether 單釣將 counts beside 四暗刻 on a discard
    """

    account_once: bool = False
    single_wait_unique: bool = False
    strict_pairs: bool = False
    discard_single: bool = False


class Win(NamedTuple):
    """How the hand is won; the same for all of its readings.

    by         ``self_draw``, ``discard``, ``rob_kong``
    kind       kind of the winning tile, HIDDEN for a dealt hand
    flags      situations by name
    seat_wind, prevalent_wind  kinds, -1 for none
    heavenly   the dealer wins on his dealt tiles
    earthly    a win on the dealer's first discard
    only_wait  whether exactly one kind completes the concealed tiles; asked at most once a hand
    """

    by: str
    kind: int
    flags: frozenset[str]
    seat_wind: int
    prevalent_wind: int
    heavenly: bool
    earthly: bool
    only_wait: Callable[[], bool]

    @property
    def self_draw(self) -> bool:
        """Whether nobody gave the winning tile."""
        return self.by == "self_draw"


class Counts(NamedTuple):
    """Tiles of the whole hand, melds and winning tile included: a bit a kind, kinds held four times or more, suits present."""

    kinds: int
    fours: tuple[int, ...]
    suits: int
    concealed: Sequence[int]
    melds: Sequence[Meld]

    @classmethod
    def of(cls, concealed: Sequence[int], melds: Sequence[Meld]) -> Counts:
        """From the counts of the concealed tiles, winning tile included, and the melds."""
        total = list(concealed[:FLOWERS])
        for meld in melds:
            for tile in meld.tiles:
                total[tile >> 2] += 1
        kinds = 0
        for kind, held in enumerate(total):
            if held:
                kinds |= 1 << kind
        fours = tuple(kind for kind, held in enumerate(total) if held >= 4)
        return cls(kinds, fours, sum(1 for suit in SUIT_MASKS if kinds & suit), concealed, melds)


class Facts:
    """One reading under one placement of the winning tile.

    shape      ``standard``, ``seven_pairs``, ``thirteen_orphans``, ``knitted_straight``, ``knitted_honors``
    chows      lowest kinds of the chows; suit_chows: a bit a starting rank (0-6) for each suit
    pungs      kinds of pungs and kongs; suit_pungs: a bit a rank for each suit; winds, dragons: a bit each
    pair       kind of the pair, -1 where there is none
    concealed_pungs   pungs and kongs made without another's tile
    concealed_kongs, exposed_kongs, exposed   numbers of kongs and of exposed melds
    wait       what the winning tile completes: ``edge``, ``closed``, ``single`` or ""
    """

    __slots__ = (
        "_chow_pairs",
        "chows",
        "concealed_kongs",
        "concealed_pungs",
        "counting",
        "counts",
        "dragons",
        "exposed",
        "exposed_kongs",
        "kinds",
        "pair",
        "pungs",
        "reading",
        "shape",
        "suit_chows",
        "suit_pungs",
        "wait",
        "win",
        "winds",
    )  # fmt: skip

    def __init__(self, reading: Reading, counts: Counts, win: Win, wait: str, melted: int, counting: Counting) -> None:
        self.reading, self.counts, self.win, self.wait = reading, counts, win, wait
        self.shape, self.kinds, self.counting = reading.shape, counts.kinds, counting
        self._chow_pairs: dict[str, int] | None = None
        self.pair = -1
        chows, pungs = [], []
        for group in reading.groups:
            shape = group.shape
            if shape == "chow":
                chows.append(group.kinds[0])
            elif shape == "pair":
                self.pair = group.kinds[0]
            elif shape in ("pung", "kong"):
                pungs.append(group.kinds[0])
        self.chows, self.pungs = chows, pungs
        self.suit_chows = _by_suit(chows)
        self.suit_pungs = _by_suit(pungs)
        honours = self.suit_pungs[3]
        self.winds, self.dragons = honours & 15, honours >> 4
        self.concealed_kongs = self.exposed_kongs = self.exposed = 0
        for meld in counts.melds:
            if meld.shape == "concealed_kong":
                self.concealed_kongs += 1
                continue
            self.exposed += 1
            self.exposed_kongs += meld.shape == "kong"
        melded = sum(1 for meld in counts.melds if meld.shape in ("pung", "kong"))
        self.concealed_pungs = len(pungs) - melded - melted

    def only(self, mask: int) -> bool:
        """Whether every tile is of the mask."""
        return not self.kinds & ~mask

    @property
    def standard(self) -> bool:
        """Four sets and a pair."""
        return self.shape == "standard"

    @property
    def honours(self) -> int:
        """Mask of the honours in the hand."""
        return self.kinds & HONOUR_MASK

    @property
    def tile_element(self) -> bool:
        """Whether elements of tiles count for this shape (R17b: seven pairs as the option says)."""
        return not (self.counting.strict_pairs and self.shape == "seven_pairs")

    @property
    def kongs(self) -> int:
        """Number of kongs."""
        return self.concealed_kongs + self.exposed_kongs

    @property
    def chow_pairs(self) -> dict[str, int]:
        """Two-chow elements of the reading, by id (R11)."""
        if self._chow_pairs is None:
            once = self.counting.account_once
            self._chow_pairs = chows.pairs_account_once(self.chows, self.pair) if once else chows.pairs_per_type(self.chows)
        return self._chow_pairs

    @property
    def single_counts(self) -> bool:
        """Whether a tile that completes the pair counts as 單釣將 (R12; R19: not beside 四暗刻 on a discard)."""
        if self.counting.single_wait_unique and not self.win.only_wait():
            return False
        return self.counting.discard_single or self.win.self_draw or self.concealed_pungs < 4

    def every_group_of(self, mask: int) -> bool:
        """Whether each set and the pair has a tile of a mask."""
        return all(any(mask >> kind & 1 for kind in group.kinds) for group in self.reading.groups)


def _by_suit(kinds: Sequence[int]) -> tuple[int, int, int, int]:
    suits = [0, 0, 0, 0]
    for kind in kinds:
        suits[kind // 9] |= 1 << kind % 9
    return suits[0], suits[1], suits[2], suits[3]


def wait_of(shape: str, kinds: Sequence[int], won: int) -> str:
    """What kind of wait a winning tile ends in the set or pair that it completes."""
    if shape == "pair":
        return "single"
    if shape != "chow":
        return ""
    if won == kinds[1]:
        return "closed"
    low = kinds[0] % 9
    return "edge" if (low == 0 and won == kinds[2]) or (low == 6 and won == kinds[0]) else ""


def nine_gates(facts: Facts) -> bool:
    """1112345678999 of one suit before the winning tile; of a dealt hand some thirteen of the fourteen tiles."""
    counts = facts.counts
    if counts.melds or counts.suits != 1 or counts.kinds & HONOUR_MASK:
        return False
    first = next(9 * suit for suit in range(3) if counts.kinds & SUIT_MASKS[suit])
    before = list(counts.concealed[first : first + 9])
    pattern = [3, 1, 1, 1, 1, 1, 1, 1, 3]
    if facts.win.kind == HIDDEN:
        return all(held >= asked for held, asked in zip(before, pattern, strict=True))
    before[facts.win.kind - first] -= 1
    return before == pattern


def tile_hogs(facts: Facts) -> int:
    """Kinds held four times without a kong of it."""
    konged = [meld.kind for meld in facts.counts.melds if meld.is_kong]
    return sum(1 for kind in facts.counts.fours if kind not in konged)
