"""What faces draw of Queendomino and Royal Wedding: kingdoms with their estates, both lines, the builders' board."""

from collections import Counter
from functools import lru_cache

from crownland.games.queen.building import BUILDINGS, SPACES
from crownland.games.queen.estate import Estate
from crownland.games.queen.state import BOARD, State, Step, cached_score
from crownland.games.view import Badge, Piece, Realm, Slot, Tray, View, hand_of, line_trays
from crownland.kernel.action import Seat
from crownland.kernel.kingdom import Kingdom, reach_box
from crownland.kernel.square import squares

__all__ = ["view"]

KNIGHT = Piece("knight")


def view(state: State) -> View:
    is_laid = state.step is not Step.PLACE
    return View(
        realms=tuple(
            [
                _realm(state.rules.size, state.seats_of(at), kingdom, estate, state.queen == at)
                for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True))
            ]
        ),
        trays=(*line_trays(state.turns, is_laid=is_laid), _board(state)),
        hand=() if is_laid else hand_of(state.turns),
        steps=_steps(state),
    )


def _steps(state: State) -> tuple[str, ...]:
    """Q4: the steps of a turn; the last round has none that claims."""
    if state.actor is None or state.turns.waiting:
        return ()
    return ("place", "tax", "build", "dragon", "claim" if state.turns.free else "end")


@lru_cache(4096)
def _realm(size: int, seats: tuple[Seat, ...], kingdom: Kingdom, estate: Estate, hosts_queen: bool) -> Realm:
    purse = Badge("coin", estate.coins), Badge("knight", estate.knights), Badge("tower", estate.towers)
    return Realm(
        seats,
        kingdom,
        reach_box(size, kingdom.box),
        cached_score(kingdom, estate, hosts_queen=hosts_queen),
        pieces=(
            *((square, Piece("building", key)) for square, key in estate.buildings),
            *((square, KNIGHT) for square in squares(estate.posted)),
        ),
        badges=(*purse, Badge("queen")) if hosts_queen else purse,
    )


def _board(state: State) -> Tray:
    """Q3, Q9: the tiles, each with the price for the one to act; the dragon, and the queen while nobody hosts her."""
    payer = None if state.actor is None else state.kingdom_of(state.actor)
    slots = tuple(
        Slot(
            None if tile is None else Piece("building", tile),
            price=space if payer is None else state.price(space, payer),
        )
        for space, tile in zip(range(SPACES), state.board, strict=True)
    )
    badges = Badge("dragon", on=state.dragon_is_home), Badge("queen", on=state.queen is None)
    seen = Counter(state.tiles_seen)
    left = tuple((key, building.copies - seen[key]) for key, building in BUILDINGS.items())
    return Tray("builders", BOARD, slots, badges, left=left)
