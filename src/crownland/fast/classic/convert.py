"""Reference ⇄ words for Kingdomino."""

from collections.abc import Sequence
from functools import lru_cache

from crownland.fast import convert_land as land
from crownland.fast.classic import layout, numbering
from crownland.fast.convert_land import chance_items
from crownland.fast.jit import Row, filled
from crownland.games.classic.rules import Rules
from crownland.games.classic.state import State, score
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.terrain import Terrain

__all__ = ["action_number", "action_of", "chance_items", "from_words", "to_words"]


def to_words(state: State) -> Row:
    rules = state.rules
    words = _rules_words(rules).copy()
    words[layout.PHASE] = land.phase_of(state)
    words[layout.GAMES_OVER] = len(state.past)
    land.write_turns(words, state.turns, state.seen)
    for at, kingdom in enumerate(state.kingdoms):
        land.write_kingdom(words, land.land_at(at), kingdom)
    for game, kingdoms in enumerate(state.past):
        for seat, kingdom in enumerate(kingdoms):
            _write_past(words, _past_at(game, seat), kingdom)
            words[layout.PAST_POINTS + seat] += _past_points(kingdom, rules)
    return filled(words)


@lru_cache(64)
def _rules_words(rules: Rules) -> list[int]:
    """Returns a row with what never changes in a game."""
    words = [0] * (layout.DYNASTY_WORDS if rules.games > 1 else layout.WORDS)
    words[layout.GAME] = layout.NUMBER
    words[layout.SEATS] = words[layout.KINGDOMS] = rules.setup.players
    words[layout.BONUSES] = sum(bonus.points << layout.BONUS_SHIFT[bonus.key] for bonus in rules.bonuses)
    words[layout.GAMES] = rules.games
    land.write_rules(words, rules)
    return words


def from_words(start: State, row: Sequence[int]) -> State:
    seats = range(len(start.kingdoms))
    return State(
        start.rules,
        tuple(land.read_kingdom(row, land.land_at(seat)) for seat in seats),
        land.read_turns(row),
        land.read_seen(row),
        tuple(tuple(_read_past(row, _past_at(game, seat)) for seat in seats) for game in range(row[layout.GAMES_OVER])),
    )


def action_number(state: State, action: land.SharedAction) -> int:
    return land.shared_number(state, action, numbering.CLAIM)


def action_of(state: State, number: int) -> land.SharedAction:
    return land.shared_action(state, number, numbering.CLAIM)


def _past_at(game: int, seat: int) -> int:
    """Returns where the slots of a kingdom of an earlier game begin."""
    return layout.PAST + (layout.MOST_KINGDOMS * game + seat) * layout.PAST_WORDS


@lru_cache(land.REMEMBERED)
def _past_points(kingdom: Kingdom, rules: Rules) -> int:
    result = score(kingdom, rules)
    largest, crowns = result.ties
    return result.total << 32 | largest << 16 | crowns


def _write_past(words: list[int], past: int, kingdom: Kingdom) -> None:
    for terrain, squares in enumerate(kingdom.terrains):
        for plane in range(layout.PAST_PLANES):
            if (terrain + 1) >> plane & 1:
                words[past + plane] |= land.plane_of(squares)
    words[past + layout.PAST_PLANES : past + layout.PAST_WORDS] = land.crown_planes(kingdom)


def _read_past(words: Sequence[int], past: int) -> Kingdom:
    terrains = []
    for terrain in Terrain:
        squares = -1
        for plane in range(layout.PAST_PLANES):
            squares &= words[past + plane] if (terrain + 1) >> plane & 1 else ~words[past + plane]
        terrains.append(squares)
    return land.kingdom_from(terrains, words[past + layout.PAST_PLANES], words[past + layout.PAST_PLANES + 1])
