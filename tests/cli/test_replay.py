"""``crownland replay`` and ``verify``."""

import json
from pathlib import Path

import pytest

# The command hides its module in the package.
from tests.cli.support import GOLDEN, RECORD, run, run_well


def test_replay_prints_one_json_object_for_every_action_and_then_the_final_score() -> None:
    lines = [json.loads(line) for line in run_well("replay", RECORD, "--json").splitlines()]
    *actions, final = lines
    assert [line["seq"] for line in actions] == list(range(len(actions)))
    assert actions[0] == {"seq": 0, "actor": "chance", "action": actions[0]["action"]}
    players = [line for line in actions if line["actor"] != "chance"]
    assert {line["actor"] for line in players} == {0, 1}
    assert all(line["action"] in line["legal"] for line in players)
    assert set(final) == {"final"}
    assert set(final["final"]) == {"totals", "lines", "ranking"}
    sums = [sum(line["points"] for line in lines) for lines in final["final"]["lines"]]
    assert final["final"]["totals"] == sums
    assert sorted(standing["kingdom"] for standing in final["final"]["ranking"]) == [0, 1]


def test_replay_shows_the_score_to_people() -> None:
    shown = run_well("replay", RECORD)
    assert "total" in shown
    assert "1. " in shown


def test_an_illegal_action_stops_the_replay_with_exit_code_1_and_the_number_of_the_rule(tmp_path: Path) -> None:
    text = RECORD.read_text(encoding="utf-8")
    claim = next(word for word in text.split() if word.startswith("K"))
    broken = tmp_path / "broken.kdn"
    broken.write_text(text.replace(f" {claim} ", f" {claim} {claim} ", 1), encoding="utf-8")
    done = run("replay", broken, "--json")
    assert done.returncode == 1
    assert f"illegal action: {claim} (C9: a king already stands on {claim[1:]})" in done.stderr
    assert "line 11, column" in done.stderr
    assert len(done.stdout.splitlines()) == 3  # the opening, the line, the first claim


def test_wrong_totals_in_a_record_are_reported(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.kdn"
    text = RECORD.read_text(encoding="utf-8")
    totals = next(line for line in text.splitlines() if line.startswith("[Totals"))
    wrong.write_text(text.replace(totals, '[Totals "1 2"]'), encoding="utf-8")
    done = run("replay", wrong)
    assert done.returncode == 1
    assert "the record says the totals are '1 2', the rules say" in done.stderr


def test_an_unfinished_record_ends_with_its_position() -> None:
    head = RECORD.read_text(encoding="utf-8").split("\n3. ")[0].replace("[Totals", "[Was")
    done = run("replay", "-", "--json", stdin=head)
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["position"].startswith("kingdomino players=2 opening=snake A:")


def test_verify_distinguishes_an_honest_deal_from_a_changed_one(tmp_path: Path) -> None:
    assert run_well("verify", RECORD).startswith("The deal is honest")
    text = RECORD.read_text(encoding="utf-8")
    seed = next(line for line in text.splitlines() if line.startswith("[Seed"))
    changed = tmp_path / "changed.kdn"
    changed.write_text(text.replace(seed, f'[Seed "{"0" * 64}"]'), encoding="utf-8")
    done = run("verify", changed)
    assert done.returncode == 1
    assert "is not that of the seed" in done.stderr
    assert "the seed deals" in done.stderr


def test_a_team_is_named_after_both_partners() -> None:
    shown = run_well("replay", GOLDEN / "royal-wedding-teams-4.kdn")
    assert "A greedy & C greedy" in shown
    final = json.loads(run_well("replay", GOLDEN / "royal-wedding-teams-4.kdn", "--json").splitlines()[-1])["final"]
    assert len(final["totals"]) == 2
    assert sorted(standing["seats"] for standing in final["ranking"]) == [[0, 2], [1, 3]]


@pytest.mark.parametrize(
    ("language", "turn", "line", "ranked", "honest"),
    [
        ("en", "chance", "mine 3 × 7", "2. B greedy: 40 (on points)", "The deal is honest"),
        ("pl", "los", "góry 3 × 7", "2. B greedy: 40 (punktami)", "Losowanie jest uczciwe"),
        ("sr-Cyrl", "случај", "планина 3 × 7", "2. B greedy: 40 (по поенима)", "Извлачење је поштено"),
    ],
)
def test_results_come_in_the_language_of_the_reader(
    language: str, turn: str, line: str, ranked: str, honest: str
) -> None:
    shown = run_well("replay", RECORD, "--language", language)
    assert (turn in shown.splitlines()[0], line in shown, shown.splitlines()[-1]) == (True, True, ranked)
    assert run_well("verify", RECORD, "--language", language).startswith(honest)
    assert run("verify", RECORD, "--language", "tlh").stderr.startswith(
        "crownland: unknown language: 'tlh'; known: en,"
    )
