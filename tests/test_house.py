"""One house: a game lives in folders of its own, and nothing else names it, its state, its actions or its pieces.

Looks at the code, not at comments, docstrings and texts for people. What each game has in other rooms lies in folders
named after it: ``fast/duel``, ``svg/duel``, ``web/src/duel``.
"""

import ast
import re
from pathlib import Path

import pytest

import crownland
from tests.helpers import parsed

PACKAGE = Path(crownland.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"

OWN_FOLDERS = {"classic", "queen", "duel"}
# Texts, tables of components and drawings: what a game brings as data.
DATA = {"data", "art", "locales", "rules", "page"}

# Names of the games and of what only one of them has.
NAMES = re.compile(
    r"kingdomino|queendomino|duel|queen|wedding|classic|dynasty|harmony|spell|coat(?!ed)|knight|dragon|(?:\b|_)estate|builders"
    r"|dice|treasury|lightning",
    re.IGNORECASE,
)

# Modules that name a game for a good reason, and the reason. The list should only become shorter.
EXCEPTIONS = {
    "__init__.py": "the public names of our games",
    "cli/bench.py": "measures named setups against the C program that plays them",
    "games/registry.py": "the registry",
    "kernel/domino.py": "both boxes of dominoes are one table, since Royal Wedding joins them",
    "notation/record.py": "an example in an error message",
    "svg/__init__.py": "the public names of the legends, whose folders enter their drawings",
    "testing/strategies.py": "draws dominoes from the first box",
    "tui/registry.py": "the registry of the terminal",
    "web/lib/drawings.ts": "the page's registry of components for trays and badges",
    "web/lib/firstgame.ts": "the game that newcomers begin with",
    "web/lib/looks.ts": "the page's registry of lands, pieces, badges and actions",
}


def sources() -> list[Path]:
    """Every module of package and page that is in no game's own folder."""
    found = [(PACKAGE, path) for path in PACKAGE.rglob("*.py")]
    found += [(PAGE, path) for suffix in ("ts", "svelte") for path in PAGE.rglob(f"*.{suffix}")]
    return sorted(path for root, path in found if not {*path.relative_to(root).parts[:-1]} & (OWN_FOLDERS | DATA))


def name_of(path: Path) -> str:
    return str(path.relative_to(PACKAGE) if PACKAGE in path.parents else Path("web", path.relative_to(PAGE)))


def named(path: Path) -> set[str]:
    """What the code of a module says of games."""
    text = path.read_text(encoding="utf-8")
    words = python_words(text) if path.suffix == ".py" else page_words(text)
    return {word for word in words if NAMES.search(word.replace("Kingdomino family", ""))}


def python_words(text: str) -> set[str]:
    """Identifiers, imported modules and strings, without docstrings."""
    tree = parsed(text)
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    words: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.alias(name=name):
                words.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                words.add(name)
            case ast.ImportFrom(module=str(name)) | ast.keyword(arg=str(name)):
                words.add(name)
            case ast.Constant(value=str(name)) if id(node) not in docstrings:
                words.add(name)
    return words


def page_words(text: str) -> set[str]:
    """Words of the code and the markup, without comments and styles."""
    for noise in (r"<!--.*?-->", r"<style>.*?</style>", r"/\*.*?\*/", r"(?<![:\"'])//[^\n]*"):
        text = re.sub(noise, " ", text, flags=re.DOTALL)
    return set(re.findall(r"[\w.-]+", text))


@pytest.mark.parametrize("path", [one for one in sources() if name_of(one) not in EXCEPTIONS], ids=name_of)
def test_a_module_names_no_game(path: Path) -> None:
    assert not named(path), f"{name_of(path)} names a game: ask the game instead, or move this into a game's own folder"


def test_the_exceptions_are_few_and_still_needed() -> None:
    modules = {name_of(path): path for path in sources()}
    assert all(name in modules and named(modules[name]) for name in EXCEPTIONS)
    assert all(EXCEPTIONS.values())
    assert len(EXCEPTIONS) <= 12


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('"""Duel."""\n# duel\nx = 1\n', set()),
        ('if game == "duel": pass', {"duel"}),
        ("from crownland.games.queen import state", {"crownland.games.queen"}),
        ("state.dragon_is_home", {"dragon_is_home"}),
        ("def draw_spells(): pass", {"draw_spells"}),
    ],
)
def test_the_eye_sees_code_and_not_comments(text: str, found: set[str]) -> None:
    assert {word for word in python_words(text) if NAMES.search(word)} == found


def test_the_eye_sees_the_page_too() -> None:
    text = "<!-- duel --> <script> // queen\n if (view.dice) x(); </script> <style> .duel {} </style>"
    assert {word for word in page_words(text) if NAMES.search(word)} == {"view.dice"}
