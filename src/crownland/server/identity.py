"""Who is who: guests by a signed cookie, seats by a secret. No account is needed."""

import hashlib
import hmac
import re
from secrets import token_urlsafe

__all__ = [
    "COOKIE",
    "COOKIE_AGE",
    "TABLE_ID",
    "Signer",
    "clean_name",
    "hash_secret",
    "new_guest",
    "new_secret",
    "new_table_id",
]

COOKIE = "crownland_guest"
COOKIE_AGE = 400 * 24 * 3600  # as long as browsers keep one
LONGEST_NAME = 24
TABLE_ID = r"^[A-Za-z0-9_-]{16}$"
_GUEST = re.compile(r"[A-Za-z0-9_-]{16}")


def new_guest() -> str:
    return token_urlsafe(12)


def new_table_id() -> str:
    """96 random bits: whoever knows the id was given the link."""
    return token_urlsafe(12)


def new_secret() -> str:
    """What lets the owner of a seat take it again from another device."""
    return token_urlsafe(18)


def hash_secret(secret: str) -> str:
    """What is kept of a secret. It is random and long, so one round of hashing is enough."""
    return hashlib.sha256(f"crownland seat 1\n{secret}".encode()).hexdigest()


class Signer:
    """Signs the names of guests, so that nobody can take another's."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, guest: str) -> str:
        return f"{guest}.{self._mark(guest)}"

    def read(self, cookie: str | None) -> str | None:
        """The guest of a cookie that we have signed."""
        guest, _, mark = (cookie or "").partition(".")
        if not _GUEST.fullmatch(guest) or not hmac.compare_digest(mark.encode(), self._mark(guest).encode()):
            return None
        return guest

    def _mark(self, guest: str) -> str:
        return hmac.new(self._key, f"crownland guest 1\n{guest}".encode(), hashlib.sha256).hexdigest()[:32]


def clean_name(name: str, otherwise: str = "") -> str:
    """*name* as everybody may see it: one line of printable characters, not too long."""
    printable = "".join(c if c.isprintable() else " " for c in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or otherwise
