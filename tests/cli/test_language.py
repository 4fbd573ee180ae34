"""Commands speak the language of their reader, also when they refuse something."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer import rich_utils
from typer.main import get_command

from crownland.cli import app
from crownland.cli.helping import texts_of
from crownland.cli.saying import PREFIX, said
from crownland.placeholders import PLACEHOLDER
from crownland.words import Words, languages, own_texts
from tests.cli.support import RECORD, run, run_well
from tests.cli.test_mistakes import BAD_INPUT


@pytest.mark.parametrize(
    ("language", "title", "heads", "grandmaster"),
    [
        ("pl", "(kingdomino, liczba graczy: 2–4)", ["opcja", "wartości", "gracze", "domyślnie"], "Arcymistrz gra"),
        ("nl", "(kingdomino, 2–4 spelers)", ["optie", "waarden", "spelers", "standaard"], "De grootmeester speelt"),
        ("sr-Cyrl", "(kingdomino, број играча: 2–4)", ["опција", "вредности", "играчи"], "Велемајстор игра"),
    ],
)
def test_games_are_listed_in_the_language_of_the_reader(
    language: str, title: str, heads: list[str], grandmaster: str
) -> None:
    shown = run_well("games", "kingdomino", "--language", language)
    assert title in shown.splitlines()[0]
    assert grandmaster in shown
    line = next(line for line in shown.splitlines() if line.startswith(heads[0]))
    assert line.split()[: len(heads)] == heads


def test_what_is_assumed_is_told_in_the_language_of_the_reader() -> None:
    shown = run_well("games", "queendomino", "--language", "nl")
    assert "vesting: aangenomen" in shown
    assert "heksenhuis: op één exemplaar gezien" in shown


def test_simulate_and_arena_show_their_tables_in_the_language_of_the_reader(tmp_path: Path) -> None:
    shown = run_well("simulate", "kingdomino", "--bots", "uniform", "-n", "2", "--seed", "1", "--language", "pl")
    assert shown.splitlines()[0] == "kingdomino: 2 partie, liczba graczy: 2, ziarno 1"
    assert shown.splitlines()[1].split() == ["bot", "miejsca", "średni", "wynik", "wygrane"]
    bots = ("greedy", "uniform", "careless")
    shown = run_well("arena", *bots, "-n", "6", "--out", tmp_path, "--language", "nl")
    assert "startgetal 1" in shown
    assert shown.splitlines()[1].split() == ["bot", "Elo", "95", "%", "gewonnen", "95", "%", "score", "verschil"]
    assert "punten tegen" in shown
    assert f"De uitslagen staan in {tmp_path}" in shown.replace("\n", "")


def test_an_illegal_action_in_a_record_is_refused_in_the_language_of_the_reader(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8")
    claims = re.findall(r"\bK\d+", text)
    wrong = tmp_path / "wrong.kdn"
    wrong.write_text(text.replace(claims[1], claims[0], 1), encoding="utf-8")
    done = run("replay", wrong, "--language", "sr")
    assert done.returncode == 1
    assert f"nedozvoljena akcija: {claims[0]} (C9: na {claims[0][1:]} već stoji kralj)" in done.stderr
    assert "linija 11, znak" in done.stderr


def test_mistakes_are_told_in_the_language_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run("games", "chess").stderr.startswith("crownland: nieznana gra: 'chess'; znane: duel, kingdomino")
    assert run("replay", "no.kdn").stderr == "crownland: Nie ma takiego pliku ani folderu: no.kdn\n"
    wrong = run("simulate", "royal-wedding", "--players", "7").stderr
    assert wrong == "crownland: royal-wedding: liczba graczy to 3, 4, 5, 6 lub 8, podano: 7\n"


MISTYPED = [
    (["--nope"], "Nie ma takiej opcji: --nope", "crownland"),
    (
        ["arena", "--gmaes", "3"],
        "Nie ma takiej opcji: --gmaes (możliwe: --game, --games, --players)",
        "crownland arena",
    ),
    (["dance"], "Nie ma polecenia 'dance'.", "crownland"),
    (["pla"], "Nie ma polecenia 'pla'. Może chodzi o 'play', 'replay'?", "crownland"),
    (["simulate"], "Brakuje argumentu 'game'.", "crownland simulate"),
    (["puzzles", "make"], "Brakuje opcji '--game' / '-g'.", "crownland puzzles make"),
    (["games", "a", "b", "c"], "Za dużo argumentów: b c", "crownland games"),
    (["score", "c", "--buildings"], "Opcja '--buildings' wymaga wartości.", "crownland"),
    (["games", "--json=3"], "Opcja '--json' nie przyjmuje wartości.", "crownland"),
    (["simulate", "x", "-n", "0"], "Niewłaściwa wartość dla '--games' / '-n': co najmniej 1", "crownland simulate"),
    (["simulate", "x", "-n", "y"], "Niewłaściwa wartość dla '--games' / '-n': potrzebna jest liczba całkowita", None),
    (["arena", "--time", "y"], "Niewłaściwa wartość dla '--time': potrzebna jest liczba", "crownland arena"),
    (["arena", "-j", "2000"], "Niewłaściwa wartość dla '--jobs' / '-j': najwyżej 1024", "crownland arena"),
    (["data", "restore", "/none"], "Niewłaściwa wartość dla 'file': Nie ma pliku '/none'.", "crownland data restore"),
    (["data", "restore", "/"], "Niewłaściwa wartość dla 'file': '/' to folder.", "crownland data restore"),
]


@pytest.mark.parametrize(("words", "message", "command"), MISTYPED, ids=[" ".join(words) for words, *_ in MISTYPED])
def test_what_was_mistyped_is_told_in_the_language_of_the_system(
    words: list[str], message: str, command: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    done = run(*words)
    assert done.returncode == 2
    said_, more = done.stderr.splitlines()
    assert said_ == f"crownland: {message}"
    assert more == f"{command or 'crownland simulate'} --help powie więcej."


def commands(command: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command and group with the words that call it."""
    yield path, command
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, *path, name)


