from collections.abc import Callable, Sequence
from typing import Any

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.variants.guobiao.counter.kept import WinFields

class Core:
    def __init__(
        self,
        *,
        answer: Callable[..., Any],
        twin: Callable[[Hand, Sequence[Meld], WinFields], Score | None],
        classes: tuple[type[Score], type[Reading], type[Counted], type[Excluded]],
        ids: tuple[str, ...],
        values: list[int],
        strikes: list[int],
        lessens: list[int],
        shown: tuple[list[Group | None] | list[Group], ...],
        sums: bytes,
        fields: tuple[int, ...],
        traits: bytes,
        beside: tuple[str, list[tuple[int, Group]]],
        fallback: int,
    ) -> None: ...
    def score_of(self, hand: Hand, melds: Sequence[Meld], win: WinFields, /) -> Score | None: ...
