"""K1–K5, K9–K11: what players and options decide, counted in whole games by chance."""

from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import permutations
from random import Random

import pytest

from crownland.games.classic.state import State
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal
from crownland.kernel.errors import IllegalActionError
from crownland.notation.token import parse_action
from crownland.testing.strategies import random_play
from tests.helpers import domino, start_of


@dataclass(frozen=True)
class Count:
    """What was counted in one game."""

    deck: int  # dominoes that were ever turned face up
    line: int  # dominoes in each line
    lines: int
    kings: int  # claims for each line
    each: int  # dominoes that each player placed or discarded
    leftover: int  # dominoes that nobody claimed
    size: int


def count(setup: str) -> Count:
    claims: Counter[int] = Counter()
    revealed: list[int] = []
    lengths: list[int] = []
    placed: Counter[int] = Counter()
    before = start_of(setup)
    for action, after in random_play(before.setup, Random(setup)):
        assert isinstance(after, State)
        match action:
            case Reveal(line):
                revealed += line
                lengths.append(len(line))
            case Claim():
                claims[len(lengths)] += 1
            case Place() | Discard():
                assert before.actor is not None
                placed[before.actor] += 1
        before = after
    assert len(set(revealed)) == len(revealed)
    (length,) = set(lengths)
    (kings,) = set(claims.values())
    (each,) = {placed[seat] for seat in before.rules.seats}
    return Count(len(revealed), length, len(lengths), kings, each, len(revealed) - claims.total(), before.rules.size)


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("players=2", Count(deck=24, line=4, lines=6, kings=4, each=12, leftover=0, size=5)),
        ("players=2 opening=draw", Count(deck=24, line=4, lines=6, kings=4, each=12, leftover=0, size=5)),
        ("players=3", Count(deck=36, line=3, lines=12, kings=3, each=12, leftover=0, size=5)),
        (
            "players=3 three-players=leftover",
            Count(deck=48, line=4, lines=12, kings=3, each=12, leftover=12, size=5),
        ),
        ("players=4", Count(deck=48, line=4, lines=12, kings=4, each=12, leftover=0, size=5)),
        ("players=2 mighty-duel=true", Count(deck=48, line=4, lines=12, kings=4, each=24, leftover=0, size=7)),
        ("players=2 middle-kingdom=true", Count(deck=24, line=4, lines=6, kings=4, each=12, leftover=0, size=5)),
        ("players=4 harmony=true", Count(deck=48, line=4, lines=12, kings=4, each=12, leftover=0, size=5)),
    ],
)
def test_k1_k2_k3_k5_k9_deck_kings_lines_rounds_and_grid(setup: str, expected: Count) -> None:
    assert count(setup) == expected


@pytest.mark.parametrize(
    ("setup", "rounds"),
    [
        ("players=2", 6),
        ("players=3", 12),
        ("players=3 three-players=leftover", 12),
        ("players=4", 12),
        ("players=2 mighty-duel=true", 12),
    ],
)
def test_c11_one_round_that_only_claims_comes_before_the_rounds_of_placing(setup: str, rounds: int) -> None:
    state = start_of(setup)
    assert state.round == 1
    placing: set[int] = set()
    claiming_only: set[int] = set()
    for action, after in random_play(state.setup, Random(1)):
        (placing if isinstance(action, Place | Discard) else claiming_only).add(state.round)
        assert isinstance(after, State)
        state = after
    assert placing == set(range(2, rounds + 2))
    assert claiming_only - placing == {1}


# K4


def all_openings(setup: str) -> set[str]:
    """Every order of the kings that the state takes."""
    state = start_of(setup)
    kings = "AABB" if state.setup.players == 2 else "ABCD"[: state.setup.players]
    taken = set()
    for order in {"".join(order) for order in permutations(kings)}:
        with suppress(IllegalActionError):
            state.play(parse_action("O" + order))
            taken.add(order)
    return taken


