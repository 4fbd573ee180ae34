"""Every refusal of Duel: the rule, the text, and a position that stays as it was."""

import pytest

from crownland.games.duel.action import Action, Roll, Take
from crownland.games.duel.state import State
from crownland.kernel.action import Opening, Seat
from crownland.kernel.errors import IllegalActionError
from crownland.notation.position import parse_position
from crownland.notation.token import parse_action
from tests.games.duel.oracle import EMPTY, position

# The castle has no free side; every coat but S and f is there once.
RING = """
    . . . . . . .
    . . . d . . .
    . . s c q . .
    . . . D . . .
    . . . . . . .
"""
# Two squares are free, far apart: d9 touches only d, j5 touches only D.
BLOCKED = """
    . d s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D .
"""
# Only d9 is free, beside s and d.
LAST = """
    . s D S f q d
    d D S f q d s
    D S f c d s D
    S f q d s D S
    f q d s D S f
"""
# d9 and e9 are free; d9 touches d and e9 touches d: a pair of d and anything goes there, q alone goes nowhere.
ONE_APART = """
    . . d D S f S
    d d D S f S d
    s D S c S d s
    D S f S d s D
    S f S d s D S
"""
# One square is free, d9: it touches both d and s.
ONE_LEFT = """
    . s s D S f q
    d s D S f q d
    s D S c q d s
    D S f q d s D
    S f q d s D f
"""
NEW = "duel players=2 A:c;000000 B:c;000000 round:1"
OVER = f"{position()} over:yes"
LIGHTNING = (
    "duel players=2 A:f/c;00003{} B:c;000000 first:A round:5 dice:2.6.1.1 taken:AABB drewA:f drewB:DS lightning:A.{}"
)
COAT_BONUS = LIGHTNING.format("0;coat_bonus", "coat_bonus")
EXTRA_CROSS = LIGHTNING.format("3;extra_cross", "extra_cross")


def spells(*keys: str, land: str = EMPTY) -> str:
    return position(land, book_a=";".join(("000000", *keys)))


