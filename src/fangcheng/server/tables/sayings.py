"""What people say to each other: from closed lists, and not too often. Muting somebody is left to the client."""

from __future__ import annotations

import time
from collections.abc import Hashable
from typing import Final

from fangcheng.rules.variant import Refused
from fangcheng.server.allowance import Meter
from fangcheng.server.protocol import EMOTES, PHRASES

KNOWN: Final = frozenset((*PHRASES, *EMOTES))
RATE: Final = 0.5
BURST: Final = 3


class Sayings:
    """What is said at a table or in a room. A speaker is whatever identifies a person there: a seat, an id."""

    def __init__(self) -> None:
        self._allowed = Meter(RATE, BURST)

    def refused(self, speaker: Hashable, what: str) -> Refused | None:
        """Why somebody may not say this now; None when they may, and it is counted."""
        if what not in KNOWN:
            return Refused("unknown_phrase", {"what": what})
        if self._allowed.wait(speaker, 1, time.monotonic()):
            return Refused("talks_too_fast")
        return None
