"""The score pad of Duel."""

from collections.abc import Iterator

from crownland.games.duel.book import Book
from crownland.games.duel.coat import Coat, Map, parse_coat
from crownland.games.duel.dice import DICE
from crownland.games.duel.state import score
from crownland.games.score_pad import PadField, PadLand, PadNote, ScorePad, Sheet
from crownland.games.setup import Setup
from crownland.kernel.scoring import Score
from crownland.kernel.square import Mask

__all__ = ["PAD"]

GIVEN = 2  # D7, D8: the crosses that are on no die: of the castle bonus and of the spell extra_cross
FACES = tuple(face for faces in DICE.values() for face in faces.values())
CROSSES = {coat: max(face.crosses for face in FACES if face.coat is coat) for coat in Coat}  # on a die


def _score(setup: Setup, sheet: Sheet, _: int) -> Score:
    coat = sheet.values.get("coat")
    return score(sheet.kingdom, Book(coat=None if coat is None else Coat[coat.upper()]))  # type: ignore[arg-type]


def _notes(sheet: Sheet, at: int) -> Iterator[PadNote]:
    """D1: crosses that no die shows, and that the bonuses do not give either."""
    count = 0
    where: Mask = 0
    for coat, printed in CROSSES.items():
        for plane in sheet.kingdom.crowns[printed:]:
            count += (plane & sheet.kingdom.terrains[coat]).bit_count()
            where |= plane & sheet.kingdom.terrains[coat]
    if count > GIVEN:
        yield PadNote("crosses", "D8", {"count": count, "most": GIVEN}, ((at, where),))


PAD = ScorePad(
    kingdom=Map,
    lands=tuple(PadLand(coat, CROSSES[coat] + GIVEN) for coat in Coat),
    score=_score,
    notes=_notes,
    fields=(
        PadField(
            "coat",
            "one",
            "coat",
            choices=tuple((coat.key, 1) for coat in Coat),
            most=1,
            rule="D7",
            about="The letter of the coat of arms with the bonus.",
            parse=lambda letter: parse_coat(letter).key,
        ),
    ),
    size_rule="D2",
    letters="""
    Coats of arms in Duel: [bold]d[/] dot, [bold]D[/] double dot, [bold]s[/] stripe, [bold]S[/] double stripe,
    [bold]f[/] solid (filled), [bold]q[/] quarters; the digits are crosses.
    """,
)
