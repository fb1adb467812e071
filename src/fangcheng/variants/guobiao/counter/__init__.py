"""The fan counter of national-standard mahjong (國標麻將): facts of a win, the element table, the best reading of a hand.

The table of the platform's game stands in table.py; the official rules bring a table of their own and the same counter.
"""

from fangcheng.variants.guobiao.counter.count import Counter
from fangcheng.variants.guobiao.counter.facts import Row
from fangcheng.variants.guobiao.counter.judged import Best, Judged
from fangcheng.variants.guobiao.counter.kept import Counting, Win
from fangcheng.variants.guobiao.counter.laid import Laid
from fangcheng.variants.guobiao.counter.readings import Structure
from fangcheng.variants.guobiao.counter.table import TABLE

__all__ = ["TABLE", "Best", "Counter", "Counting", "Judged", "Laid", "Row", "Structure", "Win"]
