"""Reference ⇄ words for Kingdomino, Queendomino and Royal Wedding."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from crownland.fast import layout as slot
from crownland.fast import numbering, phase
from crownland.fast.jit import Words, filled
from crownland.fast.land import CASTLE_MASK
from crownland.games.classic import state as classic
from crownland.games.classic.rules import HARMONY, MIDDLE_KINGDOM, rules_of
from crownland.games.classic.rules import Rules as ClassicRules
from crownland.games.queen import state as queen
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES, TILES
from crownland.games.queen.estate import Estate
from crownland.games.queen.rules import Rules as QueenRules
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Discard, End, Opening, Place, Reveal, Seat
from crownland.kernel.domino import DOMINOES, KINGDOMINO, QUEENDOMINO
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.opening import OPENINGS
from crownland.kernel.square import SIDE, STRIDE, Direction, Mask, Square, column, row, square_at, squares
from crownland.kernel.terrain import Terrain
from crownland.kernel.turns import Turns

__all__ = [
    "action_number",
    "action_of",
    "chance_items",
    "classic_state",
    "classic_words",
    "queen_state",
    "queen_words",
]

_DOMINOES = tuple(DOMINOES)
_DOMINO_NUMBER = {domino: number for number, domino in enumerate(_DOMINOES)}
_KINDS = tuple(BUILDINGS)
_KIND_NUMBER = {key: number for number, key in enumerate(_KINDS)}
_OPENINGS = tuple(OPENINGS)
_BONUSES = {MIDDLE_KINGDOM.key: slot.MIDDLE_KINGDOM, HARMONY.key: slot.HARMONY}

REMEMBERED = 4096  # a search or a table asks for the same kingdoms again and again

_Rules = ClassicRules | QueenRules
_State = classic.State | queen.State
_PlayerAction = Place | Discard | Claim | Tax | Build | Burn | End


def classic_words(state: classic.State) -> Words:
    rules = state.rules
    made = [0] * (slot.DYNASTY_WORDS if rules.games > 1 else slot.CLASSIC_WORDS)
    made[slot.GAME] = slot.CLASSIC
    made[slot.BONUSES] = sum(_BONUSES[bonus.key] for bonus in rules.bonuses)
    made[slot.GAMES] = rules.games
    made[slot.GAMES_OVER] = len(state.past)
    _write_rules(made, rules, len(state.kingdoms), piles=0)
    _write_turns(made, state.turns, state.seen)
    for at, kingdom in enumerate(state.kingdoms):
        _write_kingdom(made, _land(0, at), kingdom)
    for game, kingdoms in enumerate(state.past):
        for seat, kingdom in enumerate(kingdoms):
            _write_past(made, slot.PAST + (4 * game + seat) * slot.PAST_WORDS, kingdom)
            made[slot.PAST_POINTS + seat] += _past_points(kingdom, rules)
    made[slot.PHASE] = _phase(state)
    return filled(made)


def classic_state(setup: Setup, row: Sequence[int], at: int = 0) -> classic.State:
    rules = rules_of(setup)
    return classic.State(
        rules,
        tuple(_read_kingdom(row, _land(at, kingdom)) for kingdom in range(setup.players)),
        _read_turns(row, at),
        _read_seen(row, at),
        tuple(
            tuple(
                _read_past(row, at + slot.PAST + (4 * game + seat) * slot.PAST_WORDS) for seat in range(setup.players)
            )
            for game in range(row[at + slot.GAMES_OVER])
        ),
    )


def queen_words(state: queen.State) -> Words:
    rules = state.rules
    made = [0] * slot.QUEEN_WORDS
    made[slot.GAME] = slot.QUEEN
    boxes = [pile.dominoes != KINGDOMINO for pile in rules.piles]
    _write_rules(made, rules, rules.kingdoms, piles=boxes[0] | boxes[-1] << 1)
    _write_turns(made, state.turns, state.seen)
    for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
        _write_kingdom(made, _land(0, at), kingdom)
        _write_estate(made, slot.ESTATE + at * slot.ESTATE_WORDS, estate)
    _write_buildings(made, state)
    made[slot.BOARD] = sum((_KIND_NUMBER[tile] + 1) << 8 * at for at, tile in enumerate(state.board) if tile)
    made[slot.BURNED] = sum(1 << 2 * _KIND_NUMBER[tile] for tile in state.burned)
    left = (1 << len(TILES)) - 1
    for tile in state.tiles_seen:
        left ^= 1 << next(at for at, key in enumerate(TILES) if key == tile and left >> at & 1)
    made[slot.TILES] = left
    made[slot.HOST] = 0 if state.queen is None else state.queen + 1
    made[slot.DRAGON] = state.dragon_is_home
    made[slot.FRESH] = _plane(state.fresh)
    made[slot.PHASE] = _phase(state)
    return filled(made)


def queen_state(rules: QueenRules, row: Sequence[int], at: int = 0) -> queen.State:
    kingdoms = tuple(_read_kingdom(row, _land(at, kingdom)) for kingdom in range(rules.kingdoms))
    now = row[at + slot.PHASE]
    turns = _read_turns(row, at)
    board = row[at + slot.BOARD]
    acting = turns.old[0][1] if turns.old else Seat(0)
    corner = _corner(row[_land(at, rules.kingdom_of[acting]) + slot.BOX])
    return queen.State(
        rules,
        kingdoms,
        tuple(_read_estate(row, at, kingdom) for kingdom in range(rules.kingdoms)),
        turns,
        _read_seen(row, at),
        tuple(_KINDS[kind - 1] if (kind := board >> 8 * space & 255) else None for space in range(SPACES)),
        tuple(sorted(key for number, key in enumerate(_KINDS) for _ in range(row[at + slot.BURNED] >> 2 * number & 3))),
        row[at + slot.HOST] - 1 if row[at + slot.HOST] else None,
        bool(row[at + slot.DRAGON]),
        _STEPS.get(now, queen.Step.PLACE),
        _mask(row[at + slot.FRESH], corner),
    )


_STEPS = {phase.TAX: queen.Step.TAX, phase.DRAGON: queen.Step.DRAGON, phase.END: queen.Step.CLAIM}


def action_number(state: _State, action: _PlayerAction) -> int:
    """The number of an action of the seat to act."""
    claim = numbering.CLASSIC_CLAIM if isinstance(state, classic.State) else numbering.QUEEN_CLAIM
    match action:
        case Place(_, square, direction):
            return numbering.PLACE + numbering.SQUARES * direction + _square_number(square)
        case Discard():
            return numbering.DISCARD
        case Claim(domino):
            return claim + [one for one, _ in state.turns.line].index(domino)
        case Tax(square):
            return numbering.TAX + _square_number(square)
        case Build(space, square):
            return numbering.BUILD + numbering.SQUARES * space + _square_number(square)
        case Burn(space):
            return numbering.BURN + space
        case End():
            return numbering.END


def action_of(state: _State, number: int) -> _PlayerAction:
    """The action of that number for the seat to act. Raises ValueError for a number that *state* has no action for."""
    is_classic = isinstance(state, classic.State)
    claim = numbering.CLASSIC_CLAIM if is_classic else numbering.QUEEN_CLAIM
    if numbering.PLACE <= number <= numbering.DISCARD and state.turns.old:
        domino = state.turns.old[0][0]
        direction, square = divmod(number - numbering.PLACE, numbering.SQUARES)
        return Discard(domino) if number == numbering.DISCARD else Place(domino, _square(square), Direction(direction))
    if 0 <= number - claim < len(state.turns.line):
        return Claim(state.turns.line[number - claim][0])
    if not is_classic and numbering.TAX <= number < numbering.BUILD:
        return Tax(_square(number - numbering.TAX))
    if not is_classic and numbering.BUILD <= number < numbering.BURN:
        space, square = divmod(number - numbering.BUILD, numbering.SQUARES)
        return Build(space, _square(square))
    if not is_classic and numbering.BURN <= number < numbering.QUEEN_CLAIM:
        return Burn(number - numbering.BURN)
    if not is_classic and number == numbering.END:
        return End()
    raise ValueError(f"expected the number of an action in this position, got: {number}")


def chance_items(action: Opening | Reveal | Stock) -> tuple[int, ...]:
    """What deal() takes: the seats, the dominoes from 0 through both boxes, or the kinds of the tiles."""
    match action:
        case Opening(seats):
            return tuple(seats)
        case Reveal(dominoes):
            return tuple(_DOMINO_NUMBER[domino] for domino in dominoes)
        case Stock(tiles):
            return tuple(_KIND_NUMBER[tile] for tile in tiles)


def _land(at: int, kingdom: int) -> int:
    """Where a kingdom's slots begin. Must agree with turns.land_of(), which would be compiled for this alone."""
    return at + slot.KINGDOM + kingdom * slot.KINGDOM_WORDS


