"""The application: from the menu to the table, and round again."""

from collections.abc import Sequence

from textual.app import App
from textual.theme import Theme

from crownland.dealer import parse_seed
from crownland.games.setup import Setup
from crownland.tui.menu import Menu
from crownland.tui.menu_screen import Chosen, MenuScreen
from crownland.tui.model import TableModel
from crownland.tui.palette import Mode, Palette
from crownland.tui.screen import BaseScreen
from crownland.tui.seats import default_seats, players_of
from crownland.tui.table_screen import After, TableScreen
from crownland.tui.terminal import PAUSE, Terminal
from crownland.words import Words

__all__ = ["TableApp"]


class TableApp(App[None]):
    TITLE = "Crownland"
    ENABLE_COMMAND_PALETTE = False
    CSS = "ToastRack { dock: top; }"

    def __init__(
        self,
        setup: Setup | None = None,
        seats: Sequence[str] | None = None,
        language: str = "en",
        seed: str | None = None,
        pause: float = PAUSE,
    ) -> None:
        super().__init__()
        self._setup = setup
        self._seats = tuple(seats) if seats is not None else None
        self._seed = None if seed is None else parse_seed(seed)
        self.terminal = Terminal(Words(language), Palette("dark"), pause)
        for palette in (Palette("dark"), Palette("light")):
            self.register_theme(_theme(palette))
        self.theme = "crownland-dark"

    def on_mount(self) -> None:
        if self._setup is None:
            self._ask()
        else:
            self._play(self._setup)

    def action_theme(self) -> None:
        """Switches between dark and light."""
        mode: Mode = "light" if self.terminal.palette.mode == "dark" else "dark"
        self.terminal.palette = Palette(mode)
        self.theme = f"crownland-{mode}"
        if isinstance(self.screen, BaseScreen):
            self.screen.repaint()

    def _ask(self) -> None:
        self.push_screen(MenuScreen(self.terminal, Menu(self.terminal.words, self._setup, self._seats)), self._chosen)

    def _chosen(self, chosen: Chosen) -> None:
        if chosen is None:
            self.exit()
            return
        self._setup, self._seats = chosen
        self._play(self._setup)

    def _play(self, setup: Setup) -> None:
        players = players_of(self._seats or default_seats(setup.players), self.terminal.words)
        table = TableModel(setup, players, self._seed)
        self._seed = None
        self.push_screen(TableScreen(self.terminal, table), self._after)

    def _after(self, after: After | None) -> None:
        if after == "rematch" and self._setup is not None:
            self._play(self._setup)
        elif after == "new":
            self._ask()
        else:
            self.exit()


def _theme(palette: Palette) -> Theme:
    return Theme(
        name=f"crownland-{palette.mode}",
        primary=palette["gold"],
        background=palette.paper,
        foreground=palette.ink,
        surface=palette.shade(0.06),
        panel=palette.shade(0.1),
        dark=palette.mode == "dark",
    )
