from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crownland.arena.schedule import Pairing, Schedule
from crownland.kernel.errors import SetupError

SCHEDULES = st.builds(Schedule, bots=st.integers(2, 7), sides=st.integers(2, 6))


@given(SCHEDULES, st.integers(1, 1000))
def test_on_every_deal_every_bot_has_every_side_equally_often(schedule: Schedule, deal: int) -> None:
    held = Counter((bot, side) for seating in schedule.on_deal(deal) for side, bot in enumerate(seating))
    assert set(held) == {(bot, side) for bot in range(schedule.bots) for side in range(schedule.sides)}
    assert len(set(held.values())) == 1


@given(SCHEDULES, st.integers(1, 1000))
def test_on_every_deal_every_two_bots_meet_equally_often(schedule: Schedule, deal: int) -> None:
    met: Counter[tuple[int, int]] = Counter()
    for seating in schedule.on_deal(deal):
        met.update((a, b) for a in set(seating) for b in set(seating) if a < b)
    assert set(met) == {(a, b) for b in range(schedule.bots) for a in range(b)}
    assert len(set(met.values())) == 1


@given(SCHEDULES, st.integers(1, 500))
def test_no_game_of_a_deal_is_played_twice_and_all_deals_have_the_same_number(schedule: Schedule, deal: int) -> None:
    seatings = schedule.on_deal(deal)
    assert len(set(seatings)) == len(seatings) == schedule.games_per_deal


@given(SCHEDULES, st.integers(1, 200), st.integers(1, 200))
def test_game_k_is_the_same_however_many_games_are_played(schedule: Schedule, few: int, more: int) -> None:
    assert list(schedule.pairings(few))[:more] == list(schedule.pairings(more))[:few]
    assert [pairing.number for pairing in schedule.pairings(few)] == list(range(1, few + 1))


@given(SCHEDULES, st.integers(1, 10_000))
def test_games_are_rounded_up_to_whole_deals(schedule: Schedule, games: int) -> None:
    whole = schedule.whole(games)
    assert games <= whole < games + schedule.games_per_deal
    assert whole % schedule.games_per_deal == 0


@pytest.mark.parametrize(
    ("bots", "sides", "seatings"),
    [
        (2, 2, "01 10"),
        (3, 2, "01 10 02 20 12 21"),
        (3, 3, "012 201 120"),
        (2, 4, "0111 1011 1101 1110 1000 0100 0010 0001"),
        (4, 3, "012 201 120 013 301 130 023 302 230 123 312 231"),
    ],
)
def test_the_seatings_of_the_first_deal(bots: int, sides: int, seatings: str) -> None:
    assert [tuple(map(int, text)) for text in seatings.split()] == list(Schedule(bots, sides).on_deal(1))


def test_three_bots_at_four_sides_meet_two_by_two_one_against_three() -> None:
    seatings = Schedule(3, 4).on_deal(1)
    assert len(seatings) == 24
    assert {tuple(sorted(Counter(seating).values())) for seating in seatings} == {(1, 3)}


def test_who_sits_behind_whom_changes_from_deal_to_deal() -> None:
    schedule = Schedule(3, 3)
    assert schedule.on_deal(2) == ((0, 2, 1), (1, 0, 2), (2, 1, 0))
    assert schedule.on_deal(3) == schedule.on_deal(1)


def test_pairings_are_numbered_and_know_their_deal() -> None:
    assert list(Schedule(2, 2).pairings(3)) == [Pairing(1, 1, (0, 1)), Pairing(2, 1, (1, 0)), Pairing(3, 2, (0, 1))]


def test_one_bot_has_nobody_to_meet() -> None:
    with pytest.raises(SetupError, match=r"^expected at least 2 bots and 2 sides, got 1 and 2$"):
        Schedule(1, 2)
