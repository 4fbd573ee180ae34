"""The file of a network: what is written is read again, and whatever is wrong with it is one clear sentence."""

import hashlib
import json
import struct
import time
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from crownland import networks
from crownland.fast import jit
from crownland.fast.classic import TWIN
from crownland.fast.network import Shape
from crownland.games.registry import DUEL, KINGDOMINO
from crownland.kernel.errors import NetworkError
from crownland.networks import find_network, use_network
from crownland.networks.file import (
    BEGIN,
    DIGEST,
    FORMAT,
    MAGIC,
    Network,
    check_network,
    describe,
    parse_network,
    read_network,
    write_network,
)
from crownland.testing.registering import registrations_undone

SHAPE = Shape(kingdoms=2, squares=5, codes=3, numbers=4, table=3, stages=2, hidden=(4, 3, 2))
PLAIN, HARMONY = KINGDOMINO.setup(2), KINGDOMINO.setup(2, {"harmony": True})


@pytest.fixture(autouse=True)
def encoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """An encoder for a small shape, and no networks of ours, which are for another."""
    made = SimpleNamespace(VERSION=3, shape_of=lambda setup: SHAPE)
    monkeypatch.setitem(TWIN.__dict__, "encoder", made)
    monkeypatch.setattr(networks, "FOLDER", tmp_path / "none")
    _forget()
    with registrations_undone():
        yield made
    _forget()


def _forget() -> None:
    networks._packaged.cache_clear()
    networks._loaded.cache_clear()


def network_of(shape: Shape = SHAPE, **changes: Any) -> Network:
    header = describe([PLAIN], shape, {"games": 100, "seed": 1, "figures": {"greedy": 0.5}}) | changes
    weights = jit.floats(shape.weights)
    for at in range(shape.weights):
        weights[at] = (at % 41 - 20) / 16  # 16 bits hold it
    return Network(shape, weights, header)


def written(folder: Path, network: Network | None = None) -> Path:
    file = folder / "some.net"
    write_network(file, network or network_of())
    return file


def whole(data: bytes) -> bytes:
    """Returns *data* with its digest."""
    return data + hashlib.sha256(data).digest()


