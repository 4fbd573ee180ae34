"""The catalogue: games, options, components, and the texts that the page does not have."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version

import msgspec

from crownland.bots.registry import find_bot
from crownland.games.duel.book import SPELLS
from crownland.games.duel.dice import DICE
from crownland.games.queen.building import BUILDINGS
from crownland.games.registry import GAMES
from crownland.games.setup import Game
from crownland.kernel.domino import DOMINOES, Half, domino_name
from crownland.server import wire
from crownland.server.levels import levels
from crownland.words import NUMBERS, TEXTS

__all__ = ["catalogue", "encoded_catalogue"]


@cache
def encoded_catalogue(nearby: str) -> tuple[bytes, str]:
    """Returns the catalogue of a server that others find at *nearby* as JSON, and its ETag."""
    body = msgspec.json.encode(catalogue(nearby))
    return body, f'"{sha256(body).hexdigest()[:24]}"'


def catalogue(nearby: str) -> wire.Catalogue:
    """Returns everything that is registered now."""
    return wire.Catalogue(
        games=[_game(game) for game in GAMES.values()],
        bots=[wire.BotLevel(key=level, about=find_bot(level).description) for level, _ in levels()],
        dominoes={domino_name(key): (_half(one.left), _half(one.right)) for key, one in DOMINOES.items()},
        buildings={
            key: wire.BuildingInfo(
                copies=one.copies,
                crowns=one.crowns,
                knights=one.knights,
                towers=one.towers,
                points=one.points,
                points_per=one.points_per,
                tax_bonus=one.tax_bonus,
                assumed=one.is_assumed,
            )
            for key, one in BUILDINGS.items()
        },
        spells=[
            wire.SpellInfo(key=one.key, coat=one.coat.key, boxes=one.boxes, lightning=one.lightning)
            for one in SPELLS.values()
        ],
        dice=[
            [
                wire.FaceInfo(coat=None if face.coat is None else face.coat.key, crosses=face.crosses)
                for face in faces.values()
            ]
            for faces in DICE.values()
        ],
        numbers=NUMBERS,
        texts=TEXTS,
        nearby=nearby or None,
        version=version("crownland"),
    )


def _game(game: Game) -> wire.GameInfo:
    return wire.GameInfo(
        key=game.key,
        players=list(game.players),
        options=[
            wire.OptionInfo(
                key=option.key,
                is_flag=option.is_flag,
                values={str(n): list(option.values(n)) for n in game.players if option.values(n)},
                default={str(n): option.default(n) for n in game.players if option.values(n)},
            )
            for option in game.options
        ],
        rules=game.rules_version,
    )


def _half(half: Half) -> str:
    """``w0``: the terrain's letter and the crowns."""
    return f"{half.terrain.letter}{half.crowns}"
