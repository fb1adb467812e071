"""Chinese Standard Mahjong as Botzone writes it: tiles, hands, and records of whole deals, read and written.

Tiles are a letter and a number: ``W1``-``W9`` characters, ``B`` dots, ``T`` bamboos, ``F1``-``F4`` winds E S W N, ``J1``-``J3`` dragons,
``H1``-``H8`` flowers. A deal is a line for each thing that happens, players counted from the dealer:

    Match 5e8f                     its name, where a file has several
    Wind 0
    Player 0 Deal W1 W2 ...        thirteen tiles
    Player 0 Draw T9
    Player 0 Play F1               Chi (names the middle tile), Peng, Gang, AnGang, BuGang, BuHua, Hu; Huang when nobody wins
    Fan 24 ...
    Score -8 -8 -8 24

What somebody else wanted too (``Ignore ...``) is read over.
"""

from fangcheng.formats.botzone.notation import format_hand, parse_hand, parse_tile, tile_name
from fangcheng.formats.botzone.reading import replay
from fangcheng.formats.botzone.record import BotzoneError, Record, parse_record
from fangcheng.formats.botzone.words import format_record
from fangcheng.formats.botzone.writing import record_of

__all__ = [
    "BotzoneError",
    "Record",
    "format_hand",
    "format_record",
    "parse_hand",
    "parse_record",
    "parse_tile",
    "record_of",
    "replay",
    "tile_name",
]
