"""Languages are files; English replaces what a translation lacks; numbers come from the rules."""

import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest import mock

import msgspec
import pytest
from typer.testing import CliRunner

import crownland.words
from crownland.cli import app
from crownland.games.classic import game as classic_game
from crownland.games.classic import rules as classic
from crownland.games.classic.state import score
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import Coat
from crownland.games.queen.building import BUILDINGS
from crownland.games.registry import GAMES, KINGDOMINO
from crownland.kernel.errors import InvalidTextError, UnknownNameError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.terrain import Terrain
from crownland.server.frames.catalogue import catalogue
from crownland.tui.menu import Menu
from crownland.words import (
    NUMBERS,
    TEXTS,
    Words,
    languages,
    own_texts,
    read_texts,
    register_numbers,
    register_texts,
    system_language,
)
from tools import texts as report

CATALOGUES = own_texts()
OTHERS = sorted(set(CATALOGUES) - {"en"})
ESPERANTO = {"language.name": "Esperanto", "language.tag": "eo", "language.plural": "n = 1"}


@pytest.fixture(autouse=True)
def registries() -> Iterator[None]:
    with mock.patch.dict(TEXTS, clear=True), mock.patch.dict(NUMBERS):
        yield


@pytest.mark.parametrize("language", CATALOGUES)
def test_nothing_is_wrong_in_a_catalogue(language: str) -> None:
    known = report.allowed("locales", CATALOGUES)
    plural = CATALOGUES[language]["language.plural"]
    assert report.errors(CATALOGUES["en"], CATALOGUES[language], plural, known) == []


def test_nothing_is_left_in_english() -> None:
    """A few words are alike in two languages; whole sentences are not."""
    english = CATALOGUES["en"]
    for language in OTHERS:
        texts = CATALOGUES[language]
        alike = [key for key in texts if texts[key] == english[key] and len(english[key].split()) > 3]
        assert [key for key in alike if key != "language.plural"] == [], language


def test_every_game_option_land_building_and_spell_has_its_words() -> None:
    wanted = [f"game.{key}{part}" for key in GAMES for part in ("", ".about")]
    wanted += [f"terrain.{terrain.key}" for terrain in Terrain]
    wanted += [f"reason.{key}" for key in (*(land.key for land in (*Terrain, *Coat)), *BUILDINGS, "coins", "queen")]
    wanted += [f"spell.{key}" for key in SPELLS]
    words = Words()
    assert [key for key in wanted if key not in words] == []


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {1: "1 crown", 0: "0 crowns", 2: "2 crowns"}),
        ("nl", {1: "1 kroon", 2: "2 kronen"}),
        ("pl", {1: "1 korona", 2: "2 korony", 5: "5 koron", 12: "12 koron", 22: "22 korony", 112: "112 koron"}),
        ("sr", {1: "1 kruna", 3: "3 krune", 5: "5 kruna", 11: "11 kruna", 21: "21 kruna", 22: "22 krune"}),
        ("sr-Cyrl", {1: "1 круна", 3: "3 круне", 5: "5 круна", 11: "11 круна", 21: "21 круна", 22: "22 круне"}),
    ],
)
def test_plurals_follow_the_language(language: str, forms: dict[int, str]) -> None:
    assert {count: Words(language)("count.crowns", count=count) for count in forms} == forms


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        Words("tlh")
    assert str(caught.value) == "unknown language: 'tlh'; known: en, nl, pl, sr, sr-Cyrl"


