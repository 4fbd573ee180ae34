from itertools import groupby

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crownland.games.registry import KINGDOMINO
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.notation.record import Comment, Item, Problem, Record, ReplayError, Round, read_record, totals_text
from crownland.notation.token import parse_action
from crownland.testing.strategies import RandomGame, games
from tests.helpers import played

HEAD = '[Game "kingdomino"]\n[Players "2"]\n[Options "opening=snake"]\n[Rules "1"]\n\n'
KNOWN = "duel, kingdomino, queendomino, royal-wedding"
OPENING = "1. OABBA L3.17.22.41 K3 K17 K22 K41\n"

# What a tag can hold: anything on one line.
LINE_BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
tag_values = st.text(st.characters(codec="utf-8", exclude_characters=LINE_BREAKS), max_size=30)
tag_names = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True)
comments = st.text(st.characters(codec="utf-8", exclude_characters="{}"), min_size=1, max_size=30)


def problems(text: str) -> list[str]:
    return [str(problem) for problem in read_record(text).errors]


def record_of(
    played: RandomGame, names: tuple[str, ...] = ("Ann", "Bob", "Cas", "Dee", "Eva", "Fay", "Gus", "Hal")
) -> Record:
    return Record.of(played.setup, names[: played.setup.players], played.actions, final=played.state)


# writing


def test_a_record_is_tags_an_empty_line_and_the_rounds() -> None:
    state = played("players=2", "OABBA L3.17.22.41 K3 K17 K22 K41 L5.9.30.48 3@g8n K5")
    rounds = [(1, token) for token in ["OABBA", "L3.17.22.41", "K3", "K17", "K22", "K41"]]
    rounds += [(2, token) for token in ["L5.9.30.48", "3@g8n", "K5"]]
    actions = [(number, parse_action(token)) for number, token in rounds]
    record = Record.of(
        KINGDOMINO.setup(2, {"harmony": True}), ["Ann", "Bob"], actions, commitment="c0", seed="5eed", final=state
    )
    assert str(record) == (
        '[Game "kingdomino"]\n'
        '[Players "2"]\n'
        '[Options "opening=snake harmony=true"]\n'
        '[Rules "1"]\n'
        '[A "Ann"]\n'
        '[B "Bob"]\n'
        '[Commitment "c0"]\n'
        '[Seed "5eed"]\n'
        '[Totals "0 0"]\n'
        "\n"
        "1. OABBA L3.17.22.41 K3 K17 K22 K41\n"
        "2. L5.9.30.48 3@g8n K5\n"
    )


def test_what_is_not_known_is_not_written() -> None:
    record = Record.of(KINGDOMINO.setup(2), ["Ann", "Bob"], [])
    assert [key for key, _ in record.tags] == ["Game", "Players", "Options", "Rules", "A", "B"]


def test_the_rounds_of_a_dynasty_begin_again_with_every_game() -> None:
    actions = [(number, parse_action("K3")) for number in (1, 1, 2, 1, 2)]
    record = Record.of(KINGDOMINO.setup(2, {"dynasty": True}), ["Ann", "Bob"], actions)
    assert [(round_.number, len(round_.items)) for round_ in record.rounds] == [(1, 2), (2, 1), (1, 1), (2, 1)]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann", "Ann"),
        ('The "Great" \\ Ann', 'The "Great" \\ Ann'),
        ("Ann\nBob", "Ann Bob"),
        ("  Ann \t Bob\r\n", "Ann Bob"),
        ("Ann\u2028Bob\x00", "Ann Bob"),
        ("Żółć 王", "Żółć 王"),
        ("]", "]"),
        ('"]', '"]'),
        ("{Ann}", "{Ann}"),
    ],
)
def test_a_name_is_written_on_one_line_and_read_back(name: str, written: str) -> None:
    record = read_record(str(Record.of(KINGDOMINO.setup(2), [name, "Bob"], [])))
    assert record.errors == ()
    assert record.names == (written, "Bob")


def test_a_seat_without_a_name_is_called_by_its_letter() -> None:
    assert read_record(HEAD).names == ("A", "B")
    assert Record.of(KINGDOMINO.setup(2), ["", "Bob"], []).names == ("A", "Bob")


@given(st.text(max_size=40))
def test_any_name_gives_a_record_that_can_be_read(name: str) -> None:
    written = Record.of(KINGDOMINO.setup(2), [name, "Bob"], [])
    read = read_record(str(written))
    assert read.errors == ()
    assert read == written


def test_totals_are_those_of_the_kingdoms() -> None:
    assert totals_text(played("players=3", "OABC")) == "0 0 0"


# reading


