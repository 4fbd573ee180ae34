"""Duel's fast twin in lock step with the reference.

CROWNLAND_GAMES raises the number of games; everything holds with CROWNLAND_JIT=off too.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crownland.bots.greedy import Greedy
from crownland.bots.protocol import Limit
from crownland.dealer import Dealer, derived_seed
from crownland.fast import dispatch
from crownland.fast.duel import TWIN, convert, kernels, layout, phase
from crownland.fast.duel.convert import action_number, action_of, to_words
from crownland.fast.duel.greedy import best_actions
from crownland.fast.duel.numbering import ACTIONS
from crownland.fast.jit import Row, entry
from crownland.fast.jit import words as empty_words
from crownland.games.duel.action import (
    Action,
    CastleBonus,
    CoatBonus,
    DrawDie,
    DrawPair,
    ExtraCross,
    FreePlacement,
    NameWild,
    Roll,
    Split,
    Take,
    TurnDie,
)
from crownland.games.duel.book import SPELLS, Book
from crownland.games.duel.coat import FREE_SQUARES, Coat, Map
from crownland.games.duel.dice import ROLLS
from crownland.games.duel.judge import judge
from crownland.games.duel.state import State
from crownland.games.registry import DUEL as DUEL_GAME
from crownland.kernel.action import End, Opening, Seat
from crownland.kernel.domino import Half
from crownland.kernel.square import squares
from crownland.notation.position import parse_position
from crownland.notation.record import read_record
from crownland.notation.token import parse_action
from tests.games.duel.oracle import position

GAMES = int(os.environ.get("CROWNLAND_GAMES", "18"))
GOLDEN = [
    path
    for path in sorted((Path(__file__).parents[2] / "golden").glob("duel-*.kdn"))
    if read_record(path.read_text(encoding="utf-8")).setup.past_rules is None
]
# D8: of the dice 2 and 3 only die 3 can be drawn apart; as a domino both can.
ONE_APART = "duel players=2 A:SssD/..ssd1/.Sscdq/...s1dd1/.q2D1D1d1;151201;split B:c;000000 first:A round:10"
KINDS = {
    kind.__name__
    for kind in (
        *(Take, TurnDie, NameWild, CastleBonus, FreePlacement, Split),
        *(DrawPair, DrawDie, CoatBonus, ExtraCross, End),
    )
}
KEY = TWIN.key
LEAD = 5  # the words of a game need not begin their row

LEGAL, APPLY, DEAL, CHANCE, ACTOR, STANDING, RANDOM_MOVE, BEST, GREEDY, FINISH = range(10)


@entry
def twin(task: int, words: Row, at: int, number: int, row: Row) -> int:
    """Every kernel behind one door: compiled once, and kept for the next run of the tests."""
    if task == LEGAL:
        return kernels.legal(words, at, row)
    if task == APPLY:
        kernels.apply(words, at, number)
    elif task == DEAL:
        kernels.deal(words, at, row)
    elif task == CHANCE:
        kernels.chance(words, at, row)
    elif task == ACTOR:
        return kernels.actor(words, at)
    elif task == STANDING:
        return kernels.standing(words, at, number)
    elif task == RANDOM_MOVE:
        kernels.random_move(words, at, row)
    elif task == BEST:
        return best_actions(words, at, row)
    elif task == GREEDY:
        return kernels.greedy_choice(words, at, row, row)
    elif number:
        dispatch.finish(KEY, words, row, row, number, row)
    else:
        kernels.finish(words, at, row)
    return 0


OUT = empty_words(ACTIONS)


def row_of(numbers: Sequence[int]) -> Row:
    row = empty_words(len(numbers))
    for at, number in enumerate(numbers):
        row[at] = number
    return row


def plain(words: Row) -> list[int]:
    return [int(word) for word in words]


def listed(task: int, words: Row, at: int = 0) -> list[int]:
    """Returns the numbers that LEGAL or BEST writes."""
    return [int(OUT[place]) for place in range(twin(task, words, at, 0, OUT))]


def seeded(seed: int) -> Row:
    return row_of([Random(seed).getrandbits(62)])


# Where games begin


def start() -> State:
    state = DUEL_GAME.new(2)
    assert isinstance(state, State)
    return state


def state_of(words: Row, at: int = 0) -> State:
    return convert.from_words(start(), plain(words)[at : at + layout.WORDS])


def rich(rng: Random, room: int = 34) -> State:
    """A start with spells in hand, rows nearly won, and *room* on the maps."""
    owners = {key: rng.choice((0, 0, 1, 1, None)) for key in SPELLS}
    books = []
    for seat in range(2):
        mine = {key for key, owner in owners.items() if owner == seat}
        books.append(
            Book(
                tuple(spell.boxes if key in mine else rng.randrange(spell.boxes) for key, spell in SPELLS.items()),
                tuple(key for key, spell in SPELLS.items() if key in mine and not spell.lightning),
                tuple(key for key, spell in SPELLS.items() if key in mine and spell.lightning),
                castle=rng.random() < 0.6,
                coat=rng.choice(list(Coat)) if "coat_bonus" in mine else None,
            )
        )
    lands = scattered(rng, room), scattered(rng, room)
    return State(DUEL_GAME.setup(2), lands, (books[0], books[1]))


def scattered(rng: Random, room: int) -> Map:
    """A map with *room* empty squares; anything may lie anywhere, as after free placements."""
    land = Map.empty()
    for square in rng.sample(list(squares(FREE_SQUARES)), 34 - room):
        land = land.with_half(square, Half(rng.choice(list(Coat)), rng.choice((0, 0, 0, 1, 2, 3))))
    return land


def starts(games: int = GAMES) -> Iterator[tuple[int, State]]:
    """Plain starts, rich ones, and crowded ones, whose games are short: most of what is rare is in them."""
    for game in range(games):
        yield game, start()
        yield game, rich(Random(f"rich {game}"))
        for more in range(8):
            rng = Random(f"crowded {game} {more}")
            yield 100 * game + more, rich(rng, rng.randint(1, 7))


def choice(state: State, rng: Random, *, rare: bool) -> Action:
    """A random action; *rare* kinds are then as likely as the others."""
    legal = state.legal_actions()
    if rare:
        kind = rng.choice(sorted({type(action).__name__ for action in legal}))
        legal = tuple(action for action in legal if type(action).__name__ == kind)
    return rng.choice(legal)


def played(state: State, label: str, *, rare: bool) -> Iterator[tuple[State, Action]]:
    """A random game from *state* on, with what was done in each of its states."""
    dealer, rng = Dealer(derived_seed("duel twin", label)), Random(label)
    while not state.is_over:
        action = dealer.deal(state) if state.actor is None else choice(state, rng, rare=rare)
        yield state, action
        state = state.apply(action)


def do(words: Row, at: int, state: State, action: Action) -> None:
    """The twin does *action* of the reference."""
    match action:
        case Opening(seats):
            twin(DEAL, words, at, 0, row_of(seats))
        case Roll(faces):
            twin(DEAL, words, at, 0, row_of(faces))
        case _:
            twin(APPLY, words, at, action_number(state, action), OUT)


def differences(state: State, words: Row, at: int) -> list[str]:
    """What the twin says otherwise than the reference."""
    legal = listed(LEGAL, words, at)
    wanted = [action_number(state, action) for action in state.legal_actions()]
    seat = twin(ACTOR, words, at, 0, OUT)
    standings = [twin(STANDING, words, at, kingdom, OUT) for kingdom in range(2)]
    scores = [(score.total, *score.ties) for score in state.scores()]
    ranking = [standing.kingdom for standing in state.ranking()]
    checks = {
        "words": plain(words)[at : at + layout.WORDS] == plain(to_words(state)),
        "state": state_of(words, at) == state,
        "legal actions": legal == wanted == sorted(wanted),
        "actions of numbers": [action_of(state, number) for number in legal] == list(state.legal_actions()),
        "actor": seat == (-1 if state.actor is None else state.actor),
        "scores": [(standing >> 32, standing >> 16 & 0xFFFF) for standing in standings] == scores,
        "ranking": sorted(range(2), key=lambda kingdom: -standings[kingdom]) == ranking,
    }
    return [f"{what} in {state}" for what, same in checks.items() if not same]


# Lock step


def test_games_are_those_of_the_reference_action_by_action() -> None:
    wrong: list[str] = []
    seen: Counter[str] = Counter()
    for game, first in starts():
        words = row_of([-1] * LEAD + plain(to_words(first)) + [-1])
        final = first
        for state, action in played(first, str(game), rare=game % 3 > 0):
            wrong += differences(state, words, LEAD)
            do(words, LEAD, state, action)
            seen[type(action).__name__] += 1
            final = state.apply(action)
        wrong += differences(final, words, LEAD)
        wrong += [] if plain(words)[:LEAD] + plain(words)[-1:] == [-1] * (LEAD + 1) else [f"beyond the game {game}"]
        assert wrong[:3] == []
    assert set(seen) == {"Opening", "Roll", *KINDS}, "the games show everything"


def test_every_action_leads_where_the_reference_says() -> None:
    wrong = []
    rng = Random("siblings")
    for game, first in starts():
        for state, _ in played(first, f"siblings {game}", rare=True):
            legal = state.legal_actions()
            for action in rng.sample(legal, min(len(legal), 2)):
                words = to_words(state)
                do(words, 0, state, action)
                after = state.apply(action)
                wrong += [] if plain(words) == plain(to_words(after)) else [f"{action} in {state}"]
    assert wrong[:3] == []


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_are_replayed(path: Path) -> None:
    words = to_words(start())
    wrong = []
    for step in read_record(path.read_text(encoding="utf-8")).replay():
        assert isinstance(step.state, State)
        assert isinstance(step.after, State)
        wrong += differences(step.state, words, 0)
        do(words, 0, step.state, step.action)
        wrong += differences(step.after, words, 0)
    assert wrong[:3] == []
    assert words[layout.PHASE] == phase.OVER


def test_there_are_golden_records() -> None:
    assert len(GOLDEN) >= 2


# Numbers

SIX_LEFT = """
    d s D S f q d
    s . . s d . D
    D . d c . . d
    S f q d s D S
    f q d s D S f
