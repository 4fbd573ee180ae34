"""The twin of Duel."""

from crownland.fast.duel import convert, kernels, layout, numbering
from crownland.fast.endgame import nothing_known
from crownland.fast.jit import COMPILED
from crownland.fast.twin import Endgame, Twin, register_twin

__all__ = ["TWIN"]

TWIN = register_twin(
    Twin(
        number=layout.NUMBER,
        actions=numbering.ACTIONS,
        kernels=kernels,
        convert=convert,
        # Every round may be the last one; a search that comes to the next roll gives up.
        endgame=Endgame(lambda row: True, 50_000 if COMPILED else 500, nothing_known),
        knows=lambda setup: True,
    )
)
