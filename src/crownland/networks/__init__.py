"""Networks that were trained for our games, and those that people bring: see docs/learning.md.

The files ``NAME.net`` lie in this folder; the twin of a game says which one plays a setup.
"""

from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING

from crownland.games.setup import Setup

if TYPE_CHECKING:
    from crownland.networks.file import Network

__all__ = ["CHOSEN", "add_network", "find_network", "has_network", "missing_network", "use_network"]

FOLDER: Traversable | Path = resources.files(__name__)
SUFFIX = ".net"

# Networks that people brought, by the text of each setup that they were trained for.
CHOSEN: "dict[str, Network]" = {}

# The files of our networks that were fetched later, by name: a page loads Crownland without them.
_FETCHED: dict[str, bytes] = {}


def find_network(setup: Setup) -> "Network | None":
    """Returns the network that plays *setup*: what use_network() chose, or ours; None where there is none.

    Raises NetworkError when our file is broken or does not fit.
    """
    return CHOSEN.get(str(setup)) or _packaged(setup)


def has_network(setup: Setup) -> bool:
    """Returns whether find_network() would look for one in a file; reads no file and loads no kernels."""
    if str(setup) in CHOSEN:
        return True
    name = _name_of(setup)
    return name is not None and _is_here(name)


def missing_network(setup: Setup) -> str | None:
    """Returns the name of the file of the network that plays *setup* if it is not here; see add_network()."""
    name = _name_of(setup)
    return None if name is None or str(setup) in CHOSEN or _is_here(name) else f"{name}{SUFFIX}"


def add_network(file: str, data: bytes) -> None:
    """Takes in the file of a network that this package lacks."""
    _FETCHED[file.removesuffix(SUFFIX)] = data
    _packaged.cache_clear()
    _loaded.cache_clear()


def use_network(file: Path) -> "Network":
    """Reads a network from *file*; find_network() returns it from now on for the setups that it was trained for.

    Raises NetworkError when it cannot be read, or is for another version of the game.
    """
    from crownland.networks.file import check_network, read_network

    network = read_network(file)
    check_network(network, str(file))
    for text in network.setups:
        CHOSEN[text] = network
    return network


@cache
def _packaged(setup: Setup) -> "Network | None":
    name = _name_of(setup)
    return None if name is None else _read_packaged(name, setup)


def _name_of(setup: Setup) -> str | None:
    """Returns the name of the network that the twin wants for *setup*."""
    from crownland.fast.twin import twin_of

    twin = twin_of(setup)
    return None if twin is None else twin.network(setup)


def _read_packaged(name: str, setup: Setup) -> "Network | None":
    from crownland.networks.file import check_network

    network = _loaded(name)
    if network is not None:
        check_network(network, f"{name}{SUFFIX}", setup)
    return network


@cache
def _loaded(name: str) -> "Network | None":
    """Returns the network of that name, which several setups may share."""
    from crownland.networks.file import parse_network

    if not _is_here(name):
        return None
    data = _FETCHED.get(name) or (FOLDER / f"{name}{SUFFIX}").read_bytes()
    return parse_network(data, f"{name}{SUFFIX}")


def _is_here(name: str) -> bool:
    return name in _FETCHED or (FOLDER / f"{name}{SUFFIX}").is_file()
