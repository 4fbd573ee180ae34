import pytest

from crownland.kernel.action import Seat
from crownland.kernel.domino import DominoId
from crownland.kernel.turns import Turns
from tests.helpers import A, B, C

FIRST = tuple(map(DominoId, (3, 17, 22, 41)))
SECOND = tuple(map(DominoId, (5, 9, 30, 48)))


def after_claims(*claims: int) -> Turns:
    """Two lines of four to deal, order A B B A, the first line claimed like this."""
    turns = Turns(2).opened((A, B, B, A)).reveal(FIRST)
    for domino in claims:
        turns = turns.claim(DominoId(domino))
    return turns


def names(turns: Turns) -> str:
    """Who acts, and what stands where: ``A; old 3A 17B; new 5 9A``."""
    line = " ".join(f"{d}{'' if s is None else 'ABCD'[s]}" for d, s in turns.line)
    old = " ".join(f"{d}{'ABCD'[s]}" for d, s in turns.old)
    return f"{'-' if turns.actor is None else 'ABCD'[turns.actor]}; old {old}; new {line}"


def test_before_the_opening_nobody_acts_and_no_line_is_asked_for() -> None:
    turns = Turns(2)
    assert (turns.actor, turns.wants_line, turns.has_kings) == (None, False, False)


def test_c8_once_the_order_is_known_the_first_line_is_asked_for_before_anybody_acts() -> None:
    turns = Turns(2).opened((A, B, B, A))
    assert (turns.actor, turns.wants_line, turns.has_kings) == (None, True, True)


@pytest.mark.parametrize(
    ("claims", "shown"),
    [
        ((), "A; old ; new 3 17 22 41"),
        ((22,), "B; old ; new 3 17 22A 41"),
        ((22, 3), "B; old ; new 3B 17 22A 41"),
        ((22, 3, 41), "A; old ; new 3B 17 22A 41B"),
        ((22, 3, 41, 17), "-; old 3B 17A 22A 41B; new "),
    ],
)
def test_c11_the_first_round_only_claims(claims: tuple[int, ...], shown: str) -> None:
    assert names(after_claims(*claims)) == shown


def test_c10_then_the_king_on_the_lowest_number_places_and_claims_before_the_next_one_acts() -> None:
    turns = after_claims(22, 3, 41, 17).reveal(SECOND)
    assert names(turns) == "B; old 3B 17A 22A 41B; new 5 9 30 48"
    turns = turns.placed()
    assert names(turns) == "B; old 17A 22A 41B; new 5 9 30 48"
    turns = turns.claim(DominoId(30))
    assert names(turns) == "A; old 17A 22A 41B; new 5 9 30B 48"
    turns = turns.placed().claim(DominoId(48))
    assert names(turns) == "A; old 22A 41B; new 5 9 30B 48A"


def test_c11_in_the_last_round_kings_only_place() -> None:
    turns = after_claims(22, 3, 41, 17).reveal(SECOND)
    for domino in (30, 48, 5, 9):
        turns = turns.placed().claim(DominoId(domino))
    assert names(turns) == "A; old 5A 9B 30B 48A; new "
    for actor in (A, B, B, A):
        assert turns.actor == actor
        assert turns.waiting == ()
        turns = turns.placed()
    assert (turns.has_kings, turns.wants_line, turns.actor) == (False, False, None)


def test_k5_what_nobody_claimed_leaves_with_the_last_claim() -> None:
    turns = Turns(2).opened((A, B, C)).reveal(FIRST)
    for domino in (41, 3, 22):
        turns = turns.claim(DominoId(domino))
    assert turns.old == ((3, B), (22, C), (41, A))
    assert turns.free == ()
    assert turns.wants_line


@pytest.mark.parametrize("order", [(A, A, B, B), (B, A, A, B), (A, B, A, B)])
def test_kings_claim_in_the_opening_order(order: tuple[Seat, ...]) -> None:
    turns = Turns(6).opened(order).reveal(FIRST)
    acted = []
    for domino in FIRST:
        acted.append(turns.actor)
        turns = turns.claim(domino)
    assert tuple(acted) == order