"""
SPELLED = "000000;free_placement;split;turn_die"
LIGHTNING = (
    "duel players=2 A:.d/sc/f;000033;{0} B:c;000000 first:A round:5 dice:1.1.1.1 taken:AABB drewA:f drewB:DS"
    " lightning:A.{0}"
)


def at(text: str, tokens: str) -> State:
    state = parse_position(text)
    for token in tokens.split():
        state = state.play(parse_action(token))
    assert isinstance(state, State)
    return state


NUMBERED = [
    (position(book_a="000000;pick_two"), "R2.6.1.1", "T1=0 T4=3 T1.2=4 T1.3=5 T1.4=6 T2.3=7 T2.4=8 T3.4=9"),
    (
        position(SIX_LEFT, book_a=SPELLED),
        "R2.6.1.1 T1 T3.4",
        "Mturn1.1=10 Mturn1.5=14 Mturn2.1=16 Mturn2.5=20 C1=58 C2=59 Mfree=62 Msplit=63 1.2@e7n=79 1.2@h7e=117"
        " 1.2@i8s=160 1.2@f8w=192",
    ),
    (position(SIX_LEFT), "R1.6.1.3 T1 T2.3", "W1d=34 W1q=39"),
    (position(SIX_LEFT), "R1.6.1.3 T1 T2.3 W1D", "W4D=54 W4q=57"),
    (position(), "R2.6.1.1 T4 T2.3", "C1=58 C4=61 1.4@g5n=67 1.4@h7e=117"),
    (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit", "1@e7=219 1@h7=222 1@i8=230"),
    (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit 1@h7", "4@e7=324 4@i8=335"),
    (LIGHTNING.format("coat_bonus"), "", "Mcoatd=344 Mcoatq=349"),
    (LIGHTNING.format("extra_cross"), "", "Mcross@f6=359 Mcross@f7=366 Mcross@g8=374"),
]


@pytest.mark.parametrize(("text", "tokens", "numbers"), NUMBERED)
def test_every_action_has_its_number(text: str, tokens: str, numbers: str) -> None:
    state = at(text, tokens)
    wanted = {token: int(number) for token, number in (pair.rsplit("=", 1) for pair in numbers.split())}
    got = {str(action): action_number(state, action) for action in state.legal_actions()}
    assert {token: got.get(token) for token in wanted} == wanted
    assert listed(LEGAL, to_words(state)) == list(got.values())


def test_drawing_nothing_has_the_last_number() -> None:
    blocked = SIX_LEFT.replace("s . . s d . D", "s q f s d q D").replace("D . d c . . d", "D . d c f . d")
    state = at(position(blocked), "R2.6.1.1 T1 T3.4")
    assert listed(LEGAL, to_words(state))[-1] == 385 == ACTIONS - 1


@pytest.mark.parametrize("number", [-1, ACTIONS])
def test_a_number_without_an_action_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"expected the number of an action in this position, got: {number}"):
        action_of(start(), number)


ONE_LEFT = SIX_LEFT.replace("s . . s d . D", "s q f s d q D").replace("D . d c . . d", "D . d c f q d")


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (position(ONE_LEFT, book_a="000000;split"), "R2.5.1.1 T1 T3.4 Msplit"),
        (position(ONE_LEFT, book_a="000000;split"), "R2.5.1.1 T1 T3.4 C1 Msplit"),
        (position(ONE_LEFT, book_a="000000;split"), "R2.5.1.1 T1 T3.4 C1 Msplit 1@e7"),
        (ONE_APART, "R3.6.2.1 T3 T1.4"),
        (ONE_APART, "R3.6.2.1 T3 T1.4 C2"),
        (ONE_APART, "R3.6.2.1 T3 T1.4 C3"),
        (ONE_APART, "R3.6.2.1 T3 T1.4 C3 Msplit"),
        (LIGHTNING.format("extra_cross").replace(".d/sc/f", ".d3/sc/f"), "Mcross@g8"),
        (LIGHTNING.replace("A.{0}", "A.coat_bonus.extra_cross").format("coat_bonus;extra_cross"), ""),
        (LIGHTNING.replace("A.{0}", "A.coat_bonus.extra_cross").format("coat_bonus;extra_cross"), "Mcoatd"),
    ],
    ids=[
        "equal dice and one square",
        "the castle's cross tells equal dice apart",
        "the die with the castle's cross is drawn",
        "one of two dice can be drawn apart",
        "the castle's cross is on the other one",
        "the castle's cross is on that one",
        "that one is drawn apart with the castle's cross",
        "four crosses",
        "two lightning spells",
        "the second lightning spell",
    ],
)
def test_what_hardly_ever_happens_is_as_in_the_reference(text: str, tokens: str) -> None:
    state = at(text, tokens)
    assert differences(state, to_words(state), 0) == []
    for action in state.legal_actions():
        words = to_words(state)
        do(words, 0, state, action)
        assert differences(state.apply(action), words, 0) == []


# Chance and random play


def frequencies_are_fair(counts: Mapping[Any, int], weights: Mapping[Any, int]) -> bool:
    """Whether what was drawn is all there is, as often as chance would have it (chi-square, five deviations)."""
    if not set(counts) <= set(weights):
        return False
    draws, freedom = sum(counts.values()), len(weights) - 1
    expected = {key: draws * weight / sum(weights.values()) for key, weight in weights.items()}
    chi = sum((counts.get(key, 0) - wanted) ** 2 / wanted for key, wanted in expected.items())
    return chi <= freedom + 5 * sqrt(2 * freedom)


def outcomes(state: State) -> dict[tuple[int, ...], int]:
    """The words after each legal action, and how many actions lead there."""
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for action in state.legal_actions():
        found[tuple(plain(to_words(state.apply(action))))] += 1
    return found


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        (position(), "R2.6.1.1"),
        (position(book_a="000000;pick_two"), "R2.6.1.1"),
        (position(), "R2.6.1.1 T2"),
        (position(SIX_LEFT, book_a=SPELLED), "R2.6.1.1 T1 T3.4"),
        (position(SIX_LEFT), "R1.6.1.3 T1 T2.3"),
        (position(SIX_LEFT), "R1.6.1.3 T1 T2.3 W1D"),
        (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit"),
        (position(SIX_LEFT, book_a="000000;split"), "R2.6.1.5 T1 T2.3 Msplit 1@h7"),
        (position(), "R2.6.1.1 T4 T2.3"),
        (position(), "R2.5.1.1 T1 T3.4"),
        (LIGHTNING.format("coat_bonus"), ""),
        (LIGHTNING.format("extra_cross"), ""),
    ],
)
def test_a_random_move_is_any_legal_action_equally_often(text: str, tokens: str) -> None:
    state = at(text, tokens)
    before, weights = plain(to_words(state)), outcomes(state)
    rng, counts = seeded(len(weights)), Counter[tuple[int, ...]]()
    for _ in range(60 * sum(weights.values())):
        words = row_of(before)
        twin(RANDOM_MOVE, words, 0, 0, rng)
        counts[tuple(plain(words))] += 1
    assert set(counts) == set(weights)
    assert frequencies_are_fair(counts, weights)


def test_a_loaded_random_move_would_be_noticed() -> None:
    even = dict.fromkeys(((at,) for at in range(4)), 1)
    assert frequencies_are_fair({(0,): 55, (1,): 66, (2,): 61, (3,): 58}, even)
    assert not frequencies_are_fair({(0,): 100, (1,): 66, (2,): 61, (3,): 13}, even)
    assert not frequencies_are_fair({(0,): 60, (1,): 60, (2,): 60, (3,): 60, (4,): 1}, even)


def test_chance_draws_every_opening_and_every_roll_equally_often() -> None:
    rng = seeded(1)
    openings: Counter[tuple[int, ...]] = Counter()
    for _ in range(400):
        words = to_words(start())
        twin(CHANCE, words, 0, 0, rng)
        openings[(state_of(words).first or 0,)] += 1
    assert frequencies_are_fair(openings, {(0,): 1, (1,): 1})
    state = start().apply(Opening((Seat(1), Seat(0))))
    rolls: Counter[tuple[int, ...]] = Counter()
    for _ in range(8 * len(ROLLS)):
        words = to_words(state)
        twin(CHANCE, words, 0, 0, rng)
        rolls[tuple(int(words[layout.DICE]) >> 4 * die & 15 for die in range(4))] += 1
    assert frequencies_are_fair(rolls, dict.fromkeys(ROLLS, 1))
    assert state_of(words) == state.apply(Roll(state_of(words).dice))


@pytest.mark.parametrize("policies", [0x00, 0x01, 0x10, 0x11], ids=hex)
def test_games_are_finished_from_any_position(policies: int) -> None:
    rng = seeded(policies)
    wrong = []
    for game in range(GAMES // 6):
        words = to_words(start())
        twin(FINISH, words, 0, policies, rng)
        assert words[layout.PHASE] == phase.OVER
        wrong += differences(state_of(words), words, 0)
        states = [state for state, _ in played(rich(Random(game)), f"finish {game}", rare=True)]
        half = to_words(states[len(states) // 2])
        twin(FINISH, half, 0, policies, rng)
        wrong += differences(state_of(half), half, 0)
        assert half[layout.PHASE] == phase.OVER
    assert wrong[:3] == []


def means(policies: int, games: int) -> tuple[float, float]:
    """The mean total of both seats, and the mean number of rounds."""
    rng, total, rounds = seeded(5), 0, 0
    for _ in range(games):
        words = to_words(start())
        twin(FINISH, words, 0, policies, rng)
        final = state_of(words)
        total += sum(score.total for score in final.scores())
        rounds += final.round
    return total / games / 2, rounds / games


def test_random_games_played_at_once_are_like_those_played_action_by_action() -> None:
    """A game played to its end may take short cuts: its points and rounds are those of the reference's games."""
    totals, rounds, count = 0, 0, 10 * GAMES
    for game in range(count):
        *_, (last, action) = played(start(), f"at once {game}", rare=False)
        final = last.apply(action)
        totals += sum(score.total for score in final.scores())
        rounds += final.round
    mean_total, mean_rounds = means(0, 3 * count)
    # One kingdom's total deviates by about 18 points, the length of a game by about one round.
    assert abs(totals / count / 2 - mean_total) < 4 * 18 / sqrt(count)
    assert abs(rounds / count - mean_rounds) < 4 * 1.2 / sqrt(count)


