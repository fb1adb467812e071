"""Self-play: whole matches between bots with statistics, and random walks through deals."""

from fangcheng.sim.play import Problem, play_deal
from fangcheng.sim.simulate import simulate
from fangcheng.sim.statistics import SeatStatistics, Statistics
from fangcheng.sim.walk import Walk, log_hash, walk

__all__ = ["Problem", "SeatStatistics", "Statistics", "Walk", "log_hash", "play_deal", "simulate", "walk"]
