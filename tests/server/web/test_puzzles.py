"""Puzzles over REST: the answer is told to those who find it or give up, and to nobody else."""

from datetime import UTC, datetime
from pathlib import Path

from crownland.puzzles import puzzle_of_day, puzzles
from tests.server.support import Guest, generous, running


async def test_puzzles_are_listed_asked_and_judged(tmp_path: Path) -> None:
    puzzle = next(one for one in puzzles() if "order" in one.themes)
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            shelf = await guest.get("/puzzles")
            asked = await guest.get(f"/puzzles/{puzzle.key}")
            wrong = await guest.post(f"/puzzles/{puzzle.key}", {"action": puzzle.greedy})
            right = await guest.post(f"/puzzles/{puzzle.key}", {"action": puzzle.answer, "instead": puzzle.greedy})
            told = await guest.post(f"/puzzles/{puzzle.key}", {"action": None})
    assert [one[0] for one in shelf["puzzles"]] == [one.key for one in puzzles()]
    assert shelf["day"] == datetime.now(UTC).date().isoformat()
    assert shelf["today"] == puzzle_of_day().key
    assert "answer" not in asked
    assert asked["exercise"]["position"] == puzzle.position
    assert (wrong["right"], wrong["answer"], wrong["reasons"], wrong["others"]) == (False, None, [], [])
    assert wrong["lost"] >= 5
    assert (right["right"], right["lost"], right["answer"]) == (True, 0, puzzle.answer)
    assert right["win"] > right["less"]
    assert "order.more" in {reason["key"] for reason in right["reasons"]}
    assert [event["token"] for event in right["after"]["events"]] == [puzzle.answer]
    assert told["answer"] == puzzle.answer


async def test_a_date_is_the_name_of_its_puzzle_and_other_names_are_refused(tmp_path: Path) -> None:
    day = datetime(2026, 11, 16, tzinfo=UTC).date()
    puzzle = puzzle_of_day(day)
    cases = {"00000000": 404, "2026-13-40": 404, "nothing": 422}
    with running(generous(tmp_path)) as url:
        async with Guest(url) as guest:
            assert (await guest.get(f"/puzzles/{day}"))["key"] == puzzle.key
            for name, status in cases.items():
                assert (await guest.http.get(f"/api/puzzles/{name}")).status_code == status
            answer = await guest.http.post(f"/api/puzzles/{puzzle.key}", json={"action": "what"})
            assert (answer.status_code, answer.json()["code"]) == (422, "action/invalid")
