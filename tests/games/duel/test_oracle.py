"""The engine against the oracle: components, drawings, boxes, scores and whole games.

CROWNLAND_GAMES raises the number of random games and positions.
"""

import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, product
from random import Random

import pytest

from crownland.arena.match import play_match
from crownland.bots.uniform import Uniform
from crownland.dealer import Dealer, derived_seed
from crownland.games.duel.action import DrawDie
from crownland.games.duel.book import SPELLS, Book, fill
from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.state import State
from crownland.games.registry import DUEL
from crownland.kernel.domino import Half
from crownland.kernel.property import properties
from crownland.kernel.square import Square, square_name, squares
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from tests.games.duel import oracle as oracle

GAMES = int(os.environ.get("CROWNLAND_GAMES", "60"))
CHOICES = ("turn_die", "free_placement", "split", oracle.CASTLE_BONUS)
# Every combination of spells in hand, with and without the castle bonus.
COMBINATIONS = list(chain.from_iterable(combinations(CHOICES, count) for count in range(len(CHOICES) + 1)))
# Two squares are free, far apart: d9 touches only d, j5 touches only D.
BLOCKED = """
    . d s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D .
"""


def names(combination: tuple[str, ...]) -> str:
    return "+".join(combination) or "nothing"


def test_the_dice_are_those_of_the_rules() -> None:
    faces = {
        die: {
            face: (shown.coat.key if shown.coat is not None else "wild", shown.crosses) for face, shown in row.items()
        }
        for die, row in DICE.items()
    }
    assert faces == oracle.DICE


def test_the_dice_have_as_many_of_each_coat_as_the_rules_say() -> None:
    shown = [face for row in DICE.values() for face in row.values()]
    plain = {coat.key: sum(face.coat == coat and not face.crosses for face in shown) for coat in Coat}
    assert plain == {"dot": 4, "stripe": 4, "double_dot": 2, "double_stripe": 2, "solid": 1, "quarters": 1}
    assert sum(face.is_wild for face in shown) == 2
    assert sum(face.crosses for face in shown) == 10


def test_the_spell_book_is_that_of_the_rules() -> None:
    assert [(spell.coat.key, spell.boxes, spell.key) for spell in SPELLS.values()] == list(oracle.ROWS)
    assert {spell.key for spell in SPELLS.values() if spell.lightning} == {"coat_bonus", "extra_cross"}


def test_the_map_has_34_free_squares_around_the_castle() -> None:
    assert {oracle.read_square(square_name(square)) for square in squares(FREE_SQUARES)} == set(oracle.SQUARES)
    assert len(oracle.SQUARES) == 34


# Drawings


@cache
def pool() -> tuple[State, ...]:
    """Positions of random games in which A is about to draw."""
    found = []
    for game in range(GAMES):
        state, dealer, rng = DUEL.new(2), Dealer(derived_seed("duel pool", game)), Random(game)
        while not state.is_over:
            if state.actor is None:
                state = state.apply(dealer.deal(state))
                continue
            if isinstance(state, State) and is_fresh(state):
                found.append(state)
            state = state.apply(rng.choice(state.legal_actions()))
    return tuple(found)


def is_fresh(state: State) -> bool:
    drawing = state.drawing
    return drawing is not None and state.actor == state.first and drawing == Drawing(drawing.dice, drawing.faces)


def scattered(rng: Random, room: int) -> Map:
    """A map with *room* free squares at the most; anything may lie anywhere, as after free placements."""
    land = Map.empty()
    for square in rng.sample(list(squares(FREE_SQUARES)), rng.randint(34 - room, 34)):
        land = land.with_half(square, Half(rng.choice(list(Coat)), rng.choice((0, 0, 1, 2))))
    return land


def random_positions(combination: tuple[str, ...]) -> Iterator[State]:
    """A about to draw, on maps of random games and on scattered ones, with what *combination* gives in hand."""
    rng = Random(names(combination))
    # What can be combined grows fast: with more spells in hand, fewer free squares and fewer positions.
    room, count = ((34, 400), (14, 150), (6, 60), (4, 40))[sum(spell in combination for spell in CHOICES[:3])]
    book = Book(
        spells=tuple(spell for spell in SPELLS if spell in combination), castle=oracle.CASTLE_BONUS in combination
    )
    small = [state for state in pool() if len(free_squares(state)) <= room]
    for _ in range(max(GAMES, count)):
        state = rng.choice(small if rng.random() < 0.6 else pool())
        seat = acting(state)
        kingdoms = list(state.kingdoms)
        if len(free_squares(state)) > room:
            kingdoms[seat] = scattered(rng, min(room, 8))
        books = list(state.books)
        books[seat], books[1 - seat] = book, Book()
        yield replace(state, kingdoms=(kingdoms[0], kingdoms[1]), books=(books[0], books[1]))


