"""What goes to other machines; files with bots have their own tests."""

import pickle
from pathlib import Path
from socket import gethostname
from unittest import mock

import pytest

from crownland.arena.contest import Contest
from crownland.arena.parcel import Parcel
from crownland.games.registry import KINGDOMINO
from crownland.kernel.errors import SetupError
from crownland.testing.registering import registrations_undone

BOT = Path(__file__).parents[2] / "examples" / "cautious.py"


def test_a_parcel_that_has_arrived_plays_the_same_game() -> None:
    with registrations_undone():
        contest = Contest(KINGDOMINO.setup(2), ("uniform", "cautious"), seed=3, load=(BOT,))
        pairing = contest.schedule.pairing(1)
        sent, expected = pickle.dumps(Parcel.of(contest.play, contest.load)), contest.play(pairing)
    with registrations_undone():  # another machine
        assert pickle.loads(sent).play_there(pairing) == expected


def test_another_version_is_refused_as_its_games_might_be_others() -> None:
    contest = Contest(KINGDOMINO.setup(2), ("uniform", "greedy"), seed=3)
    with mock.patch("crownland.arena.parcel.version", return_value="0.0.1"):
        parcel = Parcel.of(contest.play, ())
    with pytest.raises(SetupError, match=rf"^expected crownland 0\.0\.1 on every machine, got: .* on {gethostname()}$"):
        parcel.play_there(contest.schedule.pairing(1))
