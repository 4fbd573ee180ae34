"""How lands and pieces look in cells: textures, and a sign for everything that can be counted."""

from crownland.games.duel.coat import Coat
from crownland.games.duel.dice import Face
from crownland.kernel.domino import Half
from crownland.kernel.terrain import Land
from crownland.words import Words

__all__ = [
    "CASTLE_SIGN",
    "COIN",
    "CROSS",
    "CROWN",
    "KNIGHT",
    "QUEEN",
    "TEXTURES",
    "TOWER",
    "crown_sign",
    "face_words",
    "half_words",
    "land_words",
    "letter_of",
]

CROWN, CROSS = "♛", "✚"
CASTLE_SIGN, TOWER = "♜", "♖"
COIN, KNIGHT, QUEEN = "●", "♞", "♕"

# Two rows that repeat over the land, by its key: a terrain and a coat may have the same number.
TEXTURES = {
    "wheat": ("/ / ", " / /"),
    "forest": ("^ ^ ", " ^ ^"),
    "lake": ("~~  ", "  ~~"),
    "grassland": ('  " ', '"   '),
    "swamp": ("= o ", " o ="),
    "mine": ("<>  ", "  <>"),
    "town": ("⌂   ", "  ⌂ "),
    "dot": ("   •", "   •"),
    "stripe": ("   |", "   |"),
    "double_dot": ("  ••", "  ••"),
    "double_stripe": ("  ||", "  ||"),
    "solid": ("  ▒▒", "  ▒▒"),
    "quarters": ("  ▄▀", "  ▀▄"),
}


def crown_sign(land: Land) -> str:
    """What multiplies the squares of *land*: a crown, in Duel a cross."""
    return CROSS if isinstance(land, Coat) else CROWN


def letter_of(land: Land, bright: bool) -> str:
    """The letter of *land*. A capital shows what is bright without colour; a coat's letter has its case already."""
    if isinstance(land, Coat):
        return land.letter + ("*" if bright else "")
    return land.letter.upper() if bright else land.letter


def land_words(land: Land, words: Words) -> str:
    return words(f"reason.{land.key}")


def half_words(half: Half, words: Words) -> str:
    """``lake ♛♛``."""
    return f"{land_words(half.terrain, words)} {crown_sign(half.terrain) * half.crowns}".rstrip()


def face_words(face: Face, words: Words) -> str:
    """``solid ✚✚``; a wild face is any coat."""
    return words("table.wild") if face.coat is None else half_words(Half(face.coat, face.crosses), words)
