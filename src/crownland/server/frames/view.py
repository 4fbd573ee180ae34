"""A position as the page sees it."""

from functools import lru_cache, reduce
from operator import add
from typing import Any, Literal

from crownland.games.classic import state as classic
from crownland.games.duel import state as duel
from crownland.games.duel.book import Book
from crownland.games.duel.dice import DICE, face_of
from crownland.games.protocol import State
from crownland.games.queen import state as queen
from crownland.games.queen.building import SPACES
from crownland.games.queen.estate import Estate
from crownland.kernel import kingdom as kernel
from crownland.kernel import scoring
from crownland.kernel.action import Seat
from crownland.kernel.domino import domino_name
from crownland.kernel.square import Mask, square_at, square_name, squares
from crownland.server.frames import wire
from crownland.server.tables.position import Position
from crownland.table.facts import (
    MAP_BOX,
    area_in,
    area_of,
    finished_games,
    games_of,
    order_of,
    rounds_of,
    seats_of,
    size_of,
    turns_of,
)
from crownland.table.scores import classic_score, duel_score, queen_score, ranking_of, score_of

__all__ = ["score_line", "view_of"]

REMEMBERED = 1024
RESIGNED = "resigned"
_USED = ("turn_die", "castle_bonus", "free_placement", "split")
_STEPS: dict[queen.Step, Literal["place", "tax", "build", "dragon", "claim"]] = {
    queen.Step.PLACE: "place",
    queen.Step.TAX: "tax",
    queen.Step.BUILD: "build",
    queen.Step.DRAGON: "dragon",
    queen.Step.CLAIM: "claim",
}


def view_of(position: Position, seq: int, resigned: Seat | None = None) -> wire.View:
    """What everybody may see of *position*, which is all there is."""
    state = position.state
    games = games_of(state)
    return wire.View(
        seq=seq,
        round=state.round,
        rounds=rounds_of(state),
        game=min(finished_games(state) + 1, games),
        games=games,
        actor=None if resigned is not None else state.actor,
        order=list(order_of(state)),
        old=_old_line(position),
        new=_new_line(state),
        kingdoms=[_kingdom(position, kingdom) for kingdom in range(len(state.kingdoms))],
        past=_past(state),
        builders=_builders(state) if isinstance(state, queen.State) else None,
        dice=_dice(state) if isinstance(state, duel.State) else None,
        standings=_standings(state, resigned),
        over=state.is_over or resigned is not None,
    )


def score_line(line: scoring.ScoreLine) -> wire.ScoreLine:
    return wire.ScoreLine(
        reason=line.reason,
        points=line.points,
        factors=list(line.factors),
        squares=_names(line.squares),
        game=line.game,
    )


def _old_line(position: Position) -> list[wire.LineDomino]:
    state, turns = position.state, turns_of(position.state)
    if turns is None:
        return []
    waiting = list(turns.old)
    if isinstance(state, queen.State) and state.step is not queen.Step.PLACE:
        del waiting[0]  # the king that acts stays on its domino until its turn ends
    return [
        wire.LineDomino(domino=domino_name(domino), king=seat, laid=(domino, seat) not in waiting)
        for domino, seat in position.old
    ]


def _new_line(state: State[Any]) -> list[wire.LineDomino]:
    turns = turns_of(state)
    line = () if turns is None else turns.line
    return [wire.LineDomino(domino=domino_name(domino), king=seat, laid=False) for domino, seat in line]


def _kingdom(position: Position, at: int) -> wire.Kingdom:
    state, fresh = position.state, position.fresh[at]
    seats = seats_of(state, at)
    match state:
        case classic.State():
            past = tuple(game[at] for game in state.past)
            return _classic_kingdom(state.rules, seats, state.kingdoms[at], past, fresh)
        case queen.State():
            hosts = state.queen == at
            return _queen_kingdom(size_of(state), seats, state.kingdoms[at], state.estates[at], hosts, fresh)
        case duel.State():
            return _duel_kingdom(seats, state.kingdoms[at], state.books[at], fresh)
    return _made(seats, state.kingdoms[at], area_in(state, at), fresh, score_of(state, at))


# A kingdom changes once in a round and is shown after every action: what was made of it is kept.


@lru_cache(REMEMBERED)
def _classic_kingdom(
    rules: Any, seats: tuple[Seat, ...], kingdom: kernel.Kingdom, past: tuple[kernel.Kingdom, ...], fresh: Mask
) -> wire.Kingdom:
    score = reduce(add, (classic_score(one, rules, game) for game, one in enumerate((*past, kingdom), start=1)))
    return _made(seats, kingdom, area_of(kingdom, rules.size), fresh, score)


