"""What the table says in sentences."""

from itertools import groupby
from typing import Any

from rich.cells import cell_len

from crownland.games.protocol import State
from crownland.games.registry import find_game
from crownland.kernel.action import Claim, Discard, Place, Seat
from crownland.kernel.domino import domino_name
from crownland.tui.facts import finished_games, games_of
from crownland.tui.model import Phase, Played, Table
from crownland.words import Words

__all__ = ["headline", "news_of", "option_words", "prompt_text"]

LETTER = 6  # columns that a seat's letter takes beside a sentence


def headline(state: State[Any], words: Words) -> str:
    """``Kingdomino · Harmony · game 2 of 3 · round 4``."""
    parts = [words(f"game.{state.setup.game}"), *option_words(state, words)]
    if games_of(state) > 1:
        game = min(finished_games(state) + 1, games_of(state))
        parts.append(words("table.game", game=game, games=games_of(state)))
    parts.append(words("table.round", round=state.round))
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


def news_of(table: Table, words: Words, width: int) -> list[tuple[Seat, str]]:
    """What happened last, one sentence to a player, as many of the newest as fit with the seats' letters."""
    sentences = [
        (seat, words("table.news", name=table.players[seat].name, deeds=", ".join(_deed(it, words) for it in turn)))
        for seat, turn in groupby(table.news(), key=lambda played: played.seat)
        if seat is not None
    ]
    while len(sentences) > 1 and sum(cell_len(text) + LETTER for _, text in sentences) > width:
        del sentences[0]
    return sentences


def _deed(played: Played, words: Words) -> str:
    match played.action:
        case Claim(domino):
            return words("table.news.claim", domino=domino_name(domino))
        case Place(domino):
            return words("table.news.place", domino=domino_name(domino), points=f"{played.points:+d}")
        case Discard(domino):
            return words("table.news.discard", domino=domino_name(domino))
    return words("table.news.token", token=played.action)
