"""What the table says in sentences."""

from itertools import groupby
from typing import Any

from rich.cells import cell_len

from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.kernel.action import Seat
from crownland.table.facts import finished_games, games_of
from crownland.tui.court import court_of
from crownland.tui.deeds import deed_text
from crownland.tui.model import Phase, Table
from crownland.words import Words

__all__ = ["headline", "news_of", "option_words", "prompt_text", "skipped_text"]

LETTER = 6  # columns that a seat's letter takes beside a sentence


def headline(state: State[Any], words: Words) -> str:
    """``Kingdomino · Harmony · game 2 of 3 · round 4``; where there is a dragon, whether it is at home."""
    parts = [words(f"game.{state.setup.game}"), *option_words(state, words)]
    if games_of(state) > 1:
        game = min(finished_games(state) + 1, games_of(state))
        parts.append(words("table.game", game=game, games=games_of(state)))
    parts.append(words("table.round", round=state.round))
    court = court_of(state)
    if court is not None:
        parts.append(words("table.dragon.home" if court.dragon_is_home else "table.dragon.away"))
    return " · ".join(parts)


def option_words(state: State[Any], words: Words) -> list[str]:
    """The flags that are on."""
    flags = [option.key for option in find_game(state.setup.game).options if option.is_flag]
    values = dict(state.setup.options)
    return [words(f"option.{key}") for key in flags if key in values and state.setup.is_on(key)]


def prompt_text(table: Table, words: Words) -> str:
    """What is to be done now, without the name of who is to act."""
    match table.phase:
        case Phase.PERSON if table.chooser is not None:
            return table.chooser.prompt(words)
        case Phase.BOT:
            return words("table.prompt.held" if table.is_held else "table.prompt.thinking")
        case Phase.OVER:
            return words("table.prompt.over")
    return ""


def skipped_text(table: Table, words: Words) -> str:
    """What could be done before the picked action, which closes all of it: ``Tab: tax, build``."""
    if table.chooser is None or table.chooser is not table.choosers[-1] or len(table.choosers) == 1:
        return ""
    steps = ", ".join(words(f"table.step.{chooser.kind}") for chooser in table.choosers[:-1])
    return words("table.hint.before", steps=steps)


def news_of(table: Table, words: Words, width: int) -> list[tuple[Seat | None, str]]:
    """What happened last, one sentence to a player, as many of the newest as fit with the seats' letters.

    Chance has no letter.
    """
    turns = [
        (seat, [deed_text(played, words) for played in turn])
        for seat, turn in groupby(table.news(), key=lambda played: played.seat)
    ]
    while True:
        sentences = [(seat, _sentence(table, seat, deeds, words)) for seat, deeds in turns]
        if sum(cell_len(text) + LETTER for _, text in sentences) <= width:
            return sentences
        if len(turns) > 1:
            del turns[0]
        elif len(turns[0][1]) > 1:
            del turns[0][1][0]
        else:
            return sentences


def _sentence(table: Table, seat: Seat | None, deeds: list[str], words: Words) -> str:
    told = ", ".join(deeds)
    return told if seat is None else words("table.news", name=table.players[seat].name, deeds=told)
