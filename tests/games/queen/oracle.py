"""Queendomino a second time, naively, from the text of the rules alone: what the engine is compared with.

Nothing here is imported from the package, nothing is clever and nothing is fast. A kingdom is a dict from
``(x, y)`` (x east, y north) to ``(terrain letter, crowns)``, its castle the letter ``#``; terrains are the
letters ``w f l g s m t``. Buildings are named by their keys, squares are pairs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Spot = tuple[int, int]
Land = Mapping[Spot, tuple[str, int]]

CASTLE = "#"
AROUND: tuple[Spot, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Tile(NamedTuple):
    """One kind of building tile, as printed: copies, crowns, instant knights and towers, treasury, points."""

    copies: int
    crowns: int
    knights: int
    towers: int
    treasury: str  # "knight", "tower" or nothing
    points: int
    per: str  # "fixed", "knight", "tower" or the letter of a terrain


TILES: dict[str, Tile] = {
    "bakery": Tile(2, 0, 0, 0, "", 2, "w"),
    "sawmill": Tile(2, 0, 0, 0, "", 2, "f"),
    "fish_market": Tile(2, 0, 1, 0, "", 2, "l"),
    "weaver": Tile(2, 0, 1, 0, "", 2, "g"),
    "witch_house": Tile(2, 0, 1, 1, "", 2, "s"),
    "mine_works": Tile(2, 0, 1, 1, "", 2, "m"),
    "church": Tile(2, 0, 0, 0, "", 2, "t"),
    "archery_range": Tile(2, 0, 1, 0, "", 1, "knight"),
    "travelling_castle": Tile(2, 0, 0, 1, "", 1, "tower"),
    "tavern": Tile(2, 0, 2, 0, "", 3, "fixed"),
    "big_tavern": Tile(1, 0, 3, 0, "", 2, "fixed"),
    "guardtower": Tile(2, 0, 0, 2, "", 3, "fixed"),
    "fortress": Tile(1, 0, 0, 3, "", 2, "fixed"),
    "statue": Tile(3, 0, 0, 0, "", 5, "fixed"),
    "knights_treasury": Tile(1, 0, 1, 0, "knight", 2, "fixed"),
    "towers_treasury": Tile(1, 0, 0, 1, "tower", 2, "fixed"),
    "queens_tower": Tile(3, 1, 0, 0, "", 0, "fixed"),
}

# The 48 dominoes of each box, in the order of their numbers.
QUEENDOMINO = """
    w0w0 w0w0 f0f0 f0f0 l0l0 l0l0 g0g0 g0g0 s0s0 w1f0 w1l0 w1g0
    w1s0 w1m0 f1w0 f1w0 f1w0 f1l0 f1g0 l1w0 l1f0 l1f0 l1f0 g1w0
    s1w0 g2w0 g2f0 s2w0 s2f0 m2w0 m2w0 t0f0 t0l0 t0l0 t0g0 t0g0
    t0s0 f1t0 l1t0 l1t0 g1t0 s1t0 m1t0 m2t0 m3t0 t0t0 t0t0 t0t0
"""
KINGDOMINO = """
    w0w0 w0w0 f0f0 f0f0 f0f0 f0f0 l0l0 l0l0 l0l0 g0g0 g0g0 s0s0
    w0f0 w0l0 w0g0 w0s0 f0l0 f0g0 w1f0 w1l0 w1g0 w1s0 w1m0 f1w0
    f1w0 f1w0 f1w0 f1l0 f1g0 l1w0 l1w0 l1f0 l1f0 l1f0 l1f0 w0g1
    l0g1 w0s1 g0s1 m1w0 w0g2 l0g2 w0s2 g0s2 m2w0 s0m2 s0m2 w0m3
