"""Pictures: a kingdom, a line, a whole table and legends as SVG that stands alone in a file, a page or a notebook.

A picture carries the drawings it uses and refers to nothing outside itself.
"""

from crownland.svg.canvas import Svg
from crownland.svg.classic.legend import legend
from crownland.svg.duel.legend import coats
from crownland.svg.house import HOUSES, House
from crownland.svg.land import kingdom
from crownland.svg.lines import line
from crownland.svg.queen.legend import buildings
from crownland.svg.tabletop import table

__all__ = ["HOUSES", "House", "Svg", "buildings", "coats", "kingdom", "legend", "line", "table"]
