"""The twin of Queendomino and Royal Wedding."""

from crownland.fast.endgame import nothing_known
from crownland.fast.greedy import SCRATCH_WORDS
from crownland.fast.jit import COMPILED, Row
from crownland.fast.queen import convert, kernels, layout, numbering
from crownland.fast.twin import Endgame, Twin, register_twin

__all__ = ["TWIN"]


def _is_open(row: Row) -> bool:
    """Returns whether all lines are dealt."""
    return not row[layout.LINES_LEFT]


TWIN = register_twin(
    Twin(
        number=layout.NUMBER,
        actions=numbering.ACTIONS,
        kernels=kernels,
        convert=convert,
        endgame=Endgame(_is_open, 50_000 if COMPILED else 500, nothing_known),
        knows=convert.knows,
        scratch=SCRATCH_WORDS,
    )
)
