"""Reasons: what one action has over another, each counted on the position."""

from dataclasses import replace
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from crownland.cli.review_text import print_review
from crownland.games.protocol import Action, State
from crownland.kernel.action import Claim
from crownland.kernel.domino import DOMINOES
from crownland.kernel.laying import laying_actions
from crownland.notation.record import Step, read_record
from crownland.review import Decision, Reason, Way, reason_text, reasons_for, reasons_of, review_record
from crownland.review.page import html_page
from crownland.review.reasons import MOST
from crownland.review.wording import Telling, action_of
from crownland.table.gain import best_spot
from crownland.words import Words, own_texts
from tests.review.test_review import PointsJudge

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("kingdomino-2", "kingdomino-4", "queendomino-2", "royal-wedding-teams-4", "duel-2")


@cache
def steps(name: str) -> tuple[Step, ...]:
    return tuple(read_record((GOLDEN / f"{name}.kdn").read_text(encoding="utf-8")).replay())


def texts(found: tuple[Reason, ...], language: str = "en") -> list[str]:
    return [reason_text(reason, Words(language)) for reason in found]


@pytest.mark.parametrize(
    ("name", "seq", "played", "better", "told"),
    [
        # Points now, and the land that brings them.
        ("kingdomino-2", 22, "47@f6n", "47@i8n", "1 point more now: swamp 3×1 → 4×1"),
        ("kingdomino-2", 49, "48@e5n", "48@j8n", "10 points more now: mine 2×4 → 3×7"),
        ("queendomino-2", 141, "KQ7", "N@g4", "4 points more now: coins 18 → 31"),
        ("duel-2", 79, "Mcross@d5", "Mcross@f7", "6 points more now: quarters 9×7 → 9×8"),
        # What a domino of the line, or dice, could bring.
        ("kingdomino-2", 26, "K22", "K38", "38 can bring 6 points, not 2: swamp 4×1 → 5×2"),
        ("duel-2", 81, "T1", "T3", "what it takes can bring 24 points more: quarters 9×8 → 10×10"),
        ("kingdomino-3", 49, "K6", "K15", "15 fits into the kingdom now, 6 does not"),
        ("kingdomino-2", 2, "K4", "K25", "1 crown more than 4"),
        # The order of the next round.
        ("kingdomino-2", 28, "K24", "K22", "earlier in the next round: place 1 in the line, not 2"),
        # What the next one could get.
        ("queendomino-2", 127, "KQ2", "KQ21", "B can get at most 0 from the line, not 7 points"),
        # What is still to be laid.
        ("kingdomino-2", 47, "46@e8n", "46@g9e", "48 can then bring 13 points, not 8"),
        ("kingdomino-2", 45, "42@d7s", "42@e3w", "6 still fits then; otherwise it fits nowhere"),
        # The land itself.
        ("kingdomino-2", 20, "43@h5n", "43@g4w", "1 gap fewer that no domino can fill"),
        ("kingdomino-2", 18, "33@f3n", "33@e7s", "9 squares more that the kingdom can still reach"),
        ("kingdomino-2", 25, "15@f6n", "15@i5n", "grassland: a property of 2 squares, not 1"),
        # What lies beside the land.
        ("queendomino-2", 122, "N@h6", "B0@h6", "1 tower more"),
        ("queendomino-2", 141, "KQ7", "N@g4", "13 coins more"),
        ("queendomino-2", 129, "N@b7", "B0@b7", "hosts the queen"),
    ],
)
def test_a_better_action_says_what_it_has_over_the_other(
    name: str, seq: int, played: str, better: str, told: str
) -> None:
    state = steps(name)[seq].state
    assert told in texts(reasons_of(state, action_of(state, played), action_of(state, better)))


@pytest.mark.parametrize(
    ("name", "seq", "action", "told"),
    [
        ("kingdomino-2", 34, "22@g3w", "8 points now, above all wheat 4×1 → 5×2"),
        ("kingdomino-2", 31, "36@h7n", "1 point now: grassland 1×1"),
        ("kingdomino-2", 22, "47@i8n", "swamp: a property of 4 squares"),
        ("kingdomino-2", 35, "K29", "29 can bring 6 points: forest 4×1 → 5×2"),
        ("kingdomino-2", 35, "K29", "first to act in the next round"),
        ("kingdomino-2", 39, "K48", "3 crowns on 48"),
        ("kingdomino-2", 21, "K36", "B can get at most 0 from the line, not 2 points"),
        ("queendomino-2", 131, "Q36@b6s", "up to 13 points in this turn"),
        ("queendomino-2", 15, "B5@g6", "it brings 2 towers"),
        ("duel-2", 5, "2.4@e7e", "fills 1 box for extra cross, 2 to go"),
        ("duel-2", 66, "2.4@j8n", "fills the last box for split"),
        ("duel-2", 92, "T4", "what it takes can bring 10 points: stripe 7×2 → 8×3"),
    ],
)
def test_an_action_says_what_speaks_for_it(name: str, seq: int, action: str, told: str) -> None:
    state = steps(name)[seq].state
    assert told in texts(reasons_for(state, action_of(state, action)))


