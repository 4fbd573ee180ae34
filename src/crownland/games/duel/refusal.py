"""Explains why a Duel action is illegal."""

from crownland.games.duel.action import (
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.book import Book
from crownland.games.duel.coat import FREE_SQUARES, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.drawing import Drawing, Part
from crownland.kernel.action import End
from crownland.kernel.errors import Refusal
from crownland.kernel.square import Direction

__all__ = ["refuse_drawing", "refuse_lightning", "refuse_take"]


def refuse_lightning(spell: str) -> Refusal:
    choice = "a coat of arms" if spell == "coat_bonus" else "a square"
    return "D7", f"the lightning spell {spell} acts at once: choose {choice}"


def refuse_take(action: object, *, is_first: bool, left: int) -> Refusal:
    if not isinstance(action, Take):
        return "D3", "dice are taken before anything is drawn"
    if is_first and len(action.dice) == 2:
        return "D7", "only the spell pick_two takes two dice as A"
    if is_first:
        return "D3", "A takes one die of the four"
    return "D3", f"B takes two of the {left} dice that are left"


def refuse_drawing(action: object, drawing: Drawing, land: Map, book: Book) -> Refusal:
    """Why *action*, which is not legal, cannot be done next."""
    match action:
        case Take():
            return "D3", "the dice are taken"
        case CoatBonus() | ExtraCross():
            return "D7", "no lightning spell was won"
        case TurnDie() | FreePlacement() | Split():
            return _refuse_spell(action, drawing, land, book)
        case CastleBonus(die):
            return _refuse_castle(die, drawing, book)
        case NameWild(die):
            return _refuse_name(die, drawing)
        case End():
            return "D4", "who can draw must draw"
        case DrawPair() | DrawDie():
            return _refuse_draw(action, drawing, land)
    return "D3", "now the dice are drawn"


def _refuse_spell(action: TurnDie | FreePlacement | Split, drawing: Drawing, land: Map, book: Book) -> Refusal:
    key, part = {
        TurnDie: ("turn_die", Part.TURN),
        FreePlacement: ("free_placement", Part.FREE),
        Split: ("split", Part.SPLIT),
    }[type(action)]
    if key not in book.spells:
        return "D7", f"the spell {key} is not at hand"
    if isinstance(action, TurnDie) and action.die not in drawing.dice:
        return "D7", f"die {action.die} was not taken"
    if drawing.part > part:
        return "D7", f"{key} comes before what was already decided"
    if drawing.unnamed is not None and part > Part.NAME:
        return "D5", f"the wild face of die {drawing.unnamed} is named first"
    if isinstance(action, TurnDie) and (reason := _no_turn(action, drawing)):
        return "D7", reason
    spots = drawing.single_spots(land)
    if isinstance(action, Split) and any(spots) and not any(drawing.drawn_alone(*spots)):
        return "D8", f"die {drawing.bonus} has the castle's cross and could not be drawn apart"
    return "D7", "nothing could be drawn after it"


def _no_turn(action: TurnDie, drawing: Drawing) -> str | None:
    """Why a die is not turned to that face, whatever is drawn then."""
    low, high = drawing.dice
    face = DICE[action.die].get(action.face)
    if face is None or face == drawing.shown[drawing.dice.index(action.die)]:
        return f"die {action.die} is turned to a face that shows something else"
    first = next(number for number, other in DICE[action.die].items() if other == face)
    if first != action.face:
        return f"faces {first} and {action.face} are equal: write Mturn{action.die}.{first}"
    if action.die == high and drawing.dice_are_equal and face in DICE[low].values():
        return f"both dice are equal: turn die {low}"
    return None


def _refuse_castle(die: int, drawing: Drawing, book: Book) -> Refusal:
    if not book.castle or drawing.bonus is not None:
        return "D8", "the castle bonus is used once in a game"
    if die not in drawing.dice:
        return "D8", f"die {die} was not taken"
    if drawing.unnamed is not None:
        return "D5", f"the wild face of die {drawing.unnamed} is named first"
    if drawing.part > Part.CASTLE:
        return "D8", "the castle bonus comes before the spells of placing"
    if drawing.dice_are_equal and die == drawing.dice[1]:
        return "D8", f"both dice are equal: write C{drawing.dice[0]}"
    return "D8", "the castle bonus needs a die that can be drawn"


def _refuse_name(die: int, drawing: Drawing) -> Refusal:
    if drawing.unnamed is None:
        return "D5", "no wild face is to be named"
    if die != drawing.unnamed:
        return "D5", f"the wild face of die {drawing.unnamed} is named now"
    if drawing.shown[0].is_wild and drawing.shown[1].is_wild:
        return (
            "D5",
            "both faces are wild: the lower die is named by the earlier arms, and something must be drawn",
        )
    return "D5", "nothing could be drawn with that coat of arms"


def _refuse_draw(action: DrawPair | DrawDie, drawing: Drawing, land: Map) -> Refusal:
    dice = (action.low, action.high) if isinstance(action, DrawPair) else (action.die,)
    if not set(dice) <= set(drawing.dice):
        return "D4", f"the dice taken are {drawing.dice[0]} and {drawing.dice[1]}"
    if drawing.unnamed is not None:
        return "D5", f"the wild face of die {drawing.unnamed} is named first"
    if drawing.split != isinstance(action, DrawDie):
        return "D7", "a split draws one die after the other" if drawing.split else "only a split draws dice apart"
    where = 1 << action.square
    if isinstance(action, DrawPair):
        other = action.square + action.direction.step
        where |= 1 << other if other >= 0 else 0
    if where & ~FREE_SQUARES:
        return "D2", "that is not on the map, or on the castle"
    if where & land.occupied:
        return "D4", "a square is drawn already"
    if isinstance(action, DrawPair):
        if drawing.halves[0] == drawing.halves[1] and action.direction in (Direction.SOUTH, Direction.WEST):
            return "D4", "both halves are equal: write the higher die north or east of the lower one"
        return "D4", "no half touches the castle or matching arms of an earlier round"
    return _refuse_die(action, drawing, land)


def _refuse_die(action: DrawDie, drawing: Drawing, land: Map) -> Refusal:
    """Why a split cannot draw that die on that square next."""
    spots, at, where = drawing.single_spots(land), drawing.dice.index(action.die), 1 << action.square
    low, is_both = drawing.dice[0], drawing.both_can_be_drawn(land)
    if drawing.first is not None and at == 0:
        return "D7", f"die {low} is drawn already"
    if drawing.first is None and at == 1 and is_both:
        return "D7", f"die {low} is drawn first"
    if not where & spots[at]:
        return "D7", "the die does not connect there"
    if drawing.first == action.square:
        return "D4", "a square is drawn already"
    if not is_both and not where & drawing.drawn_alone(*spots)[at]:
        return "D8", f"only one die can be drawn, and die {drawing.bonus} has the castle's cross"
    if not is_both:
        return "D7", f"both dice are equal: draw die {low}"
    if drawing.first is not None or spots[1] & ~where:
        return "D7", "both dice are equal: the one on the earlier square is drawn first"
    return "D7", "the other die would find no square"
