"""A game as answers to the engine's questions. The defaults give plain mahjong: claim and win freely, one tile for a kong, play to the end.

A variant is stateless: one instance serves every table. Facts are class attributes, behaviour is overridden answers; what a game keeps
during a deal lies in `state.extra`, what special phases it has are steps of its own declared in its file.
"""

from __future__ import annotations

from fangcheng.rules.description import Fold
from fangcheng.rules.facts import Outcome, Payment, Refused, WinFacts, WonBy
from fangcheng.rules.questions.claims import AboutClaims
from fangcheng.rules.questions.dealing import AboutDealing
from fangcheng.rules.questions.ending import AboutEnding
from fangcheng.rules.questions.telling import AboutTelling
from fangcheng.rules.questions.turns import AboutTurns


class Variant(AboutDealing, AboutTurns, AboutClaims, AboutEnding, AboutTelling):
    """One game. See docs/architecture.md for the order in which the engine asks."""


__all__ = ["Fold", "Outcome", "Payment", "Refused", "Variant", "WinFacts", "WonBy"]
