"""K1–K11 as data: what the players and options of a setup decide."""

from collections.abc import Callable
from dataclasses import dataclass

from crownland.games.setup import Choice, Option, Setup, flag
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.opening import OPENINGS, OpeningRule
from crownland.kernel.square import CASTLE, column, row

__all__ = ["BONUSES", "HARMONY", "MIDDLE_KINGDOM", "OPTIONS", "PLAYERS", "Bonus", "Rules", "rules_of"]

PLAYERS = (2, 3, 4)


def _opening(key: str) -> Choice:
    """K4: ``snake`` is for two; a chosen starter needs a seat to sit in."""
    starter = OPENINGS[key].starter or 0
    return Choice(key, tuple(n for n in PLAYERS if starter < n and (n == 2 or not key.startswith("snake"))), "K4")


_OPENINGS = ("snake", "draw", "clockwise", *(key for key, rule in OPENINGS.items() if rule.starter is not None))


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a kingdom of a certain form, for *earned(kingdom, size)*: a variant that may be switched on."""

    key: str
    rule: str
    points: int
    earned: Callable[[Kingdom, int], bool]


@dataclass(frozen=True, slots=True)
class Rules:
    setup: Setup
    kings: tuple[Seat, ...]  # the owner of every king, K2
    size: int  # C4
    line_length: int
    lines: int
    opening: OpeningRule
    bonuses: tuple[Bonus, ...]
    games: int  # K10

    def __hash__(self) -> int:
        return hash(self.setup)  # which decides all the rest

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.setup.players)))


def _is_middle_kingdom(kingdom: Kingdom, size: int) -> bool:
    """K7: the box is the full size × size and the castle its centre; holes do not matter."""
    half = size // 2
    x, y = column(CASTLE), row(CASTLE)
    return kingdom.box == (x - half, y - half, x + half, y + half)


def _is_complete(kingdom: Kingdom, size: int) -> bool:
    """K8: no empty square in the size × size box. Then nothing was discarded either: the dominoes fill it exactly."""
    return kingdom.occupied.bit_count() == size * size


MIDDLE_KINGDOM = Bonus("middle-kingdom", "K7", 10, _is_middle_kingdom)
HARMONY = Bonus("harmony", "K8", 5, _is_complete)
BONUSES = (MIDDLE_KINGDOM, HARMONY)

OPTIONS = (
    Option("opening", tuple(map(_opening, _OPENINGS))),
    Option("three-players", (Choice("lines-of-3", (3,), "K5"), Choice("leftover", (3,), "K5"))),
    *(flag(bonus.key, PLAYERS, bonus.rule, of=PLAYERS) for bonus in BONUSES),
    flag("mighty-duel", (2,), "K9", of=PLAYERS),
    flag("dynasty", PLAYERS, "K10", of=PLAYERS),
)


def rules_of(setup: Setup) -> Rules:
    seats = range(setup.players)
    kings = tuple(Seat(seat) for seat in seats for _ in range(2 if setup.players == 2 else 1))  # K2
    mighty = setup.is_on("mighty-duel")
    line_length = len(kings)
    deck = 48 if mighty else 12 * setup.players  # K1, K9
    if setup.players == 3 and setup["three-players"] == "leftover":  # K5
        line_length, deck = 4, 48
    return Rules(
        setup=setup,
        kings=kings,
        size=7 if mighty else 5,  # K3, K9
        line_length=line_length,
        lines=deck // line_length,
        opening=OPENINGS[setup["opening"]],
        bonuses=tuple(bonus for bonus in BONUSES if setup.is_on(bonus.key)),
        games=3 if setup.is_on("dynasty") else 1,
    )
