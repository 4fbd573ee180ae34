"""What happens where the libraries of environments are not installed."""

from pathlib import Path

import pytest

from crownland.envs import MissingLibraryError, require


def test_a_missing_library_is_named_with_the_command_that_installs_it() -> None:
    with pytest.raises(
        MissingLibraryError, match=r"^expected no_such_library to be installed: pip install 'crownland\[envs\]'$"
    ):
        require("no_such_library.part", "envs")


def test_what_a_library_itself_misses_is_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "needy_library.py").write_text("import no_such_library")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        require("needy_library", "envs")