def test_the_most_telling_comes_first_and_there_are_never_many() -> None:
    state = steps("kingdomino-2")[49].state
    found = reasons_of(state, action_of(state, "48@e5n"), action_of(state, "48@j8n"))
    assert found[0] == Reason("points.more", {"count": 10, "land": "mine", "product": "2×4 → 3×7", "above": 0})
    assert all(len(reasons) <= MOST for *_, reasons in pairs("kingdomino-2"))


def test_a_spell_before_a_drawing_is_compared_by_what_the_turn_can_bring() -> None:
    """Casting it brings nothing yet: that the drawing brings points at once is no reason against it."""
    state = steps("duel-2")[84].state
    found = reasons_of(state, action_of(state, "Mfree"), action_of(state, "2.4@h7e"))
    assert "points.more" not in {reason.key for reason in found}


def test_without_a_fact_there_is_no_reason() -> None:
    state = steps("kingdomino-2")[38].state
    assert reasons_of(state, action_of(state, "31@f6n"), action_of(state, "31@f6s")) == ()


PAIRS = 40  # of one game


@cache
def pairs(name: str) -> list[tuple[State[Any], Action, Action, tuple[Reason, ...]]]:
    """Some of what was played in a golden game, each with another action of its position and the reasons against it."""
    free = [step for step in steps(name) if len(step.state.legal_actions()) > 1]
    found = []
    for at, step in enumerate(free[:: max(1, len(free) // PAIRS)]):
        others = [action for action in step.state.legal_actions() if action != step.action]
        other = others[at % len(others)]
        found.append((step.state, other, step.action, reasons_of(step.state, other, step.action)))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_invented(name: str) -> None:
    """What can be counted in another way is: points, claims, lines, and what fits where."""
    checked = 0
    for state, played, better, reasons in pairs(name):
        assert state.actor is not None
        mine = state.kingdom_of(state.actor)
        for reason in reasons:
            checked += 1
            values: Any = reason.values
            one, other = state.play(better), state.play(played)
            if reason.key == "points.more":
                assert values["count"] == one.score(mine).total - other.score(mine).total > 0
            elif reason.key == "promise.more":
                spots = [best_spot(state, action) for action in (better, played)]
                assert [spot and spot[1] for spot in spots] == [values["count"], values["less"]]
            elif reason.key == "fits.more":
                assert isinstance(better, Claim)
                assert best_spot(state, better) is not None
                assert best_spot(state, played) is None
            elif reason.key == "crowns.more":
                crowns = [_crowns(action) for action in (better, played)]
                assert values["count"] == crowns[0] - crowns[1] > 0
            elif reason.key == "order.more":
                line = sorted(action.domino for action in (better, played))
                assert better.domino == line[0]
                assert values["place"] < values["before"]
            elif reason.key == "kept.more":
                assert _fits(one, mine, values["piece"])
                assert not _fits(other, mine, values["piece"])
            else:
                assert values.get("count", 1) > 0
    assert checked > 10


def _crowns(action: Action) -> int:
    domino = DOMINOES[action.domino]
    return domino.left.crowns + domino.right.crowns


def _fits(state: State[Any], kingdom: int, piece: str) -> bool:
    number = next(one for one in DOMINOES if piece == f"domino.{one if one < 100 else f'Q{one - 100}'}")
    return laying_actions(state.kingdoms[kingdom], number, max(state.extent))[0].__class__.__name__ == "Place"


@pytest.mark.parametrize("language", own_texts())
@pytest.mark.parametrize("name", GAMES)
def test_every_reason_has_its_words_in_every_language(name: str, language: str) -> None:
    for *_, reasons in pairs(name):
        for text in texts(reasons, language):
            assert text
            assert not any(wrong in text for wrong in ("{", "}", "  "))


def test_names_take_the_place_of_letters() -> None:
    state = steps("queendomino-2")[127].state
    found = reasons_of(state, action_of(state, "KQ2"), action_of(state, "KQ21"))
    told = [reason_text(reason, Words("pl"), ("Ada", "Bo")) for reason in found]
    assert "Bo: z kolumny najwyżej 0 zamiast 7 punktów" in told


def test_only_a_position_where_somebody_acts_has_reasons() -> None:
    state = steps("kingdomino-2")[0].state
    with pytest.raises(ValueError, match="expected a position where a seat is to act"):
        reasons_for(state, steps("kingdomino-2")[0].action)


def test_turning_points_say_why_the_better_action_is_better() -> None:
    """In the terminal and on the page of ``crownland review``."""
    record = read_record((GOLDEN / "kingdomino-2.kdn").read_text(encoding="utf-8"))
    review = review_record(record, PointsJudge())
    moment = review.moments[49]
    assert isinstance(moment, Decision)
    bad = replace(moment, played=Way("48@e5n", (0.9, 0.1), 0.0), ways=(Way("48@j8n", (0.1, 0.9), 0.0),))
    review = replace(review, judge="network", moments=(*review.moments[:49], bad, *review.moments[50:]))
    telling = Telling(review, record, Words())
    assert telling.reason(bad).startswith("10 points more now: mine 2×4 → 3×7")
    assert telling.reason(review.moments[0]) == ""
    why = "better: placed 48 (+13) – 10 points more now: mine 2×4 → 3×7"
    console = Console(record=True, width=200, file=StringIO())
    print_review(console, telling)
    assert why in console.export_text()
    assert why in html_page(telling)
