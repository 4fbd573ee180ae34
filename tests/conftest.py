"""Settings for every test."""

from hypothesis import settings

from crownland.fast import bits

assert bits  # loaded first, so that no command run by a test can choose plain Python for all later ones

# The same examples in every run and on every machine; how long one takes says nothing about the rules.
settings.register_profile("crownland", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("crownland")
