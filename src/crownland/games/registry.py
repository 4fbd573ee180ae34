"""Every game that can be played: ours, and those of other packages."""

from functools import cache
from importlib.metadata import entry_points
from warnings import warn

from crownland.games.classic.game import KINGDOMINO
from crownland.games.duel.game import DUEL
from crownland.games.queen.game import QUEENDOMINO, ROYAL_WEDDING
from crownland.games.setup import Game
from crownland.kernel.errors import UnknownNameError
from crownland.words import register_numbers, register_texts

__all__ = [
    "DUEL",
    "ENTRY_POINTS",
    "GAMES",
    "KINGDOMINO",
    "OURS",
    "QUEENDOMINO",
    "ROYAL_WEDDING",
    "find_game",
    "games",
    "register_game",
]

ENTRY_POINTS = "crownland.games"  # the group in which other packages name their games

GAMES: dict[str, Game] = {}


def register_game(game: Game) -> Game:
    """Adds *game*; it can be played wherever ours can. The same game may be registered again."""
    if GAMES.get(game.key, game) is not game:
        raise ValueError(f"expected a new game key, {game.key!r} is taken")
    register_texts(game.texts)
    register_numbers(game.key, {"fewest": min(game.players), "most": max(game.players), **game.numbers})
    GAMES[game.key] = game
    return game


def games() -> tuple[Game, ...]:
    """All games, ours first."""
    _load_entry_points()
    return tuple(GAMES.values())


def find_game(key: str) -> Game:
    if key not in GAMES:
        _load_entry_points()
    try:
        return GAMES[key]
    except KeyError:
        raise UnknownNameError("game", key, GAMES) from None


@cache
def _load_entry_points() -> None:
    """Registers the games that installed packages offer, once. A package that fails is left out, with a warning."""
    for entry in entry_points(group=ENTRY_POINTS):
        try:
            game = entry.load()
            if not isinstance(game, Game):
                raise TypeError(f"expected a Game, got: {game!r}")
            register_game(game)
        except Exception as error:
            package = entry.dist.name if entry.dist else "an installed package"
            warn(f"the game {entry.name} of {package} is left out: {type(error).__name__}: {error}", stacklevel=2)


OURS = (KINGDOMINO, QUEENDOMINO, ROYAL_WEDDING, DUEL)
for _game in OURS:
    register_game(_game)