# Each: a position, the tokens played from it, the token that is refused, the rule, the reason.
TABLE = {
    "a second opening": (NEW, "OAB", "OBA", "D3", "who begins is drawn once"),
    "an opening with a stranger": (NEW, "", "OAC", "D3", "both players are drawn"),
    "an opening with one player twice": (NEW, "", "OAA", "D3", "both players are drawn"),
    "a roll before the opening": (NEW, "", "R1.1.1.1", "D3", "no dice are rolled now"),
    "a second roll": (NEW, "OAB R1.1.1.1", "R1.1.1.1", "D3", "no dice are rolled now"),
    "a roll after the end": (OVER, "", "R1.1.1.1", "D3", "no dice are rolled now"),
    "a take before the opening": (NEW, "", "T1", "D3", "the dealer acts now"),
    "a take before the roll": (NEW, "OAB", "T1", "D3", "the dealer acts now"),
    "a take after the end": (OVER, "", "T1", "D9", "the game is over"),
    "a drawing before the takes": (
        position(),
        "R2.1.1.1",
        "1.2@g8n",
        "D3",
        "dice are taken before anything is drawn",
    ),
    "two dice as A": (position(), "R2.1.1.1", "T1.2", "D7", "only the spell pick_two takes two dice as A"),
    "two dice as A when B has the spell": (
        position(book_b="000000;pick_two"),
        "R2.1.1.1",
        "T1.2",
        "D7",
        "only the spell pick_two takes two dice as A",
    ),
    "one die as B": (position(), "R2.1.1.1 T1", "T2", "D3", "B takes two of the 3 dice that are left"),
    "a die that A has": (position(), "R2.1.1.1 T1", "T1.2", "D3", "B takes two of the 3 dice that are left"),
    "a take while dice are drawn": (position(), "R2.1.1.1 T1 T3.4", "T2", "D3", "the dice are taken"),
    "another game's action": (position(), "R2.1.1.1 T1 T3.4", "K3", "D3", "now the dice are drawn"),
    "a coat bonus nobody won": (position(), "R2.1.1.1 T1 T3.4", "Mcoatd", "D7", "no lightning spell was won"),
    "an extra cross nobody won": (
        position(RING),
        "R2.1.1.1 T1 T3.4",
        "Mcross@g8",
        "D7",
        "no lightning spell was won",
    ),
    "a cross for a coat": (
        COAT_BONUS,
        "",
        "Mcross@g8",
        "D7",
        "the lightning spell coat_bonus acts at once: choose a coat of arms",
    ),
    "a coat for a cross": (
        EXTRA_CROSS,
        "",
        "Mcoatf",
        "D7",
        "the lightning spell extra_cross acts at once: choose a square",
    ),
    "a cross on an empty square": (
        EXTRA_CROSS,
        "",
        "Mcross@g9",
        "D7",
        "the lightning spell extra_cross acts at once: choose a square",
    ),
    "a cross on the castle": (
        EXTRA_CROSS,
        "",
        "Mcross@g7",
        "D7",
        "the lightning spell extra_cross acts at once: choose a square",
    ),
    "a roll before the lightning": (COAT_BONUS, "", "R1.1.1.1", "D3", "no dice are rolled now"),
    # spells
    "turn_die not won": (
        spells("split"),
        "R2.1.1.1 T1 T3.4",
        "Mturn1.3",
        "D7",
        "the spell turn_die is not at hand",
    ),
    "free_placement not won": (
        spells("split"),
        "R2.1.1.1 T1 T3.4",
        "Mfree",
        "D7",
        "the spell free_placement is not at hand",
    ),
    "split not won": (spells("turn_die"), "R2.1.1.1 T1 T3.4", "Msplit", "D7", "the spell split is not at hand"),
    "split that the other has": (
        position(book_b="000000;split"),
        "R2.1.1.1 T1 T3.4",
        "Msplit",
        "D7",
        "the spell split is not at hand",
    ),
    "split used before": (spells("-split"), "R2.1.1.1 T1 T3.4", "Msplit", "D7", "the spell split is not at hand"),
    "turn_die after the castle bonus": (
        spells("turn_die"),
        "R2.1.1.1 T1 T3.4 C1",
        "Mturn1.3",
        "D7",
        "turn_die comes before what was already decided",
    ),
    "turn_die after a name": (
        spells("turn_die"),
        "R1.1.1.1 T1 T3.4 W1d",
        "Mturn1.3",
        "D7",
        "turn_die comes before what was already decided",
    ),
    "free_placement after the split": (
        spells("free_placement", "split"),
        "R2.1.1.1 T1 T3.4 Msplit",
        "Mfree",
        "D7",
        "free_placement comes before what was already decided",
    ),
    "free_placement before a name": (
        spells("free_placement"),
        "R1.1.1.1 T1 T3.4",
        "Mfree",
        "D5",
        "the wild face of die 1 is named first",
    ),
    "split before a name": (
        spells("split"),
        "R1.1.1.1 T1 T3.4",
        "Msplit",
        "D5",
        "the wild face of die 1 is named first",
    ),
    "turning a die that the other one took": (
        spells("turn_die"),
        "R2.1.1.1 T1 T3.4",
        "Mturn3.2",
        "D7",
        "die 3 was not taken",
    ),
    "turning a die to what it shows": (
        spells("turn_die"),
        "R2.1.1.1 T1 T3.4",
        "Mturn1.2",
        "D7",
        "die 1 is turned to a face that shows something else",
    ),
    "turning a die to an equal face": (
        spells("turn_die"),
        "R2.1.1.1 T1 T3.4",
        "Mturn1.6",
        "D7",
        "die 1 is turned to a face that shows something else",
    ),
    "turning the higher of two equal dice": (
        spells("turn_die"),
        "R5.2.2.1 T2 T1.4",
        "Mturn3.5",
        "D7",
        "both dice are equal: turn die 2",
    ),
    "turning a die to the second of two equal faces": (
        spells("turn_die"),
        "R4.1.1.1 T1 T3.4",
        "Mturn1.6",
        "D7",
        "faces 2 and 6 are equal: write Mturn1.2",
    ),
    "turning for nothing": (
        spells("turn_die", land=BLOCKED),
        "R2.1.1.1 T1 T3.4",
        "Mturn1.3",
        "D7",
        "nothing could be drawn after it",
    ),
    "free_placement for nothing": (
        spells("free_placement", land=BLOCKED),
        "R2.1.1.1 T1 T3.4",
        "Mfree",
        "D7",
        "nothing could be drawn after it",
    ),
    "split for nothing": (
        spells("split", land=BLOCKED),
        "R4.1.1.1 T1 T3.4",
        "Msplit",
        "D7",
        "nothing could be drawn after it",
    ),
    # castle bonus
    "the castle bonus again": (
        spells("castle"),
        "R2.1.1.1 T1 T3.4",
        "C1",
        "D8",
        "the castle bonus is used once in a game",
    ),
    "the castle bonus on another's die": (position(), "R2.1.1.1 T1 T3.4", "C3", "D8", "die 3 was not taken"),
    "the castle bonus before a name": (
        position(),
        "R1.1.1.1 T1 T3.4",
        "C2",
        "D5",
        "the wild face of die 1 is named first",
    ),
    "the castle bonus after a spell": (
        spells("free_placement"),
        "R2.1.1.1 T1 T3.4 Mfree",
        "C1",
        "D8",
        "the castle bonus comes before the spells of placing",
    ),
    "the castle bonus on both dice": (
        position(),
        "R2.1.1.1 T1 T3.4 C1",
        "C2",
        "D8",
        "the castle bonus is used once in a game",
    ),
    "the castle bonus on the same die again": (
        position(),
        "R2.1.1.1 T1 T3.4 C1",
        "C1",
        "D8",
        "the castle bonus is used once in a game",
    ),
    "the castle bonus on a die that a split would lose": (
        spells("split", land=BLOCKED),
        "R2.1.1.1 T1 T3.4",
        "C2",
        "D8",
        "the castle bonus needs a die that can be drawn",
    ),
    "a split after the bonus on a die that it would lose": (
        position(ONE_APART, book_a="000000;split"),
        "R2.1.1.1 T1 T3.4 C2",
        "Msplit",
        "D8",
        "die 2 has the castle's cross and could not be drawn apart",
    ),
    "the other die when the square is for the one with the bonus": (
        position(ONE_LEFT, book_a="000000;split"),
        "R2.2.1.1 T1 T3.4 C1 Msplit",
        "2@d9",
        "D8",
        "only one die can be drawn, and die 1 has the castle's cross",
    ),
    "the castle bonus on the higher of equal dice": (
        position(),
        "R2.5.1.1 T1 T3.4",
        "C2",
        "D8",
        "both dice are equal: write C1",
    ),
    "the castle bonus on the higher of two wild faces with one name": (
        position(),
        "R1.1.1.3 T1 T2.3 W1q W4q",
        "C4",
        "D8",
        "both dice are equal: write C1",
    ),
    "the castle bonus for nothing": (
        position(BLOCKED),
        "R2.1.1.1 T1 T3.4",
        "C1",
        "D8",
        "the castle bonus needs a die that can be drawn",
    ),
    # names
    "a name for a die that is not wild": (
        position(),
        "R2.1.1.1 T1 T3.4",
        "W1d",
        "D5",
        "no wild face is to be named",
    ),
    "a second name": (position(), "R1.1.1.1 T1 T3.4 W1d", "W1s", "D5", "no wild face is to be named"),
    "a name for the other die": (
        position(),
        "R1.1.1.1 T1 T3.4",
        "W2d",
        "D5",
        "the wild face of die 1 is named now",
    ),
    "a name with which nothing can be drawn": (
        position(RING),
        "R1.6.1.1 T1 T3.4",
        "W1f",
        "D5",
        "nothing could be drawn with that coat of arms",
    ),
    "names of two wild faces the other way round": (
        position(),
        "R1.1.1.3 T1 T2.3 W1s",
        "W4d",
        "D5",
        "both faces are wild: the lower die is named by the earlier arms, and something must be drawn",
    ),
    "a name that leaves nothing for the second": (
        position(RING.replace("q", "d")),
        "R1.1.1.3 T1 T2.3",
        "W1f",
        "D5",
        "both faces are wild: the lower die is named by the earlier arms, and something must be drawn",
    ),
    # drawing
    "drawing nothing": (position(), "R2.1.1.1 T1 T3.4", ".", "D4", "who can draw must draw"),
    "another's dice": (position(), "R2.1.1.1 T1 T3.4", "3.4@g8n", "D4", "the dice taken are 1 and 2"),
    "one die of another": (position(), "R2.1.1.1 T1 T3.4", "1.3@g8n", "D4", "the dice taken are 1 and 2"),
    "a die of another after a split": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit",
        "3@g8",
        "D4",
        "the dice taken are 1 and 2",
    ),
    "an unnamed wild face": (
        position(),
        "R1.1.1.1 T1 T3.4",
        "1.2@g8n",
        "D5",
        "the wild face of die 1 is named first",
    ),
    "one die without a split": (position(), "R2.1.1.1 T1 T3.4", "1@g8", "D7", "only a split draws dice apart"),
    "a pair after a split": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit",
        "1.2@g8n",
        "D7",
        "a split draws one die after the other",
    ),
    "over the northern edge": (
        position(),
        "R2.1.1.1 T1 T3.4",
        "1.2@g9n",
        "D2",
        "that is not on the map, or on the castle",
    ),
    "over the western edge": (
        position(),
        "R2.1.1.1 T1 T3.4",
        "1.2@d7w",
        "D2",
        "that is not on the map, or on the castle",
    ),
    "below the field": (position(), "R2.1.1.1 T1 T3.4", "1.2@g1s", "D2", "that is not on the map, or on the castle"),
    "at the corner of the field": (
        position(),
        "R2.1.1.1 T1 T3.4",
        "1.2@m13e",
        "D2",
        "that is not on the map, or on the castle",
    ),
    "on the castle": (position(), "R2.1.1.1 T1 T3.4", "1.2@f7e", "D2", "that is not on the map, or on the castle"),
    "a split die off the map": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit",
        "1@k7",
        "D2",
        "that is not on the map, or on the castle",
    ),
    "on a drawn square": (position(RING), "R2.1.1.1 T1 T3.4", "1.2@g8n", "D4", "a square is drawn already"),
    "half on a drawn square": (position(RING), "R2.1.1.1 T1 T3.4", "1.2@g9s", "D4", "a square is drawn already"),
    "a split die on a drawn square": (
        spells("split", land=RING),
        "R2.1.1.1 T1 T3.4 Msplit",
        "1@g8",
        "D4",
        "a square is drawn already",
    ),
    "equal halves written southwards": (
        position(),
        "R2.5.1.1 T1 T3.4",
        "1.2@g9s",
        "D4",
        "both halves are equal: write the higher die north or east of the lower one",
    ),
    "equal halves written westwards": (
        position(),
        "R1.5.1.1 T1 T3.4 W1d",
        "1.2@i7w",
        "D4",
        "both halves are equal: write the higher die north or east of the lower one",
    ),
    "no half connected": (
        position(RING),
        "R2.1.1.1 T1 T3.4",
        "1.2@d9e",
        "D4",
        "no half touches the castle or matching arms of an earlier round",
    ),
    "a split die that does not connect": (
        spells("split", land=RING),
        "R2.1.1.1 T1 T3.4 Msplit",
        "1@d9",
        "D7",
        "the die does not connect there",
    ),
    "the second die of a split on the square of the first": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit 1@g8",
        "2@g8",
        "D4",
        "a square is drawn already",
    ),
    "the higher die of a split before the lower one": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit",
        "2@g8",
        "D7",
        "die 1 is drawn first",
    ),
    "the die of a split that is drawn already": (
        spells("split"),
        "R2.1.1.1 T1 T3.4 Msplit 1@g8",
        "1@f7",
        "D7",
        "die 1 is drawn already",
    ),
    "the higher one of equal dice where only one can be drawn": (
        spells("split", land=LAST),
        "R5.2.2.1 T2 T1.4 Msplit",
        "3@d9",
        "D7",
        "both dice are equal: draw die 2",
    ),
    "equal halves of a split by descending squares": (
        spells("split"),
        "R2.5.1.1 T1 T3.4 Msplit 1@f7",
        "2@g6",
        "D7",
        "both dice are equal: the one on the earlier square is drawn first",
    ),
}


