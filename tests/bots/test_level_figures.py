"""The command that measures the levels."""

import pytest

from benchmarks import levels
from benchmarks.levels import SETUPS, Figure, main, measure
from crownland.arena.contest import Contest, GameResult
from crownland.arena.engine import Serial
from crownland.arena.ratings import Estimate
from crownland.arena.schedule import Pairing
from crownland.games.registry import KINGDOMINO


def test_two_play_every_deal_twice() -> None:
    figure = measure(Contest(KINGDOMINO.setup(2), ("uniform", "steady"), seed=1), 3, Serial())
    assert figure.games == 4
    assert figure.wins.value == 1.0
    assert figure.score > figure.other_score
    assert figure.forfeit == ""


def test_at_a_table_of_four_one_meets_three_of_the_level_below(monkeypatch: pytest.MonkeyPatch) -> None:
    seatings: list[tuple[int, ...]] = []
    play = Contest.play

    def noted(contest: Contest, pairing: Pairing) -> tuple[GameResult, str]:
        seatings.append(pairing.seating)
        return play(contest, pairing)

    monkeypatch.setattr(Contest, "play", noted)
    figure = measure(Contest(KINGDOMINO.setup(4), ("uniform", "casual"), seed=1), 4, Serial())
    assert seatings == [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)]
    assert figure.games == 4


def test_the_figures_are_printed_as_markdown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def measured(contest: Contest, games: int, engine: object) -> Figure:
        asked.append((contest, games))
        return Figure(Estimate(0.721, 0.66, 0.78), 40.0, 30.0, 400)

    monkeypatch.setattr(levels, "measure", measured)
    chosen = "--setup duel --setup mighty-duel --level steady --level skilled"
    main(f"{chosen} --games 400 --time 0.1 --try steady=mc:sims=9".split())
    duel, mighty = SETUPS["duel"], SETUPS["mighty-duel"]
    bots = [("casual", "mc:sims=9"), ("mc:sims=9", "skilled")]
    assert asked == [(Contest(setup, pair, 1, 0.1), 400) for pair in bots for setup in (duel, mighty)]
    shown, progress = capsys.readouterr()
    assert shown.startswith("| level | duel | mighty-duel |\n| --- | --- | --- |\n| beginner | `careless:")
    assert "| steady | `mc:sims=9` | `mc:sims=9` |\n" in shown
    cell = "72.1 % (66–78 %)"
    assert shown.endswith(f"\n| steady | {cell} | {cell} |\n| skilled | {cell} | {cell} |\n")
    assert f"duel: skilled against mc:sims=9: {cell}, 40.0 to 30.0 points, 400 games\n" in progress
