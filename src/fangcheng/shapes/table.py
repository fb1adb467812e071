"""The look-up tables, shipped packed in ``data/`` and expanded at first use.

A suit's or the honours' counts are one base-5 index (see `fangcheng.hand`). By that index:

NEED_SUIT, NEED_HONOUR    fewest wilds that make all the tiles sets; bit 6 says that one wild fewer makes sets and one pair
                          (otherwise a pair costs two wilds more: no state lies between)
NEED                      the sum of four such bytes -> wilds that the whole hand needs
CLASS_SUIT, CLASS_HONOUR  states that are alike for the distance share a class
CLASS_TWO, CLASS_THREE    class of two, then three suits together (164 classes either way)
MISSING                   class of three suits, class of the honours, number of sets -> fewest tiles missing for these sets and a pair

The big tables begin empty, so a look-up raises IndexError until they are loaded. They are filled in place: every module that
imported them sees them filled.
"""

from __future__ import annotations

import zlib
from importlib.resources import files
from typing import Final

from fangcheng.shapes.mode import accelerator

SETS: Final = 4
SUIT_CLASSES: Final = 110
HONOUR_CLASSES: Final = 55
JOINT_CLASSES: Final = 164
SIZES: Final = {
    "need_suit": 5**9,
    "need_honour": 5**7,
    "class_suit": 5**9,
    "class_honour": 5**7,
    "class_two": SUIT_CLASSES**2,
    "class_three": JOINT_CLASSES * SUIT_CLASSES,
    "missing": JOINT_CLASSES * HONOUR_CLASSES * (SETS + 1),
}
_BLOCK: Final = 125

NEED_SUIT: Final = bytearray()
NEED_HONOUR: Final = bytearray()
NEED: Final = tuple([total + 2 for total in range(64)] + [max(0, (total & 63) - 1) for total in range(64, 320)])
CLASS_SUIT: Final = bytearray()
CLASS_HONOUR: Final = bytearray()
CLASS_TWO: Final = bytearray()
CLASS_THREE: Final = bytearray()
MISSING: Final = bytearray()


def load_need() -> None:
    """Fill the NEED tables; harmless when they are filled already."""
    NEED_HONOUR[:] = _read("need_honour")
    # The table that is consulted first is filled last: a thread that finds it filled may use all of them.
    NEED_SUIT[:] = _read("need_suit")
    if accelerator:
        accelerator.hold_need(NEED_SUIT, NEED_HONOUR)


def load_classes() -> None:
    """Fill the tables of the distance; harmless when they are filled already."""
    MISSING[:] = _read("missing")
    CLASS_THREE[:] = _read("class_three")
    CLASS_TWO[:] = _read("class_two")
    CLASS_HONOUR[:] = _read("class_honour")
    CLASS_SUIT[:] = _read("class_suit")
    if accelerator:
        accelerator.hold_classes(CLASS_SUIT, CLASS_HONOUR, CLASS_TWO, CLASS_THREE, MISSING)


def pack(table: bytes) -> bytes:
    """A table in few bytes: its distinct blocks, each once, and the order in which they follow; `unpack` reverses it."""
    blocks: dict[bytes, int] = {}
    order = [blocks.setdefault(table[at : at + _BLOCK], len(blocks)) for at in range(0, len(table), _BLOCK)]
    numbers = b"".join(number.to_bytes(2, "little") for number in order)
    return zlib.compress(len(order).to_bytes(4, "little") + numbers + b"".join(blocks), 9)


def unpack(data: bytes) -> bytearray:
    """The table that `pack` packed."""
    raw = zlib.decompress(data)
    end = 4 + 2 * int.from_bytes(raw[:4], "little")
    blocks = [raw[at : at + _BLOCK] for at in range(end, len(raw), _BLOCK)]
    # A bytearray goes into another without a copy between.
    return bytearray().join([blocks[raw[at] | raw[at + 1] << 8] for at in range(4, end, 2)])


def _read(name: str) -> bytearray:
    return unpack(files(__package__).joinpath("data", f"{name}.bin").read_bytes())
