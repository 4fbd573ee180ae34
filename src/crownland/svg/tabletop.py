"""The picture of a whole table."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from crownland.games.classic.state import State as ClassicState
from crownland.games.duel.state import State as DuelState
from crownland.games.protocol import State
from crownland.games.queen.state import State as QueenState
from crownland.games.queen.state import Step
from crownland.kernel.action import Seat, seat_letter
from crownland.svg.canvas import NOTHING, Block, Svg, beside, document, stacked
from crownland.svg.caption import board_text, count_text, dominoes_text, estate_text
from crownland.svg.duel import duel_table, duel_text
from crownland.svg.house import HOUSES, House
from crownland.svg.lines import lines
from crownland.svg.panel import Holding, panel
from crownland.svg.shelf import shelf

__all__ = ["table"]

# The states with lines of dominoes.
LineState: TypeAlias = ClassicState | QueenState

SHORT_LINE = 4


def table(
    state: State[Any],
    names: Sequence[str] = (),
    *,
    houses: Sequence[House] = HOUSES,
    title: str | None = None,
    square: int = 40,
    theme: str | None = None,
) -> Svg:
    """A picture of the whole table: both lines with their kings, and every kingdom with emblem, name and score.

    Queendomino adds the builders' board, and to each kingdom its purse, retinue, buildings and posted knights. Duel has
    no lines but its dice, two maps and the spell book. Whoever is to act is outlined.
    *names* are those of the kingdoms; without them they are A, B, C … as in a record, and partners are A & E.
    *houses* are those of the seats; partners share the colour of the first and keep their emblems (W3). The state of
    another game is refused.
    """
    if isinstance(state, DuelState):
        names = names or [seat_letter(seat) for seat in map(Seat, range(len(state.kingdoms)))]
        return document(duel_table(state, names, houses), title or duel_text(state, names), square, theme)
    if not isinstance(state, LineState):
        raise TypeError(f"expected a state of a game of the family, got: {type(state).__name__}")
    names = names or [" & ".join(map(seat_letter, _partners(state, at))) for at in range(len(state.kingdoms))]
    left = stacked((_lines(state, houses), _shelf(state)))
    block = beside((left, _panels(state, names, houses)))
    return document(block, title or _table_text(state, names), square, theme)


def _partners(state: LineState, kingdom: int) -> list[Seat]:
    """The seats that act for *kingdom*."""
    return [seat for seat in map(Seat, range(state.setup.players)) if state.kingdom_of(seat) == kingdom]


def _lines(state: LineState, houses: Sequence[House]) -> Block:
    """The lines, larger than the kingdoms: they are what one chooses from."""

    def house_of(seat: Seat) -> House:
        return House(houses[state.kingdom_of(seat)].colour, houses[seat].emblem)

    scale = 1.5 if state.rules.line_length <= SHORT_LINE else 1.25
    return lines(state.turns, house_of, is_laid=_is_laid(state)).scaled(scale)


def _is_laid(state: LineState) -> bool:
    """Whether the king that acts has placed its domino and still stands on its line (Q4)."""
    return isinstance(state, QueenState) and state.step > Step.PLACE


def _shelf(state: LineState) -> Block:
    if not isinstance(state, QueenState):
        return NOTHING
    return shelf(state.board, dragon_is_home=state.dragon_is_home, queen_is_here=state.queen is None)


def _panels(state: LineState, names: Sequence[str], houses: Sequence[House]) -> Block:
    """Every kingdom with its header, in one row or two."""
    acting = None if state.actor is None else state.kingdom_of(state.actor)
    panels = [
        panel(holding, state.rules.size, is_acting=at == acting)
        for at, holding in enumerate(_holdings(state, names, houses))
    ]
    across = len(panels) if len(panels) < 3 else (len(panels) + 1) // 2
    return stacked(beside(panels[at : at + across]) for at in range(0, len(panels), across))


def _holdings(state: LineState, names: Sequence[str], houses: Sequence[House]) -> Iterator[Holding]:
    queen = state if isinstance(state, QueenState) else None
    for at, (kingdom, score) in enumerate(zip(state.kingdoms, state.scores(), strict=True)):
        yield Holding(
            name=names[at],
            house=houses[at],
            emblems=[houses[seat].emblem for seat in _partners(state, at)],
            kingdom=kingdom,
            total=score.total,
            estate=queen.estates[at] if queen else None,
            hosts_queen=queen is not None and queen.queen == at,
        )


def _table_text(state: LineState, names: Sequence[str]) -> str:
    return "Table. " + "; ".join(_table_parts(state, names))


def _table_parts(state: LineState, names: Sequence[str]) -> Iterator[str]:
    queen = state if isinstance(state, QueenState) else None
    for at, (name, score) in enumerate(zip(names, state.scores(), strict=True)):
        owned = f", {estate_text(queen.estates[at], hosts_queen=queen.queen == at)}" if queen else ""
        yield f"{name}: {count_text(score.total, 'point')}{owned}"
    if queen:
        yield board_text(queen.board, dragon_is_home=queen.dragon_is_home)
    to_place = state.turns.old[_is_laid(state) :]
    if to_place:
        yield f"to place: {dominoes_text(to_place)}"
    if state.turns.line:
        yield f"to claim: {dominoes_text(state.turns.line)}"
    if state.actor is not None:
        yield f"{_actor_text(state, state.actor, names)} is to act"


def _actor_text(state: LineState, actor: Seat, names: Sequence[str]) -> str:
    """The name of the kingdom; partners are told apart by their letters."""
    kingdom = state.kingdom_of(actor)
    name = names[kingdom]
    return name if len(_partners(state, kingdom)) == 1 else f"{seat_letter(actor)} of {name}"
