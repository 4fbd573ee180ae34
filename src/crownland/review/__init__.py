"""Reviews of games: what luck brought, what decisions lost, and why (docs/review.md)."""

from crownland.review.grade import Grade
from crownland.review.judge import Judge
from crownland.review.review import Decision, Draw, Review, ReviewError, Way
from crownland.review.reviewing import review_game, review_record

__all__ = ["Decision", "Draw", "Grade", "Judge", "Review", "ReviewError", "Way", "review_game", "review_record"]
