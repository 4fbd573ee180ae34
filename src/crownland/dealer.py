"""The only place with randomness: a secret seed, its public commitment, and the chance actions that follow from it.

Everything is SHA-256 over plain text, so that anybody can check a deal in any language (docs/dealing.md):

- the commitment of a seed is ``sha256("crownland deal 1\\n" + seed)``;
- a pile's order is a Fisher–Yates shuffle fed by ``sha256(seed + "\\n" + pile + "\\n" + counter)``, counter 0, 1, 2 …;
- where players have mixed values of their own into the deal, the piles follow from the seed and these shares.
"""

import hashlib
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from struct import unpack
from typing import Any

from crownland.games.protocol import Action, State
from crownland.kernel.action import Seat, seat_letter
from crownland.kernel.errors import InvalidTextError
from crownland.notation.record import Record

__all__ = [
    "Dealer",
    "commitment",
    "derived_seed",
    "mixed_seed",
    "new_seed",
    "parse_seed",
    "parse_shares",
    "promise_of",
    "shares_text",
    "verify",
]

_SEED = re.compile(r"[0-9a-f]{64}")
_SHARE = re.compile(r"([A-Z]):([0-9a-f]{64})")


def new_seed() -> str:
    """A secret seed that nobody can guess: 256 random bits in hexadecimal."""
    return secrets.token_hex(32)


def parse_seed(text: str) -> str:
    if not _SEED.fullmatch(text):
        raise InvalidTextError(f"expected a seed of 64 hexadecimal digits, got: {text[:80]!r}")
    return text


def derived_seed(*parts: object) -> str:
    """The seed for one game of a reproducible series: the same parts give the same seed."""
    return hashlib.sha256("\n".join(("crownland series 1", *map(str, parts))).encode()).hexdigest()


def commitment(seed: str) -> str:
    """What is published before the game: it fixes *seed* without revealing it."""
    return hashlib.sha256(f"crownland deal 1\n{seed}".encode()).hexdigest()


def promise_of(share: str) -> str:
    """What a player publishes before the others reveal their shares: it fixes *share* without revealing it."""
    return hashlib.sha256(f"crownland share 1\n{share}".encode()).hexdigest()


def mixed_seed(seed: str, shares: Mapping[int, str]) -> str:
    """The seed of the piles: *seed* itself, or what follows from it and the *shares* of seats, in their order."""
    if not shares:
        return seed
    values = (shares[seat] for seat in sorted(shares))
    return hashlib.sha256("\n".join(("crownland mixed deal 1", seed, *values)).encode()).hexdigest()


def shares_text(shares: Mapping[int, str]) -> str:
    """Shares as a record has them: ``A:… C:…``."""
    return " ".join(f"{seat_letter(Seat(seat))}:{shares[seat]}" for seat in sorted(shares))


def parse_shares(text: str) -> dict[int, str]:
    shares: dict[int, str] = {}
    for word in text.split():
        match = _SHARE.fullmatch(word)
        if match is None or ord(match[1]) - ord("A") in shares:
            raise InvalidTextError(f"expected shares like A:… with 64 hexadecimal digits each, got: {word[:80]!r}")
        shares[ord(match[1]) - ord("A")] = match[2]
    return shares


class Dealer:
    """Answers every draw of one game from one seed, and from the *shares* that players have mixed into it, by seat."""

    def __init__(self, seed: str, shares: Mapping[int, str] | None = None) -> None:
        self.seed = parse_seed(seed)
        self.shares: Mapping[int, str] = shares or {}
        self._mixed = mixed_seed(self.seed, self.shares)
        self._piles: dict[str, _Pile] = {}

    @property
    def commitment(self) -> str:
        return commitment(self.seed)

    def forget(self) -> None:
        """Frees the piles, which follow from the seed: the next draw shuffles them again."""
        self._piles.clear()

    def deal(self, state: State[Any]) -> Action:
        """The chance action that *state* asks for. Always the same for the same seed and the same question."""
        draw = state.chance
        if draw is None:
            raise ValueError(f"expected a position where chance is asked, got: {state}")
        pile = self._piles.get(draw.pile)
        if pile is None:
            pile = self._piles[draw.pile] = _Pile(draw.items, f"{self._mixed}\n{draw.pile}")
        return state.chance_action(draw.take(pile))


def verify(record: Record, share: str | None = None) -> tuple[str, ...]:
    """Every doubt about the deal of *record*; none when every chance action followed from its seed.

    *share* is a value that must have been mixed into the deal.
    """
    seed, promised = record.tag("Seed"), record.tag("Commitment")
    if seed is None:
        return ("the record has no seed: it is revealed when the game is over",)
    try:
        dealer = Dealer(seed, parse_shares(record.tag("Shares") or ""))
    except InvalidTextError as error:
        return (str(error),)
    doubts = []
    if share is not None and share not in dealer.shares.values():
        doubts.append(f"the share {share[:80]} was not mixed into the deal")
    if promised is None:
        doubts.append("the record has no commitment: nobody knows when its seed was chosen")
    elif promised != dealer.commitment:
        doubts.append(f"the commitment {promised} is not that of the seed, {dealer.commitment}")
    for step in record.replay():
        if step.state.chance is not None and (dealt := dealer.deal(step.state)) != step.action:
            where = f"line {step.item.line}, column {step.item.column}"
            doubts.append(f"{where}: the seed deals {dealt}, the record says {step.action}")
    return tuple(doubts)


class _Pile:
    """Items in a random order, shuffled (Fisher–Yates, from the first one on) only as far as somebody looks."""

    def __init__(self, items: Sequence[Any], label: str) -> None:
        self._items = list(items)
        self._words = _words(label)
        self._shuffled = 0

    def __iter__(self) -> Iterator[Any]:
        for at in range(len(self._items)):
            if at == self._shuffled:
                other = at + _below(len(self._items) - at, self._words)
                self._items[at], self._items[other] = self._items[other], self._items[at]
                self._shuffled += 1
            yield self._items[at]


def _below(bound: int, words: Iterator[int]) -> int:
    """A number below *bound*; words that would favour small numbers are passed over."""
    limit = 2**32 - 2**32 % bound
    word = next(words)
    while word >= limit:
        word = next(words)
    return word % bound


def _words(label: str) -> Iterator[int]:
    """An endless stream of 32-bit numbers, big-endian, eight from each digest."""
    for counter in count():
        yield from unpack(">8I", hashlib.sha256(f"{label}\n{counter}".encode()).digest())
