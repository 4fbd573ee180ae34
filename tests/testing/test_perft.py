"""Perft files, golden records, and the promise that every variant has them."""

from pathlib import Path

import pytest

from crownland.dealer import verify
from crownland.games.duel.state import State as DuelState
from crownland.games.registry import GAMES
from crownland.games.setup import FALSE, Setup
from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Record, ReplayError, read_record, totals_text
from crownland.testing.perft import divide, perft, read_perft
from crownland.words import Words

HERE = Path(__file__).parents[1]
PERFT_FILES = sorted((HERE / "perft").glob("*.perft"))
GOLDEN_FILES = sorted((HERE / "golden").glob("*.kdn"))
# What every variant must have: each value of each option that is more than a flag left off.
VARIANTS = [
    (game.key, option.key, choice.value)
    for game in GAMES.values()
    for option in game.options
    for choice in option.choices
    if choice.value != FALSE
]


def name_of(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", PERFT_FILES, ids=name_of)
def test_every_count_of_a_perft_file_is_right(file: Path) -> None:
    asked = read_perft(file.read_text(encoding="utf-8"))
    start = asked.start()
    assert {depth: perft(start, asked.dealer, depth) for depth in asked.counts} == asked.counts


def test_t4_is_counted_as_the_rules_print_it() -> None:
    asked = read_perft((HERE / "perft" / "kingdomino-4.perft").read_text(encoding="utf-8"))
    assert asked.counts == {1: 4, 2: 12, 3: 24, 4: 24, 5: 288, 6: 1152, 7: 27648}


@pytest.mark.parametrize("name", ["kingdomino-2", "kingdomino-3", "kingdomino-3-leftover", "kingdomino-mighty-duel"])
def test_the_large_perft_files_reach_a_hundred_thousand_nodes(name: str) -> None:
    asked = read_perft((HERE / "perft" / f"{name}.perft").read_text(encoding="utf-8"))
    assert max(asked.counts.values()) >= 100_000


def test_the_divide_adds_up_to_the_count() -> None:
    asked = read_perft((HERE / "perft" / "kingdomino-3.perft").read_text(encoding="utf-8"))
    parts = divide(asked.start(), asked.dealer, 5)
    assert [str(action) for action in parts] == ["K7", "K21", "K46"]
    assert sum(parts.values()) == asked.counts[5]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected a setup like 'GAME players=2' on the first line, got an empty file"),
        ("kingdomino", "expected the number of players, like players=2, got: 'kingdomino'"),
        (
            "kingdomino players=2\n1: x",
            "expected 'pile dominoes 1: 3 17 …', 'play: K3 …' or '5: 288', got: '1: x'",
        ),
    ],
)
def test_a_malformed_perft_file_is_refused(text: str, message: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        read_perft(text)
    assert str(caught.value) == message


def test_a_pile_that_runs_out_is_named() -> None:
    asked = read_perft("kingdomino players=2 opening=snake\npile kings 1: A B\npile dominoes 1: 3 4 5\n")
    with pytest.raises(InvalidTextError, match=r"expected 4 more items in 'pile dominoes 1:', got 3"):
        perft(asked.start(), asked.dealer, 1)


def golden(file: Path) -> Record:
    return read_record(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", GOLDEN_FILES, ids=name_of)
def test_a_golden_record_replays_to_its_totals_and_is_written_as_it_was_read(file: Path) -> None:
    record = golden(file)
    assert record.errors == ()
    final = record.final()
    assert final.is_over
    assert totals_text(final) == record.tag("Totals")
    assert verify(record) == ()
    assert str(record) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("variant", VARIANTS, ids="=".join)
def test_every_variant_has_a_perft_file_a_golden_record_and_words(variant: tuple[str, str, str]) -> None:
    game, option, value = variant

    def has(setup: Setup) -> bool:
        return setup.game == game and (option, value) in setup.options and setup.past_rules is None

    make = f"crownland simulate {game} --option {option}={value} --games 1 --out DIR"
    assert any(has(golden(file).setup) for file in GOLDEN_FILES), f"no golden record; make one: {make}"
    perfts = (read_perft(file.read_text(encoding="utf-8")).setup for file in PERFT_FILES)
    assert any(map(has, perfts)), f"no perft file with {option}={value}; count one: crownland perft FILE --depth 6"
    words = Words()
    wanted = [f"option.{option}", f"option.{option}.about"]
    wanted += [f"option.{option}.{value}"] if value != "true" else []
    assert [key for key in wanted if key not in words] == [], "words are missing in locales/en.json"


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_players_has_a_golden_record(game: str) -> None:
    setups = [golden(file).setup for file in GOLDEN_FILES]
    played = {setup.players for setup in setups if setup.game == game and setup.past_rules is None}
    assert played == set(GAMES[game].players)


@pytest.mark.parametrize("game", GAMES)
def test_every_version_of_the_rules_has_a_golden_record_and_a_perft_file(game: str) -> None:
    def versions(setups: list[Setup]) -> set[int]:
        return {GAMES[game].version_of(setup) for setup in setups if setup.game == game}

    every = set(range(1, GAMES[game].rules_version + 1))
    assert versions([golden(file).setup for file in GOLDEN_FILES]) == every
    assert versions([read_perft(file.read_text(encoding="utf-8")).setup for file in PERFT_FILES]) == every


def test_a_record_by_the_first_rules_of_duel_spends_no_bonus_on_a_die_that_is_lost() -> None:
    record = golden(HERE / "golden" / "duel-2-rules-1.kdn")
    steps = list(record.replay())
    assert [str(step.action) for step in steps[52:55]] == ["C2", "Msplit", "3@e8"]
    before, after = steps[52].state, steps[54].after
    assert isinstance(before, DuelState)
    assert isinstance(after, DuelState)
    assert before.books[0].castle
    assert after.books[0].castle
    today = str(record).replace('[Rules "1"]', '[Rules "2"]')
    with pytest.raises(ReplayError, match=r"Msplit \(D8: die 2 has the castle's cross and could not be drawn apart\)"):
        read_record(today).final()
