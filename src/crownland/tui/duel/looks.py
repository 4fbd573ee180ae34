"""How coats of arms look in cells."""

from crownland.tui.registry import LandLook

__all__ = ["COATS"]

COATS = LandLook(
    textures={
        "dot": ("   •", "   •"),
        "stripe": ("   |", "   |"),
        "double_dot": ("  ••", "  ••"),
        "double_stripe": ("  ||", "  ||"),
        "solid": ("  ▒▒", "  ▒▒"),
        "quarters": ("  ▄▀", "  ▀▄"),
    },
    colours={  # those of a terrain
        "dot": "wheat",
        "double_dot": "town",
        "stripe": "lake",
        "double_stripe": "forest",
        "solid": "mine",
        "quarters": "swamp",
    },
    help="table.help.map",
)
