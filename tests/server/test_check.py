"""``crownland serve --check`` and the settings: one sentence for each mistake."""

import re
import socket
from dataclasses import fields
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from crownland.cli import app
from crownland.server.check import problems
from crownland.server.serve import Endpoint
from crownland.server.settings import COMPILING, OPTIONS, Settings
from crownland.server.store.database import migrate, open_engine, sqlite_url

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture(autouse=True)
def be_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.serve.PORT_SECONDS", 0.0)


def found(
    folder: Path, variables: dict[str, str] | None = None, processes: int = 1, database: str | None = None
) -> list[str]:
    environment = {
        name if name.isupper() else f"CROWNLAND_{name.upper()}": value for name, value in (variables or {}).items()
    }
    return problems("127.0.0.1", 0, database, folder, processes, {}, environment)


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({}, []),
        ({"away": "soon"}, ["expected CROWNLAND_AWAY to be a number from 0, got: 'soon'"]),
        (
            {"CROWNLAND_AWAYS": "3"},
            ["expected no variable CROWNLAND_AWAYS: it is unknown; did you mean CROWNLAND_AWAY?"],
        ),
        ({"games": "x", "port": "1"}, []),
        (
            {"FORWARDED_ALLOW_IPS": "*"},
            ["expected no variable FORWARDED_ALLOW_IPS: CROWNLAND_PROXIES names the trusted proxies"],
        ),
        (
            {"proxies": "proxy", "hosts": "a.example", "origins": "a.example"},
            [
                "expected CROWNLAND_PROXIES to be addresses or networks, got: 'proxy'",
                "expected CROWNLAND_ORIGINS to be origins like https://example.org, got: 'a.example'",
            ],
        ),
        (
            {"away": "abc", "proxies": "a b", "hosts": "x/y good.example x:y", "origins": "http://["},
            [
                "expected CROWNLAND_AWAY to be a number from 0, got: 'abc'",
                "expected CROWNLAND_PROXIES to be addresses or networks, got: 'a'",
                "expected CROWNLAND_PROXIES to be addresses or networks, got: 'b'",
                "expected CROWNLAND_HOSTS to be names like example.org or *.example.org, got: 'x/y'",
                "expected CROWNLAND_HOSTS to be names like example.org or *.example.org, got: 'x:y'",
                "expected CROWNLAND_ORIGINS to be origins like https://example.org, got: 'http://['",
            ],
        ),
        (
            {"proxies": "127.0.0.1"},
            ["expected CROWNLAND_HOSTS to list the public names of the server, since it is behind a proxy"],
        ),
        (
            {"sockets": "0", "silence": "60"},
            [
                "expected CROWNLAND_SOCKETS to be more than 0, or nobody can play",
                "expected CROWNLAND_SILENCE to be more than 60, since pages in the background are heard once a minute,"
                " got: 60",
            ],
        ),
        (
            {"tables": "0", "new_tables": "0", "watchers": "0"},
            [
                "expected CROWNLAND_TABLES to be more than 0, or nobody can play",
                "expected CROWNLAND_NEW_TABLES to be more than 0, or nobody can play",
                "expected CROWNLAND_WATCHERS to be more than 0, or nobody can play",
            ],
        ),
        ({"nearby": "10.0.0.5"}, ["expected CROWNLAND_NEARBY to be a URL like http://10.0.0.5:8000, got: '10.0.0.5'"]),
        ({"database": "mysql://x"}, ["expected a SQLite or PostgreSQL database, got: 'mysql'"]),
    ],
)
def test_each_problem_gets_a_sentence(tmp_path: Path, variables: dict[str, str], expected: list[str]) -> None:
    assert found(tmp_path, variables) == expected
    assert list(tmp_path.iterdir()) == []  # nothing was created


def test_several_processes_need_another_database(tmp_path: Path) -> None:
    expected = ["expected PostgreSQL (--database) for 2 processes: SQLite supports only one"]
    nowhere = f"expected a folder for the database {tmp_path}/none/x"
    assert found(tmp_path, processes=2) == expected
    assert found(tmp_path, processes=2, database=f"sqlite:///{tmp_path}/none/x") == [*expected, nowhere]
    assert found(tmp_path, processes=2, database=f"sqlite:///{tmp_path}/x") == expected


