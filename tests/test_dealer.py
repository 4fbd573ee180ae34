import hashlib
from collections import Counter
from collections.abc import Sequence

import pytest

from crownland import dealer as dealer_module
from crownland.arena.match import play_match
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, commitment, derived_seed, new_seed, parse_seed, verify
from crownland.kernel.action import Opening, Reveal
from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Item, Record, ReplayError, Round, read_record
from crownland.notation.token import parse_action
from tests.helpers import played, start_of

ZERO = "00" * 32


def deals(setup: str, seed: str, count: int) -> list[str]:
    """The first *count* chance actions; players take the first legal action."""
    state, dealer = start_of(setup), Dealer(seed)
    found: list[str] = []
    while len(found) < count:
        if state.draw is None:
            state = state.play(state.legal_actions()[0])
        else:
            found.append(str(dealer.deal(state)))
            state = state.play(parse_action(found[-1]))
    return found


# one seed, one deal


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("players=2", "OBAAB L10.14.28.38 L2.16.21.37 L15.19.23.31"),
        ("players=2 opening=clockwise", "OBABA L10.14.28.38"),
        ("players=2 opening=draw", "OABBA L10.14.28.38"),
        ("players=3", "OABC L10.28.38 L14.16.37"),
        ("players=3 opening=clockwise", "OABC L10.28.38"),
        ("players=3 three-players=leftover", "OABC L10.14.28.38 L2.16.21.37"),
        ("players=4", "OBDCA L10.14.28.38 L2.16.21.37"),
    ],
)
def test_the_seed_of_zeros_deals_this_for_ever_since_old_records_rest_on_it(setup: str, expected: str) -> None:
    # computed from the description in the module's docstring by another program
    assert " ".join(deals(setup, ZERO, len(expected.split()))) == expected


def test_the_games_of_a_dynasty_are_dealt_from_piles_of_their_own() -> None:
    found = deals("players=4 dynasty=true", ZERO, 28)
    assert [found[0], found[13], found[26]] == ["OBDCA", "OBDCA", "OBCAD"]
    assert [found[1], found[14], found[27]] == ["L10.14.28.38", "L13.23.25.29", "L13.14.28.46"]


def test_the_whole_pile_of_the_seed_of_zeros() -> None:
    pile = (
        "28 38 10 14 37 16 2 21 19 15 31 23 13 24 9 17 32 41 1 48 11 6 20 43 "
        "46 30 8 40 3 39 27 22 4 36 45 18 42 12 44 25 47 33 29 7 35 5 26 34"
    )
    numbers = list(map(int, pile.split()))
    lines = [sorted(numbers[at : at + 4]) for at in range(0, 48, 4)]
    assert deals("players=4", ZERO, 13)[1:] == ["L" + ".".join(map(str, line)) for line in lines]


def test_the_same_seed_gives_the_same_deal_and_another_seed_another() -> None:
    seeds = [derived_seed("same", n) for n in range(20)]
    assert [deals("players=2", seed, 7) for seed in seeds] == [deals("players=2", seed, 7) for seed in seeds]
    assert len({tuple(deals("players=2", seed, 7)) for seed in seeds}) == 20


def test_what_players_do_does_not_change_the_deal() -> None:
    seed = derived_seed("choices")
    expected = deals("players=2", seed, 7)
    state, dealer, found = start_of("players=2"), Dealer(seed), []
    while not state.is_over:
        if state.draw is None:
            state = state.play(state.legal_actions()[-1])
        else:
            found.append(str(dealer.deal(state)))
            state = state.play(parse_action(found[-1]))
    assert found == expected


def test_a_dealer_that_comes_late_deals_the_same() -> None:
    state = played("players=2", "OBAAB L10.14.28.38 K10 K14 K28 K38")
    assert str(Dealer(ZERO).deal(state)) == "L2.16.21.37"
    assert str(Dealer(ZERO).deal(state)) == "L2.16.21.37"


def test_a_dealer_is_not_asked_where_a_player_is_to_act() -> None:
    state = played("players=2", "OBAAB L10.14.28.38")
    with pytest.raises(ValueError, match=r"^expected a position where chance is asked, got: kingdomino players=2 "):
        Dealer(ZERO).deal(state)


