"""Positions: a state as one line of text, and back."""

import re

from crownland.games.classic import state as classic
from crownland.games.classic.rules import Rules, rules_of
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.domino import DominoId, parse_domino
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.turns import Turns
from crownland.notation.token import parse_seat

__all__ = ["parse_position", "parse_setup"]

_ON_LINE = re.compile(r"(\w*?\d+)([A-H]?)", re.ASCII)
_Line = tuple[tuple[DominoId, Seat | None], ...]


def parse_setup(words: list[str]) -> Setup:
    """A setup from its words: ``kingdomino players=2 opening=snake``."""
    key, *pairs = words or [""]
    values = dict(_pair(word, "=") for word in pairs)
    players = values.pop("players", "")
    if not players.isdecimal():
        raise InvalidTextError(f"expected the number of players, like players=2, got: {' '.join(words)[:200]!r}")
    return find_game(key).setup(int(players), values)


def parse_position(text: str) -> classic.State:
    """The state that ``str(state)`` wrote. What no game could come to is refused."""
    words = text.split()
    first = next((at for at, word in enumerate(words) if ":" in word), len(words))
    rules = rules_of(parse_setup(words[:first]))
    past: list[tuple[Kingdom, ...]] = []
    parts: dict[str, str] = {}
    for word in words[first:]:
        key, value = _pair(word, ":")
        if key == "past":
            past.append(tuple(_kingdom(kingdom, rules) for kingdom in value.split("+")))
        elif key in parts:
            raise InvalidTextError(f"expected {key}: once in a position, got it twice: {text[:200]!r}")
        else:
            parts[key] = value
    try:
        kingdoms = tuple(_kingdom(parts[seat_letter(seat)], rules) for seat in rules.seats)
    except KeyError as error:
        raise InvalidTextError(f"expected the kingdom of every seat, {error} is missing: {text[:200]!r}") from None
    state = _state(rules, kingdoms, parts, tuple(past))
    if str(state) != " ".join(words):
        raise InvalidTextError(f"expected a position written as {str(state)!r}, got: {text[:300]!r}")
    return state


def _state(
    rules: Rules, kingdoms: tuple[Kingdom, ...], parts: dict[str, str], past: tuple[tuple[Kingdom, ...], ...]
) -> classic.State:
    waiting = tuple(map(parse_seat, parts.get("claiming", "")))
    old, new = _line(parts.get("old", "")), _line(parts.get("new", ""))
    gone = tuple(map(parse_domino, filter(None, parts.get("gone", "").split("."))))
    turns = Turns(
        lines_left=rules.lines - (len(old) + len(new) + len(gone)) // rules.line_length,
        waiting=waiting,
        old=tuple((domino, seat) for domino, seat in old if seat is not None),
        free=tuple(domino for domino, seat in new if seat is None),
        claimed=tuple((domino, seat) for domino, seat in new if seat is not None),
    )
    seen = [*(domino for domino, _ in (*old, *new)), *gone]
    _check(rules, turns, seen, kingdoms, past)
    return classic.State(rules, kingdoms, turns, sum(1 << domino for domino in seen), past)


def _check(
    rules: Rules,
    turns: Turns,
    seen: list[DominoId],
    kingdoms: tuple[Kingdom, ...],
    past: tuple[tuple[Kingdom, ...], ...],
) -> None:
    """Refuse what no game could come to: a domino in two places, kings too many or too few, land without dominoes."""
    kings = sorted([*turns.waiting, *(seat for _, seat in (*turns.old, *turns.claimed))])
    last_round = not turns.lines_left and not turns.line
    squares = sum(kingdom.occupied.bit_count() - 1 for kingdom in kingdoms)
    placed = len(seen) - len(turns.old) - len(turns.line)
    fits = (
        len(set(seen)) == len(seen)
        and len(seen) % rules.line_length == 0
        and turns.lines_left >= 0
        and (last_round or not seen or kings == sorted(rules.kings))
        and squares <= 2 * placed
        and len(past) < rules.games
        and all(len(game) == rules.setup.players for game in past)
    )
    if not fits:
        raise InvalidTextError("expected a position that a game can come to: dominoes, kings and kingdoms do not agree")


def _kingdom(text: str, rules: Rules) -> Kingdom:
    kingdom = Kingdom.parse(text)
    if max(kingdom.width, kingdom.height) > rules.size:
        raise InvalidTextError(f"expected a kingdom within {rules.size}×{rules.size} (C4), got: {text!r}")
    if not kingdom.is_connected:
        raise InvalidTextError(f"expected a kingdom connected with its castle (C5), got: {text!r}")
    return kingdom


def _line(text: str) -> _Line:
    line = []
    for word in filter(None, text.split(".")):
        match = _ON_LINE.fullmatch(word)
        if match is None:
            raise InvalidTextError(f"expected dominoes with their kings like 3A.17.22B, got: {text[:200]!r}")
        line.append((parse_domino(match[1]), parse_seat(match[2]) if match[2] else None))
    return tuple(line)


def _pair(word: str, mark: str) -> tuple[str, str]:
    key, found, value = word.partition(mark)
    if not found or not key:
        raise InvalidTextError(f"expected a word like key{mark}value, got: {word[:80]!r}")
    return key, value
