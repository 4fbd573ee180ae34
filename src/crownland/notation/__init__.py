"""KDN: games as text. Tokens, positions and records; ``str(value)`` writes, the parsers here read."""

from crownland.notation.position import parse_position
from crownland.notation.record import Comment, Item, Problem, Record, ReplayError, Round, read_record
from crownland.notation.token import parse_action, parse_seat

__all__ = [
    "Comment",
    "Item",
    "Problem",
    "Record",
    "ReplayError",
    "Round",
    "parse_action",
    "parse_position",
    "parse_seat",
    "read_record",
]
