"""C4–C7: placing the domino a king stands on, or discarding it, as actions."""

from crownland.kernel.action import Discard, Place, all_places, discard_of
from crownland.kernel.domino import DOMINOES, DominoId, domino_name
from crownland.kernel.errors import Refusal
from crownland.kernel.kingdom import Kingdom

__all__ = ["laying_actions", "refuse_laying"]


def laying_actions(kingdom: Kingdom, domino: DominoId, size: int) -> tuple[Place | Discard, ...]:
    """Every placement of *domino*, by direction (north, east, south, west) and then by square from a1.

    C7: discarding is the only choice when there is none, and no choice otherwise.
    """
    places: list[Place | Discard] = []
    for placed, spots in zip(all_places(domino), kingdom.spots(DOMINOES[domino], size), strict=True):
        while spots:
            low = spots & -spots
            places.append(placed[low])
            spots ^= low
    return tuple(places) or (discard_of(domino),)


def refuse_laying(action: object, kingdom: Kingdom, domino: DominoId, size: int) -> Refusal:
    """Why *action* is not one of :func:`laying_actions`; None when it is."""
    if not isinstance(action, Place | Discard):
        return "C10", f"the king on {domino_name(domino)} places it before anything else"
    if action.domino != domino:
        return "C10", f"the king on {domino_name(domino)} is to act"
    face = DOMINOES[domino]
    spots = kingdom.spots(face, size)
    match action:
        case Place(_, square, direction):
            return None if spots[direction] >> square & 1 else kingdom.why_not(face, square, direction, size)
        case Discard():
            return ("C7", f"domino {domino_name(domino)} can be placed") if any(spots) else None
