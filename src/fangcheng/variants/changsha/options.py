"""Table options of Changsha mahjong (rules section 12); labels and helps are in the catalogues."""

from __future__ import annotations

from typing import Literal

from fangcheng.rules.options import Options

OpeningPattern = Literal["four_joys", "no_258", "missing_suit", "double_triplet", "three_same"]


class ChangshaOptions(Options, frozen=True):
    """Allowed values are the types; the defaults are the rule book's."""

    float_max: Literal[0, 1, 2, 3] = 1
    birds: Literal[0, 1, 2, 4, 6] = 2
    bird_mode: Literal["double", "linear"] = "double"
    bird_big_bonus: Literal["inside", "outside"] = "inside"
    opening_patterns: tuple[OpeningPattern, ...] = ("four_joys", "no_258", "missing_suit", "double_triplet", "three_same")
    opening_quad_is_triplet: bool = True
    situational_pair: Literal["258_unless_big", "258_always", "any"] = "258_unless_big"
    heaven_pair: Literal["any", "258"] = "any"
    all_melded_concealed_kong: bool = True
    luxury_pairs: bool = False
    double_kong_shape: Literal["once", "per_tile"] = "once"
    kong_dice: Literal[2, 1] = 2
    kong_after_claim: bool = True
    rob_direct_kong: bool = True
    missed_win: Literal["tiered", "strict", "off"] = "tiered"
    multi_win: Literal["all", "nearest"] = "all"
    multi_win_dealer: Literal["random", "payer"] = "random"
    draw_dealer: Literal["creator", "keep"] = "creator"
    gain_cap: Literal["own_balance", "none"] = "own_balance"


options_of = ChangshaOptions.of
