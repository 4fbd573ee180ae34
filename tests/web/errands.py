"""Tables made and played forward behind the page's back, so that a test begins at the moment it is about."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

from websockets.sync.client import connect

from crownland.bots import Limit, make_bot
from crownland.notation.record import Record, Round, read_record
from crownland.testing.server import view_after
from tests.web.browsing import Visitor

__all__ = ["advised", "can", "can_claim", "forward", "golden", "is_over", "make_table", "reviewed", "shortened"]

Moment = Callable[[dict[str, Any], list[dict[str, Any]]], bool]
PATIENCE = 30.0


def make_table(
    visitor: Visitor, game: str, players: int, seats: Sequence[str] = (), bot: str = "beginner", **values: Any
) -> str:
    """The id of a new table: the visitor first, then *seats* (``open``, ``guest``), then bots.

    Not while a page of a new visitor loads: the server would meet two guests, and the visitor could lose the seat.
    """
    names = iter(("Odo", "Mira", "Falk", "Runa", "Tibor", "Elka", "Joris"))
    wanted: list[dict[str, str]] = [{"kind": "me", "name": values.pop("name", "Ada")}]
    wanted += [{"kind": kind, "name": next(names)} if kind == "guest" else {"kind": kind} for kind in seats]
    wanted += [{"kind": "bot", "bot": bot, "name": next(names)} for _ in range(players - len(wanted))]
    body = {"game": game, "players": players, "seats": wanted, **values}
    answer = visitor.context.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    return str(answer.json()["id"])


def forward(visitor: Visitor, table: str, moment: Moment, seed: int = 1) -> bool:
    """Play for the visitor as the bot `greedy` would, until *moment* comes; False when the game was over before."""
    rng, bot = Random(seed), make_bot("greedy")
    cookies = "; ".join(f"{cookie['name']}={cookie['value']}" for cookie in visitor.context.cookies())
    url = f"{visitor.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?since=0"
    view: dict[str, Any] = {}
    with connect(url, additional_headers={"Cookie": cookies}) as socket:
        while True:
            frame = json.loads(socket.recv(PATIENCE))
            if frame["type"] not in ("hello", "news"):
                assert frame["type"] != "refused", frame
                continue
            view = frame["view"] if frame["type"] == "hello" else view_after(view, frame)
            offers = frame.get("offers", [])
            if moment(view, offers):
                return True
            if view["over"]:
                return False
            if offers:
                record = read_record(visitor.context.request.get(f"/api/tables/{table}/record").text())
                token = str(bot.choose(record.final(), Limit(), rng))
                socket.send(json.dumps({"type": "act", "token": token, "seq": view["seq"], "id": f"f{view['seq']}"}))


def golden(name: str) -> str:
    """The text of a golden record."""
    return (Path(__file__).parents[1] / "golden" / f"{name}.kdn").read_text(encoding="utf-8")


def shortened(text: str, many: int) -> str:
    """A record with its first *many* actions only, and with names that differ."""
    record = read_record(text)
    tags = [(key, f"{value} {key}" if len(key) == 1 else value) for key, value in record.tags if key != "Totals"]
    left, rounds = many, []
    for one in record.rounds:
        rounds.append(Round(one.number, one.items[: max(0, left)]))
        left -= len(one.items)
    return str(Record(tuple(tags), tuple(one for one in rounds if one.items)))


def reviewed(visitor: Visitor, record: str) -> None:
    """Wait until the server has a review of *record*, which may have to compile code first."""
    while True:
        answer = visitor.context.request.post("/api/reviews", data={"record": record})
        assert answer.ok, answer.text()
        if answer.json()["review"] is not None:
            return
        sleep(0.2)


def advised(visitor: Visitor, table: str) -> Any:
    """Wait until the coach has judged what the visitor can do now, which may have to compile code first."""
    record = read_record(visitor.context.request.get(f"/api/tables/{table}/record").text())
    asked = {"seq": sum(1 for _ in record.items)}
    while True:
        answer = visitor.context.request.post(f"/api/tables/{table}/coach", data=asked, timeout=120_000)
        if answer.ok:
            return answer.json()
        assert answer.status == 503, answer.text()


def can(kind: str, round_: int = 1) -> Moment:
    """It is the visitor's turn, not before *round_*, to do something of that kind."""
    return lambda view, offers: view["round"] >= round_ and any(offer["kind"] == kind for offer in offers)


def can_claim(many: int) -> Moment:
    """So many dominoes can be claimed, or more."""
    return lambda view, offers: sum(offer["kind"] == "claim" for offer in offers) >= many


def is_over(view: dict[str, Any], offers: list[dict[str, Any]]) -> bool:
    return bool(view["over"])
