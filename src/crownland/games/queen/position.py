"""Positions of Queendomino and Royal Wedding as text, and back."""

import re

from crownland.games.position import Parts, read_kingdom, read_turns, refuse_position
from crownland.games.queen.building import BUILDINGS, SPACES, building_name, parse_building
from crownland.games.queen.estate import FIRST_ESTATE, Estate
from crownland.games.queen.rules import queendomino_rules, royal_wedding_rules
from crownland.games.queen.state import State, Step
from crownland.games.setup import Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import EMPTY_KINGDOM, Kingdom
from crownland.kernel.square import CASTLE_MASK, Square, parse_square, square_name, squares
from crownland.kernel.terrain import Terrain
from crownland.kernel.token import parse_seat

__all__ = ["position_text", "read_position"]

_RULES = {"queendomino": queendomino_rules, "royal-wedding": royal_wedding_rules}
_PURSE = re.compile(r"(\d{1,4})c\.(\d{1,3})k\.(\d{1,3})t", re.ASCII)
_ON_SQUARE = re.compile(r"([A-Za-z]+)@([a-m]\d+)", re.ASCII)


def position_text(state: State) -> str:
    """Setup, kingdoms with estates, builders' board, queen, dragon, step, kings and lines."""
    parts = [str(state.setup)]
    for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
        parts.append(f"{seat_letter(Seat(at))}:{kingdom};{_estate_text(estate)}")
    parts.append(f"board:{'.'.join(building_name(tile) if tile else '-' for tile in state.board)}")
    parts += [f"burned:{'.'.join(map(building_name, state.burned))}"] if state.burned else []
    parts += [f"queen:{seat_letter(Seat(state.queen))}"] if state.queen is not None else []
    parts += [] if state.dragon_is_home else ["dragon:away"]
    parts += [f"step:{state.step.name.lower()}"] if state.step else []
    parts += [f"fresh:{'.'.join(map(square_name, squares(state.fresh)))}"] if state.fresh else []
    parts += state.turns.texts(state.seen)
    return " ".join(parts)


def _estate_text(estate: Estate) -> str:
    """``7c.1k.0t;N@h8;church@g9``: coins, knights in the reserve and towers; knights posted; buildings."""
    parts = [f"{estate.coins}c.{estate.knights}k.{estate.towers}t"]
    parts += [f"N@{square_name(square)}" for square in squares(estate.posted)]
    parts += [f"{building_name(key)}@{square_name(square)}" for square, key in estate.buildings]
    return ";".join(parts)


def read_position(setup: Setup, parts: Parts) -> State:
    rules = _RULES[setup.game](setup)
    owned = [_read_estate(parts[seat_letter(Seat(at))], rules.size) for at in range(rules.kingdoms)]
    kingdoms, estates = tuple(kingdom for kingdom, _ in owned), tuple(estate for _, estate in owned)
    step = _read_step(parts.get("step"))
    box = [domino for pile in rules.piles for domino in pile.dominoes]
    turns, seen = read_turns(parts, rules, box, kingdoms, laid=int(step > Step.PLACE))
    queen = parse_seat(parts.get("queen")) if parts.get("queen") else None
    state = State(
        rules=rules,
        kingdoms=kingdoms,
        estates=estates,
        turns=turns,
        seen=seen,
        board=_read_board(parts["board"]),
        burned=tuple(map(parse_building, parts.listed("burned"))),
        queen=queen,
        dragon_is_home=parts.get("dragon") != "away",
        step=step,
        fresh=sum(1 << parse_square(name) for name in parts.listed("fresh")),
    )
    _check(state)
    return state


def _check(state: State) -> None:
    """Refuse tiles too many, a queen of nobody, knights and buildings where no land of theirs is."""
    if not state.seen and (set(state.kingdoms) != {EMPTY_KINGDOM} or set(state.estates) != {FIRST_ESTATE}):
        raise refuse_position("the estates and the start of the game")
    shown = state.tiles_seen
    if any(shown.count(tile) > BUILDINGS[tile].copies for tile in shown):
        raise refuse_position("the building tiles")
    if state.queen is not None and state.queen >= state.rules.kingdoms:
        raise refuse_position("the queen and the kingdoms")
    if state.step > Step.PLACE and not state.turns.old:
        raise refuse_position("the step of the turn and the kings")
    if tuple(sorted(state.burned)) != state.burned:
        raise InvalidTextError(f"expected the burned tiles in the order of the alphabet, got: {state.burned}")
    if state.fresh and not _fresh_agrees(state):
        raise refuse_position("the squares to tax and the turn (Q5)")
    for line in (state.turns.old, state.turns.line):
        if len({pile.name for pile in state.rules.piles for domino, _ in line if domino in pile.dominoes}) > 1:
            raise refuse_position("a line and its box (W4)")
    for kingdom, estate in zip(state.kingdoms, state.estates, strict=True):
        towns = kingdom.terrains[Terrain.TOWN]
        crowns = sum(BUILDINGS[key].crowns << square for square, key in estate.buildings)
        if (
            estate.posted & ~(kingdom.occupied & ~CASTLE_MASK)
            or estate.built & ~towns
            or kingdom.crowns[0] & towns != crowns  # T2: towns have no crowns but those of buildings
            or estate.built.bit_count() != len(estate.buildings)
        ):
            raise refuse_position("knights, buildings and land")


def _fresh_agrees(state: State) -> bool:
    """Q5: one or two squares of the kingdom that acts, just laid and without a knight."""
    at = state.kingdom_of(state.turns.old[0][1])
    land = state.kingdoms[at].occupied & ~CASTLE_MASK & ~state.estates[at].posted
    return state.step is Step.TAX and not state.fresh & ~land and state.fresh.bit_count() <= 2


def _read_estate(text: str, size: int) -> tuple[Kingdom, Estate]:
    land, purse, *things = [*text.split(";"), ""] if ";" not in text else text.split(";")
    match = _PURSE.fullmatch(purse)
    if match is None:
        raise InvalidTextError(f"expected a kingdom and a purse like c;7c.1k.0t, got: {text[:80]!r}")
    posted, buildings = 0, []
    for thing in things:
        name, square = _read_thing(thing)
        if name == "N":
            posted |= 1 << square
        else:
            buildings.append((square, parse_building(name)))
    coins, knights, towers = map(int, match.groups())
    return read_kingdom(land, size), Estate(coins, knights, posted, towers, tuple(buildings))


def _read_thing(text: str) -> tuple[str, Square]:
    match = _ON_SQUARE.fullmatch(text)
    if match is None:
        raise InvalidTextError(f"expected a knight or a building like N@h8 or church@g9, got: {text[:80]!r}")
    return match[1], parse_square(match[2])


def _read_board(text: str) -> tuple[str | None, ...]:
    tiles = tuple(None if name == "-" else parse_building(name) for name in text.split("."))
    if len(tiles) != SPACES:
        raise InvalidTextError(f"expected {SPACES} spaces on the builders' board, got: {text[:80]!r}")
    return tiles


def _read_step(text: str) -> Step:
    try:
        return Step[text.upper()] if text else Step.PLACE
    except KeyError:
        raise InvalidTextError(f"expected a step tax, build, dragon or claim, got: {text[:40]!r}") from None
