"""The special drawings of Duel."""

from crownland.svg.duel.arms import coat_feature, coat_stem
from crownland.svg.duel.castle import castle_bonus
from crownland.svg.duel.dice import dice, dice_text
from crownland.svg.duel.spellbook import no_text, side_text, spell_book
from crownland.svg.registry import BADGES, LANDS, TRAYS, BadgeDrawing, LandDrawing, TrayDrawing, one_by_one

TRAYS["dice"] = TrayDrawing(dice, dice_text, is_central=True)
TRAYS["spells"] = TrayDrawing(one_by_one(spell_book), no_text, side_text, is_central=True)
BADGES["castle_bonus"] = BadgeDrawing(castle_bonus)
LANDS["coat"] = LandDrawing(coat_stem, coat_feature)
