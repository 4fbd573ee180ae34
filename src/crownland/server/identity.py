"""Identity without accounts: a signed cookie identifies a guest, a secret identifies the owner of a seat."""

import hashlib
import hmac
import re
from secrets import token_urlsafe

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
    """Returns *name* as one short line of printable characters, or *otherwise* if nothing is left of it."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:MAX_NAME].strip() or otherwise
