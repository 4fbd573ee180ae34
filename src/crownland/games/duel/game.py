"""Duel as the rest of the program sees it."""

from crownland.games.duel.book import SPELLS
from crownland.games.duel.dice import DICE
from crownland.games.duel.position import read_position
from crownland.games.duel.state import PLAYERS, start
from crownland.games.duel.token import parse_action
from crownland.games.duel.view import view
from crownland.games.setup import Game

__all__ = ["DUEL"]

DUEL = Game(
    key="duel",
    players=PLAYERS,
    options=(),
    start=start,
    view=view,
    parse_action=parse_action,
    read_position=read_position,
    rules_version=2,  # 2: D8
    rules="D",
    components={
        "spells": [
            {"key": one.key, "coat": one.coat.key, "boxes": one.boxes, "lightning": one.lightning}
            for one in SPELLS.values()
        ],
        "dice": [
            [{"coat": None if face.coat is None else face.coat.key, "crosses": face.crosses} for face in faces.values()]
            for faces in DICE.values()
        ],
    },
    judge="crownland.games.duel.judge:judge",
    twin="crownland.fast.duel:TWIN",
)
