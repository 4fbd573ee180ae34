"""What Python calls: each of these is compiled once and kept in the user's cache folder."""

from crownland.fast import dispatch as kernels
from crownland.fast.bits import seed_of
from crownland.fast.dispatch import Game
from crownland.fast.jit import Words, entry
from crownland.fast.layout import KINGDOMS

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
def legal(game: Game, words: Words, at: int, out: Words) -> int:
    """Writes the numbers of all legal actions into *out*, in the reference's order; tells how many."""
    return kernels.legal(game, words, at, out)


@entry
def apply(game: Game, words: Words, at: int, action: int) -> None:
    """Plays an action that is trusted to be legal."""
    kernels.apply(game, words, at, action)


@entry
def chance(game: Game, words: Words, at: int, rng: Words) -> None:
    """Draws what is asked of chance, and plays it."""
    kernels.chance(game, words, at, rng)


@entry
def deal(game: Game, words: Words, at: int, items: Words) -> None:
    """Plays what chance has drawn; convert.chance_items() says what *items* are."""
    kernels.deal(game, words, at, items)


@entry
def actor(game: Game, words: Words, at: int) -> int:
    """The seat to act; -1 when chance is asked or the game is over."""
    return kernels.actor(game, words, at)


@entry
def standing(game: Game, words: Words, at: int, kingdom: int) -> int:
    """A kingdom's total, shifted left by 32, and what breaks ties: the higher number ranks first."""
    return kernels.standing(game, words, at, kingdom)


@entry
def gains(game: Game, words: Words, size: int, kingdom: int, room: Words, out: Words, points: Words) -> int:
    """What every legal action brings *kingdom* at once: actions into *out*, points into *points*; tells how many."""
    many = kernels.legal(game, words, 0, out)
    before = kernels.total(game, words, 0, kingdom)
    for number in range(many):
        for slot in range(size):
            room[slot] = words[slot]
        kernels.apply(game, room, 0, out[number])
        points[number] = kernels.total(game, room, 0, kingdom) - before
    return many


@entry
def random_move(game: Game, words: Words, at: int, rng: Words) -> None:
    """Plays one of the legal actions, each as likely as the others."""
    kernels.random_move(game, words, at, rng)


@entry
def greedy_choice(game: Game, words: Words, at: int, rng: Words, scratch: Words) -> int:
    """The number of the action that the bot ``greedy`` takes."""
    return kernels.greedy_choice(game, words, at, rng, scratch)


@entry
def random_games(
    game: Game, start: Words, size: int, seed: int, first: int, games: int, room: Words, rng: Words, standings: Words
) -> None:
    """Whole games from *start*, every action at random, and the standing of every kingdom in each.

    A game depends on *seed* and its number only, from *first* on.
    """
    kingdoms = start[KINGDOMS]
    for number in range(games):
        rng[0] = seed_of(seed, first + number)
        for slot in range(size):
            room[slot] = start[slot]
        kernels.finish_at_random(game, room, 0, rng)
        kernels.rank(game, room, standings, number * kingdoms)


@entry
def policy_games(
    game: Game,
    start: Words,
    size: int,
    seed: int,
    first: int,
    games: int,
    policies: int,
    room: Words,
    rng: Words,
    scratch: Words,
    standings: Words,
) -> None:
    """As random_games(), each seat acting by its own policy: a nibble for every seat, 0 at random, 1 greedy."""
    kingdoms = start[KINGDOMS]
    for number in range(games):
        rng[0] = seed_of(seed, first + number)
        for slot in range(size):
            room[slot] = start[slot]
        kernels.finish(game, room, rng, rng, policies, scratch)
        kernels.rank(game, room, standings, number * kingdoms)


@entry
def step_games(
    game: Game, words: Words, size: int, first: int, games: int, actions: Words, rngs: Words, rng: Words, scratch: Words
) -> int:
    """One action in each of these games of a batch, and then chance until a seat is to act or the game is over.

    An action that is not legal changes nothing, as none does in a game that is over: -1 stands for none. Tells how many
    were played.
    """
    played = 0
    for number in range(first, first + games):
        at = number * size
        if kernels.is_legal(game, words, at, actions[number], scratch):
            kernels.apply(game, words, at, actions[number])
            rng[0] = rngs[number]
            kernels.settle(game, words, at, rng)
            rngs[number] = rng[0]
            played += 1
    return played


@entry
def move_games(
    game: Game, words: Words, size: int, first: int, games: int, policies: int, rngs: Words, rng: Words, scratch: Words
) -> None:
    """As step_games(), each seat acting by its own policy."""
    for number in range(first, first + games):
        at = number * size
        seat = kernels.actor(game, words, at)
        if seat >= 0:
            rng[0] = rngs[number]
            if policies >> 4 * seat & 15:
                kernels.apply(game, words, at, kernels.greedy_choice(game, words, at, rng, scratch))
            else:
                kernels.random_move(game, words, at, rng)
            kernels.settle(game, words, at, rng)
            rngs[number] = rng[0]


@entry
def begin_games(
    game: Game, start: Words, size: int, seed: int, first: int, games: int, words: Words, rngs: Words, rng: Words
) -> None:
    """New games in these places of a batch, as far as chance brings them."""
    for number in range(first, first + games):
        rng[0] = seed_of(seed, number)
        for slot in range(size):
            words[number * size + slot] = start[slot]
        kernels.settle(game, words, number * size, rng)
        rngs[number] = rng[0]


@entry
def mask_games(
    game: Game,
    words: Words,
    size: int,
    first: int,
    games: int,
    numbers: int,
    masks: Words,
    actors: Words,
    scratch: Words,
) -> None:
    """For these games of a batch: who is to act, and a byte for each action number, 1 when it is legal."""
    for number in range(first, first + games):
        for action in range(numbers):
            masks[number * numbers + action] = 0
        actors[number] = kernels.actor(game, words, number * size)
        for found in range(kernels.legal(game, words, number * size, scratch)):
            masks[number * numbers + scratch[found]] = 1


@entry
def score_games(game: Game, words: Words, size: int, first: int, games: int, kingdoms: int, standings: Words) -> None:
    """The standing of every kingdom in these games of a batch, as if they ended now."""
    for number in range(first, first + games):
        for kingdom in range(kingdoms):
            standings[number * kingdoms + kingdom] = kernels.standing(game, words, number * size, kingdom)
