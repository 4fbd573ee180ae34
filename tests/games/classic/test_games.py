"""Whole games by chance, over every combination of players and options."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from crownland.dealer import Dealer, derived_seed, verify
from crownland.games.classic.state import State, start
from crownland.games.registry import KINGDOMINO
from crownland.games.setup import Setup
from crownland.kernel.action import Claim, Discard, Opening, Place, Reveal
from crownland.kernel.square import Direction
from crownland.notation.record import Record, read_record
from crownland.testing.many import sampled
from tests import oracle
from tests.helpers import cell_of

# × 48 setups each: more than 2,000 records; a dynasty takes as long as three games.
SINGLE_GAMES, DYNASTIES = 36, 6
STEPS = dict(zip(Direction, oracle.STEPS, strict=True))


@dataclass
class Ledger:
    """Where every domino of one game went, kept from the actions alone."""

    boards: list[oracle.Board]
    revealed: list[int] = field(default_factory=list)
    claimed: list[int] = field(default_factory=list)
    placed: list[list[int]] = field(default_factory=list)
    discarded: list[list[int]] = field(default_factory=list)

    @classmethod
    def new(cls, players: int) -> "Ledger":
        return cls(
            [oracle.new_board() for _ in range(players)],
            placed=[[] for _ in range(players)],
            discarded=[[] for _ in range(players)],
        )


def play(setup: Setup, dealer: Dealer, rng: Random) -> tuple[list[tuple[int, object]], State, list[Ledger]]:
    state = start(setup)
    actions: list[tuple[int, object]] = []
    ledgers: list[Ledger] = []
    while not state.is_over:
        seat = state.actor
        action = dealer.deal(state) if seat is None else rng.choice(state.legal_actions())
        match action:
            case Opening():
                ledgers.append(Ledger.new(setup.players))
            case Reveal(line):
                ledgers[-1].revealed += line
            case Claim(number):
                ledgers[-1].claimed.append(number)
            case Place(number, square, direction):
                assert seat is not None
                (x, y), (dx, dy) = cell_of(square), STEPS[direction]
                spot = ((x, y), (x + dx, y + dy))
                ledgers[-1].boards[seat] = oracle.put(ledgers[-1].boards[seat], number, spot)
                ledgers[-1].placed[seat].append(number)
            case Discard(number):
                assert seat is not None
                ledgers[-1].discarded[seat].append(number)
        actions.append((state.round, action))
        state = state.apply(action)  # the record is played again with every check
    return actions, state, ledgers


def expected(setup: Setup) -> tuple[int, int, int]:
    """K1, K2, K5, K9 once more: kings, dominoes in a line, lines."""
    if setup.players == 2:
        return 4, 4, 12 if setup.is_on("mighty-duel") else 6
    if setup.players == 3:
        return 3, 4 if setup["three-players"] == "leftover" else 3, 12
    return 4, 4, 12


def assert_accounted(ledger: Ledger, setup: Setup) -> None:
    kings, line, lines = expected(setup)
    placed = [number for numbers in ledger.placed for number in numbers]
    discarded = [number for numbers in ledger.discarded for number in numbers]
    leftover = set(ledger.revealed) - set(ledger.claimed)
    never_drawn = set(range(1, 49)) - set(ledger.revealed)
    everywhere = Counter([*placed, *discarded, *leftover, *never_drawn])
    assert everywhere == Counter(range(1, 49))  # each domino in one place
    assert len(ledger.revealed) == line * lines
    assert len(leftover) == (line - kings) * lines
    each = kings * lines // setup.players
    assert [len(a) + len(b) for a, b in zip(ledger.placed, ledger.discarded, strict=True)] == [each] * setup.players


def assert_totals(state: State, ledgers: list[Ledger]) -> None:
    setup, size = state.setup, 7 if state.setup.is_on("mighty-duel") else 5
    options = {"middle": setup.is_on("middle-kingdom"), "harmony": setup.is_on("harmony")}
    totals = [
        sum(oracle.total(ledger.boards[seat], len(ledger.discarded[seat]), size, **options) for ledger in ledgers)
        for seat in range(setup.players)
    ]
    assert [score.total for score in state.scores()] == totals


@pytest.mark.parametrize("setup", sampled(KINGDOMINO), ids=str)
def test_random_games_end_with_every_domino_accounted_for_and_replay_from_their_record(setup: Setup) -> None:
    rng = Random(str(setup))
    kings, _, lines = expected(setup)
    rounds = 3 if setup.is_on("dynasty") else 1
    for number in range(DYNASTIES if setup.is_on("dynasty") else SINGLE_GAMES):
        dealer = Dealer(derived_seed(setup, number))
        actions, final, ledgers = play(setup, dealer, rng)
        assert len(actions) == rounds * (1 + lines + 2 * kings * lines)
        assert len(ledgers) == rounds
        for ledger in ledgers:
            assert_accounted(ledger, setup)
        assert_totals(final, ledgers)
        names = [f"{seat} of {number}" for seat in "ABCD"[: setup.players]]
        written = Record.of(setup, names, actions, commitment=dealer.commitment, seed=dealer.seed, final=final)
        read = read_record(str(written))
        assert read.errors == ()
        assert read == written
        assert read.final() == final
        assert read.tag("Totals") == " ".join(str(score.total) for score in final.scores())
        if number == 0:
            assert verify(read) == ()
