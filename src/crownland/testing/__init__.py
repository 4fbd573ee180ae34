"""Tools to test with, for us and for others: perft, Hypothesis strategies, a check for bots."""
