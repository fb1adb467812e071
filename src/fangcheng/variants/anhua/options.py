"""Table options of Anhua mahjong (rules section 10); labels and helps are in the catalogues."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from fangcheng.rules.options import Options


class AnhuaOptions(Options, frozen=True):
    """Allowed values are the types; the defaults are the rule book's."""

    base_score: Annotated[int, msgspec.Meta(ge=1, le=10)] = 1
    bird_count: Literal[0, 1, 2, 3, 4] = 1
    kong_flip: Literal[2, 3] = 2
    wild_natural_hard: bool = True
    dealer_split: bool = True
    rob_direct_kong: bool = False
    kong_after_claim: bool = True
    kong_tiles_from: Literal["head", "tail"] = "head"
    situational_pair: Literal["258_unless_big", "258_always"] = "258_unless_big"
    three_indicators_pair: Literal["any", "258"] = "any"
    king_base: Literal["printed", "alone"] = "printed"
    multi_win_dealer: Literal["nearest", "payer"] = "nearest"


options_of = AnhuaOptions.of
