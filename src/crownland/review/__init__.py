"""Reviews of games: what luck brought, what decisions lost, and why (docs/review.md)."""

from crownland.review.grade import Grade
from crownland.review.judge import Judge
from crownland.review.reasons import Reason, reason_text, reasons_for, reasons_of
from crownland.review.review import Decision, Draw, Review, ReviewError, Way
from crownland.review.reviewing import review_game, review_record

__all__ = [
    "Decision",
    "Draw",
    "Grade",
    "Judge",
    "Reason",
    "Review",
    "ReviewError",
    "Way",
    "reason_text",
    "reasons_for",
    "reasons_of",
    "review_game",
    "review_record",
]