# seeds


def test_a_new_seed_is_64_hexadecimal_digits_and_never_the_same() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {parse_seed(seed) for seed in seeds} == seeds


@pytest.mark.parametrize(
    "text", ["", "0" * 63, "0" * 65, "G" * 64, "A" * 64, " " + "0" * 63, "0" * 63 + "\n", "٠" * 64]
)
def test_what_is_no_seed_is_refused(text: str) -> None:
    with pytest.raises(InvalidTextError) as caught:
        Dealer(text)
    assert str(caught.value) == f"expected a seed of 64 hexadecimal digits, got: {text!r}"


def test_a_long_text_that_is_no_seed_is_shown_in_part() -> None:
    with pytest.raises(InvalidTextError) as caught:
        parse_seed("0" * 100_000)
    assert len(str(caught.value)) < 200


def test_the_commitment_is_the_sha256_of_a_prefix_and_the_seed() -> None:
    expected = hashlib.sha256(b"crownland deal 1\n" + ZERO.encode()).hexdigest()
    assert commitment(ZERO) == Dealer(ZERO).commitment == expected
    assert expected == "d7c9520c0148fe5bc581234c1f77867a11defbb61fcd7e889ea1a4b8f766a379"


def test_the_seeds_of_a_series_follow_from_its_parts() -> None:
    assert derived_seed("a", 1) == "95d734e4963c36e6dee049b287dcb585e05f19e63aff5383fd09fdbed3ab6c33"
    assert (
        len({derived_seed("a", 1), derived_seed("a", 2), derived_seed("b", 1), derived_seed("a"), derived_seed()}) == 5
    )


# every order as likely as the other


def chi_square(counts: Counter[str], kinds: int) -> float:
    expected = counts.total() / kinds
    missing = kinds - len(counts)
    return sum((seen - expected) ** 2 / expected for seen in counts.values()) + missing * expected


@pytest.mark.parametrize(
    ("setup", "kinds", "limit"),
    [  # the limit is passed by chance once in a million
        ("players=4 opening=draw", 24, 69.0),
        ("players=3 opening=draw", 6, 35.9),
        ("players=2 opening=draw", 6, 35.9),  # K4: a uniformly random order of all kings
        ("players=2 opening=snake", 2, 24.0),
        ("players=4 opening=clockwise", 4, 30.7),
    ],
)
def test_every_opening_order_is_as_likely_as_the_other(setup: str, kinds: int, limit: float) -> None:
    state = start_of(setup)
    counts = Counter(str(Dealer(derived_seed(setup, n)).deal(state)) for n in range(2400))
    assert len(counts) == kinds
    assert chi_square(counts, kinds) < limit


def test_every_domino_is_as_likely_in_the_first_line_as_the_other() -> None:
    state = played("players=4 opening=draw", "OABCD")
    counts: Counter[str] = Counter()
    for n in range(1200):
        action = Dealer(derived_seed("first line", n)).deal(state)
        assert isinstance(action, Reveal)
        counts.update(map(str, action.dominoes))
    assert counts.total() == 4800
    assert chi_square(counts, 48) < 109  # 47 degrees of freedom, once in a million


@pytest.mark.parametrize(
    ("bound", "words", "expected"),
    [
        (3, [5], 2),
        (3, [2**32 - 1, 7], 1),  # the last word would favour 0 and is passed over
        (3, [2**32 - 2, 7], 2),
        (48, [2**32 - 1, 2**32 - 15, 47], 47),
        (4, [2**32 - 1], 3),  # a power of two needs no passing over
    ],
)
def test_words_that_would_favour_small_numbers_are_passed_over(bound: int, words: Sequence[int], expected: int) -> None:
    assert dealer_module._below(bound, iter(words)) == expected


# verify


def honest(words: str = "players=2") -> Record:
    setup = start_of(words).setup
    return play_match(setup, [Uniform()] * setup.players, ["somebody"] * setup.players, ZERO).record


def with_tag(record: Record, key: str, value: str | None) -> Record:
    tags = [(k, v) for k, v in record.tags if k != key]
    return Record((*tags, *([(key, value)] if value is not None else [])), record.rounds)


