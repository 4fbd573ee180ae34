"""Identity without accounts: a signed cookie identifies a guest, a secret identifies the owner of a seat."""

import hashlib
import hmac
import re
from secrets import token_urlsafe
from unicodedata import category, normalize

__all__ = [
    "COOKIE",
    "COOKIE_AGE",
    "HERE",
    "TABLE_ID",
    "Signer",
    "clean_name",
    "fingerprint",
    "hash_secret",
    "new_guest",
    "new_secret",
    "new_table_id",
]

COOKIE = "crownland_guest"
COOKIE_AGE = 400 * 24 * 3600  # seconds; browsers keep cookies no longer
MAX_NAME = 24  # characters
MAX_MARKS = 2  # accents and the like on one letter; more of them would cover the lines around
JOINER = "\u200d"  # makes one picture of two
BLANK = "\u115f\u1160\u2800\u3164\uffa0"  # count as printable, and nothing is seen
TABLE_ID = r"^[A-Za-z0-9_-]{16}$"
HERE = "here-"  # how the ids of tables begin that a page has without a server
_GUEST = re.compile(r"[A-Za-z0-9_-]{16}")


def new_guest() -> str:
    return token_urlsafe(12)


def new_table_id() -> str:
    """Returns 96 random bits, which cannot be guessed: the id is the invitation."""
    while (made := token_urlsafe(12)).startswith(HERE):
        pass
    return made


def new_secret() -> str:
    """Returns the secret with which the owner of a seat can take it again from another device."""
    return token_urlsafe(18)


def hash_secret(secret: str) -> str:
    """Returns the stored form of a secret. Secrets are long and random, so one round of hashing is enough."""
    return hashlib.sha256(f"crownland seat 1\n{secret}".encode()).hexdigest()


def fingerprint(id: str) -> str:
    """Returns a short mark of a table or a guest for the log. The id cannot be computed from it."""
    return hashlib.sha256(id.encode()).hexdigest()[:12] if id else ""


class Signer:
    """Signs the ids of guests, so that nobody can pose as another guest."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, guest: str) -> str:
        return f"{guest}.{self._mark(guest)}"

    def read(self, cookie: str | None) -> str | None:
        """Returns the guest of *cookie*, or None if this server has not signed it."""
        guest, _, mark = (cookie or "").partition(".")
        if not _GUEST.fullmatch(guest) or not hmac.compare_digest(mark.encode(), self._mark(guest).encode()):
            return None
        return guest

    def _mark(self, guest: str) -> str:
        return hmac.new(self._key, f"crownland guest 1\n{guest}".encode(), hashlib.sha256).hexdigest()[:32]


def clean_name(name: str, otherwise: str = "") -> str:
    """Returns *name* as one short line of characters that are seen, or *otherwise* if nothing is left of it."""
    text, marks, shown = normalize("NFC", name), MAX_MARKS, ""
    for before, c, after in zip(" " + text, text, text[1:] + " ", strict=False):
        is_mark = category(c) in ("Mn", "Me")
        marks = marks + 1 if is_mark else 0
        if c == JOINER and _is_picture(before) and category(after) == "So":
            shown += c
        elif not c.isprintable() or c in BLANK:
            shown, marks = shown + " ", MAX_MARKS  # nothing that a mark could stand on
        elif marks <= MAX_MARKS:
            shown += c
        if c == " ":
            marks = MAX_MARKS
    return " ".join(shown.split())[:MAX_NAME].strip(" " + JOINER) or otherwise


def _is_picture(c: str) -> bool:
    """Whether a picture can end with *c*: a colour of skin and the choice of a picture instead of a letter, too."""
    return category(c) in ("So", "Sk") or c == "\ufe0f"
