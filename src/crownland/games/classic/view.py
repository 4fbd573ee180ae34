"""What faces draw of Kingdomino: the kingdoms and both lines."""

from functools import lru_cache

from crownland.games.classic.rules import Rules
from crownland.games.classic.state import State, series_score
from crownland.games.view import Realm, View, hand_of, line_trays
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom, reach_box

__all__ = ["view"]


def view(state: State) -> View:
    games = (*state.past, state.kingdoms)
    return View(
        realms=tuple([_realm(state.rules, seat, tuple([game[seat] for game in games])) for seat in state.rules.seats]),
        trays=line_trays(state.turns),
        hand=hand_of(state.turns),
        past=tuple(
            tuple([_realm(state.rules, seat, (game[seat],), number) for seat in state.rules.seats])
            for number, game in enumerate(state.past, start=1)
        ),
    )


@lru_cache(4096)
def _realm(rules: Rules, seat: Seat, kingdoms: tuple[Kingdom, ...], first: int = 1) -> Realm:
    """The last of *kingdoms*, with the score of all."""
    kingdom = kingdoms[-1]
    return Realm((seat,), kingdom, reach_box(rules.size, kingdom.box), series_score(rules, kingdoms, first))
