"""A coach and a reviewer whose opinions a test knows: their answers are made here, and the page cannot tell."""

from typing import Any

import msgspec
from playwright.sync_api import Page, Route

from crownland.bots.analysis import Evaluation
from crownland.fast.outlook import Outlook
from crownland.games.protocol import State
from crownland.notation.record import read_record
from crownland.review.judge import result_of
from crownland.review.review import Way, Wins
from crownland.review.reviewing import review_record
from crownland.server.frames import wire
from crownland.server.frames.replay import review_frame
from crownland.server.tables.coach import coached

__all__ = ["coach_here", "review_here"]

STEP = 0.09  # of win chance: by so much everything that takes a piece is worse than the one before it


def coach_here(page: Page) -> None:
    """Answers the page's questions to the coach: the first claim is the best, the next a mistake, others blunders."""

    def answer(route: Route) -> None:
        asked: Any = route.request.post_data_json
        table = route.request.url.split("/")[-2]
        record = read_record(page.request.get(f"/api/tables/{table}/record").text())
        *_, last = record.replay()
        state = next((step.state for step in record.replay() if step.seq == asked["seq"]), last.after)
        said = coached(state, asked["seq"], ways_of(state), asked["token"])
        route.fulfill(body=msgspec.json.encode(said), content_type="application/json")

    page.route("**/api/tables/*/coach", answer)


def review_here(page: Page) -> None:
    """Answers the page's questions for reviews, in the same opinion."""

    def answer(route: Route) -> None:
        asked: Any = route.request.post_data_json
        record = read_record(asked["record"])
        review = review_record(record, InOrder())
        many = len(review.moments)
        shown = wire.Reviewing(place=0, done=many, of=many, review=review_frame(review, record))
        route.fulfill(body=msgspec.json.encode(shown), content_type="application/json")

    page.route("**/api/reviews", answer)


def ways_of(state: State[Any]) -> list[Way]:
    return [Way(str(one.action), tuple(mine.win for mine in one.outlooks), 0.0) for one in InOrder().evaluate(state, 0)]


class InOrder:
    """A judge who likes every legal action less than the one before it, but placements hardly less."""

    name = "network"

    def wins(self, state: State[Any], seed: int) -> Wins:
        return result_of(state) if state.is_over else (1 / len(state.kingdoms),) * len(state.kingdoms)

    def expected(self, state: State[Any], seed: int) -> Wins:
        return self.wins(state, seed)

    def evaluate(self, state: State[Any], seed: int) -> list[Evaluation]:
        assert state.actor is not None
        mine, kingdoms = state.kingdom_of(state.actor), len(state.kingdoms)
        found = []
        for at, action in enumerate(state.legal_actions()):
            win = 0.8 - (0.001 if state.meaning(action).squares else STEP) * at
            wins = [win if one == mine else (1 - win) / (kingdoms - 1) for one in range(kingdoms)]
            found.append(Evaluation(action, win, 0.0, 0, tuple(Outlook(one, 0.0) for one in wins)))
        return found
