"""The kernels that Python calls: each is compiled once for every twin and kept in the user's cache folder."""

from crownland.fast import dispatch, layout
from crownland.fast.bits import seed_of
from crownland.fast.jit import Row, brief_entry, entry
from crownland.fast.twin import TwinKey

__all__ = [
    "actor",
    "apply",
    "begin_games",
    "chance",
    "deal",
    "gains",
    "greedy_choice",
    "legal",
    "mask_games",
    "move_games",
    "policy_games",
    "random_games",
    "random_move",
    "score_games",
    "standing",
    "step_games",
]


@entry
def legal(twin: TwinKey, words: Row, at: int, out: Row) -> int:
    """Writes the numbers of all legal actions into *out*, in the reference's order; returns how many."""
    return dispatch.legal(twin, words, at, out)


@entry
def apply(twin: TwinKey, words: Row, at: int, action: int) -> None:
    """Plays a legal action, which is not checked."""
    dispatch.apply(twin, words, at, action)


@entry
def chance(twin: TwinKey, words: Row, at: int, rng: Row) -> None:
    """Draws what the game asks of chance, and plays it."""
    dispatch.chance(twin, words, at, rng)


@entry
def deal(twin: TwinKey, words: Row, at: int, items: Row) -> None:
    """Plays what chance has drawn; convert.chance_items() makes the *items*."""
    dispatch.deal(twin, words, at, items)


@entry
def actor(twin: TwinKey, words: Row, at: int) -> int:
    """Returns the seat to act; -1 when the game waits for chance or is over."""
    return dispatch.actor(twin, words, at)


@entry
def standing(twin: TwinKey, words: Row, at: int, kingdom: int) -> int:
    """Returns a kingdom's total, shifted left by 32, and what breaks ties: the higher number ranks first."""
    return dispatch.standing(twin, words, at, kingdom)


@brief_entry
def gains(twin: TwinKey, words: Row, size: int, kingdom: int, room: Row, out: Row, points: Row) -> int:
    """Writes the legal actions into *out* and the points each brings *kingdom* at once; returns how many."""
    many = dispatch.legal(twin, words, 0, out)
    before = dispatch.total(twin, words, 0, kingdom)
    for number in range(many):
        for slot in range(size):
            room[slot] = words[slot]
        dispatch.apply(twin, room, 0, out[number])
        points[number] = dispatch.total(twin, room, 0, kingdom) - before
    return many


@entry
def random_move(twin: TwinKey, words: Row, at: int, rng: Row) -> None:
    """Plays a legal action at random, each as likely as the others."""
    dispatch.random_move(twin, words, at, rng)


@entry
def greedy_choice(twin: TwinKey, words: Row, at: int, rng: Row, scratch: Row) -> int:
    """Returns the number of the action that the bot ``greedy`` takes."""
    return dispatch.greedy_choice(twin, words, at, rng, scratch)


@entry
def random_games(
    twin: TwinKey, start: Row, size: int, seed: int, first: int, games: int, room: Row, rng: Row, standings: Row
) -> None:
    """Plays whole games from *start*, every action at random, and writes the standing of every kingdom in each.

    A game depends on *seed* and its number only; numbers count from *first*.
    """
    kingdoms = start[layout.KINGDOMS]
    for number in range(games):
        rng[0] = seed_of(seed, first + number)
        for slot in range(size):
            room[slot] = start[slot]
        dispatch.finish_at_random(twin, room, 0, rng)
        dispatch.rank(twin, room, standings, number * kingdoms)


@entry
def policy_games(
    twin: TwinKey,
    start: Row,
    size: int,
    seed: int,
    first: int,
    games: int,
    policies: int,
    room: Row,
    rng: Row,
    scratch: Row,
    standings: Row,
) -> None:
    """As random_games(), but each seat acts by its own policy: *policies* has a nibble for every seat (policy.py)."""
    kingdoms = start[layout.KINGDOMS]
    for number in range(games):
        rng[0] = seed_of(seed, first + number)
        for slot in range(size):
            room[slot] = start[slot]
        dispatch.finish(twin, room, rng, rng, policies, scratch)
        dispatch.rank(twin, room, standings, number * kingdoms)


@entry
def step_games(
    twin: TwinKey, words: Row, size: int, first: int, games: int, actions: Row, rngs: Row, rng: Row, scratch: Row
) -> int:
    """Plays one action in each of these games of a batch, and then chance until a seat is to act or the game is over.

    An illegal action changes nothing, and neither does any action in a game that is over; -1 stands for none. Returns
    how many were played.
    """
    played = 0
    for number in range(first, first + games):
        at = number * size
        if dispatch.is_legal(twin, words, at, actions[number], scratch):
            dispatch.apply(twin, words, at, actions[number])
            rng[0] = rngs[number]
            dispatch.settle(twin, words, at, rng)
            rngs[number] = rng[0]
            played += 1
    return played


@entry
def move_games(
    twin: TwinKey, words: Row, size: int, first: int, games: int, policies: int, rngs: Row, rng: Row, scratch: Row
) -> None:
    """As step_games(), but each seat acts by its own policy."""
    for number in range(first, first + games):
        at = number * size
        seat = dispatch.actor(twin, words, at)
        if seat >= 0:
            rng[0] = rngs[number]
            if policies >> 4 * seat & 15:
                dispatch.apply(twin, words, at, dispatch.greedy_choice(twin, words, at, rng, scratch))
            else:
                dispatch.random_move(twin, words, at, rng)
            dispatch.settle(twin, words, at, rng)
            rngs[number] = rng[0]


@entry
def begin_games(
    twin: TwinKey, start: Row, size: int, seed: int, first: int, games: int, words: Row, rngs: Row, rng: Row
) -> None:
    """Starts new games in these places of a batch and plays chance until a seat is to act."""
    for number in range(first, first + games):
        rng[0] = seed_of(seed, number)
        for slot in range(size):
            words[number * size + slot] = start[slot]
        dispatch.settle(twin, words, number * size, rng)
        rngs[number] = rng[0]


@entry
def mask_games(
    twin: TwinKey,
    words: Row,
    size: int,
    first: int,
    games: int,
    numbers: int,
    masks: Row,
    actors: Row,
    scratch: Row,
) -> None:
    """Writes for these games of a batch who is to act, and a byte for each action number: 1 when it is legal."""
    for number in range(first, first + games):
        for action in range(numbers):
            masks[number * numbers + action] = 0
        actors[number] = dispatch.actor(twin, words, number * size)
        for found in range(dispatch.legal(twin, words, number * size, scratch)):
            masks[number * numbers + scratch[found]] = 1


@entry
def score_games(twin: TwinKey, words: Row, size: int, first: int, games: int, kingdoms: int, standings: Row) -> None:
    """Writes the standing of every kingdom in these games of a batch, as if they ended now."""
    for number in range(first, first + games):
        for kingdom in range(kingdoms):
            standings[number * kingdoms + kingdom] = dispatch.standing(twin, words, number * size, kingdom)