@pytest.mark.parametrize(
    ("asked", "spoken"),
    [
        ("pl_PL.UTF-8", "pl"),
        ("sr", "sr"),
        ("sr_RS@latin", "sr"),
        ("sr_RS@cyrillic", "sr-Cyrl"),
        ("sr-Cyrl", "sr-Cyrl"),
        ("de_DE", "en"),
        ("C", "en"),
    ],
)
def test_the_system_chooses_the_language(asked: str, spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", asked)
    assert system_language() == spoken


# English is the fallback.


@pytest.mark.parametrize(
    ("english", "translated", "shown"),
    [
        ("{count} {count:hex|hexes}", None, "2 hexes"),
        ("{count} {count:hex|hexes}", "{count} {count:heks|heksy|heksów}", "2 heksy"),
        ("{count} {count:hex|hexes}", "{count} {count:heks}", "2 hexes"),
        ("{count} {count:hex|hexes}", "{number} heksów", "2 hexes"),
        ("{count} {count:hex|hexes}", "{count} {name:heks|heksy|heksów}", "2 hexes"),
        ("{count} {count:hex|hexes}", "dwa heksy", "dwa heksy"),
    ],
)
def test_a_translation_that_is_missing_or_does_not_fit_is_shown_in_english(
    english: str, translated: str | None, shown: str
) -> None:
    register_texts({"en": {"count.hexes": english}, "pl": {} if translated is None else {"count.hexes": translated}})
    assert Words("pl")("count.hexes", count=2, name="Ada") == shown


def test_a_value_that_english_lacks_is_a_defect_of_the_caller() -> None:
    with pytest.raises(KeyError, match="count"):
        Words("pl")("count.crowns")


def test_a_name_without_a_text_is_shown_as_it_is() -> None:
    words = Words("nl")
    assert (words.name("game", "duel"), words.name("game", "hex"), words.find("game.hex.about")) == (
        "Duel",
        "hex",
        None,
    )


# Texts from outside.


def test_a_game_outside_the_package_brings_its_texts_and_numbers() -> None:
    texts = {
        "en": {"game.hex": "Hex", "game.hex.about": "{hex.size} {hex.size:row|rows}."},
        "pl": {"game.hex.about": "{hex.size} {hex.size:rząd|rzędy|rzędów}."},
        "de": {"game.hex": "Hex"},  # nobody speaks German here yet
    }
    register_texts(texts)
    register_texts(texts)
    register_numbers("hex", {"size": 11})
    assert (Words("pl")("game.hex"), Words("pl")("game.hex.about")) == ("Hex", "11 rzędów.")
    assert languages() == tuple(sorted(CATALOGUES))
    sent = catalogue("")
    assert sent.texts == texts
    assert sent.numbers["hex.size"] == 11


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            {"pl": {"game.hex": "Heks"}, "en": {"game.duel": "Dual"}},
            "expected a new key in en, 'game.duel' is 'Duel' already",
        ),
        (
            {"eo": {"language.name": "Esperanto"}},
            "expected 'language.tag' among the texts of the new language eo",
        ),
        (
            {"eo": {**ESPERANTO, "language.plural": "n = one"}},
            "expected a plural rule like 'n = 1' or 'n % 10 = 2..4', got: 'n = one'",
        ),
    ],
)
def test_texts_that_cannot_be_added_are_refused(texts: dict[str, dict[str, str]], message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        register_texts(texts)
    assert str(caught.value) == message
    assert TEXTS == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "expected JSON in eo.json, got: "),
        ('["Esperanto"]', "expected an object of strings in eo.json"),
        ('{"language.name": 1}', "expected an object of strings in eo.json"),
    ],
)
def test_a_broken_file_is_named(content: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "eo.json").write_text(content, encoding="utf-8")
    with pytest.raises(InvalidTextError, match=f"^{re.escape(message)}"):
        read_texts(tmp_path)


# docs/adding.md


def write_esperanto(folder: Path) -> None:
    texts = {**ESPERANTO, "game.duel": "Duelo", "table.coins": "{count} {count:monero|moneroj}"}
    (folder / "eo.json").write_text(json.dumps(texts), encoding="utf-8")


def is_spoken_in_the_terminal(language: str) -> bool:
    """Whether ``crownland play`` knows *language*: it then asks for a terminal, which there is none here."""
    done = CliRunner().invoke(app, ["play", "--language", language])
    return "unknown language" not in str(done.exception) and "expected a terminal" in str(done.exception)