@pytest.mark.parametrize(
    ("setup", "orders"),
    [
        ("players=2 opening=snake", "ABBA BAAB"),
        ("players=2 opening=clockwise", "ABAB BABA"),
        ("players=2 opening=draw", "AABB ABAB ABBA BAAB BABA BBAA"),
        ("players=3 opening=clockwise", "ABC BCA CAB"),
        ("players=3 opening=draw", "ABC ACB BAC BCA CAB CBA"),
        ("players=3 opening=draw three-players=leftover", "ABC ACB BAC BCA CAB CBA"),
        ("players=4 opening=clockwise", "ABCD BCDA CDAB DABC"),
        ("players=4 opening=draw", " ".join("".join(order) for order in permutations("ABCD"))),
        ("players=2 opening=snake mighty-duel=true", "ABBA BAAB"),
    ],
)
def test_k4_exactly_these_orders_open_a_game(setup: str, orders: str) -> None:
    assert all_openings(setup) == set(orders.split())


@pytest.mark.parametrize(
    ("setup", "items", "opening"),
    [
        ("players=2 opening=snake", (0, 1), "OABBA"),
        ("players=2 opening=snake", (1, 0), "OBAAB"),
        ("players=2 opening=clockwise", (1, 0), "OBABA"),
        ("players=2 opening=draw", (1, 0, 0, 1), "OBAAB"),
        ("players=2 opening=draw", (0, 0, 1, 1), "OAABB"),
        ("players=3 opening=clockwise", (1, 0, 2), "OBCA"),
        ("players=4 opening=clockwise", (3, 1, 0, 2), "ODABC"),
        ("players=4 opening=draw", (3, 1, 0, 2), "ODBAC"),
    ],
)
def test_k4_what_was_drawn_becomes_the_order(setup: str, items: tuple[int, ...], opening: str) -> None:
    state = start_of(setup)
    assert state.chance is not None
    assert sorted(state.chance.items) == sorted(items)
    assert state.chance.count == len(items)
    action = state.chance_action(items)
    assert isinstance(action, Opening)
    assert str(action) == opening
    assert state.play(action).turns.waiting == action.seats


# K9, K10, K11


@pytest.mark.parametrize(
    ("setup", "size", "bonuses", "games"),
    [
        ("players=2", 5, [], 1),
        ("players=2 mighty-duel=true middle-kingdom=true", 7, ["middle-kingdom"], 1),
        ("players=2 mighty-duel=true harmony=true dynasty=true", 7, ["harmony"], 3),
        ("players=3 three-players=leftover harmony=true middle-kingdom=true", 5, ["middle-kingdom", "harmony"], 1),
        ("players=4 harmony=true middle-kingdom=true dynasty=true", 5, ["middle-kingdom", "harmony"], 3),
    ],
)
def test_k11_variants_combine(setup: str, size: int, bonuses: list[str], games: int) -> None:
    rules = start_of(setup).rules
    assert (rules.size, [bonus.key for bonus in rules.bonuses], rules.games) == (size, bonuses, games)


def test_k10_a_dynasty_is_three_games_each_opened_anew_with_a_full_deck() -> None:
    setup = "players=4 dynasty=true opening=draw"
    openings = []
    revealed: list[list[int]] = []
    for action, _ in random_play(start_of(setup).setup, Random(7)):
        if isinstance(action, Opening):
            openings.append(str(action))
            revealed.append([])
        elif isinstance(action, Reveal):
            revealed[-1] += action.dominoes
    assert len(openings) == 3
    assert len(set(openings)) > 1
    assert [sorted(game) for game in revealed] == [list(range(1, 49))] * 3


@pytest.mark.parametrize("seed", range(4))
def test_k10_between_two_games_the_kingdoms_are_kept_and_new_ones_begun(seed: int) -> None:
    states = [start_of("players=2 dynasty=true")]
    actions = []
    for action, state in random_play(states[0].setup, Random(seed)):
        assert isinstance(state, State)
        actions.append(action)
        states.append(state)
        if state.past:
            break
    action, (before, after) = actions[-1], states[-2:]
    last, other = before.turns.old[0][1], 1 - before.turns.old[0][1]
    kingdom = before.kingdoms[last]
    if isinstance(action, Place):
        kingdom = kingdom.place(domino(action.domino), action.square, action.direction)
    assert after.past[0][last] == kingdom
    assert after.past[0][other] == before.kingdoms[other]
    assert [str(kingdom) for kingdom in after.kingdoms] == ["c", "c"]
    assert after.chance is not None
    assert (after.chance.pile, after.chance.gone) == ("kings 2", ())
    assert (after.is_over, after.round, after.actor) == (False, 1, None)
