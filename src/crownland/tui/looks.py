"""How lands look in cells: textures, letters, and the signs that all games share."""

from crownland.kernel.terrain import Land
from crownland.tui.registry import LandLook, land_look

__all__ = ["CASTLE_SIGN", "COIN", "CROWN", "MARK", "POINTER", "TERRAINS", "letter_of", "texture_of"]

CROWN, CASTLE_SIGN, COIN = "♛", "♜", "●"
MARK, POINTER = "+", "▸"
PLAIN_TEXTURE = ("    ", "    ")

TERRAINS = LandLook(
    {
        "wheat": ("/ / ", " / /"),
        "forest": ("^ ^ ", " ^ ^"),
        "lake": ("~~  ", "  ~~"),
        "grassland": ('  " ', '"   '),
        "swamp": ("= o ", " o ="),
        "mine": ("<>  ", "  <>"),
        "town": ("⌂   ", "  ⌂ "),
    },
    {key: key for key in ("wheat", "forest", "lake", "grassland", "swamp", "mine", "town")},
)


def texture_of(land: Land) -> tuple[str, str]:
    """The two rows that repeat over *land*."""
    return land_look(land).textures.get(land.key, PLAIN_TEXTURE)


def letter_of(land: Land, bright: bool) -> str:
    """The letter of *land*. What is bright shows without colour: a capital, or a star where capitals collide."""
    if not bright:
        return land.letter
    capitals = {one.letter.upper() for one in type(land)}
    return land.letter.upper() if len(capitals) == len(type(land)) else f"{land.letter}*"
