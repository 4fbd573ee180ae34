"""The builders' board: six tiles at first, and what the end of a round does to it (Q3, Q11)."""

import pytest

from crownland.games.queen.building import BUILDINGS, TILES, building_name
from tests.games.queen import oracle as oracle
from tests.games.queen.helpers import legal, played, purses, refusal, scene, start_of

NAMES = [building_name(key) for key in TILES]


def board_of(text: str) -> list[str | None]:
    return [None if name == "-" else oracle.tile_of(name) for name in text.split(".")]


def burned_without(*left: str) -> str:
    """All tiles burned but *left*: that is how a pile runs out."""
    names = list(NAMES)
    for name in left:
        names.remove(name)
    return ".".join(sorted(names))


def test_the_pile_holds_the_32_tiles() -> None:
    assert len(TILES) == 32
    assert {key: TILES.count(key) for key in BUILDINGS} == {key: tile.copies for key, tile in oracle.TILES.items()}


def test_six_tiles_are_revealed_after_the_opening_and_before_the_first_line() -> None:
    state = played(start_of("queendomino players=4"), "OABCD")
    assert state.actor is None
    assert state.chance is not None
    assert (state.chance.pile, state.chance.count) == ("buildings 1", 6)
    assert refusal(state, "LQ1.Q2.Q3.Q4") == "Q11: the builders' board is filled first"
    state = played(state, "Sstatue.church.bakery.tavern.guardtower.fortress")
    assert state.board == ("statue", "church", "bakery", "tavern", "guardtower", "fortress")  # priced 0 to 5
    assert state.chance is not None
    assert (state.chance.pile, state.chance.count) == ("queen dominoes 1", 4)


@pytest.mark.parametrize(
    ("history", "token", "why"),
    [
        ("", "Sstatue.church.bakery.tavern.guardtower.fortress", "Q11: no tiles are revealed now"),
        ("OABCD", "Sstatue", "Q11: 6 tiles are revealed"),
        ("OABCD", "Sstatue.church.bakery.tavern.guardtower.fortress.statue", "Q11: 6 tiles are revealed"),
        (
            "OABCD",
            "Sfortress.church.bakery.tavern.guardtower.fortress",
            "Q3: a tile is revealed more often than the pile holds it",
        ),
        (
            "OABCD Sstatue.church.bakery.tavern.guardtower.fortress",
            "Sstatue.church.bakery.tavern.guardtower.statue",
            "Q11: no tiles are revealed now",
        ),
        (
            "OABCD Sstatue.church.bakery.tavern.guardtower.fortress LQ1.Q2.Q3.Q4 KQ1 KQ2 KQ3 KQ4",
            "Sstatue",
            "Q11: no tiles are revealed now",  # the first round has taken nothing from the board
        ),
    ],
)
def test_a_stock_that_cannot_be_is_refused(history: str, token: str, why: str) -> None:
    assert refusal(played(start_of("queendomino players=4"), history), token) == why


# The board before and after the last claim of a round, and how many tiles are then revealed.
@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("statue.church.bakery.tavern.guardtower.fortress", "statue.church.bakery.tavern.guardtower.fortress", 0),
        ("-.church.bakery.tavern.guardtower.fortress", "church.bakery.tavern.guardtower.fortress.-", 1),
        ("statue.church.bakery.tavern.guardtower.-", "statue.church.bakery.tavern.guardtower.-", 1),
        ("statue.-.bakery.-.guardtower.fortress", "statue.bakery.guardtower.fortress.-.-", 2),
        ("-.-.-.-.-.fortress", "fortress.-.-.-.-.-", 5),
        ("-.-.-.-.-.-", "-.-.-.-.-.-", 6),
    ],
)
def test_when_a_round_ends_the_tiles_slide_towards_price_0_in_their_order(before: str, after: str, wanted: int) -> None:
    state = scene(old="Q20A", new="Q30B.Q31C.Q32D.Q33", board=before, dragon="away")
    state = played(state, "Q20@g8n")
    assert f" board:{before} dragon:away " in str(state)
    state = played(state, "KQ33")
    assert f" board:{after} old:" in str(state)  # and the dragon is home
    assert oracle.slid(board_of(before), [])[0] == list(state.board)
    assert state.chance is not None
    assert (state.chance.pile, state.chance.count) == (("buildings 1", wanted) if wanted else ("queen dominoes 1", 4))