# Greedy


def best_of(state: State) -> list[int]:
    values = {action_number(state, action): judge(state, action) for action in state.legal_actions()}
    return [number for number, value in values.items() if value >= max(values.values()) - 1e-9]


def test_greedy_finds_the_best_actions_of_the_reference() -> None:
    wrong, kinds = [], Counter[str]()
    for game, first in starts(GAMES // 3):
        for state, _ in played(first, f"greedy {game}", rare=game % 2 == 0):
            if state.actor is None:
                continue
            words = to_words(state)
            best = listed(BEST, words)
            kinds.update(type(action_of(state, number)).__name__ for number in best)
            wrong += [] if best == best_of(state) else [f"{best} is not {best_of(state)} in {state}"]
            assert plain(words) == plain(to_words(state)), "nothing is changed by judging"
    assert wrong[:3] == []
    assert set(kinds) == KINDS, "every kind is best somewhere"


def test_greedy_games_are_judged_alike_all_along() -> None:
    wrong = []
    for game in range(max(1, GAMES // 15)):
        state, dealer, rng = start(), Dealer(derived_seed("duel twin greedy", game)), Random(game)
        while not state.is_over:
            if state.actor is None:
                state = state.apply(dealer.deal(state))
                continue
            best = listed(BEST, to_words(state))
            wrong += [] if best == best_of(state) else [f"{best} is not {best_of(state)} in {state}"]
            state = state.apply(Greedy().choose(state, Limit(), rng))
    assert wrong[:3] == []


def test_greedy_chooses_any_of_the_best_equally_often() -> None:
    state = at(position(), "R2.6.1.1 T4 T2.3")
    rng, words, best = seeded(8), to_words(state), best_of(state)
    assert len(best) > 3
    counts = Counter((twin(GREEDY, words, 0, 0, rng),) for _ in range(60 * len(best)))
    assert set(counts) == {(number,) for number in best}
    assert frequencies_are_fair(counts, {(number,): 1 for number in best})
