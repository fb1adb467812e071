"""Whether the settings of a room are possible, and consistent with each other."""

from __future__ import annotations

import msgspec

from fangcheng.bots import BOTS
from fangcheng.rules.options import OptionError, parse_options
from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import RoomSettings
from fangcheng.variants import VARIANTS


def checked(settings: RoomSettings) -> RoomSettings | Refused:
    """Settings with the number of seats filled in, or what is wrong with them."""
    variant = VARIANTS.get(settings.variant)
    if variant is None:
        return Refused("unknown_variant", {"variant": settings.variant, "variants": list(VARIANTS)})
    seats = variant.seats[-1] if settings.seats is None else settings.seats
    if seats not in variant.seats:
        return Refused("bad_seats", {"seats": list(variant.seats)})
    for level in (settings.bot, settings.fill):
        if level is not None and level not in BOTS:
            return Refused("unknown_bot", {"bot": level, "bots": list(BOTS)})
    try:
        parse_options(variant.options_type, settings.options)
    except OptionError as error:
        return Refused("bad_option", {"reason": str(error)})
    return msgspec.structs.replace(settings, seats=seats)
