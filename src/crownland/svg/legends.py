"""How every legend is arranged."""

from collections.abc import Sequence

from crownland.svg.canvas import UNIT, Block, beside, stacked

__all__ = ["ENTRY_TOP", "ENTRY_WIDTH", "grid"]

ENTRY_WIDTH, ENTRY_TOP = 6 * UNIT, 75


def grid(blocks: Sequence[Block], across: int) -> Block:
    return stacked(beside(blocks[at : at + across]) for at in range(0, len(blocks), across))
