"""What programs use, under the names that `fangcheng` gives it."""

from importlib.metadata import PackageNotFoundError, version

from fangcheng.actions import Action, parse_action
from fangcheng.engine.game import Game
from fangcheng.engine.match import Match
from fangcheng.engine.view import mask, redact, view
from fangcheng.events import SPECTATOR, Event, Viewer, player
from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld
from fangcheng.rules.options import OptionError
from fangcheng.rules.variant import Refused, Variant, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import NotationError, format_kinds, parse_kind, parse_kinds
from fangcheng.variants import VARIANTS, get_variant

try:
    __version__ = version("fangcheng")
except PackageNotFoundError:
    __version__ = "0+source"

__all__ = [
    "SPECTATOR",
    "VARIANTS",
    "Action",
    "Event",
    "Game",
    "Hand",
    "Match",
    "Meld",
    "NotationError",
    "OptionError",
    "Refused",
    "Score",
    "Variant",
    "Viewer",
    "WinFacts",
    "__version__",
    "format_kinds",
    "get_variant",
    "mask",
    "parse_action",
    "parse_kind",
    "parse_kinds",
    "parse_meld",
    "player",
    "redact",
    "view",
]
