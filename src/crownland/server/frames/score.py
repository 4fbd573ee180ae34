"""The score pad: kingdoms of the real box in, their scores out. It needs no server, table or store."""

from collections.abc import Mapping, Sequence

from crownland.games.registry import find_game
from crownland.games.score_pad import PadNote, ScorePad, reckon
from crownland.games.setup import TRUE, Game
from crownland.kernel.errors import InvalidTextError, SetupError, UnknownNameError
from crownland.kernel.scoring import Score
from crownland.kernel.square import squares
from crownland.server.frames import wire
from crownland.server.frames.view import score_line, square_names
from crownland.server.refusal import RefusedError

__all__ = ["pad_of", "scored"]


def scored(
    game: str, players: int, options: Mapping[str, str], kingdoms: Sequence[tuple[str, Mapping[str, object]]]
) -> wire.Scored:
    """Returns the scores of *kingdoms*, each the text of its land and the values of its fields.

    Raises RefusedError when something cannot be read; what can be read but cannot happen is noted.
    """
    try:
        found = find_game(game)
        start = found.start(found.setup(players, {**options}))
        pad: ScorePad | None = found.load("score_pad")
        if pad is None:
            raise SetupError(f"expected a game with a score pad, {game} has none")
        reckoned = reckon(pad, start, [pad.read(land, values) for land, values in kingdoms])
    except (InvalidTextError, SetupError, UnknownNameError) as error:
        raise RefusedError("score/invalid", str(error)[:300], 422) from None
    return wire.Scored(
        kingdoms=[_kingdom(score) for score in reckoned.scores],
        notes=[_note(note) for note in reckoned.notes],
        tie_breaks=list(start.tie_breaks),
        standings=[
            wire.Standing(kingdom=one.kingdom, rank=one.rank, total=one.total, decided_by=one.decided_by)
            for one in reckoned.standings
        ],
    )


def pad_of(game: Game) -> wire.PadInfo | None:
    """Returns how the score pad of *game* looks; None if it has none."""
    pad: ScorePad | None = game.load("score_pad")
    if pad is None:
        return None
    return wire.PadInfo(
        lands=[wire.PadLand(key=one.land.key, letter=one.land.letter, most=one.most) for one in pad.lands],
        sizes=[size for players in game.players for size in _sizes(game, pad, players)],
        fixed=pad.kingdom.fixed_area is not None,
        fields=[
            wire.PadField(key=one.key, kind=one.kind, picture=one.picture, choices=dict(one.choices), most=one.most)
            for one in pad.fields
        ],
        options=list(pad.options),
        games=_games(game, pad),
    )


def _sizes(game: Game, pad: ScorePad, players: int) -> list[wire.PadSize]:
    """Returns the sizes with so many *players*, the usual one last; an option changes it alone."""
    usual = game.start(game.setup(players)).extent
    found = []
    for option in game.options:
        for value in option.values(players) if option.key in pad.options else ():
            extent = game.start(game.setup(players, {option.key: value})).extent
            if extent != usual:
                found.append(_size(players, {option.key: value}, extent))
    return [*found, _size(players, {}, usual)]


def _size(players: int, options: dict[str, str], extent: tuple[int, int]) -> wire.PadSize:
    return wire.PadSize(players=players, options=options, columns=extent[0], rows=extent[1])


def _games(game: Game, pad: ScorePad) -> dict[str, int]:
    """Returns the options with which several games are played, and how many."""
    found = {}
    for option in game.options:
        players = next((n for n in game.players if TRUE in option.values(n)), None)
        if option.key in pad.options and option.is_flag and players is not None:
            games = game.start(game.setup(players, {option.key: TRUE})).games
            if games > 1:
                found[option.key] = games
    return found


def _kingdom(score: Score) -> wire.ScoredKingdom:
    return wire.ScoredKingdom(total=score.total, lines=list(map(score_line, score.lines)), ties=list(score.ties))


def _note(note: PadNote) -> wire.PadNote:
    return wire.PadNote(
        key=note.key,
        rule=note.rule,
        values=dict(note.values),
        kingdoms=[at for at, _ in note.sheets],
        squares=[square_names(tuple(squares(mask))) for _, mask in note.sheets],
    )
