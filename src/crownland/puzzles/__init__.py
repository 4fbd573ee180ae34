"""Puzzles: positions in which one action is clearly the best, and not the first that one sees (docs/puzzles.md)."""

from crownland.puzzles.puzzle import Puzzle, read_puzzles
from crownland.puzzles.shelf import find_puzzle, puzzle_of_day, puzzles

__all__ = ["Puzzle", "find_puzzle", "puzzle_of_day", "puzzles", "read_puzzles"]