def test_the_emptied_dear_spaces_are_filled_from_the_cheapest_on() -> None:
    state = scene(old="Q20A", new="Q30B.Q31C.Q32D.Q33", board="-.church.-.tavern.guardtower.fortress")
    state = played(state, "Q20@g8n KQ33 Sweaver.bakery")
    assert state.board == ("church", "tavern", "guardtower", "fortress", "weaver", "bakery")
    assert oracle.slid([None, "church", None, "tavern"], ["weaver"])[0] == ["church", "tavern", "weaver", *[None] * 3]


def test_a_pile_that_runs_short_leaves_dear_spaces_empty() -> None:
    state = scene(
        old="Q20A",
        new="Q30B.Q31C.Q32D.Q33",
        board="-.church.-.-.-.fortress",
        burned=burned_without("church", "fortress", "weaver", "bakery"),
    )
    state = played(state, "Q20@g8n KQ33")
    assert refusal(state, "Sweaver") == "Q11: 2 tiles are revealed"
    assert refusal(state, "Sweaver.statue") == "Q3: a tile is revealed more often than the pile holds it"
    state = played(state, "Sweaver.bakery")
    assert state.board == ("church", "fortress", "weaver", "bakery", None, None)
    assert state.chance is not None
    assert state.chance.pile == "queen dominoes 1"


def test_an_exhausted_pile_is_asked_for_nothing() -> None:
    state = scene(
        old="Q20A",
        new="Q30B.Q31C.Q32D.Q33",
        board="-.church.-.-.-.fortress",
        burned=burned_without("church", "fortress"),
    )
    state = played(state, "Q20@g8n KQ33")
    assert state.board == ("church", "fortress", None, None, None, None)
    assert refusal(state, "Sweaver") == "Q11: no tiles are revealed now"
    state = played(state, "LQ40.Q41.Q42.Q43 Q30@g8n")
    assert [token for token in legal(state).split() if token[0] == "D"] == ["D0", "D1"]


def test_with_no_tile_left_at_all_the_game_goes_on() -> None:
    state = scene("t/c;7c.1k.0t", old="Q20A", new="Q30B.Q31C.Q32D.Q33", board="-.-.-.-.-.-", burned=burned_without())
    state = played(state, "Q20@h7e")
    assert legal(state) == "N@h7 N@i7 KQ33"
    assert legal(played(state, "KQ33 LQ40.Q41.Q42.Q43 Q30@g8n")).endswith(" KQ40 KQ41 KQ42 KQ43")


def test_the_board_is_filled_before_the_last_round_too() -> None:
    state = scene(old="Q20A", new="Q45B.Q46C.Q47D.Q48", board="-.church.bakery.tavern.guardtower.fortress", lines=12)
    state = played(state, "Q20@g8n KQ48 Sweaver Q45@g8n")
    assert state.board == ("church", "bakery", "tavern", "guardtower", "fortress", "weaver")
    assert purses(state)[1] == (7, 1, 0)


def test_within_a_round_a_space_stays_empty() -> None:
    state = scene("t/c;7c.1k.0t", "t/c;7c.1k.0t", board="statue.church.bakery.tavern.weaver.fortress")
    state = played(state, "Q3@f6n B0@g8 KQ30 Q20@h7e")
    assert refusal(state, "B0@g8") == "Q7: no tile lies on the space priced 0"
    assert state.chance is None
