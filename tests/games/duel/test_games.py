"""Whole games of Duel: they end, their records tell them, and the dealer's dice are fair.

CROWNLAND_GAMES raises the number of random games.
"""

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from crownland.arena.match import Match, play_match
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, derived_seed, verify
from crownland.games.duel.action import Roll
from crownland.games.duel.state import State
from crownland.games.protocol import Action
from crownland.games.registry import DUEL
from crownland.kernel.action import Seat
from crownland.notation.position import parse_position
from crownland.notation.record import Record, read_record
from tests.games.duel.oracle import DICE

GAMES = int(os.environ.get("CROWNLAND_GAMES", "100"))
# A round fills a square at least, unless it is the last one: two maps of 34.
MOST_ROUNDS = 2 * 34 + 1


def match(label: str, game: int) -> Match:
    return play_match(DUEL.setup(2), (Uniform(), Uniform()), "AB", derived_seed(label, game))


def test_random_games_end() -> None:
    finals = [match("duel ends", game).final for game in range(GAMES)]
    assert all(final.is_over for final in finals)
    assert max(final.round for final in finals) <= MOST_ROUNDS
    assert {any(land.occupied.bit_count() == 35 for land in final.kingdoms) for final in finals} == {True, False}, (
        "games end with a full map and without one"
    )


def test_records_of_random_games_are_read_and_replayed_to_the_same_end() -> None:
    wrong = []
    for game in range(GAMES):
        played = match("duel records", game)
        read = read_record(str(played.record))
        same = (read.errors, read.final(), str(read)) == ((), played.final, str(played.record))
        wrong += [] if same and read.final().is_over else [str(played.record)]
    assert wrong[:1] == []


def test_positions_along_random_games_are_read_back_and_played_on_alike() -> None:
    wrong: list[str] = []
    for game in range(GAMES // 4):
        record = match("duel positions", game).record
        for step in record.replay():
            read = parse_position(str(step.state))
            wrong += [] if read == step.state and read.play(step.action) == step.after else [str(step.state)]
    assert wrong[:1] == []


def test_random_games_never_break_what_always_holds() -> None:
    wrong = []
    for game in range(GAMES // 4):
        for step in match("duel invariants", game).record.replay():
            before, after = step.state, step.after
            assert isinstance(before, State)
            assert isinstance(after, State)
            holds = {
                "a map only grows": all(
                    old.occupied & ~new.occupied == 0 for old, new in zip(before.kingdoms, after.kingdoms, strict=True)
                ),
                "boxes only grow": all(
                    filled <= now
                    for old, new in zip(before.books, after.books, strict=True)
                    for filled, now in zip(old.boxes, new.boxes, strict=True)
                ),
                "a spell has one owner": not {*after.books[0].spells, *after.books[0].used}
                & {*after.books[1].spells, *after.books[1].used},
                "somebody acts or chance is asked, until the end": sum(
                    (after.actor is not None, after.chance is not None, after.is_over)
                )
                == 1,
                "who is to act can act": (after.actor is None) == (not after.legal_actions()),
                "the total is the sum of its lines": all(
                    score.total == sum(line.points for line in score.lines) for score in after.scores()
                ),
            }
            wrong += [f"{name}: {step.action} in {before}" for name, held in holds.items() if not held]
    assert wrong[:3] == []


# The dealer's dice. All seeds are fixed, so these tests give the same figures every time.

ROLLS = 6000


@pytest.fixture(scope="module")
def rolls() -> list[tuple[int, ...]]:
    """The roll of round 1, 2, 3 … of one very long game."""
    dealer = Dealer(derived_seed("duel dice", 1))
    start = DUEL.new(2)
    assert isinstance(start, State)
    dealt = (dealer.deal(replace(start, first=Seat(0), round=number)) for number in range(1, ROLLS + 1))
    return [action.faces for action in dealt]


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(counts) <= set(expected)
    return sum((counts[key] - wanted) ** 2 / wanted for key, wanted in expected.items())


@pytest.mark.parametrize("die", DICE)
def test_every_coat_falls_as_often_as_the_die_shows_it(die: int, rolls: list[tuple[int, ...]]) -> None:
    counts = Counter(DICE[die][roll[die - 1]] for roll in rolls)
    faces = Counter(DICE[die].values())
    # Below the value that a fair die with five degrees of freedom passes once in a thousand times.
    assert chi_square(counts, {face: ROLLS * count / 6 for face, count in faces.items()}) < 20.5


@pytest.mark.parametrize("die", DICE)
def test_every_face_falls_equally_often(die: int, rolls: list[tuple[int, ...]]) -> None:
    counts = Counter(roll[die - 1] for roll in rolls)
    assert chi_square(counts, dict.fromkeys(DICE[die], ROLLS / 6)) < 20.5


@pytest.mark.parametrize(("one", "two"), list(combinations(DICE, 2)))
def test_two_dice_fall_independently(one: int, two: int, rolls: list[tuple[int, ...]]) -> None:
    counts = Counter((roll[one - 1], roll[two - 1]) for roll in rolls)
    # 35 degrees of freedom.
    assert chi_square(counts, {(a, b): ROLLS / 36 for a in DICE[one] for b in DICE[two]}) < 66.6


def test_a_loaded_die_would_be_noticed(rolls: list[tuple[int, ...]]) -> None:
    counts = Counter(max(roll[0], 2) if at % 4 == 0 else roll[0] for at, roll in enumerate(rolls))
    assert chi_square(counts, dict.fromkeys(DICE[1], ROLLS / 6)) > 20.5


def test_the_same_seed_rolls_the_same_dice_and_another_seed_others() -> None:
    def openings(seed: str) -> list[str]:
        return [str(item.what) for item in play_match(DUEL.setup(2), (Uniform(), Uniform()), "AB", seed).record.items][
            :2
        ]

    assert openings(derived_seed("one")) == openings(derived_seed("one"))
    assert openings(derived_seed("one"))[1] != openings(derived_seed("two"))[1]


def record_with(changed: dict[int, Action]) -> Record:
    """A random game in which the rolls of some rounds were *changed*; its seed says what they should have been."""
    seed = derived_seed("duel cheat")
    dealer, rng, state = Dealer(seed), Random(seed), DUEL.new(2)
    played = []
    while not state.is_over:
        if state.actor is None:
            dealt = dealer.deal(state)
            action = changed.get(state.round, dealt) if isinstance(dealt, Roll) else dealt
        else:
            action = rng.choice(state.legal_actions())
        played.append((state.round, action))
        state = state.play(action)
    return Record.of(DUEL.setup(2), "AB", played, commitment=dealer.commitment, seed=seed, final=state)


def doubts(record: Record) -> Iterable[str]:
    return verify(read_record(str(record)))


def test_verify_accepts_the_rolls_of_the_seed() -> None:
    assert doubts(record_with({})) == ()


def test_verify_refuses_a_changed_roll() -> None:
    honest = next(item.what for item in record_with({}).rounds[2].items)
    assert isinstance(honest, Roll)
    other = Roll((*honest.faces[:3], honest.faces[3] % 6 + 1))
    record = record_with({3: other})
    line = str(record).split("\n").index(str(record.rounds[2])) + 1
    assert doubts(record) == (f"line {line}, column 4: the seed deals {honest}, the record says {other}",)