@given(games())
def test_a_game_is_read_back_from_its_record_and_played_to_the_same_state(game: RandomGame) -> None:
    written = record_of(game)
    read = read_record(str(written))
    assert read.errors == ()
    assert read == written
    assert read.setup == game.setup
    assert read.final() == game.state
    assert str(read) == str(written)


@given(st.dictionaries(tag_names, tag_values, max_size=6))
@example({"Event": '"', "Site": "\\", "Note": '\\"', "Other": '\\\\""\\', "Empty": "", "End": "x\\"})
def test_tags_with_any_value_are_read_back(tags: dict[str, str]) -> None:
    head = (("Game", "kingdomino"), ("Players", "2"))
    record = Record(
        (*head, *((key, value) for key, value in tags.items() if key not in ("Game", "Players", "Options", "Rules"))),
        (),
    )
    read = read_record(str(record))
    assert read.errors == ()
    assert read == record
    assert str(read) == str(record)


@given(games(), st.lists(st.tuples(st.integers(0, 10**6), comments), max_size=5))
def test_comments_are_read_back_where_they_stood(game: RandomGame, remarks: list[tuple[int, str]]) -> None:
    written = record_of(game)
    rounds = [[round_.number, list(round_.items)] for round_ in written.rounds]
    for at, remark in remarks if rounds else []:
        items = rounds[at % len(rounds)][1]
        assert isinstance(items, list)
        items.insert(at % (len(items) + 1), Item(Comment(remark)))
    commented = Record(written.tags, tuple(Round(number, tuple(items)) for number, items in rounds))  # type: ignore[arg-type]
    read = read_record(str(commented))
    assert read.errors == ()
    assert read == commented
    assert read.final() == game.state


def test_an_empty_comment_is_a_comment() -> None:
    record = Record(read_record(HEAD).tags, (Round(1, (Item(Comment("")),)),))
    read = read_record(str(record))
    assert read.errors == ()
    assert read == record


def test_a_comment_may_go_over_lines_and_touch_a_token() -> None:
    read = read_record(HEAD + "1. OABBA{what\na start}L3.17.22.41\n")
    assert read.errors == ()
    assert [str(item.what) for item in read.rounds[0].items] == ["OABBA", "{what\na start}", "L3.17.22.41"]
    assert [str(item.what) for item in read.items] == ["OABBA", "L3.17.22.41"]


def test_every_item_knows_its_line_and_column() -> None:
    read = read_record(HEAD + "1. OABBA {well}\n   L3.17.22.41\n2. K3")
    assert [(str(item.what), item.line, item.column) for r in read.rounds for item in r.items] == [
        ("OABBA", 6, 4),
        ("{well}", 6, 10),
        ("L3.17.22.41", 7, 4),
        ("K3", 8, 4),
    ]


def test_blanks_empty_lines_and_carriage_returns_do_not_matter() -> None:
    text = (HEAD + OPENING).replace("\n", "\r\n").replace(" K3", "\t  K3")
    read = read_record("\n  \n" + text + "\n\n")
    assert read.errors == ()
    assert read == read_record(HEAD + OPENING)
    assert str(read) == HEAD + OPENING


def test_a_header_without_options_and_rules_means_the_defaults() -> None:
    read = read_record('[Game "kingdomino"]\n[Players "3"]\n')
    assert read.errors == ()
    assert read.setup == KINGDOMINO.setup(3)


def test_unknown_tags_are_kept() -> None:
    read = read_record('[Game "kingdomino"]\n[Players "2"]\n[Weather "rain"]\n')
    assert (read.errors, read.tag("Weather"), read.tag("Sun")) == ((), "rain", None)


