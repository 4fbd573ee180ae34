"""Duel in the terminal: dice, the spell book, coats of arms, and the parts of a drawing."""

from crownland.games.meaning import Meaning
from crownland.table.wording import VALUES
from crownland.tui.choosers.chooser import ButtonChooser
from crownland.tui.duel.book import book_columns, book_rows, paint_book, spells_guide
from crownland.tui.duel.choosers import (
    CoatChooser,
    DieChooser,
    DrawDieChooser,
    DrawPairChooser,
    TakeChooser,
    TurnDieChooser,
)
from crownland.tui.duel.dice import dice_columns, die_under, die_values, paint_dice, roll_text
from crownland.tui.duel.looks import COATS
from crownland.tui.registry import Registry, TrayPainter
from crownland.words import Words

__all__ = ["register"]


def register(registry: Registry) -> None:
    registry.trays["dice"] = TrayPainter("left", paint_dice, columns=dice_columns, slot_under=die_under)
    registry.trays["spells"] = TrayPainter(
        "right", paint_book, columns=book_columns, rows=book_rows, guide=spells_guide
    )
    registry.choosers |= {
        "take": TakeChooser,
        "turn_die": TurnDieChooser,
        "name_wild": CoatChooser,
        "castle_bonus": DieChooser,
        "free_placement": ButtonChooser,
        "split": ButtonChooser,
        "draw_pair": DrawPairChooser,
        "draw_die": DrawDieChooser,
        "draw_nothing": ButtonChooser,
        "coat_bonus": CoatChooser,
    }
    registry.notes |= {"coat_bonus": spell_note, "extra_cross": spell_note}
    registry.chance_news["roll"] = roll_text
    registry.badges["castle_bonus"] = ""  # the spell book shows it
    registry.lands["coat"] = COATS
    VALUES["die"] = die_values


def spell_note(meaning: Meaning, words: Words) -> str:
    """What the lightning spell does that is cast now."""
    return words(f"spell.{meaning.kind}.about")
