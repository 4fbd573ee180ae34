"""Every call is answered in a house as by a server."""

import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from crownland.server.calls import ROOMS, calls_in
from crownland.server.calls.call import Call
from tests.local.support import opened
from tests.server.support import generous, running
from tools.starter import ROOT

GAME = {"game": "kingdomino", "players": 2, "options": {}}
SECRET = ("id", "secret", "commitment", "seed", "created", "played", "version", "turn_ends", "at", "table")
RECORD = (ROOT / "tests/golden/kingdomino-2-snake-a.kdn").read_text()
PUZZLE = json.loads((ROOT / "src/crownland/puzzles/kingdomino.jsonl").read_text().partition("\n")[0])
DIGITS = "0" * 64


def seats(*kinds: str) -> dict[str, Any]:
    return {"seats": [{"kind": kind} for kind in kinds]}


# What is asked of both, one after the other: method, path, body. T is the last table that was made.
QUESTIONS: list[tuple[str, str, Any]] = [
    ("GET", "/catalogue", None),
    ("GET", "/me", None),
    ("PUT", "/me", {"name": "  Anna\n"}),
    ("PUT", "/me", {"name": "x" * 61}),
    ("PUT", "/me", {"name": "Anna", "age": 7}),
    ("GET", "/me", None),
    ("GET", "/tables", None),
    ("GET", "/tables/nothing", None),
    ("GET", "/tables/0123456789abcdef", None),
    ("GET", "/tables/public", None),
    ("POST", "/tables", GAME | seats("me")),
    ("POST", "/tables", GAME | seats("me", "bot") | {"players": 9}),
    ("POST", "/tables", GAME | {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "hal"}]}),
    ("POST", "/tables", GAME | seats("me", "bot") | {"game": "chess"}),
    ("POST", "/tables", GAME | seats("me", "open") | {"mixed": True}),
    ("GET", "/tables/T", None),
    ("POST", "/tables/T/start", {}),
    ("POST", "/tables/T/seats", {"seat": 1, "kind": "bot", "bot": "casual"}),
    ("POST", "/tables/T/seats", {"seat": 9, "kind": "bot"}),
    ("POST", "/tables/T/join", {"name": "Ben", "seat": None}),
    ("POST", "/tables/T/join", {"secret": "wrong"}),
    ("POST", "/tables/T/rename", {"seat": 0, "name": "Zoe"}),
    ("POST", "/tables/T/remove", {"seat": 0}),
    ("POST", "/tables/T/share", {"promise": DIGITS}),
    ("POST", "/tables/T/share", {"promise": "x"}),
    ("GET", "/tables/T/record", None),
    ("POST", "/tables/T/leave", {}),
    ("POST", "/tables", GAME | seats("me", "guest") | {"clock": 60}),
    ("GET", "/tables", None),
    ("GET", "/tables/T/replay", None),
    ("POST", "/tables/T/rematch", {}),
    ("POST", "/tables/T/coach", {"seq": 999, "token": None}),
    ("POST", "/tables/T/coach", {"seq": -1}),
    ("GET", "/tables/T/views/0", None),
    ("GET", "/tables/T/views/99", None),
    ("DELETE", "/tables/T", None),
    ("POST", "/tables/T/resign", {"seat": 0}),
    ("GET", "/tables", None),
    ("POST", "/tables/T/decline", {}),
    ("POST", "/tables/T/rematch", {}),
    ("POST", "/tables/T/decline", {}),
    ("POST", "/tables/T/abandon", {}),
    ("POST", "/tables", GAME | seats("me", "guest")),
    ("POST", "/tables/T/abandon", {}),
    ("POST", "/tables/T/abandon", {}),
    ("DELETE", "/tables/T", None),
    ("POST", "/replays", {"record": RECORD}),
    ("POST", "/replays", {"record": "[nothing]"}),
    ("POST", "/reviews", {"record": "[nothing]"}),
    ("POST", "/exercises", {"position": PUZZLE["position"]}),
    ("POST", "/exercises", {"position": PUZZLE["position"], "action": "what"}),
    ("POST", "/exercises/explained", {"position": PUZZLE["position"], "kind": "place", "squares": ["a1", "a2"]}),
    ("GET", "/puzzles", None),
    ("GET", "/puzzles/2026-11-16", None),
    ("GET", "/puzzles/nothing", None),
    ("POST", "/puzzles/2026-11-16", {"action": None, "instead": None}),
    ("POST", "/score", {"game": "kingdomino", "players": 2, "kingdoms": [{"land": "c"}, {"land": "c"}]}),
    ("POST", "/score", {"game": "kingdomino", "players": 2, "kingdoms": [{"land": "?"}]}),
]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(generous(tmp_path_factory.mktemp("server"))) as address:
        yield address


async def test_a_house_answers_every_call_as_a_server_does(url: str) -> None:
    asked = set()
    async with opened() as page, httpx.AsyncClient(base_url=f"{url}/api") as server:
        await server.get("/me")
        here = there = ""
        for method, path, body in QUESTIONS:
            house = await page.call(method, path.replace("T", here), body)
            response = await server.request(method, path.replace("T", there), json=body)
            is_json = "json" in response.headers.get("content-type", "")
            expected: tuple[int, Any] = response.status_code, response.json() if is_json else response.text
            assert _public(house) == _public(expected), (method, path, body)
            asked |= {call for call in _all_calls() if call.match(method, path.replace("T", "x")) is not None}
            if house[0] == 201:
                here, there = house[1]["id"], expected[1]["id"]
    left = {call.path for call in _all_calls() if call not in asked}
    assert left == set()


def _all_calls() -> list[Call]:
    return [call for room in ROOMS for call in calls_in(room)]


def _public(answer: Any) -> Any:
    """Returns *answer* without what is different at every table: names, times, and what follows from the deal."""
    if isinstance(answer, dict):
        answer = {**answer, "position": None} if "rounds" in (answer.get("position") or ()) else answer
        return {
            key: "" if key in SECRET and isinstance(value, str) else _public(value) for key, value in answer.items()
        }
    return [_public(one) for one in answer] if isinstance(answer, list | tuple) else answer


def test_the_page_asks_nothing_that_a_house_does_not_know() -> None:
    source = (ROOT / "web/src/lib/api.ts").read_text()
    asked = re.findall(r"""\("(GET|POST|PUT|DELETE)", (?:at\(id(?:, "([^"]*)")?\)|["`](/[^"`]*)["`])""", source)
    assert len(asked) >= 25
    for method, at_table, path in asked:
        path = re.sub(r"\$\{[^}]*\}", "x", path) or f"/tables/x{at_table}"
        assert any(call.match(method, path) is not None for call in _all_calls()), (method, path)
