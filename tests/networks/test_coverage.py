"""Which setups have a network, told in few words."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from crownland import networks
from crownland.games.registry import DUEL, KINGDOMINO, OURS, QUEENDOMINO, ROYAL_WEDDING
from crownland.networks.coverage import Coverage, coverage_of
from crownland.testing.registering import registrations_undone


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for networks, with none in it."""
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    with registrations_undone():
        yield tmp_path


def add(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"{name}.net").touch()


def test_without_networks_nothing_is_covered() -> None:
    assert [coverage_of(game) for game in OURS] == [[], [], [], []]


def test_every_network_of_ours_covers_its_setups(folder: Path) -> None:
    add(folder, "kingdomino-2", "mighty-duel", "kingdomino-34", "queendomino-2", "duel")
    (covered,) = coverage_of(KINGDOMINO)
    assert covered == Coverage((2, 3, 4), (("dynasty", "true"),))
    assert covered.without_text == "dynasty"
    assert coverage_of(QUEENDOMINO) == [Coverage((2,), ())]
    assert coverage_of(ROYAL_WEDDING) == []
    assert coverage_of(DUEL) == [Coverage((2,), ())]


def test_numbers_of_players_with_other_options_stand_apart(folder: Path) -> None:
    add(folder, "kingdomino-2", "kingdomino-34")
    two, more = coverage_of(KINGDOMINO)
    assert (two.players, two.without_text) == ((2,), "mighty-duel or dynasty")
    assert (more.players, more.without_text) == ((3, 4), "dynasty")


def test_a_network_for_two_setups_that_no_list_describes_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [{}, {"harmony": True, "middle-kingdom": True}]
    texts = {str(KINGDOMINO.setup(2, options)) for options in chosen}
    monkeypatch.setattr("crownland.networks.coverage.has_network", lambda setup: str(setup) in texts)
    assert coverage_of(KINGDOMINO) == []