@lru_cache(REMEMBERED)
def _queen_kingdom(
    size: int, seats: tuple[Seat, ...], kingdom: kernel.Kingdom, estate: Estate, hosts_queen: bool, fresh: Mask
) -> wire.Kingdom:
    score = queen_score(kingdom, estate, hosts_queen=hosts_queen)
    made = _made(seats, kingdom, area_of(kingdom, size), fresh, score)
    made.estate = wire.Estate(
        coins=estate.coins,
        knights=estate.knights,
        towers=estate.towers,
        posted=_names(estate.posted),
        buildings={square_name(square): key for square, key in estate.buildings},
        queen=hosts_queen,
    )
    return made


@lru_cache(REMEMBERED)
def _duel_kingdom(seats: tuple[Seat, ...], land: Any, book: Book, fresh: Mask) -> wire.Kingdom:
    made = _made(seats, land, MAP_BOX, fresh, duel_score(land, book))
    made.book = wire.Book(
        boxes=list(book.boxes),
        spells=list(book.spells),
        used=list(book.used),
        castle=book.castle,
        coat=None if book.coat is None else book.coat.key,
    )
    return made


def _made(
    seats: tuple[Seat, ...], kingdom: kernel.Kingdom, area: kernel.Box, fresh: Mask, score: scoring.Score
) -> wire.Kingdom:
    west, south, east, north = area
    return wire.Kingdom(
        seats=list(seats),
        land=str(kingdom),
        reach=(square_name(square_at(west, south)), square_name(square_at(east, north))),
        fresh=_names(fresh),
        total=score.total,
        lines=[score_line(line) for line in score.lines],
        estate=None,
        book=None,
    )


def _past(state: State[Any]) -> list[list[wire.Kingdom]]:
    if not isinstance(state, classic.State):
        return []
    return [
        [_past_kingdom(state.rules, seats_of(state, at), kingdom, game) for at, kingdom in enumerate(kingdoms)]
        for game, kingdoms in enumerate(state.past, start=1)
    ]


@lru_cache(REMEMBERED)
def _past_kingdom(rules: Any, seats: tuple[Seat, ...], kingdom: kernel.Kingdom, game: int) -> wire.Kingdom:
    return _made(seats, kingdom, area_of(kingdom, rules.size), 0, classic_score(kingdom, rules, game))


def _builders(state: queen.State) -> wire.Builders:
    payer = None if state.actor is None else state.kingdom_of(state.actor)
    return wire.Builders(
        tiles=list(state.board),
        prices=[space if payer is None else state.price(space, payer) for space in range(SPACES)],
        dragon=state.dragon_is_home,
        step="claim" if state.turns.waiting else _STEPS[state.step],
    )


def _dice(state: duel.State) -> wire.Dice:
    faces: list[int | None] = [*state.dice] or [None] * len(DICE)
    coats: list[str | None] = [None] * len(DICE)
    crosses = [0] * len(DICE)
    for at, die in enumerate(DICE):
        if state.dice:
            face = face_of(die, state.dice)
            coats[at], crosses[at] = None if face.coat is None else face.coat.key, face.crosses
    drawing = state.drawing
    spells = []
    if drawing is not None:
        for die, number, shown, coat in zip(drawing.dice, drawing.faces, drawing.shown, drawing.coats, strict=True):
            faces[die - 1] = number
            coats[die - 1] = None if coat is None else coat.key
            crosses[die - 1] = shown.crosses + (drawing.bonus == die)
        turned = drawing.faces != tuple(state.dice[die - 1] for die in drawing.dice)
        used = (turned, drawing.bonus is not None, drawing.free, drawing.split)
        spells = [name for name, on in zip(_USED, used, strict=True) if on]
    return wire.Dice(
        faces=faces,
        coats=coats,
        crosses=crosses,
        taken=[None if owner is None else int(owner) for owner in state.taken],
        first=state.first,
        spells=spells,
    )


def _standings(state: State[Any], resigned: Seat | None) -> list[wire.Standing]:
    """Whoever has resigned is last."""
    ranking = ranking_of(state)
    last = None if resigned is None else state.kingdom_of(resigned)
    places = [one for one in ranking if one.kingdom != last] + [one for one in ranking if one.kingdom == last]
    return [
        wire.Standing(
            kingdom=one.kingdom,
            rank=one.rank if last is None else place,
            total=one.total,
            decided_by=one.decided_by if last is None else RESIGNED if place > 1 else None,
        )
        for place, one in enumerate(places, start=1)
    ]


@lru_cache(REMEMBERED)
def _name_tuple(mask: Mask) -> tuple[str, ...]:
    return tuple(map(square_name, squares(mask)))


def _names(mask: Mask) -> list[str]:
    return list(_name_tuple(mask))
