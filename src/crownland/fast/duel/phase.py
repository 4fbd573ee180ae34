"""What a game of Duel waits for."""

from crownland.fast.phase import OPENING as OPENING
from crownland.fast.phase import OVER as OVER

ROLL = 3  # chance: four dice (D3)

TAKE = 9  # dice are taken from the roll (D3)
DRAW = 10  # a drawing, part by part (D4)
LIGHTNING = 11  # a lightning spell was won and is used at once (D7)
