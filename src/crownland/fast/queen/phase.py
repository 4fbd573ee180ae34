"""What a game of Queendomino or Royal Wedding waits for."""

from crownland.fast.phase import *  # noqa: F403 - all phases in one place

STOCK = 1  # chance: tiles for the builders' board (Q11)

TAX = 6  # after placing: everything is open (Q4)
DRAGON = 7  # after building
END = 8  # after the dragon: only the claim is left
