"""The file of a network.

Eight bytes ``CROWNNET``; the version of the format and the length of the header, 32-bit integers; the header, a JSON
object in UTF-8; the weights as 16-bit floats in the order of ``Shape.parts``; the SHA-256 digest of all before it.
Everything is little endian.
"""

import hashlib
import json
import os
import struct
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from crownland.fast import jit
from crownland.fast.jit import Floats
from crownland.fast.network import Shape
from crownland.fast.twin import twin_of
from crownland.games.registry import GAMES, find_game
from crownland.games.setup import Setup
from crownland.kernel.errors import NetworkError, UnknownNameError

__all__ = ["Network", "check_network", "describe", "parse_network", "read_network", "write_network"]

MAGIC = b"CROWNNET"
FORMAT = 1
BEGIN = struct.Struct("<8sII")
DIGEST = hashlib.sha256().digest_size
HALF = 2  # bytes
LARGEST = 65504.0  # that 16 bits can hold

SIZES = ("kingdoms", "squares", "codes", "numbers", "table", "stages")


@dataclass(frozen=True, eq=False)
class Network:
    """A network: its sizes, its weights (a row of 32-bit floats in the order of ``shape.parts``), and what it is."""

    shape: Shape
    weights: Floats
    header: dict[str, Any]

    @property
    def game(self) -> str:
        return str(self.header["game"])

    @property
    def setups(self) -> tuple[str, ...]:
        """The texts of the setups that it was trained for."""
        return tuple(self.header["setups"])


def describe(setups: Sequence[Setup], shape: Shape, training: dict[str, Any]) -> dict[str, Any]:
    """Returns the header of a network for *setups*, which are of one game. *training* says how it was trained."""
    game = find_game(setups[0].game)
    twin = twin_of(setups[0])
    assert twin is not None, "only games with a twin have networks"
    return {
        "game": game.key,
        "setups": [str(setup) for setup in setups],
        "rules": game.rules_version,
        "encoder": twin.encoder.VERSION,
        "shape": _sizes(shape),
        "training": training,
    }


def write_network(file: Path, network: Network) -> None:
    """Writes *network* atomically, its weights rounded to 16 bits. Raises NetworkError when one is too large."""
    weights = network.weights.tolist()
    if len(weights) != network.shape.weights or not all(abs(one) <= LARGEST for one in weights):
        raise NetworkError(f"expected {network.shape.weights:,} weights of at most {LARGEST:,.0f}, got others")
    header = json.dumps({**network.header, "shape": _sizes(network.shape)}, ensure_ascii=False).encode()
    data = BEGIN.pack(MAGIC, FORMAT, len(header)) + header + struct.pack(f"<{len(weights)}e", *weights)
    part = file.with_name(f".{file.name}.part")
    part.write_bytes(data + hashlib.sha256(data).digest())
    os.replace(part, file)


def read_network(file: Path) -> Network:
    """Reads a network. Raises NetworkError when *file* is missing, or not a whole network."""
    try:
        data = file.read_bytes()
    except OSError as error:
        raise NetworkError(f"expected the file of a network, got: {error.strerror}: {file}") from None
    return parse_network(data, str(file))


def parse_network(data: bytes, name: str) -> Network:
    """Returns the network in *data*; *name* is for errors. Raises NetworkError when it is not a whole network."""
    if data[: len(MAGIC)] != MAGIC or len(data) < BEGIN.size:
        raise NetworkError(f"expected the file of a network in {name}, got another file; crownland train writes one")
    _, version, length = BEGIN.unpack_from(data)
    if version != FORMAT:
        known = f"expected format {FORMAT} of a network in {name}"
        raise NetworkError(f"{known}, got: {version}; read it with the crownland that wrote it, or train it anew")
    if hashlib.sha256(data[:-DIGEST]).digest() != data[-DIGEST:]:
        raise NetworkError(f"expected a whole network in {name}, its digest does not fit; copy or train it again")
    header, shape = _read_header(data[BEGIN.size : BEGIN.size + length], name)
    weights = data[BEGIN.size + length : -DIGEST]
    if len(weights) != HALF * shape.weights:
        expected = f"expected {shape.weights:,} weights in {name}, as its header says"
        raise NetworkError(f"{expected}, got: {len(weights) / HALF:,g}; train it again")
    return Network(shape, _floats(weights), header)


def check_network(network: Network, name: str, setup: Setup | None = None) -> None:
    """Checks that *network* plays *setup* with the encoder and rules of this version; *name* is for errors.

    Without *setup*, those that it was trained for are checked. Raises NetworkError when it does not fit.
    """
    if setup is not None and network.game != setup.game:
        other = "choose a network of that game"
        raise NetworkError(f"expected a network for {setup.game}, {name} is for {network.game}; {other}")
    try:
        game = find_game(network.game)
    except UnknownNameError:
        known = ", ".join(sorted(GAMES))
        unknown = f"{name} is for {network.game!r}; load that game first"
        raise NetworkError(f"expected a network for a known game ({known}), {unknown}") from None
    wanted = {str(one): one for one in game.all_setups()}
    for text in network.setups if setup is None else (str(setup),):
        one = setup or wanted.get(text)
        twin = None if one is None else twin_of(one)
        if one is None or twin is None:
            raise NetworkError(f"expected a network for a setup of {game.key}, {name} is for {text!r}; train it anew")
        encoder = twin.encoder
        shape = encoder.shape_of(one)
        now = {"rules": game.rules_version, "encoder": encoder.VERSION, **{key: getattr(shape, key) for key in SIZES}}
        then = {**network.header, **{key: getattr(network.shape, key) for key in SIZES}}
        for key, value in now.items():
            if then[key] != value:
                got = f"{name} has {key} {then[key]}"
                raise NetworkError(f"expected a network with {key} {value} for {text!r}, {got}; train it anew")


def _sizes(shape: Shape) -> dict[str, Any]:
    return {**asdict(shape), "hidden": list(shape.hidden)}


def _read_header(text: bytes, name: str) -> tuple[dict[str, Any], Shape]:
    try:
        header = json.loads(text)
        sizes = header["shape"]
        first, second, third = map(int, sizes["hidden"])
        shape = Shape(**{key: int(sizes[key]) for key in SIZES}, hidden=(first, second, third))
        sound = (
            isinstance(header["game"], str)
            and all(isinstance(one, str) for one in header["setups"])
            and all(isinstance(header[key], int) for key in ("rules", "encoder"))
            and min(*shape.hidden, shape.kingdoms, shape.stages) > 0
        )
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise NetworkError(f"expected game, setups, versions and shape in the header of {name}; train it again")
    return header, shape


def _floats(data: bytes) -> Floats:
    """Returns 16-bit floats as a row of 32-bit floats, as kernels read them."""
    if not jit.COMPILED:
        count = len(data) // HALF
        return memoryview(array("f", struct.pack(f"{count}f", *struct.unpack(f"<{count}e", data))))
    import numpy as np

    return np.frombuffer(data, dtype="<f2").astype(np.float32)