# problems


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            HEAD + "1. OABBA K99 L3.17.22.41\n2. 3@g8q\n",
            [
                "line 6, column 10: expected an action like K17, 3@g8n or 3x, got: 'K99' "
                "(expected a domino from 1 to 48 or from Q1 to Q48, got: '99')",
                "line 7, column 4: expected an action like K17, 3@g8n or 3x, got: '3@g8q' "
                "(expected a direction n, e, s or w, got: 'q')",
            ],
        ),
        (
            HEAD + "1. OABBA { L3\n",
            ["line 6, column 10: expected a comment like {well played}, got a lone brace"],
        ),
        (
            HEAD + "1. } OABBA {{x}}\n",
            [
                "line 6, column 4: expected a comment like {well played}, got a lone brace",
                "line 6, column 12: expected a comment like {well played}, got a lone brace",
                "line 6, column 16: expected a comment like {well played}, got a lone brace",
            ],
        ),
        (HEAD + "OABBA 1. L3\n", ["line 6, column 1: expected the number of a round, like '1.', got: 'OABBA'"]),
        (HEAD + "{hello} 1. L3\n", ["line 6, column 1: expected the number of a round, like '1.', got: '{hello}'"]),
        (
            HEAD + "1. 0. 01. 1.. 12345.\n",
            [
                f"line 6, column {column}: expected an action like K17, 3@g8n or 3x, got: {word!r}"
                for column, word in ((4, "0."), (7, "01."), (11, "1.."), (15, "12345."))
            ],
        ),
        (
            '[Game "kingdomino"]\n[Players "2"]\n[Game "chess"]\n',
            ["line 3, column 1: expected the tag Game once, got it again"],
        ),
        (
            '[Game kingdomino]\n[Players \'2\']\n[]\n[Note "a"b"]\n[No-te "a"]\n[Note "\\n"]\n',
            [
                f'line {line}, column 1: expected a tag like [Game "kingdomino"], got: {got!r}'
                for line, got in enumerate(
                    ["[Game kingdomino]", "[Players '2']", "[]", '[Note "a"b"]', '[No-te "a"]', '[Note "\\n"]'], start=1
                )
            ],
        ),
        (
            "",
            ["line 1, column 1: expected a record, which begins with a tag like [Game \"kingdomino\"], got: ''"],
        ),
        (
            "Dear Anna,\nhere is our game.",
            [
                'line 1, column 1: expected a record, which begins with a tag like [Game "kingdomino"], '
                "got: 'Dear Anna,\\nhere is our game.'"
            ],
        ),
        (f"{HEAD}1. OABBA\n\n{HEAD}1. OABBA\n", ["line 8, column 1: expected one game, got another one here"]),
        ('[Players "2"]\n', [f"line 1, column 1: unknown game: ''; known: {KNOWN}"]),
        ('[Game "chess"]\n[Players "2"]\n', [f"line 1, column 1: unknown game: 'chess'; known: {KNOWN}"]),
        (
            '[Game "kingdomino"]\n[Players "9"]\n',
            ["line 1, column 1: kingdomino is for 2, 3 or 4 players, got: 9"],
        ),
        (
            '[Game "kingdomino"]\n[Players "two"]\n',
            ["line 1, column 1: expected the number of players, like players=2, got: 'kingdomino players=two'"],
        ),
        (
            '[Game "kingdomino"]\n[Players "3"]\n[Options "mighty-duel=true"]\n',
            ["line 1, column 1: mighty-duel=true is for 2 players (K9), got: 3"],
        ),
        (
            '[Game "kingdomino"]\n[Players "3"]\n[Options "fast"]\n',
            ["line 1, column 1: expected a word like key=value, got: 'fast'"],
        ),
        (
            '[Game "kingdomino"]\n[Players "2"]\n[Options "fast=true"]\n',
            [
                "line 1, column 1: unknown option: 'fast'; "
                "known: dynasty, harmony, middle-kingdom, mighty-duel, opening, three-players"
            ],
        ),
        (
            HEAD.replace('[Rules "1"]', '[Rules "2"]'),
            ["line 1, column 1: expected rules version 1 of kingdomino, got: 2"],
        ),
        (
            HEAD.replace('[Rules "1"]', '[Rules "one"]'),
            [
                "line 1, column 1: expected the version of the rules, like rules=1, "
                "got: 'kingdomino players=2 rules=one opening=snake'"
            ],
        ),
        (
            '[Game "duel"]\n[Players "2"]\n[Rules "3"]\n',
            ["line 1, column 1: expected rules version 1 or 2 of duel, got: 3"],
        ),
    ],
)
def test_what_is_wrong_is_gathered_with_line_and_column(text: str, expected: list[str]) -> None:
    assert problems(text) == expected


def test_what_is_wrong_is_left_out_of_the_rest() -> None:
    read = read_record(HEAD + "1. OABBA oops L3.17.22.41 K3\n")
    assert [str(item.what) for item in read.items] == ["OABBA", "L3.17.22.41", "K3"]
    assert len(read.errors) == 1


@pytest.mark.parametrize("text", [HEAD + "1. " + "oops " * 100, "[oops\n" * 100, "[oops\n" * 10 + "1. " + "} " * 100])
def test_at_most_20_problems_are_gathered(text: str) -> None:
    assert len(read_record(text).errors) == 20


def test_19_problems_are_all_gathered() -> None:
    assert len(read_record(HEAD + "1. " + "oops " * 19).errors) == 19


def test_a_text_of_more_than_a_million_characters_is_refused_without_reading_it() -> None:
    read = read_record("x" * 1_000_001)
    assert read == Record((), (), (Problem(1, 1, "expected a record of at most 1,000,000 characters, got 1,000,001"),))


def test_a_million_characters_are_still_read() -> None:
    filler = "{" + "x" * (1_000_000 - len(HEAD + OPENING) - 3) + "}\n"
    assert len(HEAD + OPENING + filler) == 1_000_000
    assert read_record(HEAD + OPENING + filler).errors == ()


