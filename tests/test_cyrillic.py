"""Serbian in Cyrillic letters: what the rule changes, what it keeps, and that page and package have the same rule."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from unittest import mock

import pytest

from crownland.cyrillic import CYRILLIC, LATIN, in_cyrillic
from crownland.words import NUMBERS, TEXTS, Words, own_texts, register_numbers, register_texts
from tools import texts as report

PLUGIN = Path(__file__).parents[1] / "web/plugins/cyrillic.js"
TEXTS_OF_SERBIAN = [*own_texts()[LATIN].values(), *report.read_rules(report.RULES)[LATIN].values()]


@pytest.mark.parametrize(
    ("latin", "cyrillic"),
    [
        ("Ređaj pločice oko zamka", "Ређај плочице око замка"),
        ("Ljubav, NJEGOŠ, Džoker, čaša", "Љубав, ЊЕГОШ, Џокер, чаша"),
        ("injekcija, nadživeti, Konjunktura", "инјекција, надживети, Конјунктура"),
        ("{count} {count:kruna|krune|kruna}", "{count} {count:круна|круне|круна}"),
        ("Igraj {game} ({C4}, {royal-wedding.alone})", "Играј {game} ({C4}, {royal-wedding.alone})"),
        ("Kingdomino i Queendomino, Crownland", "Kingdomino и Queendomino, Crownland"),
        ("A i B, C i D; a R okreće", "A и B, C и D; а R окреће"),
        ("Pravilo D4, Q17; QR kod; Enter, Esc, Tab", "Правило D4, Q17; QR код; Enter, Esc, Tab"),
        ("Cr crkva  2/g 2 po livadi; Đak", "Цр црква  2/g 2 по ливади; Ђак"),
        ("Prevuci .kdn fajl", "Превуци .kdn фајл"),
        ("./play --host 0.0.0.0", "./play --host 0.0.0.0"),
    ],
)
def test_letters_change_and_names_stay(latin: str, cyrillic: str) -> None:
    assert in_cyrillic(latin) == cyrillic


def test_no_word_mixes_the_two_alphabets() -> None:
    words = {
        word for text in TEXTS_OF_SERBIAN for word in re.findall(r"\w+", re.sub(r"\{[^}:]+", "", in_cyrillic(text)))
    }
    assert len(words) > 1000
    assert [word for word in words if re.search("[A-Za-zčćđšž]", word) and re.search("[Ђ-џ]", word)] == []


def test_what_stays_in_latin_letters_is_known() -> None:
    """A name, a key or a seat; a new one needs a pattern in ``cyrillic.json``, a new word needs its letters."""
    left = {
        word
        for text in TEXTS_OF_SERBIAN
        for word in re.findall("[A-Za-z]+", re.sub(r"\{[^}:]+|\[(cyan|bold)\].*?\[/\]", "", in_cyrillic(text)))
    }
    names = {"Kingdomino", "Queendomino", "Crownland", "Enter", "Esc", "Tab", "QR", "FOLDER", "LLR", "greedy"}
    names |= {"PostgreSQL", "SQLite", "PyTorch", "GPU", "GiB", "JSON", "Ctrl", "BMI", "DIR", "NAME", "VALUE", "MB"}
    names |= {"crownland", "simulate", "serial", "steady", "perft", "kdn", "net", "church", "statue"}  # what one types
    assert left - options() <= names | set("ABCDQRgqcnesw")


def options() -> set[str]:
    """The words of all options of the commands."""
    found = re.findall(r"--[a-z-]+(?: ray)?", " ".join(TEXTS_OF_SERBIAN))
    return {word for option in found for word in re.findall("[a-z]+", option)}


def test_the_page_has_the_same_rule() -> None:
    node = shutil.which("node")
    assert node is not None, "expected node, which also builds the page"
    script = (
        f"import {{ inCyrillic }} from {json.dumps(PLUGIN.as_uri())};"
        'import { readFileSync } from "node:fs";'
        "process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0)).map(inCyrillic)));"
    )
    asked = json.dumps([*TEXTS_OF_SERBIAN, "LJ Lj lj NJ Nj nj DŽ Dž dž Injekcija ČĆĐŠŽčćđšž A Ač D Dž R Rž QRč"])
    done = subprocess.run(
        [node, "--input-type=module", "-e", script], input=asked, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [in_cyrillic(text) for text in json.loads(asked)]


def test_cyrillic_serbian_is_a_language_with_the_plurals_of_serbian() -> None:
    words = Words(CYRILLIC)
    assert (words("language.name"), words("language.tag")) == ("Српски", "sr-Cyrl")
    assert [words("count.crowns", count=count) for count in (1, 3, 5)] == ["1 круна", "3 круне", "5 круна"]
    assert own_texts()[CYRILLIC].keys() == own_texts()[LATIN].keys()


def test_serbian_texts_from_outside_come_in_both_alphabets() -> None:
    with mock.patch.dict(TEXTS, clear=True), mock.patch.dict(NUMBERS):
        register_texts({"en": {"game.hex": "Hex {hex.size}"}, "sr": {"game.hex": "Heks {hex.size}"}})
        register_numbers("hex", {"size": 3})
        assert (Words("sr")("game.hex"), Words(CYRILLIC)("game.hex")) == ("Heks 3", "Хекс 3")
