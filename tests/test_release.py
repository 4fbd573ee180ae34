"""What makes a release, without making one: that takes minutes, and a person or the forge runs it."""

import sys
import zipfile
from pathlib import Path

import pytest

from crownland.cli import app
from tools import release
from tools.starter import StartError


def test_the_commands_that_are_tried_exist() -> None:
    known = {command.callback.__name__ for command in app.registered_commands if command.callback}
    assert [command[0] for command in release.COMMANDS if command and command[0] not in {*known, "--version"}] == []
    assert [] in release.COMMANDS


def test_this_python_is_found_and_one_that_nobody_has_is_not() -> None:
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert here in release.PYTHONS
    assert release.find_python(here, download=False) is not None
    assert release.find_python("3.99", download=False) is None


def test_an_installation_that_fails_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> Path:
        raise StartError("expected `uv pip` to work, got: no network")

    monkeypatch.setattr(release, "install", fails)
    assert not release.try_in(tmp_path / "crownland.whl", "python3.12")
    assert capsys.readouterr().out.splitlines()[1:] == ["── python3.12", "expected `uv pip` to work, got: no network"]


def test_a_wheel_has_every_source_and_a_page_whose_files_are_there(tmp_path: Path) -> None:
    package = tmp_path / "src/crownland"
    (package / "page").mkdir(parents=True)
    (package / "words.py").touch()
    (package / "page/old-1234.js").touch()  # the page of this folder, built from other sources
    wheel = tmp_path / "crownland.whl"

    def lacking(**files: str) -> list[str]:
        with zipfile.ZipFile(wheel, "w") as archive:
            for name, text in files.items():
                archive.writestr(f"crownland/{name}", text)
        return release.lacking(tmp_path, wheel)

    index = '<script src="/assets/new-5678.js"></script>'
    whole = {"words.py": "", "page/index.html": index, "page/assets/new-5678.js": ""}
    assert lacking(**whole) == []
    for left_out, named in {
        "words.py": "crownland/words.py",
        "page/index.html": "crownland/page/index.html",
        "page/assets/new-5678.js": "assets/new-5678.js",
    }.items():
        assert lacking(**{name: text for name, text in whole.items() if name != left_out}) == [named]
