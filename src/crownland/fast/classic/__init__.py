"""Kingdomino on rows of words: K1–K10."""
