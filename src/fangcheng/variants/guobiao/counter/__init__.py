"""The fan counter of national-standard mahjong (國標麻將): facts of a reading, the element table, the best reading of a hand.

The table of the platform's game stands in table.py; the official rules bring a table of their own and the same counter.
"""

from fangcheng.variants.guobiao.counter.count import Counter, Held
from fangcheng.variants.guobiao.counter.facts import Counting, Counts, Facts, Win
from fangcheng.variants.guobiao.counter.table import TABLE

__all__ = ["TABLE", "Counter", "Counting", "Counts", "Facts", "Held", "Win"]
