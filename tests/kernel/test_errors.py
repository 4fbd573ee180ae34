import pytest

from crownland.kernel import errors


@pytest.mark.parametrize(
    ("error", "base"),
    [
        (errors.InvalidTextError, ValueError),
        (errors.InvalidActionError, errors.InvalidTextError),
        (errors.IllegalActionError, ValueError),
        (errors.SetupError, ValueError),
        (errors.UnknownNameError, LookupError),
    ],
)
def test_every_error_is_also_a_builtin_one(error: type[Exception], base: type[Exception]) -> None:
    assert issubclass(error, base)


def test_an_illegal_action_is_told_with_rule_reason_and_position_last() -> None:
    error = errors.IllegalActionError("3@g8n", "C5", "no half touches", "kingdomino players=2")
    assert str(error) == "illegal action: 3@g8n (C5: no half touches) in kingdomino players=2"
    assert (error.action, error.rule, error.reason) == ("3@g8n", "C5", "no half touches")
    assert error.position == "kingdomino players=2"


def test_an_unknown_name_is_told_with_the_known_ones_in_order() -> None:
    assert str(errors.UnknownNameError("bot", "mtcs", ["uniform", "greedy"])) == (
        "unknown bot: 'mtcs'; known: greedy, uniform"
    )
