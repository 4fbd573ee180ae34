"""docs/adding.md, tried: a variant is one entry, a number one place, a game one file outside the package.

Languages are tried in test_words.py, bots in tests/bots; tests/tui and tests/web play the game from outside too.
"""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import crownland
from crownland.bots.load import load_file
from crownland.dealer import derived_seed
from crownland.fast.twin import twin_of
from crownland.games.classic import rules
from crownland.games.queen.action import Burn
from crownland.games.registry import KINGDOMINO, find_game, games, register_game
from crownland.games.setup import Game, flag
from crownland.kernel.errors import InvalidTextError
from crownland.kernel.kingdom import Kingdom
from crownland.kernel.square import square_at
from crownland.notation import parse_action, parse_position, read_record
from crownland.table.session import Session
from crownland.testing.registering import registrations_undone

HARBOUR = Path(__file__).parents[1] / "examples" / "harbour.py"
PACKAGE = Path(crownland.__file__).parent


def crownland_command(*arguments: str) -> str:
    command = [sys.executable, "-m", "crownland", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def finished(game: Game, **options: bool) -> Session:
    session, rng = Session(game.setup(2, options), derived_seed("adding")), Random(1)
    session.add(session.plan_deals())
    while not session.is_over:
        session.add([session.plan_action(rng.choice(session.state.legal_actions()))])
        session.add(session.plan_deals())
    return session


def test_a_bonus_that_the_twin_does_not_know_is_played_by_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_corner(kingdom: Kingdom, size: int) -> bool:
        west, south, _, _ = kingdom.box
        return kingdom.width == size and kingdom.at(square_at(west, south)) is not None

    corner = rules.Bonus("corner", "K99", 7, has_corner)
    monkeypatch.setattr(rules, "BONUSES", (*rules.BONUSES, corner))
    option = flag(corner.key, rules.PLAYERS, corner.rule, of=rules.PLAYERS)
    game = replace(KINGDOMINO, options=(*rules.OPTIONS, option))
    session = finished(game, corner=True)
    earned = [has_corner(kingdom, 5) for kingdom in session.state.kingdoms]
    lines = [[line.points for line in score.lines if line.reason == "corner"] for score in session.state.scores()]
    assert lines == [[7] if one else [] for one in earned]
    assert twin_of(session.setup) is None  # the rules play what the twin does not know


def changed_package(folder: Path, old: str, new: str) -> Path:
    """A copy of the package in *folder* with one change in Kingdomino's rules."""
    copied = folder / "crownland"
    shutil.copytree(PACKAGE, copied, ignore=shutil.ignore_patterns("page", "__pycache__"))
    source = copied / "games" / "classic" / "rules.py"
    text = source.read_text(encoding="utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def in_package(folder: Path, program: str) -> str:
    environment = {**os.environ, "PYTHONPATH": str(folder), "CROWNLAND_JIT": "off"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_bonus_is_one_entry(tmp_path: Path) -> None:
    """Menus, setups, score and numbers for texts follow."""
    lone = 'Bonus("lone", "K99", 7, lambda kingdom, size: kingdom.occupied.bit_count() == 1)'
    folder = changed_package(
        tmp_path, "BONUSES = (MIDDLE_KINGDOM, HARMONY)", f"BONUSES = (MIDDLE_KINGDOM, HARMONY, {lone})"
    )
    program = """
import json
from crownland import KINGDOMINO
from crownland.words import NUMBERS

state = KINGDOMINO.new(2, lone=True)
options = [option.key for option in KINGDOMINO.options]
print(json.dumps([state.score(0).total, options, NUMBERS["kingdomino.lone.points"], str(state.setup)]))
"""
    assert json.loads(in_package(folder, program)) == [
        7,
        ["opening", "three-players", "middle-kingdom", "harmony", "lone", "mighty-duel", "dynasty"],
        7,
        "kingdomino players=2 opening=snake lone=true",
    ]


def test_harmony_is_worth_what_one_line_says(tmp_path: Path) -> None:
    """The score, the compiled twin, the texts and the page's numbers follow."""
    folder = changed_package(tmp_path, 'Bonus("harmony", "K8", 5,', 'Bonus("harmony", "K8", 6,')
    program = """
import json
from crownland import KINGDOMINO, Kingdom, parse_position
from crownland.fast.entries import standing
from crownland.fast.convert import to_words
from crownland.fast.twin import require_twin
from crownland.words import NUMBERS, Words

full = "wwwww/wwwww/wwcww/wwwww/wwwww"
setup = KINGDOMINO.setup(2, {"harmony": True})
state = KINGDOMINO.start(setup)
from dataclasses import replace
state = replace(state, kingdoms=(Kingdom.parse(full), state.kingdoms[1]))
twin = standing(require_twin(setup).key, to_words(state), 0, 0) >> 32
print(json.dumps([state.score(0).total, twin, NUMBERS["kingdomino.harmony.points"], Words()("option.harmony.about")]))
"""
    score, twin, number, about = json.loads(in_package(folder, program))
    assert (score, twin, number) == (6, 6, 6)
    assert "6" in about


def test_a_game_from_outside_is_small() -> None:
    assert len(HARBOUR.read_text(encoding="utf-8").splitlines()) < 250


def test_a_game_from_outside_is_in_the_commands(tmp_path: Path) -> None:
    load = ("--load", str(HARBOUR))
    assert "Harbour (harbour, 2–4 players)" in crownland_command("games", "harbour", *load)
    result = json.loads(crownland_command("simulate", "harbour", "--games", "4", "--seed", "1", "--json", *load))
    assert result["game"] == "harbour"
    crownland_command("simulate", "harbour", "-p", "3", "--games", "1", "--seed", "1", "--out", str(tmp_path), *load)
    (record,) = tmp_path.glob("*.kdn")
    assert "boats" in crownland_command("replay", str(record), *load)
    crownland_command("verify", str(record), *load)
    report = crownland_command("arena", "greedy", "uniform", "--game", "harbour", "--games", "4", "--jobs", "2", *load)
    assert "4 games of harbour" in report


def test_an_installed_package_brings_its_game_by_its_entry_point(tmp_path: Path) -> None:
    """A package as pip would install it: the module beside its metadata."""
    shutil.copy(HARBOUR, tmp_path / "harbour.py")
    metadata = tmp_path / "harbour-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[crownland.games]\nharbour = harbour:HARBOUR\n")
    done = subprocess.run(
        [sys.executable, "-m", "crownland", "simulate", "harbour", "--games", "2", "--seed", "1"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "2 games of harbour" in done.stdout


def installed(folder: Path, entry: str) -> Path:
    """A package as pip would install it: metadata that names a game."""
    metadata = folder / "stranger-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[crownland.games]\nstranger = {entry}\n")
    return folder


@pytest.mark.parametrize("entry", ["no_such_module:GAME", "json:dumps"])
def test_an_installed_package_that_fails_is_left_out_with_a_warning(entry: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "crownland", "games"],
        env={**os.environ, "PYTHONPATH": str(installed(tmp_path, entry))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Kingdomino" in done.stdout
    assert "the game stranger of stranger is left out" in done.stderr


def test_a_game_from_outside_changes_no_token_of_ours() -> None:
    """A record is read by the game of its header, and our tokens by our games."""
    greedy = replace(KINGDOMINO, key="stranger", parse_action=lambda token: token)
    text = (Path(__file__).parent / "golden" / "queendomino-2.kdn").read_text(encoding="utf-8")
    with registrations_undone():
        register_game(greedy)
        assert read_record(text).final().is_over
        assert parse_action("D5") == Burn(5)


@pytest.mark.parametrize("token", ["L1.2.3", "OHH", "OA", "OAB", "L48.1.2", "K48", "3x", ".", "V@g8"])
def test_the_example_refuses_what_its_rules_forbid(token: str) -> None:
    with registrations_undone():
        load_file(HARBOUR)
        state = find_game("harbour").new(2)
        for played in ("OAB", "L3.17.22", "K3", "K17", "L5.9.30", "3@h7e"):
            if token != played:
                rule = state.refusal(parse_action(token, find_game("harbour")))
                assert rule is not None or (token, played) in ALLOWED, (token, played)
            state = state.play(parse_action(played, find_game("harbour")))
        with pytest.raises(InvalidTextError, match="the boats and the lakes"):
            parse_position("harbour players=2 A:c;a1 B:c;")


# Before the line is drawn its dominoes may come in any number; "OAB" opens the game.
ALLOWED = {("L1.2.3", "L3.17.22"), ("L1.2.3", "L5.9.30")}


def test_our_own_games_are_registered_like_any_other() -> None:
    assert [game.key for game in games()][:4] == ["kingdomino", "queendomino", "royal-wedding", "duel"]
