"""Short ways to say what a test of Queendomino is about: kingdoms drawn, scenes in words, turns as tokens."""

import pytest

from crownland.games.queen.state import State
from crownland.games.registry import find_game
from crownland.kernel.errors import IllegalActionError
from crownland.notation.position import parse_position, parse_setup
from crownland.notation.token import parse_action

__all__ = ["BOARD", "land", "legal", "played", "purses", "refusal", "scene", "start_of"]

BOARD = "statue.church.bakery.tavern.guardtower.fortress"


def start_of(setup: str) -> State:
    """The first state of a setup like ``queendomino players=2``."""
    parsed = parse_setup(setup.split())
    state = find_game(parsed.game).start(parsed)
    assert isinstance(state, State)
    return state


def played(state: State, tokens: str) -> State:
    """The state after *tokens*, each of them played and so checked."""
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


def legal(state: State) -> str:
    return " ".join(map(str, state.legal_actions()))


def refusal(state: State, token: str) -> str:
    """The rule and the reason why *token* is refused; it is not listed, and nothing has changed."""
    before = str(state)
    action = parse_action(token)
    assert action not in state.legal_actions()
    with pytest.raises(IllegalActionError) as caught:
        state.play(action)
    error = caught.value
    assert str(error) == f"illegal action: {token} ({error.rule}: {error.reason}) in {before}"
    assert str(state) == before
    return f"{error.rule}: {error.reason}"


def purses(state: State) -> list[tuple[int, int, int]]:
    """Coins, knights in the reserve and towers, kingdom by kingdom."""
    return [(estate.coins, estate.knights, estate.towers) for estate in state.estates]


def land(drawing: str) -> str:
    """The kingdom that a drawing shows: rows from north to south, cells apart by blanks, ``c`` the castle."""
    return "/".join("".join(row.split()).rstrip(".") for row in drawing.strip().splitlines())


def scene(
    *owned: str,
    players: int = 4,
    board: str = BOARD,
    burned: str = "",
    queen: str = "",
    dragon: str = "",
    step: str = "",
    fresh: str = "",
    old: str = "Q3A.Q20B.Q21C.Q22D",
    new: str = "Q30.Q31.Q32.Q33",
    lines: int = 6,
) -> State:
    """A position of Queendomino. *owned* are kingdoms with their estates; who is not told has a castle and a purse.

    Of the *lines* dealt so far, what is not on the table is gone: the lowest numbers.
    """
    words = [f"queendomino players={players}"]
    for seat in range(players):
        words.append(f"{'ABCD'[seat]}:{owned[seat] if seat < len(owned) else 'c;7c.1k.0t'}")
    on_table = [word.rstrip("ABCD") for word in f"{old}.{new}".split(".") if word]
    gone = [f"Q{number}" for number in range(1, 49) if f"Q{number}" not in on_table]
    parts = {
        "board": board,
        "burned": burned,
        "queen": queen,
        "dragon": dragon,
        "step": step,
        "fresh": fresh,
        "old": old,
        "new": new,
        "gone": ".".join(gone[: 4 * lines - len(on_table)]),
    }
    state = parse_position(" ".join([*words, *(f"{key}:{value}" for key, value in parts.items() if value)]))
    assert isinstance(state, State)
    return state
