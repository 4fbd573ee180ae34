"""The table in the terminal. Textual is imported only when a table is opened."""

from collections.abc import Sequence

from crownland.games.setup import Setup

__all__ = ["run_table"]


def run_table(
    setup: Setup | None = None,
    seats: Sequence[str] | None = None,
    language: str = "en",
    seed: str | None = None,
) -> None:
    """Plays at the terminal until the players leave.

    Without a *setup* a menu asks for it. A word of *seats* is a bot when one is registered under it, and the name of a
    person otherwise; ``me`` is the one at the keyboard. *seed* deals the first game; later games get new seeds.
    """
    from crownland.tui.app import TableApp

    TableApp(setup, seats, language, seed).run()
