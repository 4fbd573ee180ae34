"""What happens where the libraries of environments are not installed."""

import sys

import pytest

from crownland.envs import MissingLibraryError, require


def test_a_missing_library_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "gymnasium.spaces", raising=False)
    with pytest.raises(MissingLibraryError, match=r"^expected gymnasium to be installed: pip install 'crownland\[envs\]'$"):
        require("gymnasium.spaces", "envs")


def test_what_a_library_itself_misses_is_not_hidden(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "needy_library.py").write_text("import no_such_library")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        require("needy_library", "envs")
