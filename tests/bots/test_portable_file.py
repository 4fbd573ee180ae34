"""Files of --load on machines that do not have them."""

import pickle
from collections.abc import Iterator
from pathlib import Path
from random import Random
from unittest import mock

import pytest

from crownland.bots import BOTS, Limit, make_bot, portable_file
from crownland.bots.portable_file import PortableFile
from crownland.fast.warm import first_choice
from crownland.games.registry import KINGDOMINO
from crownland.testing.registering import registrations_undone

PYTHON = """
from crownland import register_bot
@register_bot("teller", "Knows its file.")
class Teller:
    file = __file__
"""
SHELL = Path(__file__).parents[2] / "examples" / "first_legal.sh"


@pytest.fixture(autouse=True)
def another_machine(tmp_path: Path) -> Iterator[Path]:
    """One that has loaded nothing; the folder of its copies."""
    cache = tmp_path / "cache"
    with (
        registrations_undone(),
        mock.patch.object(portable_file, "cache_folder", return_value=cache / "kernels"),
    ):
        yield cache


def sent(file: Path) -> PortableFile:
    arrived = pickle.loads(pickle.dumps(PortableFile.of(file)))
    assert isinstance(arrived, PortableFile)
    return arrived


def place_of_teller() -> Path:
    return Path(vars(BOTS["teller"].make)["file"])


def test_a_file_is_used_where_it_stands(tmp_path: Path, another_machine: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "teller.py"
    file.write_text(PYTHON)
    monkeypatch.chdir(tmp_path)
    arrived = sent(Path("teller.py"))
    monkeypatch.chdir("/")
    arrived.load()
    arrived.load()  # once is enough: the name would be taken
    assert place_of_teller() == file
    assert not another_machine.exists()


@pytest.mark.parametrize("there", [None, "another file in the same place"])
def test_where_it_is_not_a_copy_is_used(there: str | None, tmp_path: Path, another_machine: Path) -> None:
    file = tmp_path / "teller.py"
    file.write_text(PYTHON)
    arrived = sent(file)
    file.unlink()
    if there is not None:
        file.write_text(there)
    arrived.load()
    (copy,) = another_machine.rglob("*.py")
    assert place_of_teller() == copy
    assert copy.read_text() == PYTHON


def test_the_copy_of_a_program_can_be_run(tmp_path: Path, another_machine: Path) -> None:
    program = tmp_path / "stranger"
    program.write_bytes(SHELL.read_bytes())
    program.chmod(0o755)
    arrived = sent(program)
    program.unlink()
    arrived.load()
    bot, state = make_bot("stranger"), first_choice(KINGDOMINO.setup(2))
    assert bot.choose(state, Limit(), Random(1)) == state.legal_actions()[0]
    bot.close()  # type: ignore[attr-defined]
    assert [file.name for file in another_machine.rglob("*") if file.is_file()] == ["stranger"]
