"""Kingdomino Duel a second time: naive, slow, and written from the rules alone (D1-D11). Imports nothing of crownland.

A map is a dict from (x, y) to (coat, crosses); the castle stands at (0, 0) and is no part of the dict. A die is
(number, face). Whatever a round may add to a map is listed by trying everything.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import TypeAlias

__all__ = [
    "BOXES",
    "CASTLE_BONUS",
    "COATS",
    "DICE",
    "EMPTY",
    "LETTERS",
    "NOTHING",
    "ROWS",
    "SPELL",
    "SQUARES",
    "Book",
    "Die",
    "Map",
    "Result",
    "Table",
    "can_draw",
    "domains",
    "drawings",
    "largest",
    "map_text",
    "over",
    "places",
    "position",
    "read_map",
    "read_square",
    "total",
]

Square: TypeAlias = tuple[int, int]
Drawn: TypeAlias = tuple[str, int]  # coat, crosses
Map: TypeAlias = dict[Square, Drawn]
Die: TypeAlias = tuple[int, int]  # number 1-4, face 1-6

COATS = ("dot", "stripe", "double_dot", "double_stripe", "solid", "quarters")
WILD = "wild"
# In pictures of maps: a capital is the double of its small letter, a solid coat is filled.
LETTERS = dict(zip(COATS, "dsDSfq", strict=True))

# D1: the six faces of each of the four dice.
DICE: dict[int, dict[int, Drawn]] = {
    1: {1: (WILD, 0), 2: ("dot", 0), 3: ("double_stripe", 1), 4: ("stripe", 0), 5: ("double_dot", 1), 6: ("dot", 0)},
    2: {
        1: ("quarters", 0),
        2: ("stripe", 0),
        3: ("double_dot", 1),
        4: ("double_stripe", 1),
        5: ("dot", 0),
        6: ("solid", 0),
    },
    3: {
        1: ("double_dot", 0),
        2: ("stripe", 0),
        3: ("solid", 2),
        4: ("quarters", 2),
        5: ("dot", 0),
        6: ("double_stripe", 0),
    },
    4: {1: ("double_stripe", 0), 2: ("stripe", 1), 3: (WILD, 0), 4: ("stripe", 0), 5: ("dot", 1), 6: ("double_dot", 0)},
}

# D7: the rows of the spell book: coat, boxes, spell.
ROWS = (
    ("dot", 5, "free_placement"),
    ("stripe", 5, "split"),
    ("double_dot", 4, "pick_two"),
    ("double_stripe", 4, "turn_die"),
    ("solid", 3, "coat_bonus"),
    ("quarters", 3, "extra_cross"),
)
BOXES = {coat: boxes for coat, boxes, _ in ROWS}
SPELL = {coat: spell for coat, _, spell in ROWS}
CASTLE_BONUS = "castle_bonus"

CASTLE: Square = (0, 0)
# D2: seven columns, five rows, the castle in the exact centre.
SQUARES = [(x, y) for y in range(-2, 3) for x in range(-3, 4) if (x, y) != CASTLE]


def neighbours(square: Square) -> list[Square]:
    x, y = square
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def free_squares(land: Map) -> list[Square]:
    return [square for square in SQUARES if square not in land]


def connects(land: Map, square: Square, coat: str) -> bool:
    """D4: *square* touches the castle or its own coat, drawn in an earlier round."""
    return any(near == CASTLE or (near in land and land[near][0] == coat) for near in neighbours(square))


@dataclass(frozen=True)
class Half:
    """A die as it would be drawn: its coat is chosen if it is wild."""

    coat: str
    crosses: int
    box: bool  # whether it fills a box of the spell book when drawn (D5, D6, D8)


@dataclass(frozen=True)
class Result:
    """What a drawing leaves behind: the squares drawn, the coats that fill a box, the spells and bonus spent."""

    drawn: frozenset[tuple[Square, str, int]] = frozenset()
    boxes: tuple[str, ...] = ()
    spent: frozenset[str] = frozenset()


NOTHING = Result()


def halves(die: Die, bonus: bool) -> list[Half]:
    """Every way to draw *die*; with the castle bonus on it if *bonus* (D5, D8)."""
    coat, crosses = DICE[die[0]][die[1]]
    return [
        Half(drawn, crosses + bonus, box=coat != WILD and crosses == 0 and not bonus)
        for drawn in (COATS if coat == WILD else (coat,))
    ]


def together(land: Map, one: Half, two: Half, free: bool) -> Iterator[list[tuple[Square, Half]]]:
    """D4: as a domino, on two adjacent empty squares, at least one half connected unless placed freely."""
    for square in free_squares(land):
        for near in neighbours(square):
            if (
                near in SQUARES
                and near not in land
                and (free or connects(land, square, one.coat) or connects(land, near, two.coat))
            ):
                yield [(square, one), (near, two)]


def apart(land: Map, dice: list[Half], free: bool) -> Iterator[list[tuple[Square, Half]]]:
    """D7: each of *dice* on its own; *land* is the map of earlier rounds, so neither connects to the other."""
    spots = [[at for at in free_squares(land) if free or connects(land, at, half.coat)] for half in dice]
    for squares in product(*spots):
        if len(set(squares)) == len(squares):
            yield list(zip(squares, dice, strict=True))


def result(pairs: list[tuple[Square, Half]], spent: Iterable[str]) -> Result:
    return Result(
        frozenset((square, half.coat, half.crosses) for square, half in pairs),
        tuple(sorted(half.coat for _, half in pairs if half.box)),
        frozenset(spent),
    )


def can_draw(land: Map, dice: tuple[Die, Die]) -> bool:
    """Whether the two dice can be drawn without spending anything (D4)."""
    return any(
        any(True for _ in together(land, one, two, free=False))
        for one, two in product(halves(dice[0], False), halves(dice[1], False))
    )


def faces_shown(dice: tuple[Die, Die], turn: bool) -> list[tuple[Die, Die]]:
    """The dice as taken, or every way to turn one of them so that it shows something else (D7)."""
    if not turn:
        return [dice]
    one, two = dice
    return [(turned, two) for turned in turns(one)] + [(one, turned) for turned in turns(two)]


def turns(die: Die) -> list[Die]:
    number, shown = die
    return [(number, face) for face in range(1, 7) if DICE[number][face] != DICE[number][shown]]


def drawings(land: Map, dice: tuple[Die, Die], spells: Iterable[str], bonus: bool) -> set[Result]:
    """Every result of drawing *dice* on *land*, with *spells* in hand and the castle bonus if *bonus*."""
    found: set[Result] = set()
    hand: list[str] = [spell for spell in ("turn_die", "free_placement", "split") if spell in set(spells)]
    for chosen in product((False, True), repeat=len(hand)):
        used = {spell for spell, taken in zip(hand, chosen, strict=True) if taken}
        for shown in faces_shown(dice, "turn_die" in used):
            if "split" in used:
                found |= split_results(land, shown, used, bonus)
            else:
                found |= domino_results(land, shown, used, bonus)
    if not can_draw(land, dice):
        found.add(NOTHING)
    return found


def bonus_choices(bonus: bool) -> list[tuple[bool, bool]]:
    return [(False, False), (True, False), (False, True)] if bonus else [(False, False)]


def domino_results(land: Map, dice: tuple[Die, Die], used: set[str], bonus: bool) -> set[Result]:
    found = set()
    for marks in bonus_choices(bonus):
        spent = used | ({CASTLE_BONUS} if any(marks) else set())
        for one, two in product(halves(dice[0], marks[0]), halves(dice[1], marks[1])):
            for pairs in together(land, one, two, "free_placement" in used):
                found.add(result(pairs, spent))
    return found


def split_results(land: Map, dice: tuple[Die, Die], used: set[str], bonus: bool) -> set[Result]:
    """Both dice when any combination draws both; else whichever one can be drawn, and the other is lost (D7)."""
    free = "free_placement" in used
    both: set[Result] = set()
    for marks in bonus_choices(bonus):
        spent = used | ({CASTLE_BONUS} if any(marks) else set())
        for one, two in product(halves(dice[0], marks[0]), halves(dice[1], marks[1])):
            both |= {result(pairs, spent) for pairs in apart(land, [one, two], free)}
    if both:
        return both
    single: set[Result] = set()
    for die in dice:
        for mark in (False, True) if bonus else (False,):  # D8: spent only on a die that is drawn
            spent = used | ({CASTLE_BONUS} if mark else set())
            for half in halves(die, mark):
                single |= {result(pairs, spent) for pairs in apart(land, [half], free)}
    return single


@dataclass
class Book:
    """The spell book of both players: boxes filled by (player, coat), and who won each row."""

    boxes: dict[tuple[int, str], int] = field(default_factory=dict)
    owner: dict[str, int] = field(default_factory=dict)

    def fill(self, player: int, coats: Iterable[str]) -> list[str]:
        """D6: *player* fills a box for each of *coats*; returns the spells won."""
        won = []
        for coat in coats:
            if coat in self.owner:  # D6: a row already won takes no more boxes
                continue
            self.boxes[player, coat] = self.boxes.get((player, coat), 0) + 1
            if self.boxes[player, coat] == BOXES[coat]:
                self.owner[coat] = player
                won.append(SPELL[coat])
        return won


def domains(land: Map) -> list[tuple[str, int, int]]:
    """D10: (coat, squares, crosses) of each domain; the castle joins nothing."""
    left, found = set(land), []
    while left:
        coat = land[min(left)][0]
        domain, edge = set(), [min(left)]
        while edge:
            square = edge.pop()
            if square in left and land[square][0] == coat:
                left.remove(square)
                domain.add(square)
                edge += neighbours(square)
        found.append((coat, len(domain), sum(land[square][1] for square in domain)))
    return sorted(found)


def total(land: Map, bonus_coat: str | None = None) -> int:
    """D10: squares times crosses, and 3 for each domain of the coat chosen with ``coat_bonus``."""
    return sum(size * crosses + 3 * (coat == bonus_coat) for coat, size, crosses in domains(land))


def largest(land: Map) -> int:
    return max((size for _, size, _ in domains(land)), default=0)


def places(lands: list[Map], bonus_coats: list[str | None]) -> list[int]:
    """D11: each player's place: by total, then the largest domain, then shared."""
    keys = [(total(land, coat), largest(land)) for land, coat in zip(lands, bonus_coats, strict=True)]
    return [1 + sum(other > key for other in keys) for key in keys]


