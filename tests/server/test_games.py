"""Whole games over real sockets."""

from random import Random

import pytest

from crownland.dealer import verify
from crownland.notation import read_record
from tests.server.support import Guest, new_table, play_out

GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("kingdomino", 2, {}),
    ("queendomino", 2, {}),
    ("duel", 2, {}),
]


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
async def test_a_whole_game_is_played_and_its_record_verifies(
    any_url: str, game: str, players: int, options: dict[str, str]
) -> None:
    async with Guest(any_url) as anna:
        seats = ["me"] + ["guest"] * (players - 1)
        made = await new_table(anna, game, players, seats, options=options)
        seated = await play_out(anna, made["id"], Random(1))
        assert seated.table["ended"] == "finished"
        response = await anna.http.get(f"/api/tables/{made['id']}/record")
        record = read_record(response.text)
        assert not record.errors
        assert verify(record) == ()
        assert record.tag("Commitment") == made["commitment"]


async def test_a_bot_plays_in_its_seat(url: str) -> None:
    async with Guest(url) as anna:
        made = await new_table(anna, "kingdomino", 2, ["me", "greedy"])
        seated = await play_out(anna, made["id"], Random(2))
        assert any(event["bot"] for event in seated.events.values())
