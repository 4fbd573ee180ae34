"""The component tables: one CSV file for each kind of piece."""

import csv
from importlib import resources

__all__ = ["read_table"]


def read_table(name: str) -> list[dict[str, str]]:
    """Reads the rows of ``name.csv``, each by the names of its columns."""
    with (resources.files(__name__) / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
