"""Whole games by chance in every mode: all is accounted for, and a second, naive implementation agrees throughout.

CROWNLAND_GAMES sets how many games of each mode are played; 1000 take about half an hour.
"""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

import pytest

from crownland.dealer import Dealer, derived_seed, verify
from crownland.games.queen.action import Action, Burn, Stock, Tax
from crownland.games.queen.building import TILES
from crownland.games.queen.state import State
from crownland.kernel.domino import DOMINOES, domino_name
from crownland.kernel.errors import IllegalActionError
from crownland.kernel.square import square_name, squares
from crownland.notation.position import parse_position
from crownland.notation.record import Record, read_record
from crownland.notation.token import parse_action
from tests.games.queen import oracle as oracle
from tests.games.queen.helpers import start_of

GAMES = int(os.environ.get("CROWNLAND_GAMES", "7"))
MODES = [
    "queendomino players=2",
    "queendomino players=3",
    "queendomino players=4",
    "royal-wedding players=3",
    "royal-wedding players=4",
    "royal-wedding players=5",
    "royal-wedding players=6",
    "royal-wedding players=4 teams=true",
    "royal-wedding players=6 teams=true",
    "royal-wedding players=8 teams=true",
]
CHANCE = {"kings 1": "O", "buildings 1": "S"}  # what a pile's chance action begins with; the others deal lines
Watch = Callable[[State, oracle.Table, Random], None]


@dataclass
class Game:
    """A game that was played: the engine's last state, the oracle's table, and what happened on the way."""

    final: State
    table: oracle.Table
    actions: list[tuple[int, Action]] = field(default_factory=list)
    coins: Counter[int] = field(default_factory=Counter)  # what ``coin_lines`` told, by kingdom
    taxes: Counter[int] = field(default_factory=Counter)


def table_of(mode: str) -> oracle.Table:
    setup = start_of(mode).setup
    return oracle.Table(
        setup.players,
        wedding=setup.game == "royal-wedding",
        teams=("teams", "true") in setup.options,
        opposite=setup.past_rules == 1,
    )


