"""What Queendomino and Royal Wedding show beside the land: purses, pieces on the squares, building tiles in words."""

from typing import Any

from crownland.games.protocol import State
from crownland.games.queen.building import BUILDINGS, Building
from crownland.games.queen.state import State as Court
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import Square, squares
from crownland.tui.board import Piece
from crownland.tui.looks import COIN, CROWN, KNIGHT, QUEEN, TOWER
from crownland.words import Words

__all__ = [
    "building_words",
    "coin_words",
    "court_of",
    "pieces_of",
    "purse_text",
    "tile_about",
    "tile_signs",
]


def court_of(state: State[Any]) -> Court | None:
    """The state, in the games that have a queen."""
    return state if isinstance(state, Court) else None


def purse_text(state: State[Any], kingdom: int) -> str:
    """``●7 ♞1 ♖0 ♕``: coins, knights in the reserve, towers, and whether the queen is a guest."""
    court = court_of(state)
    if court is None:
        return ""
    estate = court.estates[kingdom]
    queen = f" {QUEEN}" if court.queen == kingdom else ""
    return f"{COIN}{estate.coins} {KNIGHT}{estate.knights} {TOWER}{estate.towers}{queen}"


def pieces_of(state: State[Any], kingdom: int, words: Words) -> dict[Square, Piece]:
    """The knights and buildings of *kingdom* on their squares."""
    court = court_of(state)
    if court is None:
        return {}
    estate = court.estates[kingdom]
    pieces = {square: Piece(knight=True) for square in squares(estate.posted)}
    for square, key in estate.buildings:
        pieces[square] = Piece(square in pieces, building_words(key, words))
    return pieces


def building_words(key: str, words: Words) -> str:
    return words(f"reason.{key}")


def tile_signs(building: Building) -> str:
    """``2/g 1♞``: points, what they are for, and what the tile brings at once."""
    parts = []
    if building.points:
        per = {"fixed": "", "knight": f"/{KNIGHT}", "tower": f"/{TOWER}"}
        parts.append(f"{building.points}{per.get(building.points_per, f'/{building.points_per[0]}')}")
    if building.tax_bonus:
        parts.append(f"{COIN}/{KNIGHT if building.tax_bonus == 'knight' else TOWER}")
    for count, sign in ((building.crowns, CROWN), (building.knights, KNIGHT), (building.towers, TOWER)):
        parts += [f"{count}{sign}"] if count else []
    return " ".join(parts)


def tile_about(key: str, words: Words) -> str:
    """``2 points for each town property, 1 knight``."""
    building = BUILDINGS[key]
    parts = []
    if building.points_per.endswith("_property"):
        terrain = words(f"terrain.{building.points_per.removesuffix('_property')}")
        parts.append(words("table.tile.per-property", points=building.points, terrain=terrain))
    elif building.points_per != "fixed":
        parts.append(words(f"table.tile.per-{building.points_per}", count=building.points))
    elif building.points:
        parts.append(words("table.tile.points", count=building.points))
    if building.tax_bonus:
        parts.append(words(f"table.tile.tax-{building.tax_bonus}"))
    parts += [words("count.crowns", count=building.crowns)] if building.crowns else []
    parts += [words("table.tile.knights", count=building.knights)] if building.knights else []
    parts += [words("table.tile.towers", count=building.towers)] if building.towers else []
    return ", ".join(parts)


def coin_words(line: ScoreLine, words: Words) -> str:
    """Why coins come or go: ``taxes 5``, ``knights' treasury 2``."""
    name = f"table.coins.{line.reason}"
    return f"{words(name) if name in words else building_words(line.reason, words)} {abs(line.points)}"
