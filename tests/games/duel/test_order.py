"""The order of legal actions, which is part of the contract, and the size of the perft files."""

from pathlib import Path

import pytest

from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from crownland.testing.perft import divide, read_perft
from tests.games.duel.oracle import position

PERFT = Path(__file__).parents[2] / "perft"
# Free are e8, f8 and e7 to the west, i8, h7 and i7 to the east; h7 touches the castle.
SIX_LEFT = """
    d s D S f q d
    s . . s d . D
    D . d c . . d
    S f q d s D S
    f q d s D S f
"""
SPELLS = "000000;free_placement;split;turn_die"
LIGHTNING = (
    "duel players=2 A:.d/sc/f;000033;{0} B:c;000000 first:A round:5 dice:1.1.1.1 taken:AABB drewA:f drewB:DS"
    " lightning:A.{0}"
)


@pytest.mark.parametrize(
    ("text", "tokens", "legal"),
    [
        (position(), "R2.6.1.1", "T1 T2 T3 T4"),
        (position(book_a="000000;pick_two"), "R2.6.1.1", "T1 T2 T3 T4 T1.2 T1.3 T1.4 T2.3 T2.4 T3.4"),
        (position(), "R2.6.1.1 T2", "T1.3 T1.4 T3.4"),
        (
            position(SIX_LEFT, book_a=SPELLS),
            "R2.6.1.1 T1 T3.4",
            "Mturn1.1 Mturn1.3 Mturn1.4 Mturn1.5 Mturn2.1 Mturn2.2 Mturn2.3 Mturn2.4 Mturn2.5 C1 C2 Mfree Msplit"
            " 1.2@e7n 1.2@i7n 1.2@h7e 1.2@e8s 1.2@i8s 1.2@i7w 1.2@f8w",
        ),
        (
            position(SIX_LEFT, book_a=SPELLS),
            "R2.6.1.1 T1 T3.4 Mfree",
            "Msplit 1.2@e7n 1.2@i7n 1.2@h7e 1.2@e8e 1.2@e8s 1.2@i8s 1.2@i7w 1.2@f8w",
        ),
        (position(SIX_LEFT), "R1.6.1.3 T1 T2.3", "W1d W1s W1D W1S W1f W1q"),
        (position(SIX_LEFT), "R1.6.1.3 T1 T2.3 W1D", "W4D W4S W4f W4q"),
        (
            position(SIX_LEFT),
            "R1.6.1.3 T1 T2.3 W1D W4q",
            "C1 C4 1.4@e7n 1.4@i7n 1.4@h7e 1.4@i8s 1.4@i7w 1.4@f8w",
        ),
        (position(SIX_LEFT), "R2.5.1.1 T1 T3.4", "C1 1.2@e7n 1.2@i7n 1.2@h7e 1.2@e8e"),
        (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit", "1@e7 1@h7 1@i7 1@f8 1@i8"),
        (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit 1@h7", "4@e7 4@i7 4@f8 4@i8"),
        (LIGHTNING.format("coat_bonus"), "", "Mcoatd Mcoats McoatD McoatS Mcoatf Mcoatq"),
        (LIGHTNING.format("extra_cross"), "", "Mcross@f6 Mcross@f7 Mcross@g8"),
    ],
    ids=[
        "A takes",
        "A takes with pick_two",
        "B takes",
        "all parts of a drawing",
        "after free placement",
        "the first wild face",
        "the second wild face",
        "after both names",
        "equal dice",
        "a split",
        "the second die of a split",
        "a coat for the bonus",
        "a square for the cross",
    ],
)
def test_legal_actions_are_listed_in_the_order_of_the_contract(text: str, tokens: str, legal: str) -> None:
    state = parse_position(text)
    for token in tokens.split():
        state = state.play(parse_action(token))
    assert " ".join(map(str, state.legal_actions())) == legal


def test_drawing_nothing_is_listed_last() -> None:
    blocked = SIX_LEFT.replace("s . . s d . D", "s q f s d q D").replace("D . d c . . d", "D . d c f . d")
    state = parse_position(position(blocked, book_a="000000;split"))
    for token in ("R2.6.1.1", "T1", "T3.4"):
        state = state.play(parse_action(token))
    assert [str(action) for action in state.legal_actions()] == ["C1", "C2", "Msplit", "."]


@pytest.mark.parametrize("name", ["duel-2", "duel-2-spells"])
def test_the_large_perft_files_of_duel_reach_a_hundred_thousand_nodes(name: str) -> None:
    asked = read_perft((PERFT / f"{name}.perft").read_text(encoding="utf-8"))
    assert max(asked.counts.values()) >= 100_000


def test_the_perft_position_with_spells_counts_what_they_add() -> None:
    asked = read_perft((PERFT / "duel-2-spells.perft").read_text(encoding="utf-8"))
    parts = {str(action): count for action, count in divide(asked.start(), asked.dealer, 3).items()}
    assert [token for token in parts if "@" not in token] == ["C1", "C4", "Mfree", "Msplit"]
    assert sum(parts.values()) == asked.counts[3]
