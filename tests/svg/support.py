"""What the tests of pictures share."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.etree import ElementTree

from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, derived_seed
from crownland.games.classic.state import State as ClassicState
from crownland.games.classic.state import start
from crownland.games.duel.coat import Map
from crownland.games.duel.state import State as DuelState
from crownland.games.queen.state import State as QueenState
from crownland.games.registry import GAMES, KINGDOMINO
from crownland.games.view import Piece
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import parse_square
from crownland.notation import parse_position
from crownland.words import Words

__all__ = [
    "DUEL_TABLE",
    "KINGDOM",
    "MAP_OF_ALL",
    "PIECES",
    "QUEEN_TABLE",
    "START",
    "SVG",
    "TABLE",
    "Loud",
    "classic_position",
    "duel_position",
    "queen_position",
    "texts",
    "uses",
    "walk",
]


def classic_position(text: str) -> ClassicState:
    state = parse_position(text)
    assert isinstance(state, ClassicState)
    return state


def queen_position(text: str) -> QueenState:
    state = parse_position(text)
    assert isinstance(state, QueenState)
    return state


def duel_position(text: str) -> DuelState:
    state = parse_position(text)
    assert isinstance(state, DuelState)
    return state


SVG = "{http://www.w3.org/2000/svg}"
START = start(KINGDOMINO.setup(2))

KINGDOM = Kingdom.parse("wm2ssw/m3m2ssw1/ll1cww/lff1f1f1/llgff")
TABLE = classic_position(
    "kingdomino players=4 opening=draw A:.mw1ll/ww1wff1/ww1wc/.gs1 B:.w/.s2s1gg1/fws2gl/ff1cll"
    " C:m3m2m2s/wwwc/llf1fg/.l1fff D:gg2w/gg2ll/m1fll/wc/.ff old:12B.15D.26A new:3.25.31.47C"
    " gone:1.4.5.6.7.8.9.10.13.17.18.20.21.23.24.27.28.32.37.38.39.40.41.42.43.44.45.46.48"
)
QUEEN_TABLE = queen_position(
    "queendomino players=4 A:tt1ff1/tsf1c/.slg;9c.1k.3t;N@f7;N@e8;witchhouse@d7;queenstower@e8"
    " B:.wwc/ttf;0c.0k.1t;travellingcastle@d6 C:c;7c.1k.0t D:tl/.c;4c.2k.0t;tavern@f8"
    " board:church.-.knightstreasury.towerstreasury.bigtavern.queenstower queen:A dragon:away step:tax fresh:e6.f6"
    " old:Q32B.Q37C new:Q8A.Q22.Q41.Q48D gone:Q1.Q2.Q3.Q4.Q5.Q6.Q7.Q9.Q10.Q11.Q12.Q13.Q14.Q15.Q16.Q17.Q18.Q19"
)
PIECES = (
    (parse_square("g8"), Piece("building", "statue")),
    (parse_square("h7"), Piece("building", "queens_tower")),
    (parse_square("g8"), Piece("knight")),
)
# Ada has drawn her dice; Ben has named the wild face of die 4.
DUEL_TABLE = duel_position(
    "duel players=2 A:Dd1ff/ddd1d1s/dsscssd/f..dssd/...q2qqd;551032;free_placement;-split;-coat_bonus;castle;coat.s"
    " B:...dd/S1SS1dd1/SS1dcs/SS1D1Ds/sDDD1Df2;124402;turn_die;-pick_two first:A round:12 dice:6.5.4.3 taken:ABAB"
    " drewA:d part:name showing:5.3 named:4S"
)
MAP_OF_ALL = Map.parse("d4s3D/S2cf1q")


class Loud(Words):
    """Another language."""

    def __call__(self, key: str, **values: object) -> str:
        return super().__call__(key, **values).upper()


def uses(picture: str) -> Counter[str]:
    """How often *picture* shows each drawing."""
    return Counter(use.attrib["href"].removeprefix("#cl-") for use in ElementTree.fromstring(picture).iter(f"{SVG}use"))


def texts(picture: str) -> list[str]:
    return [text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def walk(game: str, players: int, *, teams: bool, bold: bool) -> Iterator[Any]:
    """The states of one game: bots that build now and then, or none that plans at all."""
    state = GAMES[game].new(players, **({"teams": True} if teams else {}))
    dealer, rng = Dealer(derived_seed(game, players, teams)), Random(players)
    bot = Uniform() if bold else Greedy()
    while not state.is_over:
        yield state
        action = dealer.deal(state) if state.actor is None else bot.choose(state, Limit(), rng)
        state = state.play(action)
    yield state
