"""The catalogue: games, options, lands, components, and the texts that the page does not have."""

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any

import msgspec

from crownland.bots import LEVELS
from crownland.bots.load import outside_bots
from crownland.bots.registry import find_bot
from crownland.games.registry import games
from crownland.games.setup import TRUE, Game, Option
from crownland.kernel.action import Seat
from crownland.kernel.terrain import Land
from crownland.server.frames import wire
from crownland.server.frames.score import pad_of
from crownland.words import NUMBERS, TEXTS

__all__ = ["catalogue", "encoded_catalogue"]


@cache
def encoded_catalogue(nearby: str) -> tuple[bytes, str]:
    """Returns the catalogue of a server that others find at *nearby* as JSON, and its ETag."""
    body = msgspec.json.encode(catalogue(nearby))
    return body, f'"{sha256(body).hexdigest()[:24]}"'


def catalogue(nearby: str) -> wire.Catalogue:
    """Returns everything that is registered now."""
    components: dict[str, Any] = {}
    for game in games():
        components |= game.components
    return wire.Catalogue(
        games=[_game(game) for game in games()],
        bots=[wire.BotLevel(key=bot, about=find_bot(bot).description) for bot in (*LEVELS, *outside_bots())],
        lands={one.set_name(): {land.letter: land.key for land in one} for one in _land_sets()},
        components=components,
        numbers=NUMBERS,
        texts=TEXTS,
        nearby=nearby or None,
        version=_version(),
    )


def _version() -> str:
    try:
        return version("crownland")
    except PackageNotFoundError:  # a page without a server has the package without its metadata: tools/alone.py
        told = files("crownland") / "VERSION"
        return told.read_text(encoding="utf-8") if told.is_file() else ""


def _land_sets() -> list[type[Land]]:
    """What the squares of the games' kingdoms can show."""
    starts = (game.start(game.setup()) for game in games())
    return list(dict.fromkeys(state.kingdoms[0].lands for state in starts))


def _game(game: Game) -> wire.GameInfo:
    return wire.GameInfo(
        key=game.key,
        players=list(game.players),
        options=[
            wire.OptionInfo(
                key=option.key,
                is_flag=option.is_flag,
                values={str(n): list(option.values(n)) for n in game.players if option.values(n)},
                partners=_partners(game, option),
            )
            for option in game.options
        ],
        pad=pad_of(game),
        rules=game.rules,
        version=game.rules_version,
    )


def _partners(game: Game, option: Option) -> dict[str, list[int]]:
    found = {}
    for players in game.players:
        if option.is_flag and TRUE in option.values(players):
            state = game.start(game.setup(players, {option.key: TRUE}))
            kingdoms = [state.kingdom_of(Seat(seat)) for seat in range(players)]
            if len(set(kingdoms)) < players:
                found[str(players)] = kingdoms
    return found
