"""Kingdomino Duel on rows of words: D1–D11."""