@pytest.mark.parametrize("compiled", [True, False])
def test_what_is_written_is_read_again(compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = network_of()
    file = written(tmp_path, first)
    monkeypatch.setattr(jit, "COMPILED", compiled)
    again = read_network(file)
    assert (again.shape, again.header, again.weights.tolist()) == (first.shape, first.header, first.weights.tolist())
    assert (again.game, again.setups) == ("kingdomino", (str(PLAIN),))
    assert again.weights.itemsize == 4
    assert list(tmp_path.iterdir()) == [file]


def test_the_file_is_as_the_docs_say(tmp_path: Path) -> None:
    data = written(tmp_path).read_bytes()
    magic, version, length = BEGIN.unpack_from(data)
    assert (magic, version) == (MAGIC, FORMAT) == (b"CROWNNET", 1)
    header = json.loads(data[16 : 16 + length])
    assert {key: header[key] for key in ("game", "setups", "rules", "encoder")} == {
        "game": "kingdomino",
        "setups": ["kingdomino players=2 opening=snake"],
        "rules": KINGDOMINO.rules_version,
        "encoder": 3,
    }
    assert header["training"]["figures"] == {"greedy": 0.5}
    weights = struct.unpack(f"<{SHAPE.weights}e", data[16 + length : -32])
    assert list(weights) == network_of().weights.tolist()
    assert data[-32:] == hashlib.sha256(data[:-32]).digest()


@pytest.mark.parametrize("compiled", [True, False])
def test_a_large_network_is_loaded_at_once(compiled: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shape = Shape(2, 81, 16, 170, 80, 5)
    assert 400_000 < shape.weights < 500_000
    file = written(tmp_path, network_of(shape))
    assert file.stat().st_size < 1_000_000
    monkeypatch.setattr(jit, "COMPILED", compiled)

    def seconds() -> float:
        begin = time.process_time()  # others use the machine too
        read_network(file)
        return time.process_time() - begin

    assert min(seconds() for _ in range(5)) < 0.05


def _changed_header(**changes: Any) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        length = BEGIN.unpack_from(data)[2]
        header = json.loads(data[BEGIN.size : BEGIN.size + length]) | changes
        text = json.dumps({key: value for key, value in header.items() if value is not None}).encode()
        return whole(BEGIN.pack(MAGIC, FORMAT, len(text)) + text + data[BEGIN.size + length : -DIGEST])

    return change


BROKEN: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "empty": (lambda data: b"", "expected the file of a network in N, got another file; crownland train writes one"),
    "another file": (
        lambda data: b"PK" + data,
        "expected the file of a network in N, got another file; crownland train writes one",
    ),
    "a future format": (
        lambda data: whole(BEGIN.pack(MAGIC, 2, 5) + data[BEGIN.size : -DIGEST]),
        "expected format 1 of a network in N, got: 2; read it with the crownland that wrote it, or train it anew",
    ),
    "cut off": (
        lambda data: data[:-100],
        "expected a whole network in N, its digest does not fit; copy or train it again",
    ),
    "cut off early": (
        lambda data: data[:16],
        "expected a whole network in N, its digest does not fit; copy or train it again",
    ),
    "one bit": (
        lambda data: data[:-50] + bytes([data[-50] ^ 1]) + data[-49:],
        "expected a whole network in N, its digest does not fit; copy or train it again",
    ),
    "weights missing": (
        lambda data: whole(data[: -DIGEST - 2]),
        f"expected {SHAPE.weights:,} weights in N, as its header says, got: {SHAPE.weights - 1:,}; train it again",
    ),
    "no game": (
        _changed_header(game=None),
        "expected game, setups, versions and shape in the header of N; train it again",
    ),
    "no sizes": (
        _changed_header(shape={"kingdoms": 2}),
        "expected game, setups, versions and shape in the header of N; train it again",
    ),
    "no header": (
        lambda data: whole(BEGIN.pack(MAGIC, FORMAT, 0) + data[BEGIN.size : -DIGEST]),
        "expected game, setups, versions and shape in the header of N; train it again",
    ),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_broken_file_is_one_clear_sentence(kind: str, tmp_path: Path) -> None:
    change, message = BROKEN[kind]
    data = change(written(tmp_path).read_bytes())
    with pytest.raises(NetworkError) as caught:
        parse_network(data, "N")
    assert str(caught.value) == message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(NetworkError) as caught:
        read_network(tmp_path / "no.net")
    assert str(caught.value) == f"expected the file of a network, got: No such file or directory: {tmp_path}/no.net"


@pytest.mark.parametrize("value", [70000.0, float("nan")])
def test_weights_that_do_not_fit_into_16_bits_are_refused(value: float, tmp_path: Path) -> None:
    network = network_of()
    network.weights[7] = value
    with pytest.raises(NetworkError, match="weights of at most 65,504, got others"):
        written(tmp_path, network)
    assert list(tmp_path.iterdir()) == []


MISFITS: list[tuple[dict[str, Any], str]] = [
    (
        {"encoder": 2},
        "expected a network with encoder 3 for 'kingdomino players=2 opening=snake', N has encoder 2; train it anew",
    ),
    (
        {"rules": 99},
        f"expected a network with rules {KINGDOMINO.rules_version} for 'kingdomino players=2 opening=snake', "
        "N has rules 99; train it anew",
    ),
    (
        {"game": "chess"},
        "expected a network for a known game (duel, kingdomino, queendomino, royal-wedding), N is for 'chess'; "
        "load that game first",
    ),
    (
        {"setups": ["kingdomino players=9"]},
        "expected a network for a setup of kingdomino, N is for 'kingdomino players=9'; train it anew",
    ),
]


@pytest.mark.parametrize(("changes", "message"), MISFITS)
def test_a_network_of_another_version_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NetworkError) as caught:
        check_network(network_of(**changes), "N")
    assert str(caught.value) == message


def test_a_network_of_another_shape_or_game_is_refused() -> None:
    other = Shape(2, 6, 3, 4, 3, 2, hidden=(4, 3, 2))
    with pytest.raises(NetworkError, match=r"expected a network with squares 5 for .*, N has squares 6; train it anew"):
        check_network(network_of(other), "N")
    with pytest.raises(NetworkError, match="expected a network for duel, N is for kingdomino; choose a network of"):
        check_network(network_of(), "N", DUEL.setup())


def test_the_hidden_layers_may_have_any_size() -> None:
    check_network(network_of(Shape(2, 5, 3, 4, 3, 2, hidden=(8, 8, 8))), "N", PLAIN)


# Which network plays a setup.


def test_the_twin_names_the_network_of_a_setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written(tmp_path)
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    monkeypatch.setitem(TWIN.__dict__, "network", lambda setup: "other" if setup == HARMONY else "some")
    found = find_network(PLAIN)
    assert found is not None
    assert found.shape == SHAPE
    assert find_network(PLAIN) is found
    assert find_network(HARMONY) is None  # its file is not there
    assert find_network(KINGDOMINO.setup(3)) is found  # as the twin says, though it was not trained for it
    assert find_network(DUEL.setup()) is not found


def test_a_packaged_network_that_does_not_fit_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, encoder: SimpleNamespace
) -> None:
    written(tmp_path)
    monkeypatch.setattr(networks, "FOLDER", tmp_path)
    monkeypatch.setitem(TWIN.__dict__, "network", lambda setup: "some")
    encoder.VERSION = 4
    with pytest.raises(NetworkError, match=r"expected a network with encoder 4 for .*, some.net has encoder 3"):
        find_network(PLAIN)


def test_people_bring_networks_of_their_own(tmp_path: Path) -> None:
    before = find_network(HARMONY)
    with registrations_undone():
        mine = use_network(written(tmp_path))
        assert find_network(PLAIN) is mine
        assert find_network(HARMONY) is before
    assert find_network(PLAIN) is not mine


def test_a_network_that_does_not_fit_is_not_used(tmp_path: Path) -> None:
    file = written(tmp_path, network_of(encoder=2))
    with pytest.raises(NetworkError, match=f"{file} has encoder 2; train it anew"):
        use_network(file)
    assert not networks.CHOSEN


def test_weights_may_be_read_without_numpy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jit, "COMPILED", False)
    row = read_network(written(tmp_path)).weights
    assert isinstance(row, memoryview)
    assert isinstance(row.obj, array)
    row[1:3][0] = 5.0
    assert row[1] == 5.0  # slices share memory