"""


@dataclass
class Realm:
    """All that one owner (a player, or a team in a Royal Wedding) has."""

    land: dict[Spot, tuple[str, int]] = field(default_factory=lambda: {(0, 0): (CASTLE, 0)})
    coins: int = 7  # Q2
    reserve: int = 1  # Q2
    posted: set[Spot] = field(default_factory=set)
    towers: int = 0
    built: dict[Spot, str] = field(default_factory=dict)
    queen: bool = False

    @property
    def knights(self) -> int:
        return self.reserve + len(self.posted)


# --- properties -------------------------------------------------------------------------------------------


def neighbours(spot: Spot) -> list[Spot]:
    return [(spot[0] + dx, spot[1] + dy) for dx, dy in AROUND]


def property_of(land: Land, spot: Spot) -> set[Spot]:
    """The property of a square, by flood fill (C12)."""
    terrain = land[spot][0]
    if terrain == CASTLE:
        return set()  # C3
    found = {spot}
    edge = [spot]
    while edge:
        for near in neighbours(edge.pop()):
            if near not in found and near in land and land[near][0] == terrain:
                found.add(near)
                edge.append(near)
    return found


def properties(land: Land) -> list[tuple[str, frozenset[Spot]]]:
    found: set[tuple[str, frozenset[Spot]]] = set()
    for spot in land:
        if land[spot][0] != CASTLE:
            found.add((land[spot][0], frozenset(property_of(land, spot))))
    return sorted(found, key=lambda item: (item[0], sorted(item[1])))


def largest(land: Land) -> int:
    """Squares of the largest single property, crowned or not, towns included (Q9, Q14)."""
    return max((len(spots) for _, spots in properties(land)), default=0)


# --- the score (Q13) --------------------------------------------------------------------------------------


def crowns_in(realm: Realm, spots: Iterable[Spot]) -> int:
    return sum(realm.land[spot][1] + (TILES[realm.built[spot]].crowns if spot in realm.built else 0) for spot in spots)


def property_points(realm: Realm) -> list[tuple[str, int, int]]:
    """(terrain, squares, crowns) of every property, the queen's crown not counted; sorted."""
    return sorted((terrain, len(spots), crowns_in(realm, spots)) for terrain, spots in properties(realm.land))


def building_points(realm: Realm, key: str) -> int:
    tile = TILES[key]
    if tile.per == "fixed":
        return tile.points
    if tile.per == "knight":
        return tile.points * realm.knights
    if tile.per == "tower":
        return tile.points * realm.towers
    return tile.points * sum(terrain == tile.per for terrain, _ in properties(realm.land))


def score_parts(realm: Realm) -> dict[str, int]:
    """The four parts of the score; the queen's crown is worth the squares it is multiplied by (Q9)."""
    return {
        "coins": realm.coins // 3,
        "properties": sum(squares * crowns for _, squares, crowns in property_points(realm)),
        "buildings": sum(building_points(realm, key) for key in realm.built.values()),
        "queen": largest(realm.land) if realm.queen else 0,
    }


def score(realm: Realm) -> int:
    return sum(score_parts(realm).values())


def ranking(realms: Sequence[Realm]) -> list[int]:
    """The place of each realm, 1 the best (Q14): total, then the largest property, then shared."""
    keys = [(score(realm), largest(realm.land)) for realm in realms]
    return [1 + sum(other > key for other in keys) for key in keys]


# --- tax (Q5, Q6) -----------------------------------------------------------------------------------------


def tax_coins(realm: Realm, spot: Spot) -> int:
    """What one knight brings on *spot*; the knights and towers are those the owner has at that moment."""
    coins = len(property_of(realm.land, spot))
    for key in realm.built.values():
        if TILES[key].treasury == "knight":
            coins += realm.knights
        if TILES[key].treasury == "tower":
            coins += realm.towers
    return coins


# --- the queen (Q9), the board (Q7, Q11) ------------------------------------------------------------------


def queen_after_gain(towers: Sequence[int], gainer: int, host: int | None) -> int | None:
    """Where she is after *gainer* has gained towers; *towers* are everyone's afterwards."""
    return gainer if all(towers[gainer] >= other for other in towers) else host


def price(space: int, queen: bool) -> int:
    return max(0, space - 1) if queen else space


def slid(board: Sequence[str | None], pile: Sequence[str]) -> tuple[list[str | None], list[str]]:
    """The builders' board and its pile after a round has ended (Q11)."""
    tiles: list[str | None] = [tile for tile in board if tile is not None]
    left = list(pile)
    while len(tiles) < 6 and left:
        tiles.append(left.pop(0))
    while len(tiles) < 6:
        tiles.append(None)
    return tiles, left


# --- what is legal ----------------------------------------------------------------------------------------


def corners(spots: Iterable[Spot]) -> list[Spot]:
    """The south-west and the north-east corner of the box around *spots*."""
    xs, ys = zip(*spots, strict=True)
    return [(min(xs), min(ys)), (max(xs), max(ys))]


def fits(spots: Iterable[Spot], size: int) -> bool:
    """Whether the box around *spots* is at most *size* wide and high (C4)."""
    (west, south), (east, north) = corners(spots)
    return east - west < size and north - south < size


def placements(land: Land, size: int, left: str, right: str) -> set[tuple[Spot, Spot]]:
    """Every (square of the left half, square of the right half) that C4–C6 allow."""
    found: set[tuple[Spot, Spot]] = set()
    near_kingdom = {near for spot in land for near in neighbours(spot)} - set(land)
    candidates = near_kingdom | {further for near in near_kingdom for further in neighbours(near)}
    box = corners(land)
    for a in candidates:
        for b in neighbours(a):
            if a in land or b in land or not fits([*box, a, b], size):
                continue
            for half, terrain in ((a, left), (b, right)):
                if any(near in land and land[near][0] in (CASTLE, terrain) for near in neighbours(half)):
                    found.add((a, b))
    return found


