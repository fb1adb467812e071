"""What a seat can know about its hand: distance, useful tiles, what each discard leads to, and what each wait would win."""

from fangcheng.analysis.hand import Acceptance, AfterDiscard, Analysis, analyse
from fangcheng.analysis.waits import Chance, Wait

__all__ = ["Acceptance", "AfterDiscard", "Analysis", "Chance", "Wait", "analyse"]
