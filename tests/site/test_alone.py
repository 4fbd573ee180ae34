"""Packing Python and Crownland for the page: what is packed, when it is done again, and how large it is."""

import gzip
import hashlib
import json
import tarfile
from pathlib import Path

import pytest

from crownland.site import PAGE, networks
from tests.wasm.node import is_built, run_node
from tools import alone
from tools.starter import ROOT

MOST_FIRST = 8_000_000
MOST_INTERPRETER = 14_000_000

is_packed = pytest.mark.skipif(
    not alone.is_built(ROOT), reason="Python for the page is not built: python -m tools.alone does it"
)


def test_what_only_servers_and_terminals_need_is_left_out() -> None:
    names = {file.relative_to(ROOT / alone.PACKAGE).as_posix() for file in alone.package_files(ROOT)}
    assert {"local/house.py", "locales/en.json", "data/kingdomino_dominoes.csv", "puzzles/duel.jsonl"} <= names
    assert not {name for name in names if name.startswith(("cli/", "tui/", "page/", "learning/"))}
    assert not {name for name in names if name.endswith(".net")}


@pytest.mark.parametrize(
    ("name", "is_kept"),
    [
        ("asyncio/tasks.py", True),
        ("asyncio/windows_events.py", False),
        ("email/__init__.py", True),
        ("email/message.py", False),
        ("encodings/utf_8.py", True),
        ("encodings/cp1250.py", False),
        ("pdb.py", False),
        ("unittest/case.py", False),
        ("timeit.py", False),
        ("token.py", True),
    ],
)
def test_the_standard_library_is_trimmed(name: str, is_kept: bool) -> None:
    assert alone.is_needed(name) == is_kept


def test_the_same_files_give_the_same_archives(tmp_path: Path) -> None:
    (tmp_path / "in/a").mkdir(parents=True)
    (tmp_path / "in/a/b.py").write_text("1")
    for pack in (alone.tar_all, alone.zip_all):
        pack(tmp_path / "in", tmp_path / "one")
        (tmp_path / "in/a/b.py").touch()
        pack(tmp_path / "in", tmp_path / "two")
        assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@is_built
def test_a_change_of_any_file_packs_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    before = alone.digest(ROOT)
    assert alone.digest(ROOT) == before
    extra = ROOT / "README.md"
    files = [*alone.package_files(ROOT), extra]
    monkeypatch.setattr(alone, "package_files", lambda root: files)
    assert alone.digest(ROOT) != before


@is_packed
def test_the_list_names_every_file_with_its_size_and_digest() -> None:
    folder = ROOT / alone.BUILT
    listed = json.loads((folder / "files.json").read_text(encoding="utf-8"))["files"]
    there = {file.name: file for file in folder.iterdir() if file.name not in ("files.json", ".stamp")}
    there |= {f"networks/{file.name}": file for file in networks()}
    assert listed.keys() == there.keys()
    for name, file in there.items():
        content = file.read_bytes()
        assert listed[name] == [len(content), hashlib.sha256(content).hexdigest()], name


@is_packed
def test_the_first_download_and_what_wheels_carry_are_small() -> None:
    python = sum(len(gzip.compress(file.read_bytes())) for file in (ROOT / alone.BUILT).iterdir())
    page = sum(len(gzip.compress(file.read_bytes())) for file in PAGE.glob("**/*") if is_of_page(file))
    assert page + python <= MOST_FIRST
    assert python <= MOST_INTERPRETER


def is_of_page(file: Path) -> bool:
    return file.is_file() and "python" not in file.relative_to(PAGE).parts


@is_packed
def test_nothing_is_packed_that_a_browser_would_have_to_compile() -> None:
    with tarfile.open(ROOT / alone.BUILT / "crownland.pack") as archive:
        names = archive.getnames()
    assert "crownland/local/house.pyc" in names
    assert "crownland/wasm/crownland.wasm" in names
    assert not [name for name in names if name.endswith(".py")]
    assert max(map(len, names)) <= 100  # as python.ts reads them


@is_packed
def test_what_is_packed_plays_every_game_and_bot_reviews_and_counts() -> None:
    program = f"from tests.site.everything import main; await main(think, {alone.version_of(ROOT)!r})"
    assert run_node(str(Path(__file__).with_name("packed.mjs")), program).splitlines()[-1] == "done"