def over(lands: list[Map], drew: list[bool], filled: list[bool]) -> bool:
    """D9: somebody filled the last free square in this round, or neither player drew anything."""
    return any(full and not free_squares(land) for land, full in zip(lands, filled, strict=True)) or not any(drew)


def read_square(name: str) -> Square:
    """The castle is g7."""
    return ord(name[0]) - ord("g"), int(name[1:]) - 7


class Table:
    """A whole game from the tokens of its record, round by round; what the rules forbid raises ValueError."""

    def __init__(self, *, keeps_lost_bonus: bool = False) -> None:
        self.keeps_lost_bonus = keeps_lost_bonus  # as by the first rules
        self.lands: list[Map] = [{}, {}]
        self.book = Book()
        self.hands: list[set[str]] = [set(), set()]  # spells won and not used yet
        self.castle = [True, True]
        self.bonus_coats: list[str | None] = [None, None]
        self.first = 0
        self.over = False

    def play_round(self, tokens: Iterable[str]) -> None:
        """D3: roll, take, draw, fill the spell book, swap roles."""
        words = list(tokens)
        if words[0].startswith("O"):
            self.first = "AB".index(words.pop(0)[1])
        faces = dict(enumerate(map(int, words.pop(0)[1:].split(".")), start=1))
        order = [self.first, 1 - self.first]
        taken = self._take(words)
        results = {player: self._draw(player, [(die, faces[die]) for die in taken[player]], words) for player in order}
        for player in order:
            for spell in self.book.fill(player, results[player].boxes):
                if spell in ("coat_bonus", "extra_cross"):
                    self._lightning(player, words)
                else:
                    self.hands[player].add(spell)
        if words:
            raise ValueError(f"too many actions in a round: {words}")
        drew = [bool(results[player].drawn) for player in (0, 1)]
        self.over = over(self.lands, drew, drew)
        self.first = order[0] if self.over else order[1]

    def _take(self, words: list[str]) -> dict[int, list[int]]:
        """D3: A one, B two, A the last; D7: with ``pick_two`` A two, B the others."""
        mine = list(map(int, words.pop(0)[1:].split(".")))
        if len(mine) == 2:
            self._spend(self.first, "pick_two")
            return {self.first: mine, 1 - self.first: [die for die in DICE if die not in mine]}
        yours = list(map(int, words.pop(0)[1:].split(".")))
        if len(mine) != 1 or len(yours) != 2 or len({*mine, *yours}) != 3:
            raise ValueError(f"A takes one die and B two others, not {mine} and {yours}")
        return {self.first: [die for die in DICE if die not in yours], 1 - self.first: yours}

    def _draw(self, player: int, dice: list[Die], words: list[str]) -> Result:
        faces, names, where = dict(dice), dict[int, str](), dict[int, Square]()
        coats = {letter: coat for coat, letter in LETTERS.items()}
        bonus = None
        spent: set[str] = set()
        while not where:
            word = words.pop(0)
            if word == ".":
                break
            if word.startswith("Mturn"):
                faces[int(word[5])] = int(word[7])
                spent.add("turn_die")
            elif word[0] == "W":
                names[int(word[1])] = coats[word[2]]
            elif word[0] == "C":
                bonus = int(word[1])
            elif word in ("Mfree", "Msplit"):
                spent.add({"Mfree": "free_placement", "Msplit": "split"}[word])
            elif word[1] == "@":
                where[int(word[0])] = read_square(word[2:])
                if words and words[0][1:2] == "@" and int(words[0][0]) in faces:
                    second = words.pop(0)
                    where[int(second[0])] = read_square(second[2:])
            else:
                x, y = read_square(word[4:-1])
                across, up = {"n": (0, 1), "e": (1, 0), "s": (0, -1), "w": (-1, 0)}[word[-1]]
                where = {int(word[0]): (x, y), int(word[2]): (x + across, y + up)}
        pairs = [
            (
                where[die],
                next(half for half in halves((die, face), bonus == die) if names.get(die, half.coat) == half.coat),
            )
            for die, face in faces.items()
            if die in where
        ]
        if bonus is not None and bonus not in where and not self.keeps_lost_bonus:
            raise ValueError(f"player {player} announced the castle bonus on die {bonus}, which is not drawn (D8)")
        found = result(pairs, spent | ({CASTLE_BONUS} if bonus in where else set()))
        if found not in drawings(self.lands[player], (dice[0], dice[1]), self.hands[player], self.castle[player]):
            raise ValueError(f"player {player} cannot draw {dice} as {found} on {map_text(self.lands[player])}")
        for spell in found.spent:
            self._spend(player, spell)
        self.lands[player] |= {square: (coat, crosses) for square, coat, crosses in found.drawn}
        return found

    def _lightning(self, player: int, words: list[str]) -> None:
        word = words.pop(0)
        if word.startswith("Mcoat"):
            self.bonus_coats[player] = {letter: coat for coat, letter in LETTERS.items()}[word[5]]
        else:
            coat, crosses = self.lands[player][read_square(word.removeprefix("Mcross@"))]
            self.lands[player][read_square(word.removeprefix("Mcross@"))] = coat, crosses + 1

    def _spend(self, player: int, spell: str) -> None:
        if spell == CASTLE_BONUS:
            self.castle[player] = False
        elif spell in self.hands[player]:
            self.hands[player].remove(spell)
        else:
            raise ValueError(f"player {player} has no {spell}")


