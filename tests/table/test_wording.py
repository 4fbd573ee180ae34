"""What an action means in words."""

import pytest

from crownland.games.meaning import Meaning
from crownland.games.view import Badge, Piece
from crownland.kernel.domino import Half
from crownland.kernel.scoring import ScoreLine
from crownland.kernel.square import parse_square
from crownland.kernel.terrain import Terrain
from crownland.notation import parse_position
from crownland.notation.token import parse_action
from crownland.table.wording import badge_words, coin_words, deed_text, half_words, piece_words, values_of
from crownland.tui.registry import registry
from crownland.words import Words
from tests.helpers import played
from tests.orchard import Fruit

WORDS = Words()
assert registry().trays  # the folders of the games have entered their values
QUEEN = (
    "queendomino players=2 A:c;7c.1k.0t B:cw1wtt;5c.2k.1t;knightstreasury@j7 "
    "board:church.statue.-.witchhouse.tavern.queenstower queen:B step:tax fresh:h7.i7 "
    "old:Q29B.Q31A.Q34A.Q40B new:Q1.Q2.Q3.Q4 gone:Q5.Q6.Q7.Q8"
)
DUEL = "duel players=2 A:c;550400;free_placement;split;turn_die B:c;000000 first:A round:9 dice:1.6.3.3"
PLACING = "OABBA L3.17.22.41 K3 K17 K22 K41 L1.2.4.48"


@pytest.mark.parametrize(
    ("position", "token", "text"),
    [
        (QUEEN, "KQ1", "claimed Q1"),
        (QUEEN, "N@h7", "taxed h7: +4 coins"),
        (QUEEN, "B3@k7", "built witch's house for 2"),
        (DUEL, "T1", "took any coat of arms"),
        (f"{DUEL} taken:A---", "T2.3", "took solid + solid ✚✚"),
        (f"{DUEL} taken:ABAB showing:1.3", "W1f", "chose solid for ?"),
        (f"{DUEL} taken:ABAB showing:1.3", "Mturn3.1", "turned die 3 to double dot"),
    ],
)
def test_a_deed_is_told_by_its_kind(position: str, token: str, text: str) -> None:
    state = parse_position(position)
    action = next(action for action in state.legal_actions() if str(action) == token)
    assert deed_text(state.meaning(action), WORDS, token=token) == text


def test_a_domino_is_named_with_its_halves_where_they_matter() -> None:
    state = played("players=2 opening=snake", PLACING)
    meaning = state.meaning(parse_action("3@g8e"))
    assert deed_text(meaning, WORDS, points=-2, token="3@g8e") == "placed 3 (-2)"
    values = values_of(meaning, WORDS, with_halves=True)
    assert (values["domino"], values["square"]) == ("3 forest · forest", "g8 h8")


def test_a_kind_that_no_catalogue_has_falls_back_to_plain_words() -> None:
    meaning = Meaning("prune", (parse_square("g8"),), (Piece("long_saw"),), coin_lines=(ScoreLine("old_debt", -2),))
    assert deed_text(meaning, WORDS, token="prune@g8") == "played prune@g8"
    values = values_of(meaning, WORDS)
    assert (values["long_saw"], values["long_saws"], values["price"]) == ("long saw", "long saw", 2)
    assert coin_words(meaning.coin_lines[0], WORDS) == "old debt 2"
    assert half_words(Half(Fruit.QUINCE, 2), WORDS) == "quince ♛♛"
    assert half_words(None, WORDS) == "any coat of arms"
    pieces = (Piece("building", "church"), Piece("domino", "17", (Half(Terrain.LAKE, 1), None)), Piece("kite"))
    assert [piece_words(piece, WORDS) for piece in pieces] == ["church", "17", "kite"]
    assert piece_words(pieces[1], WORDS, with_halves=True) == "17 lake ♛ · any coat of arms"


@pytest.mark.parametrize(
    ("badge", "text"),
    [
        (Badge("coin", 1), "1 coin"),
        (Badge("dragon", on=False), "dragon away"),
        (Badge("bee", 3), "3 bee"),
        (Badge("scare_crow", on=False), "(scare crow)"),
    ],
)
def test_a_badge_is_told_with_its_number(badge: Badge, text: str) -> None:
    assert badge_words(badge, WORDS) == text