def test_the_database_must_answer_and_be_of_this_version(tmp_path: Path) -> None:
    gone = found(tmp_path, database="postgresql+psycopg://crownland@/postgres?host=/nowhere")
    assert len(gone) == 1
    assert gone[0].startswith(("expected a database that answers, got: ", "expected psycopg for PostgreSQL"))
    engine = open_engine(sqlite_url(tmp_path))
    migrate(engine)
    assert found(tmp_path) == []
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    assert [line.rpartition(", got: ")[2] for line in found(tmp_path)] == ["9999"]


def test_the_data_folder_must_be_one(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert found(tmp_path / "file" / "folder") == [f"expected a folder for the data, but {tmp_path / 'file'} is a file"]


def test_the_port_must_be_free_or_used_by_the_server_itself(tmp_path: Path, url: str) -> None:
    port = int(url.rpartition(":")[2])
    assert problems("127.0.0.1", port, None, tmp_path, 1, {}, {}) == []
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        taken = other.getsockname()[1]
        assert problems("127.0.0.1", taken, None, tmp_path, 1, {}, {}) == [
            f"expected a free port, cannot listen on 127.0.0.1:{taken}: Address already in use"
        ]


def test_the_command_exits_with_2_if_anything_is_wrong(tmp_path: Path) -> None:
    fine = CliRunner().invoke(app, ["serve", "--check", "--port", "0", "--data", str(tmp_path)])
    assert (fine.exit_code, fine.output) == (0, "The configuration is fine.\n")
    wrong = CliRunner().invoke(
        app, ["serve", "--check", "--port", "0", "--data", str(tmp_path), "--set", "away=x", "--set", "paus=1"]
    )
    assert (wrong.exit_code, wrong.output) == (
        2,
        "expected --set to name a setting, got: 'paus'; did you mean pause?\n"
        "expected --set away to be a number from 0, got: 'x'\n",
    )
    assert CliRunner().invoke(app, ["serve", "--check", "--set", "away"]).exit_code == 2


def test_options_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: list[object] = []
    monkeypatch.setattr("crownland.server.serve.run", lambda *values, **named: seen.append((values, named["given"])))
    variables = {"CROWNLAND_HOST": "::1", "CROWNLAND_PORT": "4711", "CROWNLAND_DATA": str(tmp_path)}
    done = CliRunner().invoke(app, ["serve", "--set", "new-tables=3"], env=variables)
    assert done.exit_code == 0, done.output
    assert seen == [(("::1", 4711, None, tmp_path), {"new_tables": "3"})]


def test_files_to_load_come_from_the_environment_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    own, other = tmp_path / "own bot.py", tmp_path / "other.py"
    for file in (own, other):
        file.write_text("pass\n")
    loaded: list[Path] = []
    monkeypatch.setattr("crownland.bots.load.load_once", loaded.append)
    monkeypatch.setattr("crownland.server.serve.run", lambda *_, **__: None)
    done = CliRunner().invoke(app, ["serve"], env={"CROWNLAND_LOAD": f"{own}\n{other}"})
    assert done.exit_code == 0, done.output
    assert loaded == [own, other]


def test_texts_of_the_command_line_win() -> None:
    assert Settings.read({"CROWNLAND_AWAY": "5"}, {"away": "7"}).away == 7.0


def test_a_taken_port_is_free_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crownland.server.serve.PORT_SECONDS", 30.0)
    other = socket.socket()
    other.bind(("127.0.0.1", 0))
    other.listen()
    monkeypatch.setattr("crownland.server.serve.sleep", lambda _: other.close())
    endpoint = Endpoint("127.0.0.1", other.getsockname()[1])
    assert not endpoint.socket.get_inheritable()
    endpoint.socket.close()


def test_every_setting_stands_in_the_table_of_the_docs() -> None:
    rows = dict(re.findall(r"^\| `CROWNLAND_([A-Z_]+)` \| (.*)$", HOSTING.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(rows) == {field.name.upper() for field in fields(Settings)} | set(OPTIONS) | set(COMPILING)
    for field in fields(Settings):
        if isinstance(field.default, int | float) and field.default:
            assert rows[field.name.upper()].split(" | ")[1].split()[0] == f"{field.default:g}", field.name
