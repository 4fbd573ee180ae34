"""The notices of page and wheel name everybody whose work is in them or comes with them."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tools import licences

ROOT = Path(__file__).parents[1]
WRITE = "run python -m tools.licences --write"


@pytest.fixture(scope="module")
def notices() -> str:
    return (ROOT / licences.NOTICES).read_text(encoding="utf-8")


def test_the_notices_name_what_is_in_the_page_in_its_version(notices: str) -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    wanted = [f"\n{name} {lock[f'node_modules/{name}']['version']}, in the scripts" for name in licences.BUNDLED]
    assert [title for title in wanted if title not in notices] == [], WRITE
    assert (ROOT / licences.TYPEFACE).read_text(encoding="utf-8").strip() in notices, WRITE


def test_the_notices_name_the_python_of_the_page_in_its_version(notices: str) -> None:
    lock = json.loads((ROOT / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    frames = next(package["version"] for package in licences.read_lock(ROOT) if package["name"] == "msgspec")
    for title in (f"pyodide {lock['node_modules/pyodide']['version']}", f"msgspec {frames}", "Python and its standard"):
        assert f"\n{title}" in notices, WRITE
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in notices, WRITE


def test_the_notices_name_what_is_installed_beside_crownland(notices: str) -> None:
    listed = [line.split(maxsplit=1) for line in notices.rpartition("---")[2].split("\n") if line]
    assert {name for name, _ in listed} == licences.installed_with(licences.read_lock(ROOT)), WRITE
    assert [name for name, licence in listed if licence == licences.UNKNOWN] == []


def test_the_table_knows_the_licence_of_everything_that_users_get() -> None:
    packages = [*licences.python_packages(ROOT), *licences.page_packages(ROOT), licences.typeface()]
    assert len(packages) > 100
    assert {package.used_for for package in packages} >= {"crownland", "postgres", "page", "tools"}
    given = [package for package in packages if package.used_for in ("crownland", "page")]
    assert [package for package in given if not re.fullmatch(r"[\w.\- ]+", package.licence)] == []
    assert [package for package in given if package.licence in (licences.UNKNOWN, licences.UNSAID)] == []


def test_the_wheel_carries_the_notices() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"LICENSE", licences.NOTICES} <= set(project["license-files"])


def test_a_package_is_installed_with_the_extras_that_ask_for_it() -> None:
    lock: list[dict[str, Any]] = [
        {
            "name": "crownland",
            "dependencies": [{"name": "a", "extra": ["fast"]}],
            "optional-dependencies": {"x": [{"name": "d"}]},
        },
        {
            "name": "a",
            "dependencies": [{"name": "b"}],
            "optional-dependencies": {"fast": [{"name": "c"}], "slow": [{"name": "e"}]},
        },
        *({"name": name} for name in "bcde"),
    ]
    assert licences.installed_with(lock) == {"a", "b", "c"}
    assert licences.installed_with(lock, "x") == {"a", "b", "c", "d"}