def _phase(state: _State) -> int:
    if state.is_over:
        return phase.OVER
    if state.actor is not None:
        if state.turns.waiting:
            return phase.CLAIM
        step = state.step if isinstance(state, queen.State) else queen.Step.PLACE
        return next((number for number, one in _STEPS.items() if one is step), phase.PLACE)
    if not state.seen and not state.turns.waiting:
        return phase.OPENING
    draw = state.draw
    return phase.STOCK if draw is not None and draw.pile.startswith("buildings") else phase.LINE


def _write_rules(row: list[int], rules: _Rules, kingdoms: int, piles: int) -> None:
    row[slot.SEATS] = rules.setup.players
    row[slot.KINGDOMS] = kingdoms
    row[slot.KINGS] = len(rules.kings)
    row[slot.SIZE] = rules.size
    row[slot.LINE_LENGTH] = rules.line_length
    row[slot.LINES] = rules.lines
    row[slot.PILES] = piles
    row[slot.OPENING_RULE] = _OPENINGS.index(rules.opening.key)


def _write_turns(row: list[int], turns: Turns, seen: int) -> None:
    row[slot.LINES_LEFT] = turns.lines_left
    row[slot.WAITING] = _nibbles(seat + 1 for seat in turns.waiting)
    row[slot.OLD] = _bytes(_DOMINO_NUMBER[domino] + 1 for domino, _ in turns.old)
    row[slot.OLD_OWNERS] = _nibbles(seat + 1 for _, seat in turns.old)
    row[slot.LINE] = _bytes(_DOMINO_NUMBER[domino] + 1 for domino, _ in turns.line)
    row[slot.FREE] = sum(1 << place for place, (_, seat) in enumerate(turns.line) if seat is None)
    row[slot.OWNERS] = _nibbles(0 if seat is None else seat + 1 for _, seat in turns.line)
    for box, dominoes in enumerate((KINGDOMINO, QUEENDOMINO)):
        row[slot.SEEN + box] = seen >> dominoes[0] & (1 << len(dominoes)) - 1