def acting(state: State) -> int:
    assert state.actor is not None
    return state.actor


def free_squares(state: State) -> list[Square]:
    return list(squares(FREE_SQUARES & ~state.kingdoms[acting(state)].occupied))


@cache
def naive_square(square: Square) -> tuple[int, int]:
    return oracle.read_square(square_name(square))


def naive_map(land: Map) -> oracle.Map:
    halves = ((square, land.at(square)) for square in squares(land.occupied))
    return {naive_square(square): (half.terrain.key, half.crowns) for square, half in halves if half is not None}


def results_of(state: State) -> dict[oracle.Result, list[str]]:
    """What every complete drawing of the engine leaves behind, and all token sequences that lead there."""
    seat, land, book = acting(state), state.kingdoms[acting(state)], state.books[acting(state)]
    found: dict[oracle.Result, list[str]] = defaultdict(list)
    begun: list[tuple[State, tuple[str, ...]]] = [(state, ())]
    while begun:
        before, tokens = begun.pop()
        for action in before.legal_actions():
            after, words = before.apply(action), (*tokens, str(action))
            plain = after.plain[seat]
            if plain is None:
                begun.append((after, words))
                continue
            now, new = after.books[seat], after.kingdoms[seat]
            spent = {*book.spells} - {*now.spells} | (
                {oracle.CASTLE_BONUS} if book.castle and not now.castle else set()
            )
            halves = ((square, new.at(square)) for square in squares(new.occupied & ~land.occupied))
            drawn = ((naive_square(at), half.terrain.key, half.crowns) for at, half in halves if half is not None)
            boxes = tuple(sorted(coat.key for coat in plain))
            decided = [*dice_of(before, action), *sorted(spent)]
            found[oracle.Result(frozenset(drawn), boxes, frozenset(spent))].append(f"{decided}: {' '.join(words)}")
    return found


def dice_of(state: State, last: object) -> list[str]:
    """What was decided about the two dice, whichever is which: the face shown, its name, the castle's cross.

    A cross on a die that the drawing's *last* action loses would be no decision at all (D8).
    """
    drawing = state.drawing
    assert drawing is not None
    drawn = (last.die,) if isinstance(last, DrawDie) and drawing.first is None else drawing.dice
    return sorted(
        f"{face} {name!r} {drawing.bonus == die and die in drawn}"
        for die, face, name in zip(drawing.dice, drawing.shown, drawing.names, strict=True)
    )


def spelled_twice(results: dict[oracle.Result, list[str]]) -> list[list[str]]:
    """Token sequences that decide the same about the dice and leave the same behind."""
    twice = []
    for spellings in results.values():
        by_decision = defaultdict(list)
        for spelling in spellings:
            by_decision[spelling.split("]: ")[0]].append(spelling)
        twice += [same for same in by_decision.values() if len(same) > 1]
    return twice


def wanted_of(state: State) -> set[oracle.Result]:
    seat, drawing = acting(state), state.drawing
    assert drawing is not None
    (low, high), (low_face, high_face) = drawing.dice, drawing.faces
    book = state.books[seat]
    return oracle.drawings(
        naive_map(state.kingdoms[seat]), ((low, low_face), (high, high_face)), book.spells, book.castle
    )


