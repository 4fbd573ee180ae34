"""Queendomino and Royal Wedding on rows of words: Q1–Q14, W1–W4."""
