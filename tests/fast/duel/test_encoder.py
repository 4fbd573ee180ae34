"""Records of Duel: what they say is what the reference says, however they are written."""

import hashlib
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations_with_replacement
from random import Random

from crownland.fast.duel import encoder, layout
from crownland.fast.duel import map_features as features
from crownland.fast.duel.convert import to_words
from crownland.fast.jit import Bytes, Row, entry, small_integers
from crownland.fast.jit import words as empty_words
from crownland.fast.twin import Encoder
from crownland.games.duel.action import CastleBonus, DrawDie, DrawPair, Take
from crownland.games.duel.book import SPELLS
from crownland.games.duel.coat import FREE_SQUARES, MAP, Coat, Map
from crownland.games.duel.dice import DICE
from crownland.games.duel.drawing import Drawing
from crownland.games.duel.state import State
from crownland.games.registry import DUEL
from crownland.kernel.domino import Half
from crownland.kernel.property import properties
from crownland.kernel.square import squares
from tests.fast.duel.test_twin import GAMES, plain, played, start, starts

ENCODER: Encoder = encoder
SHAPE = encoder.shape_of(DUEL.setup(2))
ORDER = list(squares(MAP))


@entry
def write(words: Row, at: int, kingdom: int, record: Bytes, memory: Row) -> None:
    encoder.encode(words, at, kingdom, record, memory)


def encoded(words: Row, kingdom: int = 0) -> list[int]:
    """A record with a memory of its own, in a place that was not empty."""
    record = small_integers(SHAPE.record)
    for at in range(SHAPE.record):
        record[at] = -77
    write(words, 0, kingdom, record, empty_words(encoder.MEMORY_WORDS))
    return [int(byte) for byte in record]