def _read_turns(row: Sequence[int], at: int) -> Turns:
    line = [_DOMINOES[number - 1] for number in _unpacked(row[at + slot.LINE], 8)]
    owners = [row[at + slot.OWNERS] >> 4 * place & 15 for place in range(len(line))]
    old = [_DOMINOES[number - 1] for number in _unpacked(row[at + slot.OLD], 8)]
    return Turns(
        row[at + slot.LINES_LEFT],
        tuple(Seat(seat - 1) for seat in _unpacked(row[at + slot.WAITING], 4)),
        tuple(
            (domino, Seat(seat - 1)) for domino, seat in zip(old, _unpacked(row[at + slot.OLD_OWNERS], 4), strict=True)
        ),
        tuple(domino for domino, owner in zip(line, owners, strict=True) if not owner),
        tuple((domino, Seat(owner - 1)) for domino, owner in zip(line, owners, strict=True) if owner),
    )


def _read_seen(row: Sequence[int], at: int) -> int:
    boxes = row[at + slot.SEEN] | row[at + slot.SEEN + 1] << len(KINGDOMINO)
    return sum(1 << domino for number, domino in enumerate(_DOMINOES) if boxes >> number & 1)


def _nibbles(values: Iterable[int]) -> int:
    return sum(value << 4 * at for at, value in enumerate(values))


def _bytes(values: Iterable[int]) -> int:
    return sum(value << 8 * at for at, value in enumerate(values))


def _unpacked(packed: int, bits: int) -> list[int]:
    """The numbers in *packed*, up to the first 0."""
    found = []
    while packed:
        found.append(packed & (1 << bits) - 1)
        packed >>= bits
    return found


def _bit(square: Square) -> int:
    return (row(square) & 7) << 3 | column(square) & 7


@lru_cache(REMEMBERED)
def _plane(mask: Mask) -> int:
    """A mask of the field as a plane of the torus."""
    plane, row = 0, 0
    while mask:
        columns = mask & (1 << STRIDE) - 1
        plane |= (columns & 255 | columns >> 8) << 8 * (row & 7)
        mask, row = mask >> STRIDE, row + 1
    return plane - (1 << 64) if plane >> 63 else plane


def _corner(box: int) -> tuple[int, int]:
    """The column and row where a kingdom's box begins."""
    runs = box & 255, box >> 8 & 255
    west, south = (next(x for x in range(7) if run >> x & 1 and not run >> (x - 1) % 8 & 1) for run in runs)
    return west, south


