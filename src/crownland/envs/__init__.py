"""Environments for researchers: PettingZoo, Gymnasium and OpenSpiel on our games (docs/environments.md).

The twin does the work. Their libraries are not installed with Crownland: ``pip install 'crownland[envs]'`` brings
PettingZoo and Gymnasium, ``crownland[openspiel]`` OpenSpiel.
"""

from importlib import import_module
from typing import Any

__all__ = ["VERSION", "MissingLibraryError", "require"]

VERSION = 0  # of action numbers, observations and rewards; the names of environments end with it


class MissingLibraryError(ImportError):
    """A library that an environment needs is not installed."""


def require(module: str, extra: str) -> Any:
    """Returns the *module* of a library that *extra* installs. Raises MissingLibraryError when it is not there."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module.partition(".")[0]:
            raise
        raise MissingLibraryError(
            f"expected {error.name} to be installed: pip install 'crownland[{extra}]'", name=error.name
        ) from None
