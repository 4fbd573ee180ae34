"""Q1 and W1–W4 as data: what the players and options of a setup decide."""

from dataclasses import dataclass

from crownland.games.setup import FALSE, TRUE, Choice, Option, Setup
from crownland.kernel.action import Seat
from crownland.kernel.domino import KINGDOMINO, QUEENDOMINO, DominoId
from crownland.kernel.opening import OPENINGS, OpeningRule

__all__ = [
    "QUEENDOMINO_PLAYERS",
    "ROYAL_WEDDING_PLAYERS",
    "TEAMS",
    "Pile",
    "Rules",
    "queendomino_rules",
    "royal_wedding_rules",
]

QUEENDOMINO_PLAYERS = (2, 3, 4)
ROYAL_WEDDING_PLAYERS = (3, 4, 5, 6, 8)
TEAMS = Option("teams", (Choice(FALSE, (3, 4, 5, 6), "W1"), Choice(TRUE, (4, 6, 8), "W3")))


@dataclass(frozen=True, slots=True)
class Pile:
    name: str
    dominoes: tuple[DominoId, ...]


QUEEN_PILE = Pile("queen dominoes 1", QUEENDOMINO)
KING_PILE = Pile("dominoes 1", KINGDOMINO)


@dataclass(frozen=True, slots=True)
class Rules:
    setup: Setup
    kings: tuple[Seat, ...]  # the owner of every king
    kingdom_of: tuple[int, ...]  # the kingdom each seat acts for: partners share one (W3)
    size: int  # C4
    line_length: int
    lines: int
    piles: tuple[Pile, ...]  # the lines come from these in turn
    opening: OpeningRule

    def __hash__(self) -> int:
        return hash(self.setup)  # which decides all the rest

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(map(Seat, range(self.setup.players)))

    @property
    def kingdoms(self) -> int:
        return max(self.kingdom_of) + 1

    def pile(self, line: int) -> Pile:
        """Where the line with that number, from 0, is drawn from."""
        return self.piles[line % len(self.piles)]


def queendomino_rules(setup: Setup) -> Rules:
    """Q1: all 48 dominoes in lines of 4, whatever the number of players."""
    two = setup.players == 2
    return Rules(
        setup=setup,
        kings=tuple(Seat(seat) for seat in range(setup.players) for _ in range(2 if two else 1)),
        kingdom_of=tuple(range(setup.players)),
        size=7 if two else 5,
        line_length=4,
        lines=12,
        piles=(QUEEN_PILE,),
        opening=OPENINGS["snake" if two else "draw"],
    )


def royal_wedding_rules(setup: Setup) -> Rules:
    """W1–W4: both boxes, the first line from the Queendomino pile, the next from the Kingdomino pile, and so on."""
    teams = setup.is_on("teams")
    kingdom_of = tuple(seat // 2 if teams else seat for seat in range(setup.players))  # W3: partners sit side by side
    if teams and setup.past_rules == 1:
        kingdom_of = tuple(seat % (setup.players // 2) for seat in range(setup.players))
    line_length = 8 if teams or setup.players > 4 else 4
    return Rules(
        setup=setup,
        kings=tuple(map(Seat, range(setup.players))),
        kingdom_of=kingdom_of,
        size=5 if setup.players > 4 and not teams else 7,
        line_length=line_length,
        lines=96 // line_length,
        piles=(QUEEN_PILE, KING_PILE),
        opening=OPENINGS["draw"],
    )
