"""Queendomino (Q1–Q15) and the Royal Wedding (W1–W4)."""
