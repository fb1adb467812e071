"""Table options of the two-player game (rules section 12); labels and helps are in the catalogues."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from fangcheng.rules.options import MOST_POINTS, Options

Switch = Literal["on", "off"]


class FrenzyOptions(Options, frozen=True):
    """Allowed values are the types; the defaults are the rule book's. How many deals a match has is said when its table is opened."""

    base: Annotated[int, msgspec.Meta(ge=1, le=MOST_POINTS)] = 1
    tiles_in_play: Literal[68, 84, 120] = 68
    first_dealer: Literal["creator", "random"] = "creator"
    room_fee: Literal[0, 1, 2] = 1
    fan_cap: Literal["none", 8, 10, 12] = "none"
    rob_kong: Switch = "off"
    egg_kong_mode: Literal["flat", "concealed_double"] = "flat"
    founding_ends_kongs: Literal["joy", "all", "none"] = "joy"
    addition_source: Literal["drawn_only", "any"] = "drawn_only"
    added_kong_source: Literal["any", "drawn_only"] = "any"
    addition_pays: Switch = "on"
    treasure_change_count: Literal["discarded", "visible"] = "discarded"
    treasure_match_self_draw: Switch = "on"
    seven_pairs_single_wait: Switch = "off"
    nine_gates_strict: Switch = "on"
    implied_elements: Literal["add", "absorb"] = "add"


options_of = FrenzyOptions.of
