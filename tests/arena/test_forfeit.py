"""A bot that cannot go on loses its game, and nothing else breaks."""

from random import Random
from typing import Any

import pytest

from crownland.arena.match import Forfeit, Match, play_match
from crownland.arena.tally import Tally
from crownland.bots import BotError, Limit
from crownland.bots.uniform import Uniform
from crownland.dealer import verify
from crownland.games.protocol import Action, State
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Seat
from crownland.kernel.domino import DominoId
from crownland.notation.position import parse_setup
from crownland.notation.record import read_record

ZERO = "00" * 32


class Failing(Uniform):
    """Plays as Uniform does, until its tenth action: then it does what it was made with."""

    def __init__(self, deed: object) -> None:
        self.deed, self.left = deed, 9

    def choose(self, state: State[Any], limit: Limit, rng: Random) -> Action:
        self.left -= 1
        if self.left >= 0:
            return super().choose(state, limit, rng)
        if isinstance(self.deed, BaseException):
            raise self.deed
        return self.deed


def setup_of(text: str = "kingdomino players=2") -> Setup:
    return parse_setup(text.split())


def failed(deed: object, setup: Setup | None = None) -> Match:
    """A game in which seat B fails."""
    setup = setup or setup_of()
    bots = [Failing(deed) if seat == 1 else Uniform() for seat in range(setup.players)]
    return play_match(setup, bots, [f"bot {seat}" for seat in range(setup.players)], ZERO)


@pytest.mark.parametrize(
    ("deed", "reason"),
    [
        (Claim(DominoId(48)), "illegal action: K48 (C"),
        (None, "illegal action: None (C"),
        ("K3", "illegal action: K3 (C"),
        (BotError("bot x: expected more"), "bot x: expected more"),
        (KeyError("x"), "KeyError: 'x' (test_forfeit.py, line "),
        (ValueError("one\ntwo"), "ValueError: one two (test_forfeit.py, line "),
    ],
)
def test_a_bot_that_breaks_a_rule_or_raises_anything_forfeits_with_the_reason(deed: object, reason: str) -> None:
    match = failed(deed)
    assert match.forfeit is not None
    assert match.forfeit.seat == 1
    assert match.forfeit.reason.startswith(reason)
    assert not match.final.is_over
    assert match.final.actor == 1


def test_a_game_without_a_mistake_has_no_forfeit() -> None:
    match = play_match(setup_of(), [Uniform()] * 2, "AB", ZERO)
    assert match.forfeit is None
    assert match.record.tag("Forfeit") is None


def test_who_stops_the_program_stops_the_match() -> None:
    with pytest.raises(KeyboardInterrupt):
        failed(KeyboardInterrupt())


@pytest.mark.parametrize(
    "setup", ["kingdomino players=2", "queendomino players=3", "royal-wedding players=4 teams=true", "duel players=2"]
)
def test_the_record_of_a_forfeited_game_reads_back_with_what_was_played(setup: str) -> None:
    match = failed(ValueError('a "quoted" {brace} \\'), setup_of(setup))
    record = read_record(str(match.record))
    assert record.errors == ()
    assert record == match.record
    assert record.final() == match.final
    assert str(record.tag("Forfeit")).startswith('B: ValueError: a "quoted" {brace} \\ (test_forfeit.py, line ')
    assert record.tag("Totals") is None
    assert verify(record) == ()


def test_a_forfeit_in_the_first_move_leaves_a_record_of_chance_alone() -> None:
    bot = Failing(None)
    bot.left = 0
    record = play_match(setup_of(), [bot] * 2, "AB", ZERO).record
    assert [str(item.what)[0] for item in record.items] == ["O", "L"]
    assert read_record(str(record)) == record


# the tally


@pytest.mark.parametrize(
    ("setup", "wins"),
    [
        ("kingdomino players=2", [1, 0]),
        ("kingdomino players=4", [1 / 3, 0, 1 / 3, 1 / 3]),
        ("royal-wedding players=4 teams=true", [0, 0, 1 / 2, 1 / 2]),  # A and B are partners
        ("royal-wedding players=6 teams=true", [0, 0, 1 / 4, 1 / 4, 1 / 4, 1 / 4]),
    ],
)
def test_a_forfeit_is_lost_with_its_partner_and_won_by_all_others(setup: str, wins: list[float]) -> None:
    match = failed(None, setup_of(setup))
    names = [f"bot {seat}" for seat in range(len(wins))]
    tally = Tally(names)
    tally.add(match.final, match.forfeit)
    assert [tally.lines[name].wins for name in names] == pytest.approx(wins)
    assert [tally.lines[name].forfeits for name in names] == [int(seat == 1) for seat in range(len(wins))]
    assert tally.games == 1


def test_a_tally_keeps_the_first_reason_and_the_number_of_forfeits() -> None:
    final, whole = failed(None).final, Tally("AB")
    for reason in ("first", "second"):
        one = Tally("AB")
        one.add(final, Forfeit(Seat(1), reason))
        whole.merge(one)
    assert (whole.lines["B"].forfeits, whole.lines["B"].reason) == (2, "first")
    assert (whole.lines["A"].forfeits, whole.lines["A"].reason) == (0, None)
    assert whole.win_rate(whole.lines["A"]) == 1
