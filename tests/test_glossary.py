"""The catalogues and the rules page use one word for one thing, the booklets' own, and keep to the room there is.

A language lists the words that it does not use, as patterns; what may stay names its places. Placeholders aside.
"""

import json
import re

import pytest

from crownland.games.duel.book import SPELLS
from crownland.games.queen.building import BUILDINGS
from crownland.placeholders import PLACEHOLDER, fill
from crownland.words import NUMBERS, own_texts
from tools import texts as report

CATALOGUES = own_texts()
BOOKS = report.read_rules(report.RULES)

# Words that are wrong here, each with what to write; places that may use them in another meaning.
Avoided = dict[str, tuple[str, set[str]]]
AVOIDED: dict[str, Avoided] = {
    "en": {
        r"own (terrain|coat)": ("matching terrain, the same coat of arms", set()),
        r"coats?(?! of arms)": ("coat of arms, arms", {"cli.say.letter.coat"}),
        r"booklets?": ("rulebook", set()),
        r"(every|each) land": ("property", set()),
        r"land by land": ("property by property", set()),
        r"send the dragon": ("bribe", set()),
        r"lit (spots?|domino(es)?)": ("highlighted", set()),
        r"(the )?reckoning": ("final scoring", set()),
        r"by (points|the most crowns)": ("on points", set()),
    },
    "pl": {
        r"rz(ąd|ęd)\w*": (
            "kolumna; rząd is a row of the spell book",
            {
                "table.guide.spells",
                "D6.text",
                "captions.book",
                "lesson.duel.book",
                "option.dynasty.about",
                "C10.text",
                "K10.text",
            },
        ),
        r"koś(ć|ci|cią|ciom|ćmi|ciach)": ("kostka", set()),
        r"czar(u|y|ów|em|ami|owi)?": ("zaklęcie", set()),
        r"płyt(ka|ki|kę|ką|ek|kami|kach|ce)": ("kafel for a building; a domino is a domino", set()),
        r"tablic\w*": ("plansza budowniczych", set()),
        r"zapas\w*": ("rezerwa", set()),
        r"(dzielą|dzielić) (\w+ )?(królestwo|zamek)": ("mieć wspólne", set()),
        r"sw(ego|ojego|oim) (terenu|herbu|herbem)": ("taki sam teren, herb", set()),
        r"zboż\w*": ("pszenica", set()),
        r"kopaln\w*": ("góry; kopalnia is the building", {"reason.mine_works"}),
        r"rozdani\w*": ("losowanie", set()),
        r"odcisk\w*": ("skrót (hash)", set()),
        r"bonus\w* zamku": ("bonus zamkowy", set()),
        r"wyślij smoka|wysłać smoka": ("przekupić smoka", set()),
        r"(zajęt|położon|odrzucon|zbudowan|narysowan|wzięt|zagran)e:? \{": ("the present: zajmuje, kładzie", set()),
    },
    "sr": {
        r"red(a|u|ovi|ova|ove|ovima)?": (
            "kolona; red is a row of the spell book or of a map",
            {
                "table.guide.spells",
                "D2.text",
                "D6.text",
                "captions.book",
                "lesson.duel.book",
                "cli.say.help.score.rows",
                "cli.say.help.score.kingdom",
            },
        ),
        r"kock(a|e|u|i|om|ama)": ("kockica", set()),
        r"krst(a|u|om|ovi|ova|ove|ovima)?": ("krstić", set()),
        r"vez(a|e|u|om)": ("link; veza is a connection", {"web.connection.lost", "web.error.page/offline"}),
        r"s": ("sa", set()),
        r"(svoj|svog) (teren|grb)a?": ("isti teren, grb", set()),
        r"(naj)?niž\w+ broj\w*|(naj)?viši broj\w*|(niski|visoki) brojevi": ("manji, veći broj", set()),
        r"žit(o|a|u)": ("pšenica", set()),
        r"rudnik\w*": ("planina; rudnik is the building", {"reason.mine_works"}),
        r"deljenj\w*": ("izvlačenje", set()),
        r"bodovanj\w*": ("računanje poena", set()),
        r"potpun\w* kraljevstv\w*": ("kompletno kraljevstvo", set()),
        r"krug(a|u|om|ova|ovi)?": ("runda", set()),
        r"uputstv\w*": ("pravila igre, štampana pravila", set()),
        r"pošalji zmaja": ("podmititi zmaja", set()),
        r"(zauzeta|postavljena|odbačena|izgrađeno|nacrtano|uzeto|odigrano):? (za )?\{": ("the present", set()),
    },
    "nl": {
        r"\w*vak(ken|je|jes)?": ("veld", set()),
        r"\w*terrein(en)?": ("landschap", set()),
        r"(ge)?claim\w*": ("kiezen", set()),
        r"(weg|gooi\w*) ?\w* weg|weggooi\w*|weggegooi\w*": ("uit het spel", set()),
        r"regel voor regel": ("punten per onderdeel; regel is a rule", set()),
        r"voorraad": (
            "materiaal; voorraad is the knights' reserve",
            {
                "Q5.text",
                "Q6.text",
                "Q8.text",
                "Q13.list.2",
                "badge.knight.about",
                "cli.say.Q5.none",
                "cli.say.help.score.knights",
            },
        ),
        r"gastheer": ("organisator of a table; say it with je of the queen", set()),
        r"graan": ("koren", set()),
        r"loting": ("trekking", set()),
        r"(eigen|haar|zijn) (landschap|schild)": ("hetzelfde landschap, schild", set()),
        r"scoor\w*": ("oplevert", set()),
        r"hints?": ("tip", set()),
        r"bewa(ren|ard)|bewaar (het )?verslag": ("opslaan", set()),
        r"stuur de draak|draak sturen": ("de draak omkopen", set()),
        r"stenen": ("dobbelstenen", set()),
        r"seed": ("startgetal", set()),
    },
}