def test_a_file_in_locales_is_a_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_spoken_in_the_terminal("eo")
    shutil.copytree(report.LOCALES, tmp_path, dirs_exist_ok=True)
    write_esperanto(tmp_path)
    monkeypatch.setattr(crownland.words, "LOCALES", tmp_path)
    crownland.words.own_texts.cache_clear()
    try:
        assert languages() == ("en", "eo", "nl", "pl", "sr", "sr-Cyrl")
        words = Words("eo")
        assert (words("table.coins", count=2), words("menu.game")) == ("2 moneroj", "Game")
        assert "Duelo" in [row.value for row in Menu(words, GAMES["duel"].setup()).rows]
        assert is_spoken_in_the_terminal("eo")
    finally:
        crownland.words.own_texts.cache_clear()


def test_a_language_outside_the_package_is_registered_and_sent_to_the_page(tmp_path: Path) -> None:
    write_esperanto(tmp_path)
    register_texts(read_texts(tmp_path))
    assert Words("eo")("game.duel") == "Duelo"
    assert is_spoken_in_the_terminal("eo")
    sent = json.loads(msgspec.json.encode(catalogue("")))
    assert sent["texts"]["eo"]["language.name"] == "Esperanto"


@pytest.mark.parametrize("language", CATALOGUES)
@pytest.mark.parametrize("points", [1, 3, 6])
def test_a_number_is_changed_in_one_place(language: str, points: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """K8: Harmony with other points: the score and the texts follow ``classic/rules.py``."""
    harmony = replace(classic.HARMONY, points=points)
    monkeypatch.setattr(classic, "BONUSES", (classic.MIDDLE_KINGDOM, harmony))
    register_numbers("kingdomino", classic_game.numbers(KINGDOMINO))
    assert Words(language)("option.harmony.about").startswith(Words(language)("table.tile.points", count=points))
    kingdom = Kingdom.parse("wwwww/wwwww/wwcww/wwwww/wwwww")
    line = score(kingdom, classic.rules_of(KINGDOMINO.setup(2, {"harmony": True}))).lines[-1]
    assert (line.reason, line.points) == ("harmony", points)


# The only numbers that texts may write themselves.
WRITTEN = {
    "game.royal-wedding.about": {4, 6, 8},  # numbers of players
    "table.tile.tax-knight": {1},  # Q6: a coin each
    "table.tile.tax-tower": {1},
    "table.help.signs": {2},  # an example
    "table.help.goal.queendomino": {1},  # coins make a point
    "table.help.goal.royal-wedding": {1},
}


@pytest.mark.parametrize("language", CATALOGUES)
def test_numbers_of_the_rules_are_placeholders(language: str) -> None:
    found = {key: written for key, text in CATALOGUES[language].items() if (written := report.written_numbers(text))}
    del found["language.plural"]
    found = {key: written for key, written in found.items() if not key.startswith("cli.say.help.")}  # codes, examples
    assert {key: numbers for key, numbers in found.items() if not numbers <= WRITTEN.get(key, set())} == {}


def test_the_report_names_what_is_missing_and_what_is_wrong() -> None:
    english = {"a": "{name}", "b": "{count:x|y}", "c": "{duel.rows}", "d": "D"}
    texts = {"a": "{nom}", "b": "{count:x}", "c": "{duel.rows}", "e": "E"}
    assert report.missing(english, texts) == ["d"]
    assert report.errors(english, texts, "n = 1", frozenset()) == [
        "a: {nom} is not in the English text",
        "a: {name} is only in the English text",
        "b: expected 2 forms, got {count:x}",
        "c: nothing is called {duel.rows}",
        "e: English has no such text",
    ]


def test_the_report_of_the_repository_ends_well(capsys: pytest.CaptureFixture[str]) -> None:
    assert report.main() == 0
    assert re.search(r"^pl locales: \d+ missing, 0 wrong$", capsys.readouterr().out, re.MULTILINE)
