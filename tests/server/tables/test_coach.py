"""The coach: who may ask, about what, and what it says. The judgements themselves are those of reviews."""

import asyncio
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

from crownland.games.protocol import State
from crownland.review.review import Way
from crownland.server.tables import coach
from crownland.server.thinkers.pool import ThinkerError, Thinkers
from crownland.server.turns import NOBODY, Asker, CrowdedError
from tests.server.support import Guest

ME, BOT, FRIEND = ({"kind": kind, "name": kind} for kind in ("me", "bot", "guest"))


async def judged(self: Thinkers, state: State[Any], asker: Asker = NOBODY, seed: int = 0) -> list[Way]:
    """Likes every action a little less than the one before; quick, and without kernels."""
    JUDGED.append(str(state))
    await asyncio.sleep(0)
    ways = enumerate(state.legal_actions())
    return [Way(str(action), (0.9 - 0.07 * at, 0.1 + 0.07 * at), 0.0) for at, action in ways]


JUDGED: list[str] = []


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    JUDGED.clear()
    with mock.patch.object(Thinkers, "evaluate", judged):
        yield


async def new_table(guest: Guest, *seats: dict[str, str]) -> dict[str, Any]:
    body = {"game": "kingdomino", "players": len(seats), "seats": [*seats], "options": {"opening": "snake-a"}}
    table: dict[str, Any] = await guest.post("/tables", body)
    return table


async def asked(guest: Guest, table: str, seq: int, token: str | None = None) -> tuple[int, dict[str, Any]]:
    response = await guest.http.post(f"/api/tables/{table}/coach", json={"seq": seq, "token": token})
    return response.status_code, response.json()


async def test_the_best_is_told_with_reasons_and_everything_is_graded(url: str) -> None:
    async with Guest(url) as ada:
        table = await new_table(ada, ME, BOT)
        assert table["coached"]
        status, said = await asked(ada, table["id"], 2)
        assert status == 200
        assert said["seq"] == 2
        tokens = list(said["graded"])
        assert said["token"] == tokens[0]
        assert [said["graded"][token] for token in tokens] == [
            [0.0, "best"],
            [0.07, "inaccuracy"],
            [0.14, "mistake"],
            [0.21, "blunder"],
        ]
        assert said["meaning"]["kind"] == "claim"
        assert {"key", "values"} == {key for reason in said["reasons"] for key in reason}
        _, against = await asked(ada, table["id"], 2, tokens[3])
        assert "order.more" in {reason["key"] for reason in against["reasons"]}
        _, same = await asked(ada, table["id"], 2, tokens[0])
        assert same["reasons"] == []
        assert len(JUDGED) == 1, "each position is judged once"


async def test_what_was_played_can_be_asked_about_later(url: str) -> None:
    async with Guest(url) as ada:
        table = (await new_table(ada, ME, FRIEND))["id"]
        async with ada.sit(table) as seated:
            token = (await asked(ada, table, 2))[1]["token"]
            await seated.act(token)
        JUDGED.clear()
        status, said = await asked(ada, table, 2, token)
        assert (status, said["token"], JUDGED) == (200, token, [])
        assert (await asked(ada, table, 3))[0] == 200, "both seats are at this device"


async def test_nobody_is_coached_where_somebody_plays_from_elsewhere(url: str) -> None:
    async with Guest(url) as ada, Guest(url) as bo:
        table = (await new_table(ada, ME, {"kind": "open"}))["id"]
        joined = await bo.post(f"/tables/{table}/join", {"name": "Bo"})
        assert not joined["coached"]
        await ada.post(f"/tables/{table}/start", {})
        for guest in (ada, bo):
            assert not (await guest.get(f"/tables/{table}"))["coached"]
            status, said = await asked(guest, table, 2)
            assert (status, said["code"]) == (403, "coach/none")
        await bo.post(f"/tables/{table}/resign", {"seat": 1})
        assert (await asked(bo, table, 2))[0] == 403
    assert JUDGED == []


async def test_spectators_get_nothing(url: str) -> None:
    async with Guest(url) as ada, Guest(url) as eve:
        table = (await new_table(ada, ME, BOT))["id"]
        assert not (await eve.get(f"/tables/{table}"))["coached"]
        status, said = await asked(eve, table, 2)
        assert (status, said["code"]) == (403, "coach/none")


@pytest.mark.parametrize(
    ("seq", "token", "status", "code"),
    [
        (0, None, 403, "action/not-your-turn"),  # chance was asked
        (99, None, 404, "event/unknown"),
        (2, "K99", 409, "action/illegal"),
        (2, "x" * 65, 422, "body/invalid"),
        (-1, None, 422, "body/invalid"),
    ],
)
async def test_what_cannot_be_judged_is_refused(url: str, seq: int, token: str | None, status: int, code: str) -> None:
    async with Guest(url) as ada:
        table = (await new_table(ada, ME, FRIEND))["id"]
        refused = await asked(ada, table, seq, token)
        assert (refused[0], refused[1]["code"]) == (status, code)
    assert JUDGED == []


async def test_the_turn_of_a_bot_is_not_judged(url: str) -> None:
    async with Guest(url) as ada:
        body = {"game": "kingdomino", "players": 2, "seats": [ME, BOT], "options": {"opening": "snake-b"}}
        table = (await ada.post("/tables", body))["id"]
        assert (await asked(ada, table, 2))[1]["code"] == "action/not-your-turn"


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(CrowdedError("many"), 429, "limit/coach"), (ThinkerError("dead"), 503, "coach/failed")],
)
async def test_a_coach_who_is_busy_says_so_and_can_be_asked_again(
    url: str, error: Exception, status: int, code: str
) -> None:
    async with Guest(url) as ada:
        table = (await new_table(ada, ME, BOT))["id"]
        with mock.patch.object(Thinkers, "evaluate", side_effect=error), mock.patch.object(coach, "LOADING_SECONDS", 0):
            refused = await asked(ada, table, 2)
        assert (refused[0], refused[1]["code"]) == (status, code)
        assert (await asked(ada, table, 2))[0] == 200


async def test_a_process_that_is_still_loading_is_asked_again(url: str) -> None:
    async with Guest(url) as ada:
        table = (await new_table(ada, ME, BOT))["id"]
        answers = [ThinkerError("the code that judges is still being loaded"), [Way("K1", (0.5, 0.5), 0.0)]]

        async def answer(*_: object) -> list[Way]:
            found = answers.pop(0)
            if isinstance(found, Exception):
                raise found
            return await judged(*_)  # type: ignore[arg-type]

        with mock.patch.object(Thinkers, "evaluate", answer):
            assert (await asked(ada, table, 2))[0] == 200
        assert answers == []
