"""Which pictures there are, one a line."""

from __future__ import annotations

from typing import NamedTuple


class Picture(NamedTuple):
    """`name` is that of its file in docs/screenshots, `stage` one of `stages.STAGES`."""

    name: str
    stage: str
    size: str
    language: str = "zh-Hans"


SIZES = {"desk": (1440, 900), "phone": (390, 844), "side": (844, 390)}
LOCALES = {"zh-Hans": "zh-CN", "zh-Hant": "zh-TW", "en": "en-GB"}
NAMES = {"zh-Hans": "小方", "zh-Hant": "小方", "en": "Felix"}

PICTURES = (
    Picture("changsha-table", "changsha table", "desk"),
    Picture("changsha-table-phone", "changsha table", "phone"),
    Picture("changsha-table-side", "changsha table", "side"),
    Picture("changsha-float", "changsha float", "phone"),
    Picture("changsha-opening", "changsha opening", "phone"),
    Picture("changsha-opened", "changsha opened", "desk"),
    Picture("changsha-dice", "changsha dice", "phone"),
    Picture("changsha-turned", "changsha turned", "phone"),
    Picture("changsha-last-tile", "changsha last tile", "phone"),
    Picture("changsha-sheet", "changsha sheet", "desk"),
    Picture("changsha-sheet-phone", "changsha sheet", "phone"),
    Picture("anhua-table", "anhua table", "desk"),
    Picture("anhua-table-phone", "anhua table", "phone"),
    Picture("anhua-ready", "anhua ready", "phone"),
    Picture("anhua-turned", "anhua turned", "phone"),
    Picture("anhua-sheet", "anhua sheet", "desk"),
    Picture("anhua-sheet-phone", "anhua sheet", "phone"),
    Picture("zuanpai-table", "zuanpai table", "desk"),
    Picture("zuanpai-table-phone", "zuanpai table", "phone"),
    Picture("zuanpai-any-tile", "zuanpai any tile", "phone"),
    Picture("zuanpai-liable", "zuanpai liable", "phone"),
    Picture("zuanpai-kong", "zuanpai kong", "phone"),
    Picture("zuanpai-liability", "zuanpai liability", "desk"),
    Picture("zuanpai-liability-phone", "zuanpai liability", "phone"),
    Picture("zuanpai-lan-hand", "scorer lan hand", "phone"),
    Picture("two-player-table", "two-player table", "desk"),
    Picture("two-player-table-phone", "two-player table", "phone"),
    Picture("two-player-eggs", "two-player eggs", "phone"),
    Picture("two-player-ready", "two-player ready", "phone"),
    Picture("two-player-treasure", "two-player treasure", "phone"),
    Picture("two-player-split", "two-player split", "phone"),
    Picture("two-player-sheet", "two-player sheet", "desk"),
    Picture("two-player-sheet-phone", "two-player sheet", "phone"),
    Picture("two-player-drawn", "two-player drawn", "phone"),
    Picture("guobiao-table", "guobiao table", "desk"),
    Picture("guobiao-table-phone", "guobiao table", "phone"),
    Picture("guobiao-table-zh-Hant", "guobiao table", "desk", "zh-Hant"),
    Picture("guobiao-stakes", "guobiao stakes", "phone"),
    Picture("guobiao-horses", "guobiao horses", "phone"),
    Picture("guobiao-horses-lie", "guobiao horses lie", "phone"),
    Picture("guobiao-exchange", "guobiao exchange", "phone"),
    Picture("guobiao-exchanged", "guobiao exchanged", "phone"),
    Picture("guobiao-peek", "guobiao peek", "phone"),
    Picture("guobiao-peek-desk", "guobiao peek", "desk"),
    Picture("guobiao-last-chance", "guobiao last chance", "phone"),
    Picture("guobiao-strong-hands", "guobiao strong hands", "phone"),
    Picture("guobiao-ready", "guobiao ready", "phone"),
    Picture("guobiao-sheet-horses", "guobiao sheet horses", "desk"),
    Picture("guobiao-sheet-horses-phone", "guobiao sheet horses", "phone"),
    Picture("guobiao-sheet-fortune", "guobiao sheet fortune", "phone"),
    Picture("mcr-table", "mcr table", "desk"),
    Picture("mcr-table-phone", "mcr table", "phone"),
    Picture("mcr-table-en", "mcr table", "desk", "en"),
    Picture("mcr-claims", "mcr claims", "phone"),
    Picture("mcr-hints", "mcr hints", "desk"),
    Picture("mcr-sheet", "mcr sheet", "desk"),
    Picture("mcr-sheet-phone", "mcr sheet", "phone"),
    Picture("mcr-sheet-phone-en", "mcr sheet", "phone", "en"),
    Picture("lobby", "lobby", "desk"),
    Picture("lobby-phone", "lobby", "phone"),
    Picture("create-room", "create room", "desk"),
    Picture("create-room-phone", "create room", "phone"),
    Picture("room", "room", "desk"),
    Picture("room-phone", "room", "phone"),
    Picture("scorer", "scorer", "desk"),
    Picture("scorer-phone", "scorer", "phone"),
    Picture("replay", "replay", "desk"),
    Picture("replay-phone", "replay", "phone"),
    Picture("replay-analysis", "replay analysis", "desk"),
    Picture("verify", "verify", "phone"),
    Picture("spectator", "spectator", "desk"),
    Picture("spectator-phone", "spectator", "phone"),
    Picture("rules", "rules", "desk"),
    Picture("rules-phone", "rules", "phone"),
    Picture("statement", "statement", "phone"),
    Picture("records", "records", "phone"),
    Picture("settings", "settings", "desk"),
    Picture("settings-phone", "settings", "phone"),
)
