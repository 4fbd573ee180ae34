"""The tables in memory: who sits at them, who watches, and what happens next."""
