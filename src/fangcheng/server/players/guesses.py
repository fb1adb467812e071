"""How often somebody may guess a password."""

from __future__ import annotations

import time
from typing import Final, NamedTuple

from fangcheng.server.allowance import Meter


class Tries(NamedTuple):
    """`most` tries at once, and one more every `seconds`."""

    most: int
    seconds: float

    def meter(self) -> Meter:
        """A meter that allows so many."""
        return Meter(1 / self.seconds, self.most)


# By where the guesses come from and whose password is guessed. The last is generous, or anybody could lock a player out.
ONE_PLACE_ONE_NAME: Final = Tries(6, 20)
ONE_PLACE: Final = Tries(30, 10)
ONE_NAME: Final = Tries(60, 30)


class Guesses:
    """Counts tries by place, by name, and by both."""

    def __init__(self) -> None:
        self._both, self._places, self._names = ONE_PLACE_ONE_NAME.meter(), ONE_PLACE.meter(), ONE_NAME.meter()

    def wait(self, place: str, name: str) -> float:
        """Count a try at a name from a place; 0 when it is allowed, else the seconds after which it would be, and nothing is counted."""
        now = time.monotonic()
        asked = ((self._both, (place, name)), (self._places, place), (self._names, name))
        late = max(meter.due(asker, 1, now) for meter, asker in asked)
        if not late:
            for meter, asker in asked:
                meter.wait(asker, 1, now)
        return late

    def forget(self, place: str, name: str) -> None:
        """Forget the tries of somebody who got the password right."""
        self._both.forget((place, name))
