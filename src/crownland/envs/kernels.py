"""The kernels of environments: seats act, chance and policies answer, games that end begin anew."""

from crownland.fast import dispatch, layout, phase
from crownland.fast.bits import below, seed_of
from crownland.fast.jit import Bytes, Floats, Row, entry, kernel, rare
from crownland.fast.judging import list_actions, play, write_result
from crownland.fast.twin import TwinKey

__all__ = [
    "ANY_SEAT",
    "EVERY_SEAT",
    "GAME_OVER",
    "ILLEGAL_ACTION",
    "MARGIN",
    "POINTS",
    "WIN",
    "observe_features",
    "observe_planes",
    "pick_games",
    "play_games",
    "reset_games",
]

WIN, MARGIN, POINTS = 0, 1, 2  # the rewards
GAME_OVER, ILLEGAL_ACTION = 1, 2  # why a game has ended
PENALTY = -1.0  # for an illegal action
EVERY_SEAT, ANY_SEAT = -1, -2  # who acts: every seat, or one that is drawn for each game


@rare
def _settle(twin: TwinKey, words: Row, at: int, rng: Row) -> None:
    dispatch.settle(twin, words, at, rng)


@rare
def _follow(twin: TwinKey, words: Row, at: int, seat: int, policies: int, rng: Row, scratch: Row) -> None:
    """Plays for chance and for all seats but *seat*, until *seat* is to act or the game is over."""
    _settle(twin, words, at, rng)
    if seat == EVERY_SEAT:
        return
    while words[at + layout.PHASE] != phase.OVER:
        actor = dispatch.seat_to_act(twin, words, at)
        if actor == seat:
            return
        if policies >> 4 * actor & 15:
            play(twin, words, at, dispatch.greedy_choice(twin, words, at, rng, scratch))
        else:
            dispatch.random_move(twin, words, at, rng)
        _settle(twin, words, at, rng)


@rare
def _begin(
    twin: TwinKey, start: Row, size: int, words: Row, at: int, seats: Row, number: int, who: int, policies: int,
    totals: Row, rng: Row, scratch: Row,
) -> None:  # fmt: skip
    for slot in range(size):
        words[at + slot] = start[slot]
    if who == ANY_SEAT:
        seats[number] = below(rng, start[layout.SEATS])
    kingdoms = start[layout.KINGDOMS]
    _follow(twin, words, at, seats[number], policies, rng, scratch)
    for kingdom in range(kingdoms):
        totals[number * kingdoms + kingdom] = dispatch.total(twin, words, at, kingdom)


@rare
def _show(
    twin: TwinKey, words: Row, at: int, number: int, numbers: int, masks: Bytes, actors: Row, scratch: Row
) -> None:
    """Writes who is to act and what is legal."""
    for action in range(number * numbers, (number + 1) * numbers):
        masks[action] = 0
    actors[number] = dispatch.actor(twin, words, at)
    for found in range(list_actions(twin, words, at, scratch)):
        masks[number * numbers + scratch[found]] = 1


@rare
def _is_legal(twin: TwinKey, words: Row, at: int, action: int, scratch: Row) -> bool:
    return dispatch.is_legal(twin, words, at, action, scratch)


@kernel
def _reward(
    twin: TwinKey, words: Row, at: int, number: int, reward: int, is_over: bool, kingdom_of: Row, rewards: Floats,
    totals: Row, values: Floats,
) -> None:  # fmt: skip
    kingdoms, players = words[at + layout.KINGDOMS], words[at + layout.SEATS]
    if reward == POINTS:
        for kingdom in range(kingdoms):
            total = dispatch.total(twin, words, at, kingdom)
            values[kingdom] = total - totals[number * kingdoms + kingdom]
            totals[number * kingdoms + kingdom] = total
    elif is_over:
        write_result(twin, words, at, values, kingdoms)  # the win and the margin of each
        for kingdom in range(kingdoms):
            win, margin = values[kingdoms + 2 * kingdom], values[kingdoms + 2 * kingdom + 1]
            values[kingdom] = 2.0 * win - 1.0 if reward == WIN else margin
    else:
        return
    for seat in range(players):
        rewards[number * players + seat] = values[kingdom_of[seat]]


