"""The setups of a game that have a network, in few words: menus and commands say so."""

from dataclasses import dataclass

from crownland.games.setup import TRUE, Game
from crownland.networks import has_network

__all__ = ["Coverage", "coverage_of"]


@dataclass(frozen=True, slots=True)
class Coverage:
    """Numbers of players for which there is a network, and the values of options with which there is none."""

    players: tuple[int, ...]
    without: tuple[tuple[str, str], ...]

    @property
    def without_text(self) -> str:
        """Such options as commands take them: ``teams`` for a flag, ``opening=draw`` for another choice."""
        return " or ".join(key if value == TRUE else f"{key}={value}" for key, value in self.without)


def coverage_of(game: Game) -> list[Coverage]:
    """Returns for which setups of *game* there is a network; nothing when there is none at all.

    A number of players is left out if no list of options says with which of its setups there is one.
    """
    found: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for players in game.players:
        setups = [setup for setup in game.all_setups() if setup.players == players]
        covered = {setup for setup in setups if has_network(setup)}
        values = [(option.key, value) for option in game.options for value in option.values(players)]
        without = tuple(pair for pair in values if not any(pair in setup.options for setup in covered))
        if covered and covered == {setup for setup in setups if not set(without) & set(setup.options)}:
            found.setdefault(without, []).append(players)
    return [Coverage(tuple(players), without) for without, players in found.items()]