@pytest.mark.parametrize(
    "text",
    [
        "{" * 200_000,
        "[" * 200_000,
        '[A "' + "\\" * 200_000,
        "1. " + "K1" * 200_000,
        "\n" * 200_000,
        "{" + "x" * 900_000,
    ],
    ids=["braces", "brackets", "backslashes", "a long word", "empty lines", "an open comment"],
)
def test_a_long_text_of_one_kind_gives_problems_and_no_exception(text: str) -> None:
    assert 1 <= len(read_record(text).errors) <= 20


def test_the_problem_of_a_very_long_word_is_short() -> None:
    (problem,) = read_record(HEAD + "1. K" + "1" * 100_000).errors
    assert len(str(problem)) < 300


@pytest.mark.parametrize("digits", [30, 4000, 5000, 100_000])
def test_a_number_of_players_of_many_digits_is_a_problem_and_no_exception(digits: int) -> None:
    assert len(read_record(f'[Game "kingdomino"]\n[Players "{"9" * digits}"]\n').errors) == 1


@pytest.mark.parametrize("options", ["players=3", "opening=snake opening=draw"])
def test_options_that_contradict_the_header_or_themselves_are_a_problem(options: str) -> None:
    assert len(read_record(f'[Game "kingdomino"]\n[Players "2"]\n[Options "{options}"]\n').errors) == 1


def test_the_column_of_an_indented_tag_is_where_it_begins() -> None:
    assert [(problem.line, problem.column) for problem in read_record("\n  [Game kingdomino]\n").errors] == [(2, 3)]


def test_only_plain_digits_number_a_round() -> None:
    text = HEAD + "1٣. K3\n"
    read = read_record(text)
    assert read.errors or str(read) == text  # what was read is written alike


@given(st.text(max_size=300))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    assert len(read_record(text).errors) <= 20


@given(st.binary(max_size=300))
def test_no_bytes_read_as_text_make_the_reader_raise(data: bytes) -> None:
    for text in (data.decode("latin-1"), data.decode("utf-8", "surrogateescape"), data.decode("utf-8", "replace")):
        assert len(read_record(text).errors) <= 20


@given(games(), st.integers(0, 10**6), st.text(alphabet='{}[]"\\ .\n1K@xLO', max_size=4), st.integers(0, 3))
def test_a_damaged_record_is_read_without_an_exception(game: RandomGame, at: int, inserted: str, cut: int) -> None:
    text = str(record_of(game))
    at %= len(text)
    read = read_record(text[:at] + inserted + text[at + cut :])
    assert len(read.errors) <= 20
    if not read.errors:
        assert read_record(str(read)) == read


# replaying


def test_replaying_tells_each_action_with_the_position_before_it() -> None:
    steps = list(read_record(HEAD + OPENING).replay())
    assert [(step.seq, str(step.action)) for step in steps][:3] == [(0, "OABBA"), (1, "L3.17.22.41"), (2, "K3")]
    assert steps[0].state == played("players=2", "")
    assert steps[3].state == played("players=2", "OABBA L3.17.22.41 K3")
    assert [step.after for step in steps[:-1]] == [step.state for step in steps[1:]]
    assert steps[-1].after == read_record(HEAD + OPENING).final()


def test_replaying_stops_at_the_first_action_that_the_rules_forbid() -> None:
    record = read_record(HEAD + "1. OABBA L3.17.22.41 K3\n   K3 K22\n")
    assert record.errors == ()
    steps = record.replay()
    assert [str(next(steps).action) for _ in range(3)] == ["OABBA", "L3.17.22.41", "K3"]
    message = (
        "line 7, column 4: illegal action: K3 (C9: a king already stands on 3) in "
        "kingdomino players=2 opening=snake A:c B:c claiming:BBA new:3A.17.22.41"
    )
    with pytest.raises(ReplayError) as caught:
        next(steps)
    assert str(caught.value) == message
    with pytest.raises(ReplayError) as caught:
        record.final()
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("head", "error"),
    [
        ("", InvalidTextError),
        ('[Game "chess"]\n[Players "2"]', UnknownNameError),
        ('[Game "kingdomino"]\n[Players "9"]', SetupError),
    ],
)
def test_a_record_without_an_allowed_setup_cannot_be_replayed(head: str, error: type[Exception]) -> None:
    record = read_record(head)
    assert record.errors
    with pytest.raises(error):
        record.final()


@given(games())
def test_each_action_is_written_in_the_round_it_was_played_in(game: RandomGame) -> None:
    record = record_of(game)
    expected = [(number, len(list(items))) for number, items in groupby(game.actions, key=lambda pair: pair[0])]
    assert [(round_.number, len(round_.items)) for round_ in record.rounds] == expected
