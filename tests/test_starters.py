"""./play and ./check: what they do before anything is installed. Nothing here leaves this machine."""

import ast
import errno
import hashlib
import io
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tools import gate, page, starter, uv, wheel
from tools.starter import ROOT, StartError
from tools.uv import Machine, Wheel

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins for uv and Python are shell scripts")

INDEX = "https://index.example/simple/uv/"
SHA = "0" * 64


@pytest.fixture(autouse=True)
def _no_index_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("UV_DEFAULT_INDEX", "UV_INDEX_URL", "PIP_INDEX_URL", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A folder with the files that the starters read, and a .venv whose Python prints its arguments."""
    root = tmp_path / "project"
    root.mkdir()
    for name in ("play", "check"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "tools", root / "tools", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "pyproject.toml").write_text("[project]\n")
    (root / "uv.lock").write_text("version = 1\n")
    make_venv(root)
    return root


def make_venv(root: Path) -> None:
    script(root / ".venv/bin/python", 'echo "utf8=$PYTHONUTF8" "$@"')
    (root / ".venv/pyvenv.cfg").touch()


def script(path: Path, body: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def put_stamp(root: Path, command: str) -> None:
    starter.stamp(root).write_text(starter.stamp_text(root, command))


# Which wheel

RELEASED = (
    "uv-0.13.7-py3-none-linux_armv6l.whl",
    "uv-0.13.7-py3-none-macosx_10_12_x86_64.whl",
    "uv-0.13.7-py3-none-macosx_11_0_arm64.whl",
    "uv-0.13.7-py3-none-manylinux_2_28_aarch64.whl",
    "uv-0.13.7-py3-none-manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64.whl",
    "uv-0.13.7-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl",
    "uv-0.13.7-py3-none-musllinux_1_1_x86_64.whl",
    "uv-0.13.7-py3-none-win32.whl",
    "uv-0.13.7-py3-none-win_amd64.whl",
    "uv-0.13.7-py3-none-win_arm64.whl",
)
OTHERS = (
    "uv-0.13.6-py3-none-win_amd64.whl",
    "uv-0.13.7rc1-py3-none-win_amd64.whl",
    "uv-0.13.7.tar.gz",
    "uv-0.13.70-py3-none-win_amd64.whl",
)
OFFERED = [Wheel(INDEX + name, SHA) for name in (*OTHERS, *RELEASED)]


@pytest.mark.parametrize(
    ("machine", "expected"),
    [
        (Machine("linux", "x86_64", (2, 36)), "manylinux_2_17_x86_64.manylinux2014_x86_64"),
        (Machine("linux", "x86_64", None), "musllinux_1_1_x86_64"),
        (Machine("linux", "aarch64", (2, 36)), "manylinux_2_28_aarch64"),
        (Machine("linux", "aarch64", (2, 27)), "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"),
        (Machine("linux", "aarch64", None), "manylinux_2_17_aarch64.manylinux2014_aarch64.musllinux_1_1_aarch64"),
        (Machine("darwin", "arm64"), "macosx_11_0_arm64"),
        (Machine("darwin", "x86_64"), "macosx_10_12_x86_64"),
        (Machine("win32", "amd64"), "win_amd64"),
        (Machine("win32", "arm64"), "win_arm64"),
        (Machine("win32", "x86"), "win32"),
    ],
)
def test_each_machine_gets_its_wheel_of_the_pinned_version(machine: Machine, expected: str) -> None:
    assert uv.choose(OFFERED, machine).name == f"uv-0.13.7-py3-none-{expected}.whl"


@pytest.mark.parametrize("machine", [Machine("linux", "x86_64", (2, 12)), Machine("freebsd14", "amd64")])
def test_a_machine_without_a_wheel_gets_advice(machine: Machine) -> None:
    with pytest.raises(StartError, match=f"expected uv 0.13.7 for {machine.system} on .*, found none; put uv on PATH"):
        uv.choose(OFFERED, machine)


def test_this_machine_is_one_that_uv_is_made_for() -> None:
    assert uv.choose(OFFERED, uv.this_machine()).name in RELEASED


# The index


def test_json_and_html_pages_say_the_same() -> None:
    files = [
        {"url": "../../files/uv-1.whl", "hashes": {"sha256": SHA}},
        {"url": "https://files.example/a%2Bb.whl?x=1&y=2", "hashes": {"sha256": "f" * 64}},
        {"url": "https://files.example/no-checksum.whl", "hashes": {}},
    ]
    html = f"""<!DOCTYPE html><a href="../../files/uv-1.whl#sha256={SHA}" data-yanked="">uv-1.whl</a><br/>
        <a data-x="y" href='https://files.example/a%2Bb.whl?x=1&amp;y=2#sha256={"f" * 64}'>a+b.whl</a>
        <a href="https://files.example/no-checksum.whl">no-checksum.whl</a>"""
    expected = [
        Wheel("https://index.example/files/uv-1.whl", SHA),
        Wheel("https://files.example/a%2Bb.whl?x=1&y=2", "f" * 64),
    ]
    assert uv.parse_index(json.dumps({"files": files}), "application/vnd.pypi.simple.v1+json", INDEX) == expected
    assert uv.parse_index(html, "text/html", INDEX) == expected
    assert [found.name for found in expected] == ["uv-1.whl", "a+b.whl"]


@pytest.mark.parametrize("page", ["<html>log in first</html>", "[]", '{"files": [{}]}'])
def test_a_page_that_is_no_index_is_one_sentence(page: str) -> None:
    with pytest.raises(StartError, match=f"expected a package index at {INDEX}, got: .*; check the network"):
        uv.parse_index(page, "application/json", INDEX)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, "https://pypi.org/simple"),
        ({"PIP_INDEX_URL": "https://p.example/simple/"}, "https://p.example/simple"),
        ({"PIP_INDEX_URL": "https://p.example", "UV_INDEX_URL": "https://u.example"}, "https://u.example"),
        ({"UV_INDEX_URL": "https://u.example", "UV_DEFAULT_INDEX": "https://d.example"}, "https://d.example"),
        ({"UV_DEFAULT_INDEX": ""}, "https://pypi.org/simple"),
    ],
)
def test_the_index_is_the_one_this_machine_is_set_to(variables: dict[str, str], expected: str) -> None:
    assert uv.index_url(variables) == expected


# Fetching


def fake_wheel() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("uv/__init__.py", "")
        archive.writestr("uv-0.13.7.data/scripts/uvx", "not this one")
        archive.writestr("uv-0.13.7.data/scripts/uv", '#!/bin/sh\necho "uv 0.13.7 (a stand-in)"\n')
    return content.getvalue()


FAKE_WHEEL = fake_wheel()  # made once: a zip file carries the time of its making
TRUE_SHA = hashlib.sha256(FAKE_WHEEL).hexdigest()


class FakeIndex(ThreadingHTTPServer):
    """A package index on this machine, with one uv that fits it; it wants a name and a password."""

    daemon_threads = True

    def __init__(self, *, as_json: bool, sha256: str) -> None:
        super().__init__(("127.0.0.1", 0), FakeIndexHandler)
        platform_tag = uv.choose(OFFERED, uv.this_machine()).name.rsplit("-", 1)[1]
        path = f"/files/uv-0.13.7-py3-none-{platform_tag}"
        self.pages = {path: (FAKE_WHEEL, "application/octet-stream")}
        if as_json:
            page = json.dumps({"files": [{"url": path, "hashes": {"sha256": sha256}}]})
            self.pages["/simple/uv/"] = (page.encode(), "application/vnd.pypi.simple.v1+json")
        else:
            self.pages["/simple/uv/"] = (f'<a href="{path}#sha256={sha256}">uv</a>'.encode(), "text/html")

    @property
    def url(self) -> str:
        return f"http://me:p%40ss@127.0.0.1:{self.server_port}/simple"


class FakeIndexHandler(BaseHTTPRequestHandler):
    server: FakeIndex

    def do_GET(self) -> None:
        content, media_type = self.server.pages.get(self.path, (b"", "text/plain"))
        allowed = self.headers["Authorization"] == "Basic bWU6cEBzcw=="  # me:p@ss
        self.send_response(200 if content and allowed else 401)
        self.send_header("Content-Type", media_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def index(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeIndex]:
    """The fake index, running, as this machine's index; with an empty cache folder."""
    with FakeIndex(**request.param) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        monkeypatch.setenv("UV_DEFAULT_INDEX", server.url)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        yield server
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(
    "index", [{"as_json": True, "sha256": TRUE_SHA}, {"as_json": False, "sha256": TRUE_SHA}], indirect=True
)
def test_uv_is_fetched_from_the_index_once(index: FakeIndex, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    expected = tmp_path / "cache/crownland/uv-0.13.7/uv"
    assert uv.provide() == str(expected)
    assert list(expected.parent.iterdir()) == [expected]
    index.pages.clear()
    assert uv.provide() == str(expected)


@pytest.mark.parametrize("index", [{"as_json": True, "sha256": SHA}], indirect=True)
def test_a_wheel_with_another_checksum_is_refused(index: FakeIndex, tmp_path: Path) -> None:
    with pytest.raises(StartError, match=f"expected uv-0.13.7-.*whl with sha256 {SHA}, got: {TRUE_SHA}; nothing was"):
        uv.fetch()
    assert not (tmp_path / "cache").exists()


def test_a_uv_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "uv"
    target.mkdir()  # in the way
    with pytest.raises(OSError, match=re.escape(str(target))):
        uv.unpack(FAKE_WHEEL, target)
    assert list(tmp_path.iterdir()) == [target]


def test_no_network_is_one_sentence_without_the_password() -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound but not listening: connections are refused
        port = unused.getsockname()[1]
        with pytest.raises(StartError) as caught:
            uv.download(f"http://me:secret@127.0.0.1:{port}/simple/uv/")
    assert str(caught.value) == (
        f"expected to fetch http://127.0.0.1:{port}/simple/uv/, got: [Errno {errno.ECONNREFUSED}] Connection refused; "
        "check the network (a proxy is taken from HTTPS_PROXY, a package index from UV_DEFAULT_INDEX) and start again"
    )


def test_an_index_that_is_no_address_is_one_sentence() -> None:
    with pytest.raises(StartError, match="expected to fetch foo/uv/, got: unknown url type: 'foo/uv/'; check the"):
        uv.download("foo/uv/")


@pytest.mark.parametrize(
    ("body", "usable"),
    [
        ("echo uv 0.13.7", True),
        ("echo uv 0.14.0 '(abc 2027-01-01)'", True),
        ("echo uv 1.0.0", True),
        ("echo uv 0.9.30", False),
        ("echo pyenv: uv: command not found >&2; exit 127", False),
    ],
)
def test_a_uv_on_the_path_must_run_and_be_new_enough(tmp_path: Path, body: str, usable: bool) -> None:
    assert uv.is_usable(script(tmp_path / "uv", body)) is usable


# Running uv


@pytest.fixture
def recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the stand-in for uv, which has nothing in its cache, writes how it was called."""
    monkeypatch.setenv("RECORDED", str(tmp_path / "recorded"))
    script(
        tmp_path / "uv", 'echo "$1 $UV_PROJECT_ENVIRONMENT $*" >>"$RECORDED"; case "$*" in *--offline) exit 1;; esac'
    )
    return tmp_path / "recorded"


def test_uv_asks_the_network_only_when_its_cache_is_not_enough(recorded: Path, project: Path) -> None:
    uv.sync(str(recorded.parent / "uv"), project, ["--no-dev"])
    plain = f"sync {project}/.venv sync --locked --python {uv.base_python()} --no-dev"
    assert recorded.read_text().splitlines() == [f"{plain} --offline", plain]


def test_a_mirror_is_asked_by_name_and_hash(recorded: Path, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "https://mirror.example/simple")
    uv.sync(str(recorded.parent / "uv"), project, starter.SETS["play"])
    calls = [line.split(" ", 2)[2] for line in recorded.read_text().splitlines() if not line.endswith("--offline")]
    assert [call.split(" --")[0] for call in calls] == ["venv", "export", "pip install", "pip install"]
    assert "--no-dev" in calls[1]
    assert "--require-hashes" in calls[2]
    assert uv.environment(project)["UV_DEFAULT_INDEX"] == "https://mirror.example/simple"


def test_settings_that_would_install_elsewhere_do_not_reach_uv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VIRTUAL_ENV", "UV_PROJECT_ENVIRONMENT", "UV_NO_DEV", "UV_FROZEN"):
        monkeypatch.setenv(name, "elsewhere")
    assert "elsewhere" not in uv.environment(tmp_path).values()


def test_an_error_of_uv_becomes_one_sentence(tmp_path: Path) -> None:
    output = """Using CPython 3.11.7
error: Failed to download `typer==0.29.0`
  cause: Request failed after 3 retries in 4.6s
  cause: dns error

hint: `typer` was included because `crownland` depends on it
"""
    fake = script(tmp_path / "uv", f"cat >&2 <<'END'\n{output}END\nexit 2")
    with pytest.raises(StartError) as caught:
        uv.run([str(fake), "sync"], tmp_path)
    assert str(caught.value) == (
        f"expected `uv sync` to work in {tmp_path}, got: Failed to download `typer==0.29.0`: dns error; "
        "check the network (a proxy is taken from HTTPS_PROXY, a package index from UV_DEFAULT_INDEX) and start again"
    )


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("No space left on device (os error 28)", "free some space"),
        ("Permission denied", "use a copy of this folder"),
        ("Read-only file system", "use a copy of this folder"),
        ("The lockfile at `uv.lock` needs to be updated, but `--locked` was provided.", "run `uv lock`"),
        ("invalid peer certificate: UnknownIssuer", "install this machine's CA certificates"),
        ("[SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed", "install this machine's CA certificates"),
        ("error sending request: operation timed out", "check the network"),
        ("something new", "run `uv sync --locked`"),
    ],
)
def test_every_reason_has_an_advice(reason: str, expected: str) -> None:
    assert starter.advice(reason).startswith(expected)


# The stamp


@pytest.mark.parametrize(
    ("stamped", "wanted", "ready"),
    [("play", "play", True), ("check", "check", True), ("check", "play", True), ("play", "check", False)],
)
def test_the_developers_set_serves_players_too(project: Path, stamped: str, wanted: str, ready: bool) -> None:
    put_stamp(project, stamped)
    assert starter.is_ready(project, wanted) is ready


@pytest.mark.parametrize("name", ["pyproject.toml", "uv.lock"])
def test_a_changed_file_makes_the_stamp_stale(project: Path, name: str) -> None:
    put_stamp(project, "check")
    (project / name).write_text("# changed\n")
    assert not starter.is_ready(project, "check")


def test_another_python_makes_the_stamp_stale(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_stamp(project, "check")
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    assert not starter.is_ready(project, "check")


def test_a_moved_folder_or_a_removed_python_makes_the_stamp_stale(project: Path) -> None:
    put_stamp(project, "check")
    moved = project.rename(project.with_name("moved"))
    assert not starter.is_ready(moved, "check")
    put_stamp(moved, "check")
    assert starter.is_ready(moved, "check")
    (moved / ".venv/bin/python").unlink()
    assert not starter.is_ready(moved, "check")


# Building .venv


class FakeSync:
    """Stands in for uv: breaks off before its end the first *fails* times, and is not done until *until* is set."""

    def __init__(self, fails: int = 0, until: threading.Event | None = None) -> None:
        self.calls, self.fails, self.until = 0, fails, until

    def __call__(self, installer: str, root: Path, options: object) -> None:
        self.calls += 1
        (root / ".venv/half-made").parent.mkdir(exist_ok=True)
        if self.calls <= self.fails:
            (root / ".venv/half-made").touch()
            raise StartError("expected a network, got: none; look for one")
        if self.until:
            self.until.wait(timeout=10)
        make_venv(root)


def fake_sync(monkeypatch: pytest.MonkeyPatch, fake: FakeSync) -> FakeSync:
    monkeypatch.setattr(uv, "provide", lambda: "uv")
    monkeypatch.setattr(uv, "sync", fake)
    return fake


def test_a_second_start_installs_nothing(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake = fake_sync(monkeypatch, FakeSync())
    for command in ("check", "play", "check", "play"):
        assert starter.prepare(project, command) == project / ".venv/bin/python"
    assert fake.calls == 1


def test_a_failed_start_leaves_no_stamp_and_the_next_begins_anew(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_stamp(project, "check")
    (project / "uv.lock").write_text("version = 2\n")
    fake_sync(monkeypatch, FakeSync(fails=1))
    with pytest.raises(StartError):
        starter.prepare(project, "play")
    assert not starter.stamp(project).exists()
    starter.prepare(project, "play")
    assert starter.is_ready(project, "play")
    assert not (project / ".venv/half-made").exists()


@pytest.mark.parametrize("lacking", ["bin", "pyvenv.cfg"])
def test_a_half_made_venv_is_made_anew(project: Path, monkeypatch: pytest.MonkeyPatch, lacking: str) -> None:
    shutil.move(project / ".venv" / lacking, project / ".venv/half-made")
    fake_sync(monkeypatch, FakeSync())
    starter.prepare(project, "play")
    assert not (project / ".venv/half-made").exists()


def test_a_venv_made_by_hand_is_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / ".venv/mine").touch()
    fake_sync(monkeypatch, FakeSync())
    starter.prepare(project, "check")
    assert (project / ".venv/mine").exists()


def test_two_starters_at_once_install_once(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    second_waits = threading.Event()

    def say(text: str) -> None:
        said.append(text)
        second_waits.set()

    monkeypatch.setattr(starter, "say", say)
    fake = fake_sync(monkeypatch, FakeSync(until=second_waits))
    threads = [threading.Thread(target=starter.prepare, args=(project, "check")) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert fake.calls == 1
    assert said == ["Another ./play or ./check is preparing .venv; waiting for it …"]


# What people see


def test_whatever_is_wrong_with_the_machine_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def read_only() -> int:
        raise OSError(30, "Read-only file system", "/here/.venv.lock")

    assert starter.guarded("play", read_only) == 2
    assert capsys.readouterr().err == (
        "play: expected to use /here/.venv.lock, got: Read-only file system; "
        "use a copy of this folder, or an XDG_CACHE_HOME, that you may write to\n"
    )


def test_ctrl_c_is_quiet(capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    assert starter.guarded("play", interrupted) == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("name", ["play", "check", "tools/__init__.py"])
def test_an_old_python_can_read_what_runs_first(name: str) -> None:
    ast.parse((ROOT / name).read_text(), feature_version=(3, 6))


def test_an_old_python_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    monkeypatch.setattr(sys, "argv", ["./play"])
    with pytest.raises(SystemExit) as caught:
        exec((ROOT / "tools/__init__.py").read_text())
    assert caught.value.code == 2
    assert capsys.readouterr().err == (
        f"Python 3.11 or newer is needed, this is 3.8 ({sys.executable}): "
        "install a newer one and start again with it, for example: python3.12 ./play\n"
    )


@pytest.mark.parametrize(
    ("arguments", "program"),
    [
        ([], "serve --open"),
        (["--port", "a b"], "serve --open --port a b"),
        (["terminal", "--help", "a b"], "play --help a b"),
    ],
)
def test_play_becomes_the_program_with_the_same_arguments(project: Path, arguments: list[str], program: str) -> None:
    put_stamp(project, "play")
    done = subprocess.run([sys.executable, project / "play", *arguments], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"utf8=1 -P -m crownland {program}\n"


# The page


@pytest.fixture
def page_project(tmp_path: Path) -> Path:
    """A project whose page is one file, and an npm that copies it."""
    for folder in ("web/src", "src/crownland/art", "src/crownland/locales"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "web/package.json").write_text("{}")
    (tmp_path / "web/package-lock.json").write_text("{}")
    (tmp_path / "web/src/index.html").write_text("page")
    npm = tmp_path / "npm"
    npm.write_text(
        '#!/bin/sh\necho "$1" >> ../called\n'
        "[ $1 = ci ] && mkdir -p node_modules\n"
        "[ $1 = run ] && mkdir -p ../src/crownland/page && cp src/index.html ../src/crownland/page\n"
        "exit 0\n"
    )
    npm.chmod(0o755)
    return tmp_path


def test_the_page_is_built_once_and_again_when_a_source_changes(page_project: Path) -> None:
    npm = [str(page_project / "npm")]
    assert not page.is_built(page_project)
    page.build(page_project, npm)
    assert page.is_built(page_project)
    assert (page_project / "called").read_text() == "ci\nrun\n"
    (page_project / "src/crownland/locales/en.json").write_text("{}")
    assert not page.is_built(page_project)
    page.build(page_project, npm)
    assert page.is_built(page_project)
    assert (page_project / "called").read_text() == "ci\nrun\nrun\n", "the same lock file installs nothing new"


def test_a_page_that_was_deleted_is_not_built(page_project: Path) -> None:
    page.build(page_project, [str(page_project / "npm")])
    (page_project / "src/crownland/page/index.html").unlink()
    assert not page.is_built(page_project)


def test_tests_and_installed_packages_do_not_make_the_page_stale(page_project: Path) -> None:
    page.build(page_project, [str(page_project / "npm")])
    (page_project / "web/node_modules/more").touch()
    (page_project / "web/tests").mkdir()
    (page_project / "web/tests/board.test.ts").touch()
    assert page.is_built(page_project)


def test_a_copy_without_sources_has_nothing_to_build(tmp_path: Path) -> None:
    assert page.is_built(tmp_path)


def test_a_page_that_cannot_be_built_is_one_sentence(page_project: Path) -> None:
    (page_project / "npm").write_text("#!/bin/sh\necho starting\necho npm error network is unreachable\nexit 1\n")
    with pytest.raises(StartError) as caught:
        page.build(page_project, [str(page_project / "npm")])
    assert str(caught.value).startswith(
        f"expected `npm ci` to work in {page_project / 'web'}, got: npm error network is unreachable; check"
    )
    assert not page.is_built(page_project)


@pytest.mark.parametrize(
    ("version", "usable"), [("v20.19.0", True), ("v24.1.0", True), ("v18.20.4", False), ("20", False)]
)
def test_a_node_must_be_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, usable: bool) -> None:
    for name in ("node", "npm"):
        (tmp_path / name).write_text(f"#!/bin/sh\necho {version}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert page.find_npm() == ([str(tmp_path / "npm")] if usable else None)
    assert page.npm_of("uv")[-1].endswith("npm")


def test_check_explains_itself_before_anything_is_installed(project: Path) -> None:
    shutil.rmtree(project / ".venv")
    done = subprocess.run([sys.executable, project / "check", "--help"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"usage: \./check \[--all\] \[--fix\] \[PYTEST ARGUMENTS\]\n", done.stdout)
    assert not (project / ".venv").exists()


@pytest.mark.parametrize("name", ["play", "check", ".ci/run"])
def test_the_commands_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)


# The gate


def test_a_step_that_runs_ahead_shows_its_output_at_its_end(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = (
        gate.Ahead([sys.executable, "-c", code], tmp_path / str(at))
        for at, code in enumerate(("print('compiled')", "import sys; sys.exit('no room')"))
    )
    assert capsys.readouterr().out == ""
    assert good.end()
    assert capsys.readouterr().out == "compiled\n"
    assert not bad.end()
    assert capsys.readouterr().out == "no room\n"


GOOD = gate.Result("tests", True, 12.34)
BAD = gate.Result("types", False, 4.0)
SKIP = gate.Skip("tests.test_x.test_y", "needs a browser")


def test_the_table_lists_steps_and_skips() -> None:
    assert gate.table([GOOD, BAD], [SKIP], strict=True, colour=False).splitlines() == [
        "step      result    seconds",
        "tests     ok           12.3",
        "types     FAILED        4.0",
        "",
        "skipped tests: 1",
        "  tests.test_x.test_y: needs a browser",
        "failed: types, skipped tests (--all allows none)",
    ]
    assert gate.table([GOOD], [], strict=True, colour=True).endswith("\033[32mok: tests\033[0m")


def test_tests_skipped_for_the_same_reason_share_a_line() -> None:
    """Without Chromium some eighty tests are skipped, without PostgreSQL a dozen: each is said once."""
    browser, database = "expected Chromium on this machine", "expected PostgreSQL's initdb on this machine"
    skips = [gate.Skip(f"tests.web.test_{number}", browser) for number in range(80)]
    skips[40:40] = [gate.Skip(f"tests.server.test_{number}", database) for number in range(12)]
    assert gate.table([GOOD], [*skips, SKIP], strict=False, colour=False).splitlines()[3:] == [
        "skipped tests: 93",
        f"  80 tests: {browser}",
        f"  12 tests: {database}",
        "  tests.test_x.test_y: needs a browser",
        "ok: tests",
    ]


def test_pytest_does_not_list_the_skips_that_the_table_lists(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -ra\n")
    (tmp_path / "test_moon.py").write_text(
        "import pytest\ndef test_one(): pytest.skip('no moon')\ndef test_two(): raise ValueError('no sun')\n"
    )
    command = [sys.executable, "-m", *gate.PYTEST, "-p", "no:cacheprovider", str(tmp_path)]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False).stdout
    assert "no moon" not in shown
    assert "FAILED test_moon.py::test_two - ValueError: no sun" in shown
    assert "1 failed, 1 skipped" in shown


@pytest.mark.parametrize(
    ("results", "skips", "strict", "expected"),
    [
        ([GOOD], [], True, True),
        ([GOOD], [SKIP], False, True),
        ([GOOD], [SKIP], True, False),
        ([GOOD, BAD], [], False, False),
    ],
)
def test_a_skip_is_a_failure_only_with_all(
    results: list[gate.Result], skips: list[gate.Skip], strict: bool, expected: bool
) -> None:
    assert gate.holds(results, skips, strict=strict) is expected


def test_skips_are_read_from_the_report_of_pytest(tmp_path: Path) -> None:
    assert gate.read_skips(tmp_path / "never-written.xml") == []
    report = tmp_path / "tests.xml"
    report.write_text(
        """<testsuites><testsuite>
        <testcase classname="" name="tests.test_y"><skipped message="collection skipped">('/a/test_y.py', 3,
            "Skipped: could not import 'moon'")</skipped></testcase>
        <testcase classname="tests.test_x" name="test_one"/>
        <testcase classname="tests.test_x" name="test_two"><skipped type="pytest.skip" message="no moon"/></testcase>
        <testcase classname="tests.test_x" name="test_two"><skipped type="pytest.skip" message="no moon"/></testcase>
        <testcase classname="tests.test_x" name="test_six"><skipped type="pytest.xfail" message="some day"/></testcase>
        </testsuite></testsuites>"""
    )
    assert gate.read_skips(report) == [
        gate.Skip("tests.test_y", "could not import 'moon'"),
        gate.Skip("tests.test_x.test_two", "no moon"),
    ]


def test_a_step_that_breaks_is_a_failure_and_not_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> bool:
        raise StartError("expected one thing, got: another")

    assert gate.timed("wheel", broken)[:2] == ("wheel", False)
    assert "expected one thing, got: another\n── wheel: FAILED, " in capsys.readouterr().out


def test_a_file_that_the_wheel_forgot_is_named(tmp_path: Path) -> None:
    for name in ("__init__.py", "art/crown.svg", "locales/en.json", "__pycache__/x.pyc"):
        path = tmp_path / "src/crownland" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    with zipfile.ZipFile(tmp_path / "built.whl", "w") as archive:
        archive.writestr("crownland/__init__.py", "")
        archive.writestr("crownland/locales/en.json", "")
    assert wheel.missing_files(tmp_path, tmp_path / "built.whl") == ["crownland/art/crown.svg"]
