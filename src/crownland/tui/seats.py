"""Who sits at the table: people and bots."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from getpass import getuser
from itertools import count
from zlib import crc32

from crownland.bots import BOTS
from crownland.bots.levels import LEVELS
from crownland.words import Words

__all__ = ["DEFAULT_BOT", "ME", "Player", "bot_name", "default_seats", "is_bot", "made_up", "player_of", "players_of"]

ME = "me"
DEFAULT_BOT = "steady"
LONGEST_NAME = 24


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or the bot of that name."""

    name: str
    bot: str | None = None

    @property
    def is_person(self) -> bool:
        return self.bot is None


def default_seats(players: int) -> tuple[str, ...]:
    """One person against bots."""
    return (ME, *(DEFAULT_BOT,) * (players - 1))


def player_of(word: str, words: Words, taken: Collection[str] = ()) -> Player:
    """The player that a seat's *word* stands for: a registered bot, or a person of that name.

    Who has said no name gets a made-up one that is not *taken*.
    """
    if is_bot(word):
        return Player(bot_name(word, words), bot=word)
    name = "".join(c if c.isprintable() else " " for c in word).strip()[:LONGEST_NAME]
    return Player(next(made for made in made_up(words) if made not in taken) if name in ("", ME) else name)


def made_up(words: Words) -> Iterator[str]:
    """Names in the language of *words*; the first is always the same for one user of this machine."""
    names = words("table.names").split(", ")
    first = crc32(_user().encode()) % len(names)
    yield from names[first:] + names[:first]
    yield from (f"{name} {number}" for number in count(2) for name in names)


def _user() -> str:
    try:
        return getuser()
    except (OSError, KeyError):  # a container may have no name for its user
        return ""


def is_bot(word: str) -> bool:
    """Whether *word* names a registered bot, with or without parameters."""
    return word.partition(":")[0] in BOTS


def bot_name(word: str, words: Words) -> str:
    """What people call a bot: a level by its name in their language."""
    return words(f"level.{word}") if word in LEVELS else word


def players_of(seats: Sequence[str], words: Words) -> tuple[Player, ...]:
    players: list[Player] = []
    for word in seats:
        taken = {*seats, *(player.name for player in players)}
        players.append(player_of(word, words, taken))
    return tuple(players)
