"""Every catalogue says what the English one says."""

import json
import re
from importlib import resources

import pytest

from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import Coat
from crownland.games.queen.building import BUILDINGS
from crownland.games.registry import GAMES
from crownland.kernel.errors import UnknownNameError
from crownland.kernel.terrain import Terrain
from crownland.words import LANGUAGES, Words, system_language

PLURALS = {"en": {"one", "other"}, "nl": {"one", "other"}, "pl": {"one", "few", "many"}, "sr": {"one", "few", "other"}}
OTHERS = [language for language in LANGUAGES if language != "en"]
Text = str | dict[str, str]


def catalogue(language: str) -> dict[str, Text]:
    file = resources.files("crownland") / "locales" / f"{language}.json"
    texts: dict[str, Text] = json.loads(file.read_text(encoding="utf-8"))
    return texts


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{(\w+)", text)))


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_the_keys_of_the_english_one_in_their_order(language: str) -> None:
    assert list(catalogue(language)) == list(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_has_the_placeholders_and_plurals_of_its_language(language: str) -> None:
    english = catalogue("en")
    wrong = []
    for key, text in catalogue(language).items():
        model = english[key]
        wanted = placeholders(model if isinstance(model, str) else model["other"])
        forms = {"": text} if isinstance(text, str) else text
        if isinstance(model, str) != isinstance(text, str) or (
            isinstance(text, dict) and set(text) != PLURALS[language]
        ):
            wrong.append(f"{key}: plural forms")
        wrong += [f"{key}: {form}" for form in forms.values() if placeholders(form) != wanted]
    assert wrong == []


def test_nothing_is_left_in_english() -> None:
    """A few words are alike in two languages; whole sentences are not."""
    english = catalogue("en")
    for language in OTHERS:
        texts = catalogue(language)
        alike = [key for key in english if texts[key] == english[key] and len(str(english[key]).split()) > 3]
        assert alike == [], language


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
    ],
)
def test_plurals_follow_the_language(language: str, forms: dict[int, str]) -> None:
    assert {count: Words(language)("count.crowns", count=count) for count in forms} == forms


def test_an_unknown_language_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnknownNameError) as caught:
        Words("tlh")
    assert str(caught.value) == "unknown language: 'tlh'; known: en, nl, pl, sr"


@pytest.mark.parametrize(("asked", "spoken"), [("pl_PL.UTF-8", "pl"), ("sr", "sr"), ("de_DE", "en"), ("C", "en")])
def test_the_system_chooses_the_language(asked: str, spoken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", asked)
    assert system_language() == spoken
