"""Reference ⇄ words for Queendomino and Royal Wedding."""

from collections.abc import Sequence

from crownland.fast import convert_land as land
from crownland.fast.jit import Row, filled
from crownland.fast.queen import layout, numbering, phase
from crownland.games.queen.action import Build, Burn, Stock, Tax
from crownland.games.queen.building import BUILDINGS, SPACES, TILES
from crownland.games.queen.estate import Estate
from crownland.games.queen.state import State, Step
from crownland.kernel.action import End, Opening, Reveal, Seat
from crownland.kernel.domino import QUEENDOMINO
from crownland.kernel.square import squares

__all__ = ["action_number", "action_of", "chance_items", "from_words", "to_words"]

_KINDS = tuple(BUILDINGS)
_KIND_NUMBER = {key: number for number, key in enumerate(_KINDS)}
_PHASES = {Step.TAX: phase.TAX, Step.DRAGON: phase.DRAGON, Step.CLAIM: phase.END}
_STEPS = {number: step for step, number in _PHASES.items()}


def to_words(state: State) -> Row:
    rules = state.rules
    words = [0] * layout.WORDS
    words[layout.GAME] = layout.NUMBER
    words[layout.PHASE] = _phase(state)
    words[layout.SEATS] = state.setup.players
    words[layout.KINGDOMS] = rules.kingdoms
    land.write_rules(words, rules)
    words[layout.KINGDOM_OF] = land.nibbles(rules.kingdom_of)
    words[layout.PILES] = sum((rules.pile(line).dominoes == QUEENDOMINO) << line for line in range(2))
    land.write_turns(words, state.turns, state.seen)
    for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
        land.write_kingdom(words, land.land_at(at), kingdom)
        _write_estate(words, layout.ESTATE + at * layout.ESTATE_WORDS, estate)
    _write_buildings(words, state)
    words[layout.BOARD] = sum((_KIND_NUMBER[tile] + 1) << 8 * at for at, tile in enumerate(state.board) if tile)
    words[layout.BURNED] = sum(1 << 2 * _KIND_NUMBER[tile] for tile in state.burned)
    left = (1 << len(TILES)) - 1
    for tile in state.tiles_seen:
        left ^= 1 << next(at for at, key in enumerate(TILES) if key == tile and left >> at & 1)
    words[layout.TILES] = left
    words[layout.HOST] = 0 if state.queen is None else state.queen + 1
    words[layout.DRAGON] = state.dragon_is_home
    words[layout.FRESH] = land.plane_of(state.fresh)
    return filled(words)


def from_words(start: State, row: Sequence[int]) -> State:
    rules, turns, board = start.rules, land.read_turns(row), row[layout.BOARD]
    acting = turns.old[0][1] if turns.old else Seat(0)
    corner = land.corner_of(row[land.land_at(rules.kingdom_of[acting]) + layout.BOX])
    return State(
        rules,
        tuple(land.read_kingdom(row, land.land_at(kingdom)) for kingdom in range(rules.kingdoms)),
        tuple(_read_estate(row, kingdom) for kingdom in range(rules.kingdoms)),
        turns,
        land.read_seen(row),
        tuple(_KINDS[kind - 1] if (kind := board >> 8 * space & 255) else None for space in range(SPACES)),
        tuple(sorted(key for number, key in enumerate(_KINDS) for _ in range(row[layout.BURNED] >> 2 * number & 3))),
        row[layout.HOST] - 1 if row[layout.HOST] else None,
        bool(row[layout.DRAGON]),
        _STEPS.get(row[layout.PHASE], Step.PLACE),
        land.mask_of(row[layout.FRESH], corner),
    )


def action_number(state: State, action: land.SharedAction | Tax | Build | Burn | End) -> int:
    match action:
        case Tax(square):
            return numbering.TAX + land.number_of(square)
        case Build(space, square):
            return numbering.BUILD + numbering.SQUARES * space + land.number_of(square)
        case Burn(space):
            return numbering.BURN + space
        case End():
            return numbering.END
    return land.shared_number(state, action, numbering.CLAIM)


def action_of(state: State, number: int) -> land.SharedAction | Tax | Build | Burn | End:
    if numbering.TAX <= number < numbering.BUILD:
        return Tax(land.square_of(number - numbering.TAX))
    if numbering.BUILD <= number < numbering.BURN:
        space, square = divmod(number - numbering.BUILD, numbering.SQUARES)
        return Build(space, land.square_of(square))
    if numbering.BURN <= number < numbering.CLAIM:
        return Burn(number - numbering.BURN)
    if number == numbering.END:
        return End()
    return land.shared_action(state, number, numbering.CLAIM)


def chance_items(action: Opening | Reveal | Stock) -> tuple[int, ...]:
    """Returns the seats, the dominoes from 0 through both boxes, or the kinds of the tiles."""
    if isinstance(action, Stock):
        return tuple(_KIND_NUMBER[tile] for tile in action.tiles)
    return land.chance_items(action)


def _phase(state: State) -> int:
    if state.actor is not None and not state.turns.waiting:
        return _PHASES.get(state.step, phase.PLACE)
    draw = state.chance
    return phase.STOCK if draw is not None and draw.items == TILES else land.phase_of(state)


def _write_estate(words: list[int], at: int, estate: Estate) -> None:
    bonuses = {BUILDINGS[key].tax_bonus for _, key in estate.buildings}
    treasuries = ("knight" in bonuses) | ("tower" in bonuses) << 1
    words[at + layout.PURSE] = (
        estate.coins
        + estate.knights * layout.KNIGHT
        + estate.towers * layout.TOWER
        + (treasuries << layout.TREASURY_SHIFT)
    )
    words[at + layout.POSTED] = land.plane_of(estate.posted)
    words[at + layout.BUILT] = land.plane_of(estate.built)


def _write_buildings(words: list[int], state: State) -> None:
    number = 0
    for kingdom, estate in enumerate(state.estates):
        for square, key in estate.buildings:
            building = _KIND_NUMBER[key] + 1 | kingdom << 5 | land.bit_of(square) << 8
            words[layout.BUILDINGS + number // 4] |= building << 16 * (number % 4)
            number += 1
    words[layout.BUILDINGS_COUNT] = number


def _read_estate(words: Sequence[int], kingdom: int) -> Estate:
    estate = layout.ESTATE + kingdom * layout.ESTATE_WORDS
    corner = land.corner_of(words[land.land_at(kingdom) + layout.BOX])
    purse = words[estate + layout.PURSE]
    buildings = []
    for number in range(words[layout.BUILDINGS_COUNT]):
        building = words[layout.BUILDINGS + number // 4] >> 16 * (number % 4) & 0xFFFF
        if building >> 5 & 7 == kingdom:
            (square,) = squares(land.mask_of(1 << (building >> 8), corner))
            buildings.append((square, _KINDS[(building & 31) - 1]))
    return Estate(
        purse & 0xFFFF,
        purse >> 16 & 0xFFFF,
        land.mask_of(words[estate + layout.POSTED], corner),
        purse >> 32 & 0xFFFF,
        tuple(buildings),
    )
