"""Who sits at the table: people and bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from crownland.bots import BOTS
from crownland.bots.levels import LEVELS
from crownland.words import Words

__all__ = ["DEFAULT_BOT", "ME", "Player", "bot_name", "default_seats", "is_bot", "player_of", "players_of"]

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


def player_of(word: str, words: Words) -> Player:
    """The player that a seat's *word* stands for: a registered bot, or a person of that name."""
    if is_bot(word):
        return Player(bot_name(word, words), bot=word)
    name = "".join(c if c.isprintable() else " " for c in word).strip()[:LONGEST_NAME]
    return Player(words("table.you") if name in ("", ME) else name)


def is_bot(word: str) -> bool:
    """Whether *word* names a registered bot, with or without parameters."""
    return word.partition(":")[0] in BOTS


def bot_name(word: str, words: Words) -> str:
    """What people call a bot: a level by its name in their language."""
    return words(f"level.{word}") if word in LEVELS else word


def players_of(seats: Sequence[str], words: Words) -> tuple[Player, ...]:
    return tuple(player_of(word, words) for word in seats)
