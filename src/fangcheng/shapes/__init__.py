"""Hand theory with wilds: complete, need, splits, waits, distance, seven pairs. Shapes only: no rule and no score.

Hands hold concealed tiles, with melds, flowers and wild tiles taken out; the wilds are passed as a number.
"""

from fangcheng.shapes.claims import TO_CHOW, TO_PUNG, TO_WIN, claimants, looks_won
from fangcheng.shapes.distance import acceptance, distance, missing, useful
from fangcheng.shapes.mode import mode, why_pure
from fangcheng.shapes.need import complete, need, sets_need
from fangcheng.shapes.one import Tiles, can_pair, one_split, triplets_need
from fangcheng.shapes.seven_pairs import seven_pairs_complete, seven_pairs_distance, seven_pairs_need, seven_pairs_waits
from fangcheng.shapes.split import ANY_PAIR, ANY_SET, Part, Shape, Split, splits
from fangcheng.shapes.waits import waits

__all__ = [
    "ANY_PAIR",
    "ANY_SET",
    "TO_CHOW",
    "TO_PUNG",
    "TO_WIN",
    "Part",
    "Shape",
    "Split",
    "Tiles",
    "acceptance",
    "can_pair",
    "claimants",
    "complete",
    "distance",
    "looks_won",
    "missing",
    "mode",
    "need",
    "one_split",
    "sets_need",
    "seven_pairs_complete",
    "seven_pairs_distance",
    "seven_pairs_need",
    "seven_pairs_waits",
    "splits",
    "triplets_need",
    "useful",
    "waits",
    "why_pure",
]