COMMANDS = dict(commands(get_command(app)))
ALIKE = {"SQLite"}  # in every language


@pytest.mark.parametrize("path", COMMANDS, ids=[" ".join(path) or "crownland" for path in COMMANDS])
def test_every_text_of_the_help_is_translated(path: tuple[str, ...]) -> None:
    command = COMMANDS[path]
    texts = [*texts_of(command.help), *texts_of(command.epilog)]
    for parameter in command.get_params(typer.Context(command)):
        texts += texts_of(parameter.help)
        texts += [parameter.show_default] if isinstance(parameter.show_default, str) else []
    assert texts
    for language in ("nl", "pl", "sr"):
        assert [text for text in texts if said(text, Words(language)) == text and text not in ALIKE] == []


@pytest.mark.parametrize("language", languages())
def test_help_can_be_shown_in_every_language(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All its markup is closed, and the examples stay what they are."""
    tag = {"sr-Cyrl": "sr_RS@cyrillic"}.get(language, language)
    monkeypatch.setenv("LC_ALL", tag)
    monkeypatch.setattr(rich_utils, "MAX_WIDTH", 200)
    words = Words(language)
    for path in COMMANDS:
        shown = run_well(*path, "--help")
        assert shown.split()[0] == words("cli.help.usage")
        assert "[/]" not in shown
        assert words("cli.say.usage.help") in shown
    assert "crownland arena greedy mc:sims=200 --games 100 --jobs 2 --out results" in run_well("arena", "--help")


@pytest.mark.parametrize("words", [words for words, _ in BAD_INPUT], ids=lambda words: " ".join(words)[:60])
def test_every_mistake_is_told_in_the_language_of_the_system(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    english = run(*words).stderr
    monkeypatch.setenv("LC_ALL", "pl_PL.UTF-8")
    assert run(*words).stderr != english


def test_a_mistake_is_told_in_english_where_nobody_has_translated_it() -> None:
    assert said("expected a dance", Words("nl")) == "expected a dance"


@pytest.mark.parametrize("key", [key for key in own_texts()["en"] if key.startswith(PREFIX)])
def test_a_message_is_known_again_by_its_english_text(key: str) -> None:
    """Also with its own values, and no other text takes it away."""
    english, dutch = Words(), Words("nl")
    values = {name: f"‹{name}›" for name in (match[1] for match in PLACEHOLDER.finditer(own_texts()["en"][key]))}
    assert said(english(key, **values), dutch) == dutch(key, **values)


MESSAGES = " ".join(message for _, message in BAD_INPUT)
SOURCES = [
    path.read_text(encoding="utf-8")
    for folder in ("kernel", "games", "notation", "bots", "cli", "arena", "review", "site", "testing")
    for path in Path("src/crownland", folder).rglob("*.py")
] + [Path("src/crownland/dealer.py").read_text(encoding="utf-8")]


@pytest.mark.parametrize("key", [key for key in own_texts()["en"] if key.startswith(PREFIX)])
def test_the_program_says_every_message_that_is_translated(key: str) -> None:
    """A text that no part of the program says any more is left behind."""
    parts = [part for part in re.split(r"\{.*?\}", own_texts()["en"][key]) if len(part.strip(" ,;:().")) > 2]
    system = key.startswith((f"{PREFIX}file.", f"{PREFIX}usage."))  # the system and Typer say those
    known = " ".join("\n".join(SOURCES).replace("\\\\", "\\").split()) + Path(
        "src/crownland/data/queendomino_buildings.csv"
    ).read_text(encoding="utf-8")
    assert system or all(part.strip() in known or part.strip() in MESSAGES for part in parts), parts