def _mask(plane: int, corner: tuple[int, int]) -> Mask:
    """A plane of the torus as a mask of the field, for a kingdom whose box begins at *corner*."""
    west, south = corner
    return sum(
        1 << square_at(west + (bit - west) % 8, south + (bit // 8 - south) % 8) for bit in range(64) if plane >> bit & 1
    )


def _box_of(kingdom: Kingdom) -> int:
    west, south, east, north = kingdom.box
    columns = sum(1 << x % 8 for x in range(west, east + 1))
    return columns | sum(1 << y % 8 for y in range(south, north + 1)) << 8


def _crown_planes(kingdom: Kingdom) -> tuple[int, int]:
    """The squares with an odd number of crowns, and those with two or three; the reference counts one plane a crown."""
    one, two, three = kingdom.crowns
    return _plane(one & ~two | three), _plane(two)


def _write_kingdom(words: list[int], land: int, kingdom: Kingdom) -> None:
    words[land : land + slot.KINGDOM_WORDS] = _kingdom_words(kingdom)


@lru_cache(REMEMBERED)
def _kingdom_words(kingdom: Kingdom) -> tuple[int, ...]:
    """The slots of a kingdom, in their order."""
    terrains = map(_plane, kingdom.terrains)
    return *terrains, *_crown_planes(kingdom), _plane(kingdom.occupied), _box_of(kingdom)


@lru_cache(REMEMBERED)
def _past_points(kingdom: Kingdom, rules: ClassicRules) -> int:
    score = classic.score(kingdom, rules)
    largest, crowns = score.ties
    return score.total << 32 | largest << 16 | crowns


def _read_kingdom(words: Sequence[int], land: int) -> Kingdom:
    terrains = [words[land + slot.TERRAINS + terrain] for terrain in Terrain]
    return _kingdom(terrains, words[land + slot.CROWNS], words[land + slot.CROWNS_TWICE])


def _kingdom(terrains: Sequence[int], once: int, twice: int) -> Kingdom:
    occupied = CASTLE_MASK
    for plane in terrains:
        occupied |= plane
    columns = sum(1 << x for x in range(8) if any(occupied >> 8 * y + x & 1 for y in range(8)))
    rows = sum(1 << y for y in range(8) if occupied >> 8 * y & 255)
    corner = west, south = _corner(columns | rows << 8)
    return Kingdom(
        tuple(_mask(plane, corner) for plane in terrains),
        (_mask(once | twice, corner), _mask(twice, corner), _mask(once & twice, corner)),
        _mask(occupied, corner),
        (west, south, west + columns.bit_count() - 1, south + rows.bit_count() - 1),
    )


def _write_past(words: list[int], past: int, kingdom: Kingdom) -> None:
    for terrain, squares_of in enumerate(kingdom.terrains):
        for plane in range(3):
            if (terrain + 1) >> plane & 1:
                words[past + plane] |= _plane(squares_of)
    words[past + 3], words[past + 4] = _crown_planes(kingdom)


def _read_past(words: Sequence[int], past: int) -> Kingdom:
    terrains = []
    for terrain in Terrain:
        squares_of = -1
        for plane in range(3):
            squares_of &= words[past + plane] if (terrain + 1) >> plane & 1 else ~words[past + plane]
        terrains.append(squares_of)
    return _kingdom(terrains, words[past + 3], words[past + 4])


def _write_estate(words: list[int], at: int, estate: Estate) -> None:
    bonuses = {BUILDINGS[key].tax_bonus for _, key in estate.buildings}
    treasuries = ("knight" in bonuses) | ("tower" in bonuses) << 1
    words[at + slot.PURSE] = (
        estate.coins + estate.knights * slot.KNIGHT + estate.towers * slot.TOWER + (treasuries << slot.TREASURY_SHIFT)
    )
    words[at + slot.POSTED] = _plane(estate.posted)
    words[at + slot.BUILT] = _plane(estate.built)


def _write_buildings(words: list[int], state: queen.State) -> None:
    number = 0
    for kingdom, estate in enumerate(state.estates):
        for square, key in estate.buildings:
            building = _KIND_NUMBER[key] + 1 | kingdom << 5 | _bit(square) << 8
            words[slot.BUILDINGS + number // 4] |= building << 16 * (number % 4)
            number += 1
    words[slot.BUILDINGS_COUNT] = number


def _read_estate(words: Sequence[int], at: int, kingdom: int) -> Estate:
    estate = at + slot.ESTATE + kingdom * slot.ESTATE_WORDS
    corner = _corner(words[_land(at, kingdom) + slot.BOX])
    purse = words[estate + slot.PURSE]
    buildings = []
    for number in range(words[at + slot.BUILDINGS_COUNT]):
        building = words[at + slot.BUILDINGS + number // 4] >> 16 * (number % 4) & 0xFFFF
        if building >> 5 & 7 == kingdom:
            (square,) = squares(_mask(1 << (building >> 8), corner))
            buildings.append((square, _KINDS[(building & 31) - 1]))
    return Estate(
        purse & 0xFFFF,
        purse >> 16 & 0xFFFF,
        _mask(words[estate + slot.POSTED], corner),
        purse >> 32 & 0xFFFF,
        tuple(buildings),
    )


def _square_number(square: Square) -> int:
    return row(square) * SIDE + column(square)


def _square(number: int) -> Square:
    return square_at(number % SIDE, number // SIDE)
