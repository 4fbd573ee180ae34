"""Whole games over real sockets: every game, every number of players and every option, on both databases."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from crownland.dealer import verify
from crownland.games.registry import GAMES
from crownland.games.setup import Setup
from crownland.notation import read_record
from tests.server.support import Guest, Seated, new_table

AT_ONCE = 6


def every_variant() -> Iterator[Setup]:
    """Every game with every number of players, and every value of every option with each of them."""
    for game in GAMES.values():
        for players in game.players:
            yield game.setup(players)
            for option in game.options:
                for value in option.values(players)[1:]:
                    yield game.setup(players, {option.key: value})


VARIANTS = list(every_variant())


async def play_apart(url: str, setup: Setup) -> None:
    """Two people on two devices play all seats in turn and a third one watches; all see the same game."""
    async with Guest(url) as anna, Guest(url) as ben, Guest(url) as zoe:
        seats = ["me" if seat % 2 == 0 else "open" for seat in range(setup.players)]
        made = await new_table(anna, setup.game, setup.players, seats, options=dict(setup.options))
        table = made["id"]
        for seat in range(1, setup.players, 2):
            await ben.post(f"/tables/{table}/join", {"seat": seat, "name": "Ben"})
        async with anna.sit(table) as first, ben.sit(table) as second, zoe.sit(table) as third:
            started = await anna.post(f"/tables/{table}/start")
            assert started["phase"] == "playing"
            for seated in (first, second, third):
                await seated.until_begun()
            rng = Random(str(setup))
            await asyncio.gather(*(seated.until_over(rng) for seated in (first, second, third)))
            _agree(first, second, third)
        await _check_record(anna, made, first)


def _agree(*all_seated: Seated) -> None:
    first, *others = all_seated
    for other in others:
        assert other.view == first.view
        assert other.events == first.events
        assert other.table["seed"] == first.table["seed"] is not None
    assert list(first.events) == list(range(1, first.seq + 1))
    assert first.table["ended"] == "finished"


async def _check_record(guest: Guest, made: dict[str, Any], seated: Seated) -> None:
    text = (await guest.http.get(f"/api/tables/{made['id']}/record")).text
    record = read_record(text)
    assert not record.errors
    assert verify(record) == ()
    assert record.tag("Commitment") == made["commitment"]
    assert seated.view is not None
    totals = [str(kingdom["total"]) for kingdom in seated.view["kingdoms"]]
    assert record.tag("Totals") == " ".join(totals)
    assert [score.total for score in record.final().scores()] == list(map(int, totals))


@pytest.mark.parametrize("game", GAMES)
async def test_every_variant_is_played_to_its_end_by_people_on_several_devices(any_url: str, game: str) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def play(setup: Setup) -> None:
        async with gate:
            await play_apart(any_url, setup)

    await asyncio.gather(*(play(setup) for setup in VARIANTS if setup.game == game))


async def test_a_person_plays_against_bots(any_url: str) -> None:
    async with Guest(any_url) as anna:
        made = await new_table(anna, "kingdomino", 3, ["me", "greedy", "uniform"])
        assert made["phase"] == "playing"
        async with anna.sit(made["id"]) as seated:
            await seated.until_over(Random(1))
        assert any(event["bot"] for event in seated.events.values())
        assert [seat["kind"] for seat in seated.table["seats"]] == ["person", "bot", "bot"]


async def test_bots_play_alone_while_somebody_watches(url: str) -> None:
    async with Guest(url) as anna:
        made = await new_table(anna, "duel", 2, ["greedy", "greedy"])
        async with anna.sit(made["id"]) as seated:
            await seated.until_over(Random(1))
        assert seated.table["watching"] == 1


async def test_two_people_at_one_device_share_a_socket(url: str) -> None:
    async with Guest(url) as anna:
        made = await new_table(anna, "queendomino", 2, ["me", "guest"])
        assert [seat["mine"] for seat in made["seats"]] == [True, True]
        async with anna.sit(made["id"]) as seated:
            await seated.until_over(Random(3))