@dataclass
class Situation:
    """The middle of a king's turn, after A, told plainly: ``step`` is the step reached, B, C or D."""

    realm: Realm
    laid: tuple[Spot, ...]  # the two squares of the domino just placed; none after a discard
    taxed: frozenset[Spot]  # those that got a knight in this turn
    step: str
    built: bool  # something was built in this turn
    burnt: bool  # the dragon has already flown in this round, for anybody
    board: tuple[str | None, ...]
    line: tuple[int, ...]  # the free dominoes to claim; none in the last round


def may_tax(now: Situation) -> set[Spot]:
    if now.step != "B" or now.realm.reserve < 1 or len(now.taxed) == 2:
        return set()
    return set(now.laid) - now.taxed


def may_build(now: Situation) -> set[tuple[int, Spot]]:
    """(space, square) of every building that may be built now."""
    if now.step not in "BC" or now.built:
        return set()
    towns = [spot for spot in now.realm.land if now.realm.land[spot][0] == "t" and spot not in now.realm.built]
    return {
        (space, town)
        for space in range(6)
        for town in towns
        if now.board[space] is not None and now.realm.coins >= price(space, now.realm.queen)
    }


def may_burn(now: Situation) -> set[int]:
    if now.burnt or now.realm.queen or now.realm.coins < 1:
        return set()
    return {space for space in range(6) if now.board[space] is not None}


# --- a whole game, followed token by token ----------------------------------------------------------------


def spot_of(name: str) -> Spot:
    """The square a token names, counted from the castle on g7."""
    return ord(name[0]) - ord("g"), int(name[1:]) - 7


def name_of(spot: Spot) -> str:
    return f"{chr(ord('g') + spot[0])}{spot[1] + 7}"


def face_of(domino: str) -> str:
    """``Q14`` is of the Queendomino box, ``14`` of the Kingdomino box (W4)."""
    return (QUEENDOMINO if domino[0] == "Q" else KINGDOMINO).split()[number_of(domino) - 1]


def number_of(domino: str) -> int:
    return int(domino.removeprefix("Q"))


def tile_of(name: str) -> str:
    return next(key for key in TILES if key.replace("_", "") == name)