def read_map(picture: str) -> Map:
    """The map that *picture* shows: five rows from north to south, seven cells each; ``c`` is the castle."""
    rows = [line.split() for line in picture.strip().splitlines()]
    if [len(cells) for cells in rows] != [7] * 5 or rows[2][3] != "c":
        raise ValueError(f"expected five rows of seven cells around a castle, got: {picture}")
    coats = {letter: coat for coat, letter in LETTERS.items()}
    return {
        (x - 3, 2 - y): (coats[cell[0]], int(cell[1:] or 0))
        for y, cells in enumerate(rows)
        for x, cell in enumerate(cells)
        if cell not in (".", "c")
    }


def map_text(land: Map) -> str:
    """*land* as a position writes it: the rows of the smallest box around the castle and all that is drawn."""
    seen = [CASTLE, *land]
    west, east = min(x for x, _ in seen), max(x for x, _ in seen)
    south, north = min(y for _, y in seen), max(y for _, y in seen)

    def cell(square: Square) -> str:
        if square == CASTLE:
            return "c"
        if square not in land:
            return "."
        coat, crosses = land[square]
        return LETTERS[coat] + (str(crosses) if crosses else "")

    rows = ("".join(cell((x, y)) for x in range(west, east + 1)).rstrip(".") for y in range(north, south - 1, -1))
    return "/".join(rows)


EMPTY = """
    . . . . . . .
    . . . . . . .
    . . . c . . .
    . . . . . . .
    . . . . . . .
"""


def position(
    a: str = EMPTY, b: str = EMPTY, book_a: str = "000000", book_b: str = "000000", first: str = "A", number: int = 5
) -> str:
    """The position before the roll of round *number*, from a picture of each map and the text of each book."""
    sides = f"A:{map_text(read_map(a))};{book_a} B:{map_text(read_map(b))};{book_b}"
    return f"duel players=2 {sides} first:{first} round:{number}"
