"""Table options of the official rules (rules section 5); labels and helps are in the catalogues."""

from __future__ import annotations

from fangcheng.variants.guobiao.options import NationalOptions


class McrOptions(NationalOptions, frozen=True):
    """Allowed values are the types; the defaults are the rule book's."""