def with_last_line(record: Record, token: str) -> Record:
    """The record up to its last line, which is changed to *token*."""
    rounds: list[Round] = []
    lines = [item for item in record.items if isinstance(item.what, Reveal)]
    for round_ in record.rounds:
        items: list[Item] = []
        for item in round_.items:
            if item is lines[-1]:
                return Record(record.tags, (*rounds, Round(round_.number, (*items, Item(parse_action(token), 7, 9)))))
            items.append(item)
        rounds.append(Round(round_.number, tuple(items)))
    raise AssertionError("expected a record with a line")


@pytest.mark.parametrize(
    "setup",
    [
        "players=2",
        "players=2 opening=draw mighty-duel=true",
        "players=3 three-players=leftover",
        "players=3",
        "players=4",
        "players=2 dynasty=true",
    ],
)
def test_an_honest_record_is_accepted_also_after_writing_and_reading(setup: str) -> None:
    record = honest(setup)
    assert verify(record) == ()
    assert verify(read_record(str(record))) == ()


def test_a_record_of_an_unfinished_game_is_accepted_as_far_as_it_goes() -> None:
    record = honest()
    assert verify(Record(record.tags, record.rounds[:2])) == ()


def test_a_missing_seed_is_told() -> None:
    assert verify(with_tag(honest(), "Seed", None)) == ("the record has no seed: it is revealed when the game is over",)


def test_a_malformed_seed_is_told() -> None:
    assert verify(with_tag(honest(), "Seed", "x")) == ("expected a seed of 64 hexadecimal digits, got: 'x'",)


def test_a_missing_commitment_is_told() -> None:
    assert verify(with_tag(honest(), "Commitment", None)) == (
        "the record has no commitment: nobody can tell when its seed was chosen",
    )


def test_a_wrong_commitment_is_told() -> None:
    assert verify(with_tag(honest(), "Commitment", "f" * 64)) == (
        f"the commitment {'f' * 64} is not that of the seed, {commitment(ZERO)}",
    )


def test_a_wrong_seed_contradicts_the_commitment_and_the_deal() -> None:
    other = derived_seed("other")
    doubts = verify(with_tag(honest(), "Seed", other))
    assert doubts[0] == f"the commitment {commitment(ZERO)} is not that of the seed, {commitment(other)}"
    assert len(doubts) > 5
    assert all("the seed deals" in doubt for doubt in doubts[1:])


def test_a_wrong_seed_with_its_own_commitment_still_contradicts_the_deal() -> None:
    other = derived_seed("other")
    doubts = verify(with_tag(with_tag(honest(), "Seed", other), "Commitment", commitment(other)))
    assert len(doubts) > 4
    assert all("the seed deals" in doubt for doubt in doubts)


def test_a_changed_line_is_told_with_its_place() -> None:
    record = honest()
    last = [str(item.what) for item in record.items if isinstance(item.what, Reveal)][-1]
    drawn = {n for item in record.items if isinstance(item.what, Reveal) for n in item.what.dominoes}
    _, *others = map(int, last[1:].split("."))
    numbers = sorted([*others, min(set(range(1, 49)) - drawn)])
    changed = "L" + ".".join(map(str, numbers))
    assert verify(with_last_line(record, changed)) == (
        f"line 7, column 9: the seed deals {last}, the record says {changed}",
    )
    assert verify(with_last_line(record, last)) == ()


def test_a_changed_opening_is_told() -> None:
    record = honest("players=2 opening=draw")
    first, *rest = record.rounds[0].items
    assert isinstance(first.what, Opening)
    assert str(first.what) == "OABBA"
    (doubt,) = verify(Record(record.tags, (Round(1, (Item(parse_action("OAABB")), *rest[:1])),)))
    assert doubt.endswith("the seed deals OABBA, the record says OAABB")


def test_a_record_that_breaks_the_rules_is_refused_at_that_place() -> None:
    record = honest()
    first = next(str(item.what) for item in record.items if isinstance(item.what, Reveal))
    dealt_twice = with_last_line(record, first)
    with pytest.raises(ReplayError, match=f"^line 7, column 9: illegal action: {first} "):
        verify(dealt_twice)
