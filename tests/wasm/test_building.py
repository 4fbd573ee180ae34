"""Building the WebAssembly module: when it is done again, with which linker, and what is said when it fails."""

import json
from pathlib import Path

import pytest

from tools import wasm, wasm_packages
from tools.starter import ROOT, StartError


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """A project with one kernel, whose module is built."""
    for name in ("src/crownland/fast/bits.py", "tools/wasm.py", wasm.MODULE):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    wasm.stamp(tmp_path).write_text(wasm.digest(tmp_path))
    return tmp_path


def test_a_module_is_built_until_a_kernel_changes(built: Path) -> None:
    assert wasm.is_built(built)
    (built / "src/crownland/fast/bits.py").write_text("changed")
    assert not wasm.is_built(built)


def test_a_module_that_was_deleted_is_not_built(built: Path) -> None:
    (built / wasm.MODULE).unlink()
    assert not wasm.is_built(built)


def test_a_change_of_something_else_builds_nothing_again(built: Path) -> None:
    (built / "src/crownland/dealer.py").write_text("changed")
    assert wasm.is_built(built)


def test_the_linker_of_the_machine_is_preferred(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wasm-ld").write_text("#!/bin/sh\n")
    (tmp_path / "wasm-ld").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert wasm.linker_of("uv") == [str(tmp_path / "wasm-ld")]


def test_without_a_linker_uv_fetches_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(wasm, "find_spec", lambda name: None)
    assert wasm.linker_of("uv")[:5] == ["uv", "run", "--no-project", "--with", wasm.LINKER]


def test_a_compiler_that_fails_is_one_sentence(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script = built / "fail"
    script.write_text("#!/bin/sh\necho first >&2\necho No space left on device >&2\nexit 1\n")
    script.chmod(0o755)
    monkeypatch.setattr("tools.wasm.sys.executable", str(script))
    with pytest.raises(StartError) as caught:
        wasm.build(built, ["wasm-ld"])
    assert str(caught.value) == (
        f"expected `{script} -m tools.wasm_kernels …` to work, got: No space left on device; "
        "free some space on this disk and start again"
    )
    assert not wasm.is_built(built)


def test_the_packages_of_the_browser_are_locked_for_its_pyodide() -> None:
    page = json.loads((ROOT / "web/package.json").read_text(encoding="utf-8"))
    release = page["devDependencies"]["pyodide"].partition(".")[0]  # 314 has Python 3.14
    assert release == wasm_packages.PYTHON.replace(".", "")
    assert sorted(one.name for one in wasm_packages.packages(ROOT)) == sorted(wasm_packages.NEEDED)


def test_packages_of_other_versions_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fetched: list[str] = []
    monkeypatch.setattr(wasm_packages, "_download", lambda one, root, folder: fetched.append(one.name))
    (tmp_path / "msgspec-0.1-old.whl").touch()
    wasm_packages.fetch(ROOT, tmp_path)
    assert fetched == list(wasm_packages.NEEDED)
    assert list(tmp_path.iterdir()) == []
    assert not wasm_packages.are_there(ROOT, tmp_path)
