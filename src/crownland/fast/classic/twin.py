"""The twin of Kingdomino."""

from crownland.fast.classic import convert, kernels, layout, numbering
from crownland.fast.classic.endgame import MEMORY_WORDS, is_open, known_result
from crownland.fast.greedy import SCRATCH_WORDS
from crownland.fast.jit import COMPILED
from crownland.fast.twin import Endgame, Twin, register_twin

__all__ = ["TWIN"]

TWIN = register_twin(
    Twin(
        number=layout.NUMBER,
        actions=numbering.ACTIONS,
        kernels=kernels,
        convert=convert,
        endgame=Endgame(is_open, 1_000_000 if COMPILED else 5_000, known_result, MEMORY_WORDS),
        knows=convert.knows,
        scratch=SCRATCH_WORDS,
    )
)