def at(text: str, tokens: str = "") -> State:
    state = parse_position(text)
    assert isinstance(state, State)
    for token in tokens.split():
        state = state.play(parse_action(token))
    return state


def refuse(state: State, action: Action) -> IllegalActionError:
    """*state* refuses *action* and stays as it was."""
    before, legal = str(state), state.legal_actions()
    with pytest.raises(IllegalActionError) as caught:
        state.play(action)
    assert action not in legal
    assert (str(state), state.legal_actions()) == (before, legal)
    return caught.value


@pytest.mark.parametrize(("text", "tokens", "token", "rule", "reason"), TABLE.values(), ids=TABLE.keys())
def test_what_the_rules_forbid_is_refused_with_its_rule_and_changes_nothing(
    text: str, tokens: str, token: str, rule: str, reason: str
) -> None:
    state = at(text, tokens)
    error = refuse(state, parse_action(token))
    assert (error.rule, error.reason) == (rule, reason)
    assert str(error) == f"illegal action: {token} ({rule}: {reason}) in {state}"


@pytest.mark.parametrize(
    ("tokens", "action", "rule", "reason"),
    [
        ("OAB", Roll((1, 2, 3)), "D1", "four dice with faces 1 to 6 are rolled"),
        ("OAB", Roll((1, 2, 3, 7)), "D1", "four dice with faces 1 to 6 are rolled"),
        ("OAB", Roll((0, 2, 3, 4)), "D1", "four dice with faces 1 to 6 are rolled"),
        ("", Opening((Seat(0),)), "D3", "both players are drawn"),
        ("OAB R1.1.1.1", Take((5,)), "D3", "A takes one die of the four"),
        ("OAB R1.1.1.1", Take((1, 2, 3)), "D3", "A takes one die of the four"),
        ("OAB R1.1.1.1 T1", Take((2, 3, 4)), "D3", "B takes two of the 3 dice that are left"),
        ("OAB R1.1.1.1 T1", Take((3, 2)), "D3", "B takes two of the 3 dice that are left"),
    ],
    ids=str,
)
def test_actions_that_no_token_spells_are_refused_too(tokens: str, action: Action, rule: str, reason: str) -> None:
    error = refuse(at(NEW, tokens), action)
    assert (error.rule, error.reason) == (rule, reason)


def test_turning_a_die_of_the_other_player_is_refused() -> None:
    assert refuse(at(spells("turn_die"), "R2.1.1.1 T1 T3.4"), parse_action("Mturn3.2")).rule == "D7"