def chosen(state: State, rng: Random) -> Action:
    """A legal action: first its kind by lot, then one of them, so that every step is taken often."""
    kinds: dict[type, list[Action]] = {}
    for action in state.legal_actions():
        kinds.setdefault(type(action), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def play(mode: str, seed: str, watch: Watch) -> Game:
    state, table = start_of(mode), table_of(mode)
    game = Game(state, table)
    rng, dealer = Random(seed), Dealer(seed)
    while not state.is_over:
        watch(state, table, rng)
        seat = state.actor
        action: Action = dealer.deal(state) if seat is None else chosen(state, rng)
        game.actions.append((state.round, action))
        if seat is not None:
            kingdom = state.kingdom_of(seat)
            game.coins[kingdom] += sum(line.points for line in state.coin_lines(action))
            game.taxes[kingdom] += isinstance(action, Tax)
        state = state.play(action)
        table.play(str(action))
    game.final = state
    return game


# --- accounting -------------------------------------------------------------------------------------------


def account(game: Game) -> None:
    """Every domino, coin, knight, tower and tile is somewhere, once."""
    state, table = game.final, game.table
    tokens = [str(action) for _, action in game.actions]
    boxes = {"Q"} if state.setup.game == "queendomino" else {"Q", ""}
    everything = sorted(f"{box}{number}" for box in boxes for number in range(1, 49))
    placed = [token.partition("@")[0] for token in tokens if token[0] in "Q123456789" and "@" in token]
    discarded = [token[:-1] for token in tokens if token.endswith("x")]
    assert sorted(placed + discarded + table.left) == everything
    assert sorted(domino_name(domino) for domino in DOMINOES if state.seen >> domino & 1) == everything
    assert len(table.left) == len(everything) - state.rules.lines * len(state.rules.kings)
    for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
        tiles = [oracle.TILES[key] for _, key in estate.buildings]
        assert kingdom.occupied.bit_count() == 1 + 2 * len(table.placed[at])
        assert max(kingdom.width, kingdom.height) <= state.rules.size
        assert estate.coins == 7 + game.coins[at]
        assert estate.coins >= 0
        assert estate.posted.bit_count() == game.taxes[at]
        assert estate.all_knights == 1 + sum(tile.knights for tile in tiles)
        assert estate.towers == sum(tile.towers for tile in tiles)
        assert estate.built.bit_count() == len(tiles)
    shown = Counter(tile for _, action in game.actions if isinstance(action, Stock) for tile in action.tiles)
    built = Counter(key for estate in state.estates for _, key in estate.buildings)
    on_board = Counter(tile for tile in state.board if tile is not None)
    assert built + on_board + Counter(state.burned) == shown == Counter(state.tiles_seen)
    assert shown <= Counter(TILES)
    assert len(state.burned) == sum(isinstance(action, Burn) for _, action in game.actions)


def replayed(game: Game, seed: str) -> None:
    """The record, written, read and played again, ends in the same state."""
    names = [f"seat {seat}" for seat in game.final.rules.seats]
    deal = Dealer(seed).commitment
    record = Record.of(game.final.setup, names, game.actions, commitment=deal, seed=seed, final=game.final)
    text = str(record)
    read = read_record(text)
    assert read.errors == ()
    assert str(read) == text
    assert read.final() == game.final
    assert verify(read) == ()
    assert read.tag("Totals") == " ".join(str(oracle.score(realm)) for realm in game.table.realms)


def positions(state: State, table: oracle.Table, rng: Random) -> None:
    """Now and then the position is written and read."""
    if rng.random() < 0.03:
        assert parse_position(str(state)) == state


@pytest.mark.parametrize("mode", MODES)
def test_everything_in_a_game_is_accounted_for_and_its_record_replays(mode: str) -> None:
    for number in range(GAMES):
        seed = derived_seed("accounting", mode, number)
        game = play(mode, seed, positions)
        account(game)
        replayed(game, seed)
        assert parse_position(str(game.final)) == game.final


# --- differential -----------------------------------------------------------------------------------------


def realms_of(state: State) -> list[oracle.Realm]:
    """What the engine's state says, in the oracle's words. A town has no printed crowns: those are its building's."""
    realms = []
    for at, (kingdom, estate) in enumerate(zip(state.kingdoms, state.estates, strict=True)):
        land = {(0, 0): (oracle.CASTLE, 0)}
        built = {oracle.spot_of(square_name(square)): key for square, key in estate.buildings}
        for square in squares(kingdom.occupied):
            half, spot = kingdom.at(square), oracle.spot_of(square_name(square))
            if half is not None:
                extra = oracle.TILES[built[spot]].crowns if spot in built else 0
                land[spot] = (half.terrain.letter, half.crowns - extra)
        posted = {oracle.spot_of(square_name(square)) for square in squares(estate.posted)}
        realms.append(oracle.Realm(land, estate.coins, estate.knights, posted, estate.towers, built, state.queen == at))
    return realms


def parts_of(state: State) -> list[dict[str, int]]:
    """The engine's scores, its lines summed as the oracle sums them."""
    parts = []
    terrains = {"wheat", "forest", "lake", "grassland", "swamp", "mine", "town"}
    for score in state.scores():
        summed = {"coins": 0, "properties": 0, "buildings": 0, "queen": 0}
        for line in score.lines:
            part = "properties" if line.reason in terrains else line.reason
            summed[part if part in summed else "buildings"] += line.points
        assert sum(summed.values()) == score.total
        parts.append(summed)
    return parts


def compare_tables(state: State, table: oracle.Table) -> None:
    assert state.actor == table.seat
    assert ("" if state.chance is None else CHANCE.get(state.chance.pile, "L")) == table.chance
    if state.chance is not None and table.chance == "L":
        assert {state.chance.name(item).startswith("Q") for item in state.chance.items} == {table.box == "Q"}
        assert state.chance.count == table.length
    assert list(state.board) == table.board
    assert state.queen == table.queen
    assert state.dragon_is_home is not table.burnt
    assert sorted(state.burned) == sorted(table.removed)
    purses = [(estate.coins, estate.knights, estate.towers) for estate in state.estates]
    assert purses == [(realm.coins, realm.reserve, realm.towers) for realm in table.realms]


def compare_realms(state: State, table: oracle.Table) -> None:
    assert realms_of(state) == table.realms


def compare_scores(state: State, table: oracle.Table) -> None:
    assert parts_of(state) == [oracle.score_parts(realm) for realm in table.realms]
    assert [score.ties for score in state.scores()] == [(oracle.largest(realm.land),) for realm in table.realms]
    ranks = {standing.kingdom: standing.rank for standing in state.ranking()}
    assert [ranks[at] for at in range(len(table.realms))] == oracle.ranking(table.realms)


def compare_actions(state: State, table: oracle.Table) -> None:
    listed = list(map(str, state.legal_actions()))
    assert len(set(listed)) == len(listed)
    assert set(listed) == table.legal(), str(state)


def compare_taxes(state: State, table: oracle.Table) -> None:
    for action in state.legal_actions():
        if isinstance(action, Tax):
            coins = sum(line.points for line in state.coin_lines(action))
            assert coins == oracle.tax_coins(table.realm, oracle.spot_of(square_name(action.square)))


def compare_refusals(state: State, table: oracle.Table, rng: Random) -> None:
    """Of what one might try, exactly what the oracle allows is accepted."""
    if state.actor is None:
        return
    around = sorted({*table.realm.land, *(near for spot in table.realm.land for near in oracle.neighbours(spot))})
    names = [oracle.name_of(spot) for spot in around if max(map(abs, spot)) <= 6]
    dominoes = [*table.line, *(domino for domino, _ in table.claims), *(domino for domino, _ in table.old)]
    tries = {".", *(f"K{domino}" for domino in dominoes), *(f"{domino}x" for domino in dominoes)}
    tries |= {f"N@{name}" for name in names} | {f"D{space}" for space in range(6)}
    tries |= {f"B{space}@{name}" for space in (0, 5) for name in names}
    tries = set(rng.sample(sorted(tries), 30))  # a refusal writes the whole position: that takes time
    accepted = set()
    for token in tries:
        try:
            state.play(parse_action(token))
            accepted.add(token)
        except IllegalActionError:
            pass
    assert accepted == table.legal() & tries


def compare(state: State, table: oracle.Table, rng: Random) -> None:
    lot = rng.random()
    if lot < 0.15:
        compare_actions(state, table)
    if lot < 0.02:
        compare_realms(state, table)
        compare_scores(state, table)
    if lot < 0.01:
        compare_refusals(state, table, rng)
    compare_taxes(state, table)
    compare_tables(state, table)


@pytest.mark.parametrize("mode", MODES)
def test_the_engine_and_the_oracle_walk_the_same_games_in_lock_step(mode: str) -> None:
    for number in range(GAMES):
        game = play(mode, derived_seed("lock step", mode, number), compare)
        compare_tables(game.final, game.table)
        compare_realms(game.final, game.table)
        compare_scores(game.final, game.table)
        assert game.table.seat is None


def test_the_sample_of_games_meets_every_situation() -> None:
    """Agreement says something only about what happens."""
    met: Counter[str] = Counter()

    def watch(state: State, table: oracle.Table, rng: Random) -> None:
        met["exhausted pile"] += len(state.tiles_seen) == len(TILES) and None in state.board
        if state.actor is None or not table.laid:
            return
        keys = {key for key in table.realm.built.values() if oracle.TILES[key].treasury}
        met["a treasury filled"] += bool(keys and table.taxed)
        met["two knights in a turn"] += len(table.taxed) == 2
        met["no knight"] += table.realm.reserve == 0
        met["an empty purse"] += table.realm.coins == 0
        met["queen, and still to build"] += table.realm.queen and table.step == "B"
        met["a tie in towers"] += len({realm.towers for realm in table.realms}) == 1 and table.queen is not None

    hosts = set()
    for mode in MODES:
        for number in range(4):
            game = play(mode, derived_seed("lock step", mode, number), watch)
            met["discards"] += sum(map(len, game.table.discarded))
            met["left over"] += len(game.table.left)
            met["dragon"] += len(game.final.burned)
            hosts.add(game.final.queen)
    assert {situation for situation, times in met.items() if not times} == set(), met
    assert len(met) == 10
    assert hosts >= {0, 1, 2}
