"""Table options of national-standard mahjong and of the Guobiao game (rules section 12); labels and helps are in the catalogues."""

from __future__ import annotations

from typing import Literal

from fangcheng.rules.options import Options


class NationalOptions(Options, frozen=True):
    """What every national-standard game lets a room choose."""

    min_fan: Literal[0, 1, 4, 6, 8, 12, 16] = 8
    base: Literal[1, 2, 4, 8] = 8
    concealed_kong_hidden: bool = True


class GuobiaoOptions(NationalOptions, frozen=True):
    """Allowed values are the types; the defaults are the rule book's."""

    payment: Literal["official", "discarder_pays_all"] = "official"
    stakes: Literal["on", "off"] = "on"
    wild: Literal["on", "off"] = "on"
    wild_source: Literal["random_kind", "flip_same", "flip_next"] = "random_kind"
    no_wild_bonus: Literal[0, 2, 4, 8, 16, 24] = 8
    no_wild_scope: Literal["holding", "any"] = "holding"
    specials: Literal["dice", "off", "horses", "peek", "fish", "exchange", "fortune", "peak"] = "dice"
    horses: Literal["double_one", "every_deal", "off"] = "double_one"
    horse_owner: Literal["buyer", "dealer"] = "buyer"
    ready: Literal["on", "off"] = "on"
    ready_kong: bool = False
    multi_win: Literal["first", "all"] = "first"
    empty_wall_claims: bool = True
    chow_combining: Literal["per_type", "account_once"] = "per_type"
    single_wait_unique: bool = False
    seven_pairs_tiles: Literal["all", "strict"] = "all"
    next_dealer: Literal["rotate", "winner", "stay", "dice"] = "rotate"


national_options = NationalOptions.of
options_of = GuobiaoOptions.of
