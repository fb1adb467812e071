"""Help while playing: a question on a table's socket and its answer."""

from __future__ import annotations

from fangcheng.analysis import Analysis
from fangcheng.server.protocol.common import Id, Incoming, Outgoing


class AskHelp(Incoming, frozen=True, tag="help"):
    """Ask what can be said of my hand now. Not a command: it changes nothing."""

    id: Id


class Help(Outgoing, frozen=True):
    """What the seat could work out by itself from what it knew at its message `seq` of the deal numbered `deal`."""

    id: str
    deal: int
    seq: int
    analysis: Analysis