def positions(games: int = GAMES // 3) -> Iterator[State]:
    for game, first in starts(games):
        for state, action in played(first, f"encoder {game}", rare=game % 3 > 0):
            yield state
            final = state.apply(action)
        yield final


def block_of(record: list[int], place: int) -> tuple[list[int], list[int]]:
    """The squares and the numbers of a kingdom."""
    block = record[place * SHAPE.block : (place + 1) * SHAPE.block]
    return block[: SHAPE.squares], block[SHAPE.squares :]


def shown_map(state: State, seat: int) -> Map:
    """The map with the die that a split has drawn already."""
    land, drawing = state.kingdoms[seat], state.drawing
    if drawing is None or drawing.first is None or state.actor != seat:
        return land
    return land.with_half(drawing.first, drawing.halves[0])


def points_of(land: Map) -> int:
    return sum(one.size * one.crowns for one in properties(land))


def clipped(number: int) -> int:
    return max(-127, min(127, number))


# The shape


def test_a_record_has_the_size_of_its_shape() -> None:
    assert SHAPE.record == 602 == 2 * (35 + 231) + 69 + 1
    assert len(encoder.scales_of(SHAPE)) == SHAPE.numbers
    assert SHAPE.weights * 2 < 1_000_000, "bytes of a network"


def test_the_map_means_the_same_mirrored_and_turned() -> None:
    orders = encoder.symmetries_of(SHAPE)
    assert len(orders) == 4
    assert all(sorted(order) == list(range(SHAPE.squares)) and order[17] == 17 for order in orders)
    assert [order[0] for order in orders] == [0, 6, 28, 34]
    wrong = []
    for state in list(positions(GAMES // 6))[::7]:
        words = to_words(state)
        record = encoded(words)
        for order in orders[1:]:
            moved = encoded(mirrored(words, order))
            for place in range(2):
                cells, numbers = block_of(record, place)
                wrong += [] if block_of(moved, place) == ([cells[at] for at in order], numbers) else [str(state)]
            wrong += [] if moved[2 * SHAPE.block :] == record[2 * SHAPE.block :] else [str(state)]
    assert wrong[:3] == []


def mirrored(words: Row, order: list[int]) -> Row:
    """The position with the square *order[at]* of all maps on *at*."""
    row = empty_words(layout.WORDS)
    planes = [layout.DRAWN]
    for seat in range(2):
        side = layout.SIDE + seat * layout.SIDE_WORDS
        planes += range(side, side + layout.CROSSES + 3)
    for slot in range(layout.WORDS):
        row[slot] = words[slot]
        if slot in planes:
            row[slot] = sum(1 << at + at // 7 for at, old in enumerate(order) if int(words[slot]) >> old + old // 7 & 1)
    return row


# However it is written


def test_a_record_written_on_is_the_one_written_anew() -> None:
    record, memory = small_integers(SHAPE.record), empty_words(encoder.MEMORY_WORDS)
    rng, wrong = Random("memory"), []
    for state in positions():
        for kingdom in rng.choice(((0,), (0,), (1,), (1, 0), (0, 1))):
            words = to_words(state)
            before = plain(words)
            write(words, 0, kingdom, record, memory)
            wrong += [] if list(record) == encoded(words, kingdom) and plain(words) == before else [str(state)]
    assert wrong[:3] == []


def test_siblings_may_be_written_one_after_the_other() -> None:
    """As a player does who looks at every action."""
    record, memory = small_integers(SHAPE.record), empty_words(encoder.MEMORY_WORDS)
    rng, wrong = Random("siblings"), []
    for state in positions(GAMES // 6):
        if state.actor is not None:
            legal = state.legal_actions()
            for action in rng.sample(legal, min(len(legal), 5)):
                words = to_words(state.apply(action))
                write(words, 0, state.actor, record, memory)
                wrong += [] if list(record) == encoded(words, state.actor) else [f"{action} in {state}"]
    assert wrong[:3] == []


def test_the_words_of_a_game_need_not_begin_their_row() -> None:
    for state in positions(1):
        words = to_words(state)
        row = empty_words(layout.WORDS + 9)
        for slot, word in enumerate(plain(words)):
            row[9 + slot] = word
        record = small_integers(SHAPE.record)
        write(row, 9, 1, record, empty_words(encoder.MEMORY_WORDS))
        assert list(record) == encoded(words, 1)


def digest(games: int) -> str:
    """Stands for all records of some games, seen by both kingdoms."""
    found = hashlib.sha256()
    for state in positions(games):
        for kingdom in range(2):
            found.update(bytes(byte & 255 for byte in encoded(to_words(state), kingdom)))
    return found.hexdigest()


def test_records_are_the_same_compiled_or_not() -> None:
    """Plain Python refuses a byte out of range, so none is."""
    command = [sys.executable, "-c", "from tests.fast.duel.test_encoder import digest; print(digest(2))"]
    mode = os.environ | {"CROWNLAND_JIT": "off"}
    done = subprocess.run(command, env=mode, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest(2)


def test_both_kingdoms_see_the_same_game() -> None:
    table, wrong = 2 * SHAPE.block, []
    halves = [  # of the table, for one kingdom and for the other
        (encoder.ACTORS, 1),
        (encoder.PARTS, 6),
        (encoder.LIGHTNING, 2),
        (encoder.LOOKS, 13),
    ]
    for state in positions():
        one, other = encoded(to_words(state), 0), encoded(to_words(state), 1)
        swapped = one[SHAPE.block : table] + one[: SHAPE.block] + one[table:]
        for number, many in halves:
            at = table + number
            swapped[at : at + 2 * many] = one[at + many : at + 2 * many] + one[at : at + many]
        wrong += [] if swapped == other else [str(state)]
    assert wrong[:3] == []


# What it says


def test_squares_are_those_of_the_maps() -> None:
    wrong = []
    for state in positions():
        record = encoded(to_words(state))
        for seat in range(2):
            land = shown_map(state, seat)
            wanted = [0] * SHAPE.squares
            for square in squares(land.occupied & FREE_SQUARES):
                coat = next(coat for coat in Coat if land.terrains[coat] >> square & 1)
                crosses = sum(plane >> square & 1 for plane in land.crowns)
                wanted[ORDER.index(square)] = 1 + 4 * coat + min(crosses, 3)
            wrong += [] if block_of(record, seat)[0] == wanted else [str(state)]
    assert wrong[:3] == []


def map_numbers(land: Map, coat: Coat) -> dict[int, int]:
    mine = [one for one in properties(land) if one.terrain == coat]
    ranked = sorted(((one.crowns, one.size) for one in mine), reverse=True) + [(0, 0)] * 2
    return {
        features.OF_SQUARES: sum(one.size for one in mine),
        features.OF_CROSSES: sum(one.crowns for one in mine),
        features.OF_POINTS: clipped(sum(one.size * one.crowns for one in mine)),
        features.BEST: ranked[0][1],
        features.BEST_CROSSES: ranked[0][0],
        features.SECOND: ranked[1][1],
        features.SECOND_CROSSES: ranked[1][0],
        features.LARGEST: max((one.size for one in mine), default=0),
        features.DOMAINS: len(mine),
    }


def book_numbers(state: State, seat: int, key: str) -> dict[int, int]:
    book, row, spell = state.books[seat], list(SPELLS).index(key), SPELLS[key]
    missing = 0 if state.row_is_won(spell.coat) else spell.boxes - book.boxes[row]
    domains = sum(one.terrain == spell.coat for one in properties(shown_map(state, seat)))
    return {
        encoder.FILLED: book.boxes[row],
        encoder.MISSING: missing,
        encoder.ONE_MISSING: int(missing == 1),
        encoder.TWO_MISSING: int(missing == 2),
        encoder.IN_HAND: int(key in book.spells),
        encoder.USED: int(key in book.used),
        encoder.BONUS: 3 * domains if book.coat == spell.coat else 0,
    }


def test_numbers_are_those_of_the_reference() -> None:
    wrong = []
    for state in positions():
        record = encoded(to_words(state))
        totals = []
        for seat in range(2):
            numbers, land, book = block_of(record, seat)[1], shown_map(state, seat), state.books[seat]
            wanted: dict[int, int] = {}
            for coat in Coat:
                at = features.COAT_NUMBERS * coat
                wanted |= {at + slot: number for slot, number in map_numbers(land, coat).items()}
            for row, key in enumerate(SPELLS):
                at = encoder.BOOK + encoder.ROW_NUMBERS * row
                wanted |= {at + slot: number for slot, number in book_numbers(state, seat, key).items()}
            empty = FREE_SQUARES & ~land.occupied
            points, drew = points_of(land), state.plain[seat] is not None
            wanted[features.LAND] = 34 - empty.bit_count()
            wanted[features.LAND + 1] = int(land.is_full)
            wanted[features.LAND + 9] = clipped(points)
            wanted[encoder.CASTLE] = int(book.castle)
            wanted[encoder.IS_FIRST] = int((state.first or 0) == seat)
            wanted[encoder.DREW] = int(drew and not state.drew[seat])
            wanted[encoder.DREW + 1] = int(drew and state.drew[seat])
            totals.append(points + (3 * sum(one.terrain == book.coat for one in properties(land))))
            wrong += [f"{at}: {numbers[at]} in {state}" for at, number in wanted.items() if numbers[at] != number]
        leads = [block_of(record, seat)[1][encoder.LEAD] for seat in range(2)]
        wrong += [] if leads == [clipped(totals[0] - totals[1]), clipped(totals[1] - totals[0])] else [str(state)]
        wrong += (
            [] if record[-1] == min(5, max(one.occupied.bit_count() - 1 for one in lands(state)) // 6) else ["stage"]
        )
    assert wrong[:3] == []


def lands(state: State) -> list[Map]:
    return [shown_map(state, seat) for seat in range(2)]


def test_places_for_dominoes_are_those_of_the_reference() -> None:
    """Whatever lies in hand: a domino of two coats without crosses, as two dice would draw it."""
    wrong = []
    for state in positions(1):
        numbers = block_of(encoded(to_words(state)), 0)[1]
        for pair, (low, high) in enumerate(combinations_with_replacement(Coat, 2)):
            places = len(list(Drawing((1, 4), (1, 3), names=(low, high)).pair_places(shown_map(state, 0))))
            at = features.SPOTS + 2 * pair
            wrong += [] if numbers[at : at + 2] == [min(places, 24), int(places == 0)] else [f"{low} {high} in {state}"]
    assert wrong[:3] == []


def gains(state: State) -> list[int]:
    """The points that the actor gets at once by each way to end the drawing now."""
    seat, found = state.actor, []
    assert seat is not None
    before = points_of(shown_map(state, seat))
    for action in state.legal_actions():
        if isinstance(action, DrawPair | DrawDie):
            found.append(points_of(state.apply(action).kingdoms[seat]) - before)
    return found


def test_the_dice_in_hand_bring_what_they_bring() -> None:
    wrong, seen = [], Counter[str]()
    for state in positions(GAMES // 2):
        drawing, seat = state.drawing, state.actor
        if drawing is None or seat is None or drawing.unnamed is not None or (drawing.split and drawing.first is None):
            continue
        numbers, wanted = block_of(encoded(to_words(state), seat), 0)[1], gains(state)
        best = clipped(max(wanted, default=0))
        wrong += [] if numbers[encoder.GAIN] == best else [f"{best}, not {numbers[encoder.GAIN]} in {state}"]
        wrong += [] if numbers[encoder.GAIN + 2] == int(not wanted) else [f"fits in {state}"]
        kind = "apart" if drawing.split else "free" if drawing.free else "double" if len({*drawing.coats}) == 1 else ""
        seen[kind] += 1
        if state.books[seat].castle and drawing.bonus is None and not drawing.split:
            crossed = [
                max(gains(replace(state, drawing=replace(drawing, bonus=die))), default=0) for die in drawing.dice
            ]
            wrong += [] if numbers[encoder.GAIN + 1] == clipped(max(crossed)) else [f"{crossed} in {state}"]
        elif not drawing.split:
            wrong += [] if numbers[encoder.GAIN + 1] == best else [f"no castle in {state}"]
    assert wrong[:3] == []
    assert min(seen[kind] for kind in ("apart", "free", "double", "")) >= 3


def named(state: State) -> Iterator[State]:
    """The position with every name that the wild faces can have."""
    drawing = state.drawing
    assert drawing is not None
    if drawing.unnamed is None:
        yield state
        return
    at = drawing.dice.index(drawing.unnamed)
    for coat in Coat:
        names = (coat, drawing.names[1]) if at == 0 else (drawing.names[0], coat)
        yield from named(replace(state, drawing=replace(drawing, names=names)))


def test_a_wild_face_brings_what_its_best_name_brings() -> None:
    wrong, seen = [], 0
    for state in positions(GAMES // 3):
        if state.drawing is not None and state.drawing.unnamed is not None and state.actor is not None:
            numbers = block_of(encoded(to_words(state), state.actor), 0)[1]
            best = clipped(max((gain for one in named(state) for gain in gains(one)), default=0))
            wrong += [] if numbers[encoder.GAIN] == best else [f"{best}, not {numbers[encoder.GAIN]} in {state}"]
            seen += 1
    assert wrong[:3] == []
    assert seen > 10


def test_dice_to_be_drawn_are_shown() -> None:
    wrong = []
    for state in positions():
        record = encoded(to_words(state))
        for seat in range(2):
            numbers = block_of(record, seat)[1]
            dice: list[Half | None] = []  # None is a wild face without a name
            if state.drawing is not None and state.actor == seat:
                drawing = state.drawing
                crosses = [
                    face.crosses + (drawing.bonus == die) for face, die in zip(drawing.shown, drawing.dice, strict=True)
                ]
                dice = [
                    None if coat is None else Half(coat, many)
                    for coat, many in zip(drawing.coats, crosses, strict=True)
                ][drawing.first is not None :]
            elif state.dice and state.plain[seat] is None:
                shown = [DICE[die + 1][state.dice[die]] for die, owner in enumerate(state.taken) if owner == seat]
                dice = [None if face.coat is None else Half(face.coat, face.crosses) for face in shown]
            wanted = [0] * 12
            for one in dice:
                if one is not None:
                    wanted[2 * one.terrain] += 1
                    wanted[2 * one.terrain + 1] += one.crowns
            wanted += [sum(one is None for one in dice)]
            wanted += [int(bool(dice) and state.taken[die] == seat) for die in range(4)]
            wanted += [int(len(dice) == 1), int(len(dice) == 2)]
            got = numbers[encoder.HAND : encoder.GAIN]
            wrong += [] if got == wanted else [f"{got}, not {wanted} in {state}"]
    assert wrong[:3] == []


def test_boxes_come_as_they_are_filled() -> None:
    """What is said before B draws comes true at the end of the round, when all dice are drawn and no row is won."""
    wrong, seen = [], 0
    at = encoder.BOOK + encoder.COMING
    for game, first in starts(GAMES // 3):
        coming: list[list[int]] = []
        last = first
        for state, _ in played(first, f"boxes {game}", rare=False):
            if state.drawing is not None:
                record = encoded(to_words(state))
                coming = [block_of(record, seat)[1][at : encoder.CASTLE : encoder.ROW_NUMBERS] for seat in range(2)]
            if state.dice:
                continue
            for seat in range(2) if coming else ():
                drawn = (state.kingdoms[seat].occupied ^ last.kingdoms[seat].occupied).bit_count()
                for row, coat in enumerate(Coat):
                    filled = state.books[seat].boxes[row] - last.books[seat].boxes[row]
                    if drawn == 2 and not state.row_is_won(coat):
                        wrong += [] if filled == coming[seat][row] else [f"{coat} in {last}"]
                        seen += filled
            last, coming = state, []
    assert wrong[:3] == []
    assert seen > 50


def test_the_choices_of_b_are_sorted_and_come_true() -> None:
    wrong, seen = [], 0
    for state in positions():
        if state.actor is None or state.actor == state.first or not isinstance(state.legal_actions()[0], Take):
            continue
        mover = 1 - state.actor
        record = encoded(to_words(state), mover)
        known = [block_of(record, place)[1][encoder.CHOICES :] for place in range(2)]
        wanted = []
        for action in state.legal_actions():
            after = encoded(to_words(state.apply(action)), mover)
            mine, others = (block_of(after, place)[1] for place in range(2))
            wanted.append([(numbers[encoder.GAIN], numbers[encoder.GAIN + 2]) for numbers in (mine, others)])
        got = [[(known[place][2 * at], known[place][2 * at + 1]) for place in range(2)] for at in range(3)]
        wrong += [] if sorted(got) == sorted(wanted) else [f"{got}, not {wanted} in {state}"]
        leads = [other[0] - other[1] - mine[0] + mine[1] for mine, other in got]
        wrong += [] if leads == sorted(leads, reverse=True) else [f"{leads} in {state}"]
        seen += 1
    assert wrong[:3] == []
    assert seen > 50


def test_the_table_says_what_the_game_waits_for() -> None:
    wrong, seen = [], Counter[int]()
    for state in positions():
        table = encoded(to_words(state))[2 * SHAPE.block :]
        waits = (
            4 if state.is_over else 0 if state.actor is None else 3 if state.lightning else 2 if state.drawing else 1
        )
        seen[waits] += 1
        wanted = {encoder.PHASES + at: int(at == waits) for at in range(5)}
        wanted |= {encoder.ACTORS + seat: int(state.actor == seat) for seat in range(2)}
        for seat in range(2):
            for part in range(6):
                is_now = state.drawing is not None and state.actor == seat and state.drawing.part == part
                wanted[encoder.PARTS + 6 * seat + part] = int(is_now)
            for at, key in enumerate(("coat_bonus", "extra_cross")):
                wanted[encoder.LIGHTNING + 2 * seat + at] = int(key in state.lightning and state.actor == seat)
        wanted |= {encoder.OPEN + coat: int(not state.row_is_won(coat)) for coat in Coat}
        wanted[encoder.IS_LAST] = int(any(land.is_full for land in state.kingdoms))
        wrong += [f"{at} in {state}" for at, number in wanted.items() if table[at] != number]
        free = table[encoder.LOOKS + 26 :][:13]
        faces = [DICE[die + 1][face] for die, face in enumerate(state.dice) if state.taken[die] is None]
        shown = Counter(12 if face.coat is None else 2 * face.coat + (face.crosses > 0) for face in faces)
        wrong += [] if free == [shown[look] for look in range(13)] else [f"free dice in {state}"]
    assert wrong[:3] == []
    assert min(seen[waits] for waits in range(5)) > 0


def test_different_actions_make_different_records() -> None:
    """Otherwise a player could not choose between them. The castle's cross may be the same on either die."""
    wrong, rng = [], Random("different")
    for state in positions(GAMES // 6):
        if state.actor is None:
            continue
        legal, found = state.legal_actions(), dict[tuple[int, ...], str]()
        for action in rng.sample(legal, min(len(legal), 12)):
            if not isinstance(action, CastleBonus):
                record = tuple(encoded(to_words(state.apply(action)), state.actor))
                other = found.setdefault(record, str(action))
                wrong += [] if other == str(action) else [f"{other} and {action} in {state}"]
    assert wrong[:3] == []


def test_more_points_than_a_byte_holds_are_clipped() -> None:
    land = Map.empty()
    for square in squares(FREE_SQUARES):
        land = land.with_half(square, Half(Coat.SOLID, 4))
    state = start()
    full = replace(state, kingdoms=(land, state.kingdoms[1]))
    mine, other = (block_of(encoded(to_words(full)), place)[1] for place in range(2))
    at = features.COAT_NUMBERS * Coat.SOLID
    assert mine[at + features.OF_CROSSES] == mine[at + features.BEST_CROSSES] == 127
    assert mine[at + features.OF_POINTS] == mine[features.LAND + 9] == mine[encoder.LEAD] == 127
    assert other[encoder.LEAD] == -127
    assert all(-128 <= number <= 127 for number in mine)


def test_no_position_is_left_to_a_solver_and_every_action_is_judged() -> None:
    assert not encoder.LOOKS_TWICE
    assert not any(encoder.is_beyond(to_words(state), 0) for state in positions(1))
