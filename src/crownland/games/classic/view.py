"""What faces draw of Kingdomino: the kingdoms and both lines."""

from functools import lru_cache

from crownland.games.classic.rules import Rules
from crownland.games.classic.state import State, series_score
from crownland.games.view import Realm, View, hand_of, line_trays
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom, reach_box

__all__ = ["view"]


def view(state: State) -> View:
    rules, past = state.rules, state.past
    return View(
        realms=tuple(
            [
                _realm(rules, Seat(at), (*[game[at] for game in past], kingdom) if past else (kingdom,))
                for at, kingdom in enumerate(state.kingdoms)
            ]
        ),
        trays=line_trays(state.turns),
        hand=hand_of(state.turns),
        past=tuple(
            [
                tuple([_realm(rules, Seat(at), (kingdom,), number) for at, kingdom in enumerate(game)])
                for number, game in enumerate(past, start=1)
            ]
        ),
    )


@lru_cache(4096)
def _realm(rules: Rules, seat: Seat, kingdoms: tuple[Kingdom, ...], first: int = 1) -> Realm:
    """The last of *kingdoms*, with the score of all."""
    kingdom = kingdoms[-1]
    return Realm((seat,), kingdom, reach_box(rules.size, kingdom.box), series_score(rules, kingdoms, first))