@cache
def examined(combination: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Where the engine and the oracle disagree, and which results can be spelled twice."""
    different, twice = [], []
    for state in random_positions(combination):
        got, want = results_of(state), wanted_of(state)
        different += [f"refused: {result} in {state}" for result in want - set(got)]
        different += [f"allowed: {got[result][0]} to {result} in {state}" for result in set(got) - want]
        twice += [f"{tokens} in {state}" for tokens in spelled_twice(got)]
    return different, twice


@pytest.mark.parametrize("combination", COMBINATIONS, ids=names)
def test_the_engine_draws_what_the_oracle_draws(combination: tuple[str, ...]) -> None:
    different, _ = examined(combination)
    assert different[:3] == []


@pytest.mark.parametrize("combination", COMBINATIONS, ids=names)
def test_every_decision_about_a_drawing_has_exactly_one_spelling(combination: tuple[str, ...]) -> None:
    _, twice = examined(combination)
    assert twice[:3] == []


def at(text: str, tokens: str) -> State:
    state = parse_position(text)
    assert isinstance(state, State)
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


def test_turning_either_of_two_equal_dice_to_the_same_face_has_one_spelling() -> None:
    state = at(oracle.position(oracle.EMPTY, book_a="000000;turn_die;castle"), "R2.5.1.1 T1 T3.4")
    assert spelled_twice(results_of(state)) == []


def lost_bonus(rules: str) -> State:
    """Only die 3 can be drawn apart, on e8; as a domino both can. From the record duel-2-rules-1, round 10."""
    return at(
        f"duel players=2{rules} A:SssD/..ssd1/.Sscdq/...s1dd1/.q2D1D1d1;151201;split B:c;000000 first:A round:10",
        "R3.6.2.1 T3 T1.4",
    )


def test_d8_a_bonus_is_not_announced_on_a_die_that_a_split_loses() -> None:
    state = lost_bonus("")
    assert [str(action) for action in state.play(parse_action("C2")).legal_actions()] == ["2.3@e6e", "2.3@d8e"]
    assert "Msplit" in map(str, state.play(parse_action("C3")).legal_actions())
    assert spelled_twice(results_of(state)) == []


def test_d8_by_the_first_rules_a_split_could_lose_the_bonus_and_it_was_kept() -> None:
    state = lost_bonus(" rules=1")
    assert len(spelled_twice(results_of(state))) > 0
    lost = at(str(state), "C2 Msplit 3@e8")
    assert lost.books[0].castle
    assert lost.kingdoms == at(str(state), "Msplit 3@e8").kingdoms


# Boxes, scores, whole games


def test_boxes_are_filled_as_in_the_oracle() -> None:
    rng = Random("boxes")
    wrong = []
    for _ in range(20 * GAMES):
        naive, books = oracle.Book(), [Book(), Book()]
        for number in range(rng.randint(1, 16)):
            for player in (number % 2, 1 - number % 2):
                coats = tuple(rng.choices(list(Coat), k=rng.choice((0, 1, 2, 2))))
                books[player] = fill(books[player], books[1 - player], coats)
                naive.fill(player, (coat.key for coat in coats))
        filled = {(player, coat.key): books[player].boxes[coat] for player, coat in product((0, 1), Coat)}
        owners = {SPELLS[key].coat.key: player for player in (0, 1) for key in books[player].spells}
        expected = {key: naive.boxes.get(key, 0) for key in filled}
        if (filled, owners) != (expected, naive.owner):
            wrong.append((books, naive))
    assert wrong == []


def test_scores_and_places_are_those_of_the_oracle() -> None:
    rng = Random("scores")
    wrong = []
    for _ in range(10 * GAMES):
        lands = (scattered(rng, 34), scattered(rng, 34))
        bonus: list[Coat | None] = [rng.choice([None, *Coat]), None]
        state = State(DUEL.setup(2), lands, (Book(coat=bonus[0]), Book(coat=bonus[1])), is_over=True)
        naive = [naive_map(land) for land in lands]
        keys = [None if coat is None else coat.key for coat in bonus]
        got = (
            [sorted((domain.terrain.key, domain.size, domain.crowns) for domain in properties(land)) for land in lands],
            [score.total for score in state.scores()],
            [score.ties for score in state.scores()],
            [standing.rank for standing in sorted(state.ranking(), key=lambda standing: standing.kingdom)],
        )
        want = (
            [oracle.domains(land) for land in naive],
            [oracle.total(land, coat) for land, coat in zip(naive, keys, strict=True)],
            [(oracle.largest(land),) for land in naive],
            oracle.places(naive, list(keys)),
        )
        wrong += [(state, got, want)] if got != want else []
    assert wrong[:1] == []


def side(state: State, player: int) -> tuple[object, ...]:
    book = state.books[player]
    hand = {*book.spells}
    return str(state.kingdoms[player]), book.boxes, hand, book.castle, book.coat.key if book.coat is not None else None


def naive_side(table: oracle.Table, player: int) -> tuple[object, ...]:
    boxes = tuple(table.book.boxes.get((player, coat), 0) for coat in oracle.COATS)
    land, hand = oracle.map_text(table.lands[player]), table.hands[player]
    return land, boxes, hand, table.castle[player], table.bonus_coats[player]


def test_whole_random_games_are_those_of_the_oracle_round_by_round() -> None:
    wrong, seen = [], set()
    for game in range(GAMES // 2):
        record = play_match(DUEL.setup(2), (Uniform(), Uniform()), "AB", derived_seed("duel oracle", game)).record
        table = oracle.Table()
        states = [step.after for step in record.replay()]
        played = 0
        for number, round_ in enumerate(record.rounds, start=1):
            tokens = [str(item.what) for item in round_.items]
            seen |= {token.rstrip("0123456789.")[:6] if token[0] == "M" else token[0] for token in tokens}
            played += len(tokens)
            state = states[played - 1]
            assert isinstance(state, State)
            try:
                table.play_round(tokens)
            except ValueError as error:
                wrong.append(f"game {game}, round {number}: {error}")
                break
            got = [side(state, player) for player in (0, 1)], state.is_over, state.first
            want = [naive_side(table, player) for player in (0, 1)], table.over, table.first
            wrong += [f"game {game}, round {number}: {got} is not {want}"] if got != want else []
    assert wrong[:3] == []
    assert {"O", "R", "T", "W", "C", "."} | {"Mturn", "Mfree", "Msplit", "Mcross"} <= seen, "the games show everything"
