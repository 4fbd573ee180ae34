"""Exercises: a position in, its table and its offers out; with an action, what comes of it."""

from pathlib import Path

from crownland.notation.position import parse_position
from tests.server.support import Guest, generous, running

CLAIMS = (
    "kingdomino players=2 opening=snake A:.wm2/.wm1/gwcff/g2/lll B:l/l/cgw1/ff1w/f claiming:A old:43B.47B "
    "new:4.10.18.30A gone:5.6.7.8.15.21.25.40.42.45"
)


async def test_a_position_becomes_a_table_with_offers_and_an_action_lands_on_it(tmp_path: Path) -> None:
    state = parse_position(CLAIMS)
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            asked = await guest.post("/exercises", {"position": CLAIMS})
            after = await guest.post("/exercises", {"position": CLAIMS, "action": "K4"})
            explained = await guest.post("/exercises/explained", {"position": CLAIMS, "token": "K10"})
    tokens = [token for offer in asked["offers"] for token, _, _ in offer["choices"]]
    assert tokens == [str(action) for action in state.legal_actions()]
    assert (asked["game"], asked["seat"], asked["kingdoms"], asked["events"]) == ("kingdomino", 0, [0, 1], [])
    assert asked["view"]["actor"] == 0
    assert after["offers"] == []
    assert [event["token"] for event in after["events"]] == ["K4"]
    claimed = {slot[0][1]: slot[1] for tray in after["view"]["trays"] for slot in tray["slots"]}
    assert claimed["4"] == 0
    assert explained["token"] == "K10"


async def test_what_is_no_exercise_is_refused_in_one_sentence(tmp_path: Path) -> None:
    over = "kingdomino players=2 opening=snake A:c B:c"
    cases = [
        ({"position": "kingdomino players=9"}, 422, "position/invalid"),
        ({"position": "chess players=2"}, 422, "position/invalid"),
        ({"position": over}, 422, "position/nobody"),
        ({"position": CLAIMS, "action": "K43"}, 409, "action/illegal"),
        ({"position": CLAIMS, "action": "what"}, 422, "action/invalid"),
        ({"position": "x" * 5000}, 422, "body/invalid"),
    ]
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            for body, status, code in cases:
                answer = await guest.http.post("/api/exercises", json=body)
                assert (answer.status_code, answer.json()["code"]) == (status, code), body
