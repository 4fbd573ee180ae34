"""``crownland bot-test``."""

from pathlib import Path

# The command hides its module in the package.
from tests.cli.support import EXAMPLES, run, run_well


def test_bot_test_ticks_what_a_bot_promises() -> None:
    shown = run_well("bot-test", "first_legal", "--load", EXAMPLES / "first_legal.sh", "--game", "duel")
    assert shown.splitlines() == [
        "✓ duel: plays whole games by the rules",
        "✓ duel: leaves the global generators alone",
        "✓ duel: takes the same actions from the same seed",
        "✓ duel: answers within a limit of 0.5 s",
    ]


def test_bot_test_explains_a_failed_check_with_exit_code_1(tmp_path: Path) -> None:
    bot = tmp_path / "mute.sh"
    bot.write_text("exit 1", encoding="utf-8")
    done = run("bot-test", "mute", "--load", bot, "--game", "kingdomino")
    assert (done.returncode, done.stderr) == (1, "crownland: mute fails 1 of 1 checks\n")
    first, second, third = done.stdout.splitlines()
    assert first == "✗ kingdomino: plays whole games by the rules"
    assert "bot mute: expected an answer, but it ended with exit code 1 in kingdomino players=2 " in second
    assert third.startswith("  what to do: return one of state.legal_actions(), or answer one of the tokens")