@entry
def reset_games(
    twin: TwinKey, start: Row, size: int, seed: int, who: int, policies: int, numbers: int, first: int, games: int,
    words: Row, rngs: Row, seats: Row, totals: Row, masks: Bytes, actors: Row, rng: Row, scratch: Row,
) -> None:  # fmt: skip
    """Begins every game anew. Game k depends on *seed* and its number only."""
    for number in range(first, first + games):
        at = number * size
        rng[0] = seed_of(seed, number)
        seats[number] = who
        _begin(twin, start, size, words, at, seats, number, who, policies, totals, rng, scratch)
        rngs[number] = rng[0]
        _show(twin, words, at, number, numbers, masks, actors, scratch)


@entry
def play_games(
    twin: TwinKey, start: Row, size: int, who: int, policies: int, numbers: int, reward: int, resets: bool,
    kingdom_of: Row, first: int, games: int, actions: Row, words: Row, lasts: Row, rngs: Row, seats: Row, totals: Row,
    rewards: Floats, ends: Bytes, masks: Bytes, actors: Row, values: Floats, rng: Row, scratch: Row,
) -> None:  # fmt: skip
    """Plays one action in every game, and all that follows until the next decision.

    A game ends by the rules or with an illegal action. With *resets* its last row is kept in *lasts* and the next game
    begins in its place. *rewards* has a float for every seat of every game.
    """
    players = start[layout.SEATS]
    for number in range(first, first + games):
        at, seat = number * size, actors[number]
        for one in range(number * players, (number + 1) * players):
            rewards[one] = 0.0
        ends[number] = 0
        rng[0] = rngs[number]
        if _is_legal(twin, words, at, actions[number], scratch):
            play(twin, words, at, actions[number])
            _follow(twin, words, at, seats[number], policies, rng, scratch)
            is_over = words[at + layout.PHASE] == phase.OVER
            _reward(twin, words, at, number, reward, is_over, kingdom_of, rewards, totals, values)
            if is_over:
                ends[number] = GAME_OVER
        else:
            ends[number] = ILLEGAL_ACTION
            if seat >= 0:
                rewards[number * players + seat] = PENALTY
        if resets and ends[number]:
            for slot in range(size):
                lasts[at + slot] = words[at + slot]
            _begin(twin, start, size, words, at, seats, number, who, policies, totals, rng, scratch)
        rngs[number] = rng[0]
        _show(twin, words, at, number, numbers, masks, actors, scratch)


@entry
def pick_games(
    twin: TwinKey, size: int, first: int, games: int, words: Row, rngs: Row, actions: Row, rng: Row, scratch: Row
) -> None:
    """Writes a legal action for every game, each as likely as the others; -1 where no seat is to act."""
    for number in range(first, first + games):
        many = list_actions(twin, words, number * size, scratch)
        rng[0] = rngs[number]
        actions[number] = scratch[below(rng, many)] if many else -1
        rngs[number] = rng[0]


@entry
def observe_features(
    twin: TwinKey, size: int, width: int, first: int, games: int, words: Row, viewers: Row, out: Bytes, record: Bytes,
    memory: Row,
) -> None:  # fmt: skip
    """Writes every game as the encoder does for the kingdom in *viewers*."""
    for number in range(first, first + games):
        for slot in range(len(memory)):
            memory[slot] = 0
        for place in range(width):
            record[place] = 0
        dispatch.encode(twin, words, number * size, viewers[number], record, memory)
        for place in range(width):
            out[number * width + place] = record[place]


@entry
def observe_planes(
    twin: TwinKey, size: int, width: int, first: int, games: int, words: Row, viewers: Row, out: Bytes, record: Bytes,
    memory: Row,
) -> None:  # fmt: skip
    """Writes every game as planes for the kingdom in *viewers*."""
    for number in range(first, first + games):
        dispatch.write_planes(twin, words, number * size, viewers[number], record)
        for place in range(width):
            out[number * width + place] = record[place]
