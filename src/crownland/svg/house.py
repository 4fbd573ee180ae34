"""The houses of the people at a table, from ``art/houses.json``."""

from crownland.art import House, houses

__all__ = ["HOUSES", "House"]

HOUSES = houses()
