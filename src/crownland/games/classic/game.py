"""Kingdomino as the rest of the program sees it."""

from crownland.games.classic.position import read_position
from crownland.games.classic.rules import HARMONY, MIDDLE_KINGDOM, OPTIONS, PLAYERS
from crownland.games.classic.state import start
from crownland.games.classic.view import view
from crownland.games.setup import Game

__all__ = ["KINGDOMINO"]

KINGDOMINO = Game(
    key="kingdomino",
    players=PLAYERS,
    options=OPTIONS,
    start=start,
    view=view,
    read_position=read_position,
    rules="CK",
    numbers={HARMONY.key: HARMONY.points, MIDDLE_KINGDOM.key: MIDDLE_KINGDOM.points},
    judge="crownland.games.classic.judge:judge",
    twin="crownland.fast.classic:TWIN",
)