class Table:
    """Everything on the table, kept up from the tokens alone. Trusts them; asks nobody."""

    def __init__(self, players: int, *, wedding: bool = False, teams: bool = False, opposite: bool = False) -> None:
        realms = players // 2 if teams else players
        self.wedding = wedding
        pairs = [(seat, seat + 1) for seat in range(0, players, 2)]  # W3: partners sit side by side
        if opposite:  # as by the first rules
            pairs = [(seat, seat + realms) for seat in range(realms)]
        self.owner = [next(at for at, pair in enumerate(pairs) if seat in pair) for seat in range(players)]
        if not teams:
            self.owner = list(range(players))
        if wedding:  # W1–W3
            self.size = 7 if teams or players <= 4 else 5
            self.length = 8 if teams or players > 4 else 4
        else:  # Q1
            self.size = 7 if players == 2 else 5
            self.length = 4
        self.lines_left = (96 if wedding else 48) // self.length
        self.kings = [seat for seat in range(players) for _ in range(2 if players == 2 else 1)]
        self.realms = [Realm() for _ in range(realms)]
        self.placed: list[list[str]] = [[] for _ in range(realms)]
        self.discarded: list[list[str]] = [[] for _ in range(realms)]
        self.left: list[str] = []  # dominoes that nobody claimed
        self.box = "Q"  # the box of the next line
        self.order: list[int] = []  # who still claims in the first round
        self.opened = False
        self.old: list[tuple[str, int]] = []
        self.line: list[str] = []  # the free ones
        self.claims: list[tuple[str, int]] = []
        self.fresh_round = False  # nobody has acted since the round began
        self.board: list[str | None] = [None] * 6
        self.tiles_left = 32
        self.removed: list[str] = []
        self.queen: int | None = None
        self.burnt = False
        self._new_turn()

    def _new_turn(self) -> None:
        self.step = "A"
        self.laid: tuple[Spot, ...] = ()
        self.taxed: frozenset[Spot] = frozenset()
        self.built = False

    @property
    def seat(self) -> int | None:
        """Who is to act; nobody while chance is, and when the game is over."""
        if self.chance:
            return None
        return self.order[0] if self.order else self.old[0][1] if self.old else None

    @property
    def chance(self) -> str:
        """What chance has to tell next: the opening, the stock of tiles, a line, or nothing."""
        if not self.opened:
            return "O"
        if self.fresh_round and None in self.board and self.tiles_left:
            return "S"
        return "L" if self.fresh_round and not self.line and not self.claims and self.lines_left else ""

    @property
    def realm(self) -> Realm:
        assert self.seat is not None
        return self.realms[self.owner[self.seat]]

    def situation(self) -> Situation:
        line = tuple(map(number_of, self.line))
        realm = self.realm
        return Situation(realm, self.laid, self.taxed, self.step, self.built, self.burnt, tuple(self.board), line)

    def legal(self) -> set[str]:
        """The tokens of everything that the seat to act may do."""
        if self.seat is None:
            return set()
        if self.order:
            return {f"K{domino}" for domino in self.line}
        if self.step == "A":
            return self._layings()
        now = self.situation()
        found = {f"N@{name_of(spot)}" for spot in may_tax(now)}
        found |= {f"B{space}@{name_of(spot)}" for space, spot in may_build(now)}
        found |= {f"D{space}" for space in may_burn(now)} if self.step != "E" else set()
        return found | ({f"K{domino}" for domino in self.line} or {"."})

    def _layings(self) -> set[str]:
        domino = self.old[0][0]
        face = face_of(domino)
        found = set()
        for a, b in placements(self.realm.land, self.size, face[0], face[2]):
            way = "nesw"[AROUND.index((b[0] - a[0], b[1] - a[1]))]
            if face[:2] != face[2:] or way in "ne":  # one spelling for a double
                found.add(f"{domino}@{name_of(a)}{way}")
        return found or {f"{domino}x"}

    def play(self, token: str) -> int:
        """Follows one token; how many coins it brought or cost is returned."""
        kind, rest = token[0], token[1:]
        before = self.realm.coins if self.seat is not None else 0
        realm = self.realm if self.seat is not None else Realm()
        if kind == "O":
            self.order = [ord(letter) - ord("A") for letter in rest]
            self.opened = self.fresh_round = True
            return 0
        if kind == "S":
            tiles = [tile_of(name) for name in rest.split(".")]
            self.board, _ = slid(self.board, tiles)
            self.tiles_left -= len(tiles)
            return 0
        if kind == "L":
            self.line = rest.split(".")
            self.lines_left -= 1
            self.box = "" if self.wedding and self.box else "Q"
            return 0
        self.fresh_round = False
        if kind == "K":
            self._claim(rest)
        elif token == ".":
            self.old.pop(0)
            self._new_turn()
        elif kind == "N":
            spot = spot_of(rest[1:])
            realm.coins += tax_coins(realm, spot)
            realm.reserve -= 1
            realm.posted.add(spot)
            self.taxed |= {spot}
        elif kind == "B":
            self._build(int(rest[0]), spot_of(rest[2:]))
        elif kind == "D":
            realm.coins -= 1
            self._remove(int(rest))
        elif token[-1] == "x":
            self.discarded[self._owner].append(token[:-1])
            self.step = "B"
        else:
            domino, _, where = token.partition("@")
            face, (x, y) = face_of(domino), spot_of(where[:-1])
            dx, dy = AROUND["nesw".index(where[-1])]
            self.laid = ((x, y), (x + dx, y + dy))
            realm.land[self.laid[0]] = (face[0], int(face[1]))
            realm.land[self.laid[1]] = (face[2], int(face[3]))
            self.placed[self._owner].append(domino)
            self.step = "B"
        return realm.coins - before

    @property
    def _owner(self) -> int:
        return self.owner[self.old[0][1]]

    def _claim(self, domino: str) -> None:
        seat = self.order.pop(0) if self.order else self.old.pop(0)[1]
        self.line.remove(domino)
        self.claims.append((domino, seat))
        self._new_turn()
        if not self.order and not self.old:  # the round is over
            self.left += self.line
            self.old = sorted(self.claims, key=lambda claim: number_of(claim[0]))
            self.line, self.claims = [], []
            self.board, _ = slid(self.board, [])
            self.burnt = False
            self.fresh_round = True

    def _build(self, space: int, spot: Spot) -> None:
        realm, key = self.realm, self.board[space]
        assert key is not None
        realm.coins -= price(space, realm.queen)
        realm.reserve += TILES[key].knights
        realm.towers += TILES[key].towers
        realm.built[spot] = key
        self.board[space] = None
        self.built = True
        self.step = "D"
        if TILES[key].towers:
            self.queen = queen_after_gain([one.towers for one in self.realms], self._owner, self.queen)
            for at, one in enumerate(self.realms):
                one.queen = at == self.queen

    def _remove(self, space: int) -> None:
        key = self.board[space]
        assert key is not None
        self.removed.append(key)
        self.board[space] = None
        self.burnt = True
        self.step = "E"
