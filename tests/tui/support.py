"""What the tests of the terminal table share."""

import asyncio
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from random import Random
from typing import Any

from textual.events import Key
from textual.pilot import Pilot

from crownland.dealer import derived_seed
from crownland.games.meaning import Meaning
from crownland.games.protocol import Action, State
from crownland.games.registry import find_game
from crownland.games.setup import Setup
from crownland.games.view import Tray
from crownland.kernel.square import Direction
from crownland.table.moment import Moment
from crownland.tui.app import TableApp
from crownland.tui.canvas import Canvas
from crownland.tui.choosers import Chooser, choosers_of
from crownland.tui.layout import groups_of
from crownland.tui.model import Phase, TableModel
from crownland.tui.reckoning_screen import ReckoningScreen
from crownland.tui.registry import TrayPainter
from crownland.tui.screen import Pane
from crownland.tui.seats import players_of
from crownland.tui.table_screen import TableScreen
from crownland.tui.terminal import Terminal
from crownland.words import Words

__all__ = [
    "ROOM",
    "WORDS",
    "Sea",
    "Wave",
    "any_action",
    "app_of",
    "assert_nothing_overflows",
    "choosers_in",
    "group_of",
    "keys_for",
    "play_randomly",
    "press",
    "seat_at",
    "seed_of",
    "settle",
    "setup_of",
    "shown",
    "table_of",
    "tray_painter",
    "until_asked",
    "ways",
]

WORDS = Words("en")
ROOM = (80, 24)


def setup_of(players: int = 2, game: str = "kingdomino", **options: bool | str) -> Setup:
    return find_game(game).setup(players, {key.replace("_", "-"): value for key, value in options.items()})


def seed_of(*parts: object) -> str:
    return derived_seed("tui", *parts)


def table_of(seats: Sequence[str], game: str = "kingdomino", *, seed: object = 1, **options: bool | str) -> TableModel:
    return TableModel(setup_of(len(seats), game, **options), players_of(seats, WORDS), seed_of(seed))


def seat_at(table: TableModel, state: State[Any]) -> TableModel:
    """Puts *state* on the table."""
    table.session.moment = Moment.first(state)
    table.session.settle()
    table.arrive()
    return table


def choosers_in(state: State[Any]) -> tuple[Chooser, ...]:
    """The ways to pick an action in *state*."""
    return choosers_of(state, find_game(state.setup.game).view(state))


def tray_painter(kind: str) -> Callable[[Canvas, TableModel, Terminal], None]:
    """What paints the trays of that kind alone."""

    def paint(canvas: Canvas, table: TableModel, terminal: Terminal) -> None:
        painter, trays = group_of(table, kind)
        painter.paint(canvas, trays, table, terminal)

    return paint


def group_of(table: TableModel, kind: str) -> tuple[TrayPainter, list[Tray]]:
    """The trays of that kind and their painter."""
    return next(group for group in groups_of(table.view) if group[1][0].kind == kind)


def app_of(seats: Sequence[str], game: str = "kingdomino", *, seed: object = 1, **options: bool | str) -> TableApp:
    """A table whose bots do not pause."""
    return TableApp(setup_of(len(seats), game, **options), seats, seed=seed_of(seed), pause=0)


def play_randomly(table: TableModel, rng: Random, actions: int = 10_000) -> None:
    """So many actions, of people and of chance; scores count as read out."""
    for _ in range(actions):
        match table.phase:
            case Phase.OVER:
                return
            case Phase.RECKONING:
                table.reckoned()
            case Phase.CHANCE:
                table.deal()
            case Phase.BOT:
                table.act(table.think())
            case Phase.PERSON:
                table.act(any_action(table, rng))


ARROWS = {"up": Direction.NORTH, "right": Direction.EAST, "down": Direction.SOUTH, "left": Direction.WEST}


def ways(chooser: Chooser) -> dict[Action, tuple[str, ...]]:
    """Every action that arrows and turning lead to, with the fewest keys from where the chooser stands."""
    found: dict[Action, tuple[str, ...]] = {}
    seen: set[object] = set()
    front: list[tuple[Chooser, tuple[str, ...]]] = [(copy(chooser), ())]
    while front:
        front, here = [], front
        for one, keys in here:
            place = one.action, getattr(one, "_pivot", None)
            if place in seen:
                continue
            seen.add(place)
            found.setdefault(one.action, keys)
            for key in (*ARROWS, "r"):
                after = copy(one)
                after.turn() if key == "r" else after.move(ARROWS[key])
                front.append((after, (*keys, key)))
    return found


def any_action(table: TableModel, rng: Random) -> Action:
    """A legal action, each kind as likely as the other: spells and dragons would be rare otherwise."""
    return rng.choice(rng.choice(table.choosers).actions)


def keys_for(table: TableModel, action: Action) -> list[str]:
    """What a person presses to play *action*."""
    at = next(at for at, chooser in enumerate(table.choosers) if action in chooser.actions)
    tabs = (at - table.choosers.index(table.chooser)) % len(table.choosers) if table.chooser is not None else 0
    return [*("tab",) * tabs, *ways(table.choosers[at])[action], "enter"]


async def press(pilot: Pilot[None], *keys: str) -> None:
    """Like ``pilot.press``, which waits for an idle machine after each key: too long for whole games."""
    for key in keys:
        pilot.app.post_message(Key(key, None))
        await settle(pilot)


async def settle(pilot: Pilot[None]) -> None:
    """Wait until the application and its screen have done what they were sent."""
    for pump in (pilot.app, pilot.app.screen):
        done = asyncio.Event()
        if pump.call_later(done.set):
            await done.wait()


async def until_asked(pilot: Pilot[None]) -> TableModel:
    """Wait until a person is to act, or a score is read out, or nothing more happens; and return the table."""
    async with asyncio.timeout(20):
        while True:
            await settle(pilot)
            tables = [screen.table for screen in pilot.app.screen_stack if isinstance(screen, TableScreen)]
            if tables and tables[0].phase in (Phase.PERSON, Phase.OVER):
                return tables[0]
            if tables and isinstance(pilot.app.screen, ReckoningScreen) and pilot.app.screen.is_mounted:
                return tables[0]
            await asyncio.sleep(0.001)


def assert_nothing_overflows(pilot: Pilot[None]) -> None:
    """Every pane lies within the screen, and none over another."""
    width, height = pilot.app.size
    panes = [pane.region for pane in pilot.app.screen.query(Pane) if pane.display and pane.region.area]
    assert panes
    for at, region in enumerate(panes):
        assert region.x >= 0
        assert region.y >= 0
        assert region.right <= width
        assert region.bottom <= height
        assert not any(region.overlaps(other) for other in panes[:at])


async def shown(pilot: Pilot[None]) -> str:
    """The text on the screen, when everything is drawn."""
    await pilot.pause()
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@dataclass(frozen=True)
class Wave:
    """An action of a game that nobody has written yet."""

    number: int

    def __str__(self) -> str:
        return f"W{self.number}"


@dataclass(frozen=True)
class Sea:
    """A state whose legal actions are of two kinds."""

    inner: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def legal_actions(self) -> tuple[Any, ...]:
        return (*self.inner.legal_actions(), *map(Wave, range(30)))

    def meaning(self, action: Any) -> Meaning:
        return Meaning("wave") if isinstance(action, Wave) else self.inner.meaning(action)
