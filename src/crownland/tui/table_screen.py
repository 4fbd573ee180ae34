"""The table: lines, kingdoms, prompt and keys on one screen."""

import asyncio
from functools import partial
from typing import ClassVar, Literal

from textual import work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Resize

from crownland.kernel.square import Direction
from crownland.table.moment import finished_games
from crownland.tui.guide import guide_text, has_guide
from crownland.tui.layout import layout_of, paint_bottom, paint_left, paint_right
from crownland.tui.model import Phase, TableModel
from crownland.tui.pointing import PointingScreen
from crownland.tui.reckoning_screen import ReckoningScreen
from crownland.tui.saving import save
from crownland.tui.scores import score_columns
from crownland.tui.screen import Pane
from crownland.tui.sheets import LeaveSheet, Sheet, help_text, log_text
from crownland.tui.tableau import paint_centre, paint_head, paint_keys, paint_news, paint_prompt
from crownland.tui.terminal import Terminal

__all__ = ["After", "TableScreen"]

# What comes after a table: the menu, the same game once more, nothing.
After = Literal["new", "rematch", "leave"]

HOLD = 0.05  # seconds between two looks whether the bots may go on

PAINTERS = {
    "head": paint_head,
    "left": paint_left,
    "centre": paint_centre,
    "right": paint_right,
    "bottom": paint_bottom,
    "news": paint_news,
    "prompt": paint_prompt,
    "keys": paint_keys,
}


