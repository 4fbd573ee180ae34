import hashlib
from collections import Counter
from collections.abc import Sequence
from itertools import count, product
from random import Random

import pytest

from crownland import dealer as dealer_module
from crownland.arena.match import play_match
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, commitment, derived_seed, new_seed, parse_seed, verify
from crownland.games.protocol import Chance
from crownland.games.registry import GAMES
from crownland.kernel.action import Opening, Reveal
from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Item, Record, ReplayError, Round, read_record
from crownland.notation.token import parse_action
from crownland.testing.strategies import random_play
from tests.helpers import played, start_of

ZERO = "00" * 32


def deals(setup: str, seed: str, count: int) -> list[str]:
    """The first *count* chance actions; players take the first legal action."""
    state, dealer = start_of(setup), Dealer(seed)
    found: list[str] = []
    while len(found) < count:
        if state.chance is None:
            state = state.play(state.legal_actions()[0])
        else:
            found.append(str(dealer.deal(state)))
            state = state.play(parse_action(found[-1]))
    return found


def test_a_dealer_that_forgets_its_piles_deals_the_same() -> None:
    state, dealer = start_of("players=2"), Dealer(ZERO)
    found: list[str] = []
    while not state.is_over:
        if state.chance is None:
            state = state.play(state.legal_actions()[0])
        else:
            found.append(str(dealer.deal(state)))
            dealer.forget()
            state = state.play(parse_action(found[-1]))
    assert len(found) > 5
    assert found == deals("players=2", ZERO, len(found))


def pile_order(seed: str, pile: str, items: Sequence[str]) -> list[str]:
    """A pile once more, written from docs/dealing.md alone."""
    digests = (hashlib.sha256(f"{seed}\n{pile}\n{counter}".encode()).digest() for counter in count())
    numbers = (int.from_bytes(digest[at : at + 4], "big") for digest in digests for at in range(0, 32, 4))
    order = list(items)
    for i in range(len(order)):
        n = len(order) - i
        below = next(number for number in numbers if number < 2**32 - 2**32 % n) % n
        order[i], order[i + below] = order[i + below], order[i]
    return order


def drawn_from(order: Sequence[str], gone: Sequence[str], count: int) -> list[str]:
    """The first items of *order* that have not been drawn yet; of equal ones the first are gone."""
    left = list(order)
    for name in gone:
        left.remove(name)
    return left[:count]


# one seed, one deal


@pytest.mark.parametrize(
    ("setup", "expected"),
    [
        ("players=2", "OABBA L7.27.34.38 L1.11.33.39 L8.16.22.44"),
        ("players=2 opening=clockwise", "OABAB L7.27.34.38"),
        ("players=2 opening=draw", "OABBA L7.27.34.38"),
        ("players=3", "OCAB L7.27.34 L1.11.38"),
        ("players=3 opening=clockwise", "OCAB L7.27.34"),
        ("players=3 three-players=leftover", "OCAB L7.27.34.38 L1.11.33.39"),
        ("players=4", "OADCB L7.27.34.38 L1.11.33.39"),
    ],
)
def test_the_seed_of_zeros_deals_this_for_ever_since_old_records_rest_on_it(setup: str, expected: str) -> None:
    assert " ".join(deals(setup, ZERO, len(expected.split()))) == expected


def test_the_games_of_a_dynasty_are_dealt_from_piles_of_their_own() -> None:
    found = deals("players=4 dynasty=true", ZERO, 28)
    assert [found[0], found[13], found[26]] == ["OADCB", "OADCB", "ODBCA"]
    assert [found[1], found[14], found[27]] == ["L7.27.34.38", "L29.44.45.46", "L8.15.30.45"]
    for at, game in ((0, 1), (13, 2), (26, 3)):
        assert found[at] == "O" + "".join(pile_order(ZERO, f"kings {game}", "ABCD"))


def test_the_whole_pile_of_the_seed_of_zeros() -> None:
    pile = (
        "34 27 7 38 11 1 39 33 8 16 22 44 30 48 32 19 4 12 25 5 45 29 20 28 "
        "2 21 15 17 46 13 37 31 24 42 10 14 43 26 47 40 36 35 41 3 18 23 6 9"
    )
    assert pile.split() == pile_order(ZERO, "dominoes 1", [str(number) for number in range(1, 49)])
    numbers = list(map(int, pile.split()))
    lines = [sorted(numbers[at : at + 4]) for at in range(0, 48, 4)]
    assert deals("players=4", ZERO, 13)[1:] == ["L" + ".".join(map(str, line)) for line in lines]


