"""Duel as the rest of the program sees it."""

from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import FREE_SQUARES, MAP_BOX
from crownland.games.duel.dice import DICE
from crownland.games.duel.position import read_position
from crownland.games.duel.state import COAT_BONUS, PLAYERS, start
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
    numbers={
        "columns": MAP_BOX[2] - MAP_BOX[0] + 1,
        "rows": MAP_BOX[3] - MAP_BOX[1] + 1,
        "squares": FREE_SQUARES.bit_count(),
        "coat-bonus.points": COAT_BONUS,
    },
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
    judge="crownland.games.duel.judge:JUDGE",
    levels="crownland.games.duel.levels:level_bots",
    score_pad="crownland.games.duel.score_pad:PAD",
    strategy="crownland.games.duel.strategies:actions",
    twin="crownland.fast.duel:TWIN",
)