def shown(text: str) -> str:
    """*text* with the forms of its words, without code, and without the names of its values: of those ``{`` stays."""
    text = re.sub(r"\[(cyan|bold)\].*?\[/\]", "", text)
    return PLACEHOLDER.sub(lambda match: (match[2] or "{").replace("|", " | "), text)


@pytest.mark.parametrize("language", sorted(AVOIDED))
def test_one_thing_has_one_word(language: str) -> None:
    texts = {**CATALOGUES[language], **BOOKS[language]}
    del texts["language.plural"]
    found = [
        f"{key}: write {better}, not {match[0]!r}"
        for avoided, (better, places) in AVOIDED[language].items()
        for key, text in texts.items()
        if key not in places
        for match in re.finditer(rf"(?<!\w)(?:{avoided})(?!\w)", shown(text), re.IGNORECASE)
    ]
    assert found == []


@pytest.mark.parametrize("language", sorted(AVOIDED))
def test_a_place_that_may_use_an_avoided_word_uses_it(language: str) -> None:
    texts = {**CATALOGUES[language], **BOOKS[language]}
    idle = [
        (avoided, key)
        for avoided, (_, places) in AVOIDED[language].items()
        for key in sorted(places)
        if not re.search(rf"(?<!\w)(?:{avoided})(?!\w)", shown(texts[key]), re.IGNORECASE)
    ]
    assert idle == []


@pytest.mark.parametrize("language", sorted(set(CATALOGUES) - {"en"}))
def test_nothing_stands_between_a_word_and_its_ellipsis(language: str) -> None:
    assert [key for key, text in CATALOGUES[language].items() if " …" in text or "..." in text] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_building_has_a_sign_of_two_letters_of_its_own(language: str) -> None:
    """The terminal prints it on a small square; the help says how to read it."""
    texts = CATALOGUES[language]
    signs = [texts[f"sign.{key}"] for key in BUILDINGS]
    assert all(len(sign) == 2 and sign.istitle() for sign in signs)
    assert len(set(signs)) == len(signs)
    assert f" {texts['sign.church']} {texts['reason.church']} " in texts["table.help.signs"]


# Columns of the terminal: a line of help, the name of a spell, the heading of a line, the value of an option, a note.
ROOM = {
    r"table\.help\.(goal|board|map|signs|path).*|table\.guide\.(?!boxes).*": 76,
    r"spell\.\w+": 17,
    r"tray\.(old|new)-line": 13,
    r"option\.[\w-]+\.(?!about)[\w-]+": 49,
    r"table\.note\..*|table\.no-room": 34,
    r"table\.book\..*": 5,
    r"table\.step\..*": 9,
}


@pytest.mark.parametrize("language", CATALOGUES)
def test_texts_keep_to_their_room(language: str) -> None:
    texts = CATALOGUES[language]
    wide = {
        key: line
        for pattern, room in ROOM.items()
        for key, text in texts.items()
        if re.fullmatch(pattern, key)
        for line in fill(text, texts["language.plural"], NUMBERS).splitlines()
        if len(line) > room
    }
    assert wide == {}


def test_the_room_is_of_texts_that_exist() -> None:
    keys = json.loads((report.LOCALES / "en.json").read_text(encoding="utf-8"))
    assert all(any(re.fullmatch(pattern, key) for key in keys) for pattern in ROOM)
    assert {f"spell.{key}" for key in SPELLS} <= {key for key in keys if re.fullmatch(r"spell\.\w+", key)}