@pytest.mark.parametrize("seed", [ZERO, derived_seed("docs")], ids=["zeros", "another"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_dealt_as_the_docs_describe(game: str, seed: str) -> None:
    state, dealer, rng = GAMES[game].new(), Dealer(seed), Random(seed)
    while not state.is_over:
        draw = state.chance
        if draw is None:
            state = state.apply(rng.choice(state.legal_actions()))
            continue
        by_name = {draw.name(item): item for item in draw.items}
        order = pile_order(seed, draw.pile, [draw.name(item) for item in draw.items])
        names = drawn_from(order, [draw.name(item) for item in draw.gone], draw.count)
        action = dealer.deal(state)
        assert action == state.chance_action(tuple(by_name[name] for name in names))
        state = state.play(action)


LISTED = {
    "kings": ["A", "B", "C", "D"],
    "dominoes": [str(number) for number in range(1, 49)],
    "queen dominoes": [f"Q{number}" for number in range(1, 49)],
    "dice": [".".join(faces) for faces in product("123456", repeat=4)],
}


@pytest.mark.parametrize(
    ("game", "players"), [("kingdomino", 4), ("queendomino", 4), ("royal-wedding", 4), ("duel", 2)]
)
def test_every_pile_is_asked_for_in_the_listed_order_whatever_is_gone(game: str, players: int) -> None:
    asked: dict[str, set[tuple[str, ...]]] = {}
    setup = GAMES[game].setup(players)
    state = GAMES[game].start(setup)
    for _, after in random_play(setup, Random(4)):
        if state.chance is not None:
            names = tuple(map(state.chance.name, state.chance.items))
            asked.setdefault(state.chance.pile.rsplit(" ", 1)[0], set()).add(names)
        state = after
    assert all(len(orders) == 1 for orders in asked.values())
    buildings = asked.pop("buildings", None)
    assert buildings is None or [len(names) for names in buildings] == [32]
    assert asked == {pile: {tuple(LISTED[pile][: players if pile == "kings" else None])} for pile in asked}


@pytest.mark.parametrize(
    ("gone", "count", "taken"),
    [("", 2, "ba"), ("a", 2, "bc"), ("ab", 2, "ca"), ("aab", 2, "cb"), ("aabb", 1, "c"), ("abc", 5, "ab")],
)
def test_of_equal_items_the_first_ones_of_a_pile_are_gone(gone: str, count: int, taken: str) -> None:
    draw = Chance("tiles 1", tuple("aabbc"), count, str, tuple(gone))
    assert "".join(draw.take("bacab")) == "".join(drawn_from("bacab", gone, count)) == taken


def test_the_same_seed_gives_the_same_deal_and_another_seed_another() -> None:
    seeds = [derived_seed("same", n) for n in range(20)]
    assert [deals("players=2", seed, 7) for seed in seeds] == [deals("players=2", seed, 7) for seed in seeds]
    assert len({tuple(deals("players=2", seed, 7)) for seed in seeds}) == 20


def test_what_players_do_does_not_change_the_deal() -> None:
    seed = derived_seed("choices")
    expected = deals("players=2", seed, 7)
    state, dealer, found = start_of("players=2"), Dealer(seed), []
    while not state.is_over:
        if state.chance is None:
            state = state.play(state.legal_actions()[-1])
        else:
            found.append(str(dealer.deal(state)))
            state = state.play(parse_action(found[-1]))
    assert found == expected


def test_a_dealer_that_comes_late_deals_the_same() -> None:
    state = played("players=2", "OABBA L7.27.34.38 K7 K27 K34 K38")
    assert str(Dealer(ZERO).deal(state)) == "L1.11.33.39"
    assert str(Dealer(ZERO).deal(state)) == "L1.11.33.39"


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


@pytest.mark.parametrize("game", GAMES)
def test_an_honest_record_of_every_game_is_accepted(game: str) -> None:
    setup = GAMES[game].setup()
    record = play_match(setup, [Uniform()] * setup.players, ["somebody"] * setup.players, ZERO).record
    assert verify(read_record(str(record))) == ()
    assert verify(with_tag(record, "Seed", derived_seed("other"))) != ()


def test_a_record_of_an_unfinished_game_is_accepted_as_far_as_it_goes() -> None:
    record = honest()
    assert verify(Record(record.tags, record.rounds[:2])) == ()


def test_a_missing_seed_is_reported() -> None:
    assert verify(with_tag(honest(), "Seed", None)) == ("the record has no seed: it is revealed when the game is over",)


def test_a_malformed_seed_is_reported() -> None:
    assert verify(with_tag(honest(), "Seed", "x")) == ("expected a seed of 64 hexadecimal digits, got: 'x'",)


def test_a_missing_commitment_is_reported() -> None:
    assert verify(with_tag(honest(), "Commitment", None)) == (
        "the record has no commitment: nobody knows when its seed was chosen",
    )


def test_a_wrong_commitment_is_reported() -> None:
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


def test_a_changed_line_is_reported_with_its_place() -> None:
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


def test_a_changed_opening_is_reported() -> None:
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
