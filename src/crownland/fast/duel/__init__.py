"""Kingdomino Duel on rows of words: D1–D11."""

from crownland.fast.duel import layout, numbering
from crownland.fast.twin import Twin, register_twin

__all__ = ["TWIN"]

TWIN = register_twin(
    Twin(layout.NUMBER, __name__, numbering.ACTIONS, knows=lambda setup: True, network=lambda setup: setup.game)
)
