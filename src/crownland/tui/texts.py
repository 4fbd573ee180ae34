"""What the table says in sentences."""

from itertools import groupby

from rich.cells import cell_len

from crownland.games.registry import find_game
from crownland.kernel.action import Seat
from crownland.table.moment import finished_games
from crownland.table.session import Happened
from crownland.table.wording import deed_text, named
from crownland.tui.layout import groups_of
from crownland.tui.model import Phase, TableModel
from crownland.tui.path import step_words
from crownland.tui.registry import registry
from crownland.words import Words

__all__ = ["LETTER", "headline", "news_of", "prompt_text", "skipped_text"]

LETTER = 6  # columns that a seat's letter takes beside a sentence


def headline(table: TableModel, words: Words) -> str:
    """``Kingdomino · Harmony · game 2 of 3 · round 4``, and what its trays say: whether the dragon is at home."""
    state = table.state
    parts = [named(words, f"game.{state.setup.game}", state.setup.game), *_options(table, words)]
    if state.games > 1:
        parts.append(words("table.game", game=min(finished_games(state) + 1, state.games), games=state.games))
    parts.append(words("table.round", round=state.round))
    for painter, trays in groups_of(table.view):
        parts += [painter.headline(tray, words) for tray in trays] if painter.headline is not None else []
    return " · ".join(parts)


def _options(table: TableModel, words: Words) -> list[str]:
    """The flags that are on."""
    setup = table.setup
    flags = [option.key for option in find_game(setup.game).options if option.is_flag]
    values = dict(setup.options)
    return [named(words, f"option.{key}", key) for key in flags if key in values and setup.is_on(key)]


def prompt_text(table: TableModel, words: Words) -> str:
    """What is to be done now, without the name of the one to act."""
    match table.phase:
        case Phase.PERSON if table.chooser is not None:
            return table.chooser.prompt(words)
        case Phase.BOT:
            return words("table.prompt.held" if table.is_held else "table.prompt.thinking")
        case Phase.OVER:
            return words("table.prompt.over")
    return ""


def skipped_text(table: TableModel, words: Words) -> str:
    """What could be done before the picked action, which closes all of it: ``Tab: tax, build``."""
    if table.chooser is None or table.chooser is not table.choosers[-1] or len(table.choosers) == 1:
        return ""
    steps = ", ".join(step_words(chooser.meaning.step, words) for chooser in table.choosers[:-1])
    return words("table.hint.before", steps=steps)


def news_of(table: TableModel, words: Words, width: int) -> list[tuple[Seat | None, str]]:
    """What happened last, one sentence to a player, as many of the newest as fit with the seats' letters.

    Chance has no letter.
    """
    turns = [
        (None if seat is None else Seat(seat), [_deed(happened, words) for happened in turn])
        for seat, turn in groupby(table.news(), key=lambda happened: happened.event.seat)
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


def _deed(happened: Happened, words: Words) -> str:
    event, meaning = happened.event, happened.meaning
    assert meaning is not None, "every action has a meaning"
    if event.seat is None:
        return registry().chance_news[meaning.kind](meaning, words)
    return deed_text(meaning, words, points=event.points, token=event.token)


def _sentence(table: TableModel, seat: Seat | None, deeds: list[str], words: Words) -> str:
    joined = ", ".join(deeds)
    return joined if seat is None else words("table.news", name=table.players[seat].name, deeds=joined)
