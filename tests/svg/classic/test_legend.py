"""The legend of the terrains."""

from crownland import svg
from crownland.kernel.domino import QUEENDOMINO as QUEENDOMINO_BOX
from tests.svg.support import Loud, texts


def test_the_legend_counts_the_box() -> None:
    shown = texts(svg.legend())
    assert shown[:4] == ["wheat", "26 squares · 5 crowns", "forest", "22 squares · 6 crowns"]
    assert "town" not in shown
    queen = texts(svg.legend(dominoes=QUEENDOMINO_BOX))
    assert queen[:2] == ["wheat", "19 squares · 5 crowns"]
    assert queen[-2:] == ["town", "20 squares · 0 crowns"]
    assert texts(svg.legend(Loud()))[:2] == ["WHEAT", "26 SQUARES · 5 CROWNS"]
