"""What the terminal shows specially, by kind: trays, actions, badges, pieces and lands. The rest is shown plainly."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Literal, TypeAlias

from rich.text import Text

from crownland.games.meaning import Meaning
from crownland.games.view import Tray
from crownland.kernel.terrain import Land
from crownland.tui.canvas import Canvas
from crownland.words import Words

if TYPE_CHECKING:
    from crownland.tui.choosers.chooser import Chooser
    from crownland.tui.model import TableModel
    from crownland.tui.terminal import Terminal

__all__ = ["LandLook", "Registry", "SlotAt", "TrayPainter", "land_look", "registry"]

MODULES = ("crownland.tui.lines", "crownland.tui.queen", "crownland.tui.duel")  # each has a function ``register``

# A slot of a tray: the key of the tray and the place in it.
SlotAt: TypeAlias = tuple[str, int]


def _no_slot(trays: Sequence[Tray], x: int, y: int, width: int, height: int) -> SlotAt | None:
    return None


@dataclass(frozen=True, slots=True)
class TrayPainter:
    """How the trays of one kind are painted together, where, and in how much room.

    On the left and on the right they take *columns* of a window that has so many columns beyond 80 to share; a window
    with little height is tight. On the right, below the other kingdoms, and at the bottom they take *rows* of a window
    of that width and height. *slot_under* finds the slot that is painted at a point.

    *headline* says what belongs beside the name of the game, *guide* what a player may look up, *help* is the key of a
    text. *lands* are shown in the help only beside such a tray.
    """

    side: Literal["left", "right", "bottom"]
    paint: "Callable[[Canvas, Sequence[Tray], TableModel, Terminal], None]"
    columns: Callable[[int, bool], int] = lambda spare, is_tight: 0
    rows: Callable[[Sequence[Tray], int, int], int] = lambda trays, width, height: 0
    slot_under: Callable[[Sequence[Tray], int, int, int, int], SlotAt | None] = _no_slot
    headline: Callable[[Tray, Words], str] | None = None
    guide: "Callable[[Tray, Terminal], Text] | None" = None
    help: str = ""
    lands: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class LandLook:
    """How the lands of one set look, by their keys.

    A texture is two rows that repeat over the land; a colour is what the names in the palette begin with. *help* is the
    key of the text that explains marks and letters.
    """

    textures: Mapping[str, tuple[str, str]]
    colours: Mapping[str, str]
    help: str = "table.help.board"


@dataclass(slots=True)
class Registry:
    """Everything by kind. A badge without a sign is shown elsewhere; chance is news only if it is here."""

    trays: dict[str, TrayPainter] = field(default_factory=dict)
    choosers: "dict[str, type[Chooser]]" = field(default_factory=dict)
    notes: dict[str, Callable[[Meaning, Words], str]] = field(default_factory=dict)
    chance_news: dict[str, Callable[[Meaning, Words], str]] = field(default_factory=dict)
    badges: dict[str, str] = field(default_factory=dict)
    pieces: dict[str, str] = field(default_factory=dict)
    lands: dict[str, LandLook] = field(default_factory=dict)  # by the name of the set


@cache
def registry() -> Registry:
    """Returns the registry, filled once: the modules import much of the terminal."""
    found = Registry()
    for module in MODULES:
        import_module(module).register(found)
    return found


PLAIN_LAND = LandLook({}, {})


def land_look(land: Land) -> LandLook:
    return registry().lands.get(land.set_name(), PLAIN_LAND)
