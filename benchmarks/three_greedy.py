"""Greedy under two more names, for ``crownland arena --load``: a bot can then meet three of it at one table."""

from crownland.bots import register_bot
from crownland.bots.greedy import Greedy

for name in ("greedy-b", "greedy-c"):
    register_bot(name, "Greedy once more.")(Greedy)