class TableScreen(PointingScreen[After]):
    CSS = """
    TableScreen > #head, TableScreen > #news, TableScreen > #prompt, TableScreen > #keys { height: 1; }
    TableScreen > Horizontal { height: 1fr; }
    TableScreen #left { width: 18; }
    TableScreen #centre { width: 1fr; margin: 0 1; }
    TableScreen #right { width: 21; }
    TableScreen > #bottom { height: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        ("up", "move(0)", ""),
        ("right", "move(1)", ""),
        ("down", "move(2)", ""),
        ("left", "move(3)", ""),
        ("r", "turn_or_rematch", ""),
        ("space", "space", ""),
        ("enter", "confirm", ""),
        ("tab", "kind(1)", ""),
        ("shift+tab", "kind(-1)", ""),
        *((str(digit), f"digit('{digit}')", "") for digit in range(10)),
        ("u", "undo", ""),
        ("v", "look", ""),
        ("n", "new", ""),
        ("b", "guide", ""),
        ("s", "scores", ""),
        ("l", "log", ""),
        ("question_mark,f1", "help", ""),
        ("w", "write", ""),
        ("t", "app.theme", ""),
        ("q,ctrl+c", "leave", ""),
    ]

    def __init__(self, terminal: Terminal, table: TableModel) -> None:
        super().__init__(terminal, table)

    def body(self) -> ComposeResult:
        yield self._pane("head")
        with Horizontal():
            yield from map(self._pane, ("left", "centre", "right"))
        yield from map(self._pane, ("bottom", "news", "prompt", "keys"))

    def _pane(self, name: str) -> Pane:
        painter = partial(PAINTERS[name], table=self.table, terminal=self.terminal)
        return Pane(painter, self.terminal, id=name)

    def on_mount(self) -> None:
        self.run_turns()

    def on_resize(self, event: Resize) -> None:
        super().on_resize(event)
        layout = layout_of(self.table, *event.size)
        self.query_one("#left").styles.width = layout.left
        self.query_one("#right").styles.width = layout.right
        self.query_one("#bottom").styles.height = layout.bottom

    @work(exclusive=True)
    async def run_turns(self) -> None:
        """Plays what happens without the person at the keyboard, until that person is to act."""
        table = self.table
        while True:
            if table.phase is not Phase.CHANCE:
                self.repaint()
            match table.phase:
                case Phase.RECKONING:
                    if not await self._reckon():
                        return
                case Phase.CHANCE:
                    table.deal()
                    await self._show_chance()
                case Phase.BOT:
                    await self._bot_turn()
                case Phase.PERSON | Phase.OVER:
                    return

    async def _show_chance(self) -> None:
        """Lets a roll be seen before anybody acts on it."""
        if self.table.is_chance_news(self.table.actions[-1]):
            self.repaint()
            await asyncio.sleep(self.terminal.pause)

    async def _bot_turn(self) -> None:
        table = self.table
        thinking = asyncio.to_thread(table.think)
        try:
            action, _ = await asyncio.gather(thinking, asyncio.sleep(self.terminal.pause))
            while table.is_held:
                await asyncio.sleep(HOLD)
            table.act(action)
        except Exception as error:  # a bot may come from anywhere: its errors must not end the game
            seat = table.state.actor
            assert seat is not None, "a bot was to act"
            message = self.terminal.words("table.bot-failed", bot=table.players[seat].name, error=error)
            self.notify(message, timeout=20, markup=False)
            table.replace_bot(seat)

    async def _reckon(self) -> bool:
        """Reads the score out, and returns whether the table goes on."""
        answer = await self.app.push_screen_wait(ReckoningScreen(self.terminal, self.table, self.table.game_to_reckon))
        match answer:
            case "undo":
                self.table.undo()
            case "on":
                self.table.reckoned()
            case "leave":
                self.action_leave()
                return False
            case "new" | "rematch":
                self.dismiss(answer)
                return False
        return True

    # What the keys do

    def action_move(self, direction: int) -> None:
        if self.table.chooser is not None:
            self.table.chooser.move(Direction(direction))
            self.repaint()

    def action_turn_or_rematch(self) -> None:
        if self.table.phase is Phase.OVER:
            self.dismiss("rematch")
        else:
            self.action_space()

    def action_space(self) -> None:
        """Turns the domino; without people it pauses the bots and resumes them."""
        if self.table.chooser is not None:
            self.table.chooser.turn()
        elif not self.table.has_people:
            self.table.is_held = not self.table.is_held
        self.repaint()

    def action_confirm(self) -> None:
        if self.table.phase is Phase.PERSON:
            self.table.confirm()
            self.run_turns()
        elif self.table.phase is Phase.OVER:
            self.show_standings()

    def action_kind(self, by: int) -> None:
        self.table.other_kind(by)
        self.repaint()

    def action_digit(self, digit: str) -> None:
        if self.table.chooser is not None:
            self.table.chooser.type_digit(digit)
            self.repaint()

    def action_undo(self) -> None:
        if self.table.can_undo:
            self.table.undo()
            self.run_turns()

    def action_look(self) -> None:
        self.table.look_at_next()
        self.repaint()

    def action_new(self) -> None:
        if self.table.phase is Phase.OVER:
            self.dismiss("new")

    def action_scores(self) -> None:
        game = min(finished_games(self.table.state) + 1, self.table.state.games)
        columns = score_columns(self.table, game, self.size.width - 4, self.terminal.words, self.terminal.palette)
        self.app.push_screen(Sheet(self.terminal, self.terminal.words("table.key.scores"), columns))

    def action_guide(self) -> None:
        """Opens the guide to the trays."""
        if has_guide(self.table):
            title = self.terminal.words("table.key.guide")
            self.app.push_screen(Sheet(self.terminal, title, guide_text(self.table, self.terminal)))

    def action_log(self) -> None:
        self.app.push_screen(Sheet(self.terminal, self.terminal.words("table.key.log"), log_text(self.table)))

    def action_help(self) -> None:
        title = self.terminal.words("table.key.help")
        self.app.push_screen(Sheet(self.terminal, title, help_text(self.table, self.terminal)))

    def action_write(self) -> None:
        self.notify(save(self.table, self.terminal.words), markup=False)

    def action_leave(self) -> None:
        """Leaves, and asks first while a game is on."""
        if self.table.state.is_over:
            self.dismiss("leave")
        else:
            self.app.push_screen(LeaveSheet(self.terminal), self._leave_or_stay)

    def _leave_or_stay(self, leave: bool | None) -> None:
        if leave:
            self.dismiss("leave")
        elif self.table.phase is Phase.RECKONING:
            self.run_turns()

    @work(exclusive=True)
    async def show_standings(self) -> None:
        """Shows the standings once more, after the game."""
        game = finished_games(self.table.state)
        screen = ReckoningScreen(self.terminal, self.table, game, show_all=True)
        answer = await self.app.push_screen_wait(screen)
        if answer in ("new", "rematch", "leave"):
            self.dismiss(answer)
