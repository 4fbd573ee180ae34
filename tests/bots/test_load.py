"""Loading files from outside the package: bots in Python, bots in other languages, and games."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from crownland.arena.match import play_match
from crownland.bots import BOTS, BotError, Limit, make_bot
from crownland.bots.errors import LoadError
from crownland.bots.load import load_file, load_once
from crownland.bots.registry import made_bots
from crownland.dealer import derived_seed
from crownland.games.registry import GAMES, find_game
from crownland.testing.registering import registrations_undone
from crownland.words import NUMBERS
from tests.helpers import played

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = """
from dataclasses import replace
from crownland.games.registry import KINGDOMINO, register_game
register_game(replace(KINGDOMINO, key="stranger", judge=None, twin=None, score_pad=None))
"""


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    with registrations_undone():
        yield


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_play_whole_games_of_every_game(game: str) -> None:
    assert load_file(EXAMPLES / "first_legal.sh") == ["first_legal"]
    assert load_file(EXAMPLES / "cautious.py") == ["cautious"]
    setup = GAMES[game].setup()
    names = ["first_legal", "cautious", "first_legal:time=2"][: setup.players]
    with made_bots(names) as bots:
        match = play_match(setup, bots, names, derived_seed("examples", game))
    assert match.forfeit is None
    assert match.record.final() == match.final


def test_the_ten_line_example_is_better_than_chance() -> None:
    load_file(EXAMPLES / "cautious.py")
    setup, wins = GAMES["kingdomino"].setup(), 0
    for game in range(10):
        bots = [make_bot("cautious"), make_bot("uniform")]
        final = play_match(setup, bots, ["a", "b"], derived_seed("cautious", game)).final
        wins += final.ranking()[0].kingdom == 0
    assert wins >= 8


BAD_FILES = [
    ("bad.py", "x = 1\nif x\n", "expected Python in {file}, line 2: expected ':'"),
    (
        "bad.py",
        "x = 1\n\n1 / 0\n",
        "expected bots or games from {file}, line 3, got: ZeroDivisionError: division by zero",
    ),
    ("bad.py", "import sys\nsys.exit(3)\n", "expected bots or games from {file}, line 2, got: SystemExit: 3"),
    ("bad.py", "\x00", "expected Python in {file}, line "),
    ("bad.py", "", "expected a bot or a game in {file}, got none: call register_bot or register_game in it"),
    (
        "bad.py",
        "from crownland import register_bot\nregister_bot('new', 'New.')(int)\nregister_bot('greedy', 'Mine.')(int)",
        "expected bots or games from {file}, line 3, got: ValueError: expected a new bot name, 'greedy' is taken",
    ),
    ("bad.py", f"{GAME}1 / 0\n", "expected bots or games from {file}, line 5, got: ZeroDivisionError"),
    ("greedy.sh", "", "expected a file named after a new bot, 'greedy' is taken: {file}"),
    ("a,b.sh", "", "expected a file named after its bot, with letters, digits, - and _ only, got: 'a,b.sh'"),
    ("bad.txt", "", "expected an executable file or one that ends in .py, .js, .mjs, .pl, .rb, .sh, got: {file}"),
]


@pytest.mark.parametrize(("name", "text", "message"), BAD_FILES)
def test_a_file_that_registers_nothing_is_refused(name: str, text: str, message: str, tmp_path: Path) -> None:
    before, file = (dict(BOTS), dict(GAMES), dict(NUMBERS)), tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        load_file(file)
    assert str(caught.value).startswith(message.format(file=file))
    assert before == (BOTS, GAMES, NUMBERS)


def test_an_executable_file_runs_by_itself(tmp_path: Path) -> None:
    file = tmp_path / "mine"
    file.write_text((EXAMPLES / "first_legal.sh").read_text(encoding="utf-8"), encoding="utf-8")
    file.chmod(0o755)
    assert load_file(file) == ["mine"]
    state = played("players=2", "OABBA L3.17.22.41")
    with made_bots(["mine"]) as (bot,):
        assert str(bot.choose(state, Limit(time=2), Random(1))) == "K3"


def test_a_missing_interpreter_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.js"
    file.touch()
    monkeypatch.setenv("PATH", "")
    with pytest.raises(LoadError, match=f"^expected node on this machine to run {file}, found none$"):
        load_file(file)


def test_a_bot_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text(
        "from crownland import register_bot\n"
        "@register_bot('bad', 'Bad.')\nclass Bad:\n    def __init__(self):\n        1 / 0\n"
    )
    load_file(file)
    message = r"^bot bad: expected it to be made, got: ZeroDivisionError: division by zero \(bad.py, line 5\)$"
    with pytest.raises(BotError, match=message):
        make_bot("bad")


def test_a_file_may_register_a_game_which_all_bots_play(tmp_path: Path) -> None:
    file = tmp_path / "stranger.py"
    file.write_text(GAME)
    assert load_file(file) == ["stranger"]
    setup = find_game("stranger").setup(2)
    for name in BOTS:
        with made_bots([name, "uniform"]) as bots:
            match = play_match(setup, bots, [name, "uniform"], derived_seed("stranger"))
        assert match.forfeit is None, name
        assert match.final.setup.game == "stranger"


def test_a_file_is_loaded_once_in_a_process(tmp_path: Path) -> None:
    file = tmp_path / "stranger.py"
    file.write_text(GAME)
    load_once(file)
    del GAMES["stranger"]
    load_once(file)
    assert "stranger" not in GAMES
