"""Table options of Zuanpai mahjong (rules section 12); labels and helps are in the catalogues."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fangcheng.rules.options import MOST_POINTS, Options

Points = Annotated[int, Meta(ge=0, le=MOST_POINTS)]


class ZuanpaiOptions(Options, frozen=True):
    """Allowed values are the types; the defaults are the rule book's."""

    unit: Annotated[int, Meta(ge=1, le=MOST_POINTS)] = 1
    first_dealer: Literal["east", "random"] = "east"
    dealer_repeat_on_win: bool = False
    dealer_base: Points = 8
    nondealer_base: Points = 4
    dealer_step: Points = 4
    base_by: Literal["winner", "dealer_involved"] = "winner"
    wild_win_rule: Literal["any_wait", "free"] = "any_wait"
    wild_kong_rule: Literal["kong_only", "kong_or_hu", "off"] = "kong_only"
    wild_discard: bool = True
    indicator_in_play: bool = False
    chow: bool = True
    paofeng_wait: Literal["sole", "shape"] = "sole"
    kong_bloom_count: Literal["chain", "all_kongs"] = "chain"
    concealed_with_closed: bool = False
    bao: Literal["off", "sole_payer", "pairwise"] = "sole_payer"
    bao_includes_base: bool = True

    def base(self, dealer: bool, continuation: int) -> int:
        """R5, R31: what a role is worth by itself; the dealer's base grows with each deal he stays on."""
        return self.dealer_base + self.dealer_step * continuation if dealer else self.nondealer_base


options_of = ZuanpaiOptions.of
