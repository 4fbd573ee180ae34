"""Settings for every test."""

from hypothesis import settings

# The same examples in every run and on every machine; how long one takes says nothing about the rules.
settings.register_profile("crownland", deadline=None, derandomize=True, max_examples=60, database=None)
settings.load_profile("crownland")
