"""What was done, in a few words."""

from crownland.games.duel.action import (
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.dice import DICE, face_of
from crownland.games.duel.state import State as Duel
from crownland.games.protocol import Action
from crownland.games.queen.action import Build, Burn, Tax
from crownland.games.queen.state import State as Court
from crownland.kernel.action import Claim, Discard, End, Place
from crownland.kernel.domino import domino_name
from crownland.kernel.square import square_name
from crownland.tui.court import building_words
from crownland.tui.looks import face_words, land_words
from crownland.tui.model import Played
from crownland.words import Words

__all__ = ["deed_text"]


def deed_text(played: Played, words: Words) -> str:
    """``placed 17 (+3)``, ``taxed h8: +5 coins``, ``drew (+4)``."""
    match played.action:
        case Claim(domino):
            return words("table.news.claim", domino=domino_name(domino))
        case Place(domino):
            return words("table.news.place", domino=domino_name(domino), points=f"{played.points:+d}")
        case Discard(domino):
            return words("table.news.discard", domino=domino_name(domino))
    if isinstance(played.before, Court):
        return _queen_deed(played.before, played.action, words)
    if isinstance(played.before, Duel):
        return _duel_deed(played, played.before, words)
    return words("table.news.token", token=played.action)


def _queen_deed(before: Court, action: Action, words: Words) -> str:
    coins = sum(line.points for line in before.coin_lines(action))
    match action:
        case Tax(square):
            return words("table.news.tax", square=square_name(square), coins=words("table.coins", count=coins))
        case Build(space):
            building = building_words(before.board[space] or "", words)
            return words("table.news.build", building=building, price=-coins)
        case Burn(space):
            return words("table.news.burn", building=building_words(before.board[space] or "", words))
        case End():
            return words("table.news.end")
    return words("table.news.token", token=action)


def _duel_deed(played: Played, before: Duel, words: Words) -> str:
    points = f"{played.points:+d}"
    match played.action:
        case Roll(faces):
            shown = " ".join(str(face_of(die, faces)) for die in DICE)
            return words("table.news.roll", dice=shown)
        case Take(dice):
            return words("table.news.take", dice=" + ".join(face_words(face_of(d, before.dice), words) for d in dice))
        case TurnDie(die, face):
            return words("table.news.turn", die=die, face=face_words(DICE[die][face], words))
        case NameWild(_, coat):
            return words("table.news.name", coat=land_words(coat, words))
        case CastleBonus(die):
            return words("table.news.castle", die=die)
        case FreePlacement():
            return words("table.news.cast", spell=words("spell.free_placement"))
        case Split():
            return words("table.news.cast", spell=words("spell.split"))
        case DrawPair() | DrawDie():
            return words("table.news.draw", points=points)
        case CoatBonus(coat):
            return words("table.news.coat", coat=land_words(coat, words), points=points)
        case ExtraCross(square):
            return words("table.news.cross", square=square_name(square), points=points)
        case End():
            return words("table.news.nothing")
    return words("table.news.token", token=played.action)
