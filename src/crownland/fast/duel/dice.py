"""D1, D6: the dice and the spells as tables for kernels.

A face is ``die << 3 | face``, the die counted from 0 and the face from 1; a spell is the bit of its row in the spell
book, which is the row of its coat.
"""

from crownland.fast.jit import table
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import Coat
from crownland.games.duel.dice import DICE, ROLLS, Face, other_faces

__all__ = [
    "BOXES",
    "COAT_BONUS",
    "COAT_OF",
    "CROSSES_OF",
    "EXTRA_CROSS",
    "FREE_PLACEMENT",
    "HIGH_DIE",
    "LIGHTNING_SPELLS",
    "LOOK_OF",
    "LOW_DIE",
    "NEW_TURNS",
    "OTHER_TURNS",
    "PAIRS_WITHOUT",
    "PICK_TWO",
    "PLAIN_OF",
    "ROLLED",
    "SPLIT",
    "TAKEN_BY",
    "TURNED_TO",
    "TURN_DIE",
    "UNNAMED",
]

UNNAMED = len(Coat)  # a wild face that has no name yet (D5)
_TURNS = [(die, face) for die in DICE for face in DICE[die]]  # as they are numbered


def _by_face(values: dict[tuple[int, int], int]) -> list[int]:
    return [values.get((at // 8 + 1, at % 8), 0) for at in range(8 * len(DICE))]


def _coat(face: Face) -> int:
    return UNNAMED if face.coat is None else face.coat


_FACES = {(die, number): face for die, faces in DICE.items() for number, face in faces.items()}
COAT_OF = table(_by_face({key: _coat(face) for key, face in _FACES.items()}))
CROSSES_OF = table(_by_face({key: face.crosses for key, face in _FACES.items()}))
# The same for faces that look the same.
LOOK_OF = table(_by_face({key: _coat(face) << 2 | face.crosses for key, face in _FACES.items()}))
# D6: the coat + 1 of a face that fills a box, 0 for the others.
PLAIN_OF = table(
    _by_face({key: _coat(face) + 1 for key, face in _FACES.items() if face.coat is not None and not face.crosses})
)
# D7: what a die can be turned to from a face: a bit for each die and face in their order.
OTHER_TURNS = table(
    _by_face({key: sum(1 << _TURNS.index((key[0], face)) for face in other_faces(*key)) for key in _TURNS})
)
# By lower and higher die: what the higher one has and the lower one has not.
NEW_TURNS = table(
    sum(1 << _TURNS.index((high, number)) for number, face in DICE[high].items() if face not in DICE[low].values())
    for low in DICE
    for high in DICE
)
TURNED_TO = table([(die - 1) << 3 | face for die, face in _TURNS] + [0] * 8)

# Dice taken are a bit for each die: what each action of taking takes, what is lower and higher of two, and which
# actions of taking two are left.
_PAIRS = [(low, high) for low in range(len(DICE)) for high in range(low + 1, len(DICE))]
_TAKES = [1 << die for die in range(len(DICE))] + [1 << low | 1 << high for low, high in _PAIRS]
TAKEN_BY = table(_TAKES + [0] * 6)
LOW_DIE = table(next((die for die in range(len(DICE)) if dice >> die & 1), 0) for dice in range(1 << len(DICE)))
HIGH_DIE = table(max((die for die in range(len(DICE)) if dice >> die & 1), default=0) for dice in range(1 << len(DICE)))
PAIRS_WITHOUT = table(
    sum(1 << at for at in range(len(DICE), len(_TAKES)) if not _TAKES[at] & dice) for dice in range(1 << len(DICE))
)

# D3: every roll, a nibble for each die.
ROLLED = table(sum(face << 4 * die for die, face in enumerate(roll)) for roll in ROLLS)

_ROW_OF = {key: 1 << row for row, key in enumerate(SPELLS)}
FREE_PLACEMENT, SPLIT, PICK_TWO, TURN_DIE, COAT_BONUS, EXTRA_CROSS = (
    _ROW_OF[key] for key in ("free_placement", "split", "pick_two", "turn_die", "coat_bonus", "extra_cross")
)
LIGHTNING_SPELLS = sum(_ROW_OF[key] for key, spell in SPELLS.items() if spell.lightning)
BOXES = table([spell.boxes for spell in SPELLS.values()] + [0, 0])
