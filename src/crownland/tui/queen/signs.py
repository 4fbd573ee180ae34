"""The signs of what Queendomino counts."""

__all__ = ["KNIGHT", "QUEEN", "TOWER"]

KNIGHT, TOWER, QUEEN = "♞", "♖", "♕"
