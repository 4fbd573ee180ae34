"""Kernels from a module. That it plays right is tested in tests/wasm."""

from array import array
from collections.abc import MutableSequence
from ctypes import c_int64
from types import SimpleNamespace
from typing import Any

from crownland.fast import entries
from crownland.fast.library import Library, find_library, flat, symbol


def library_with(**functions: Any) -> Library:
    made = object.__new__(Library)
    made._functions = SimpleNamespace(**functions)  # type: ignore[assignment]
    return made


def test_arguments_are_words() -> None:
    row = array("q", [5, 6, 7])
    address = row.buffer_info()[0]
    assert list(flat([3, True, row, (row, -1)])) == [3, 1, address, 3, address, 3, -1]


def test_rows_without_items_have_no_address() -> None:
    assert list(flat([array("q")])) == [0, 0]


def test_rows_of_every_kind_are_passed_by_address() -> None:
    record = memoryview(array("b", bytes(16)))
    found = list(flat([record, record.cast("B").cast("q"), memoryview(array("f", [1.5]))]))
    assert found[0] == found[2]
    assert found[1::2] == [16, 2, 1]


def test_an_entry_calls_the_module_with_a_block_and_returns_its_first_word() -> None:
    seen = []

    def legal(address: int) -> None:
        block = (c_int64 * 6).from_address(address)
        seen.extend(block[1:])
        block[0] = 42

    def python_legal(twin: object, words: object, at: int, out: object) -> int:
        raise AssertionError("expected the module's")

    python_legal.__name__, python_legal.__module__ = "legal", "crownland.fast.entries"
    called = library_with(entries_legal_5=legal).entry(python_legal)
    words, out = array("q", [1, 2]), array("q", [3])
    assert called((1.0, 0, 1.0), words, 1, out) == 42
    assert seen == [words.buffer_info()[0], 2, 1, out.buffer_info()[0], 1]


def test_a_twin_that_the_module_lacks_runs_as_plain_python() -> None:
    def apply(twin: object, words: MutableSequence[int], at: int, action: int) -> None:
        words[at] = action

    words = array("q", [0])
    library_with().entry(apply)((1.0,), words, 0, 9)
    assert words[0] == 9


def test_names_say_where_a_kernel_is_and_for_which_twin() -> None:
    assert symbol("tree", "grow", 2) == "tree_grow_2"
    assert symbol("net_tree", "find_node", None) == "net_tree_find_node"


def test_the_module_has_what_entries_need_and_nothing_of_batches() -> None:
    made = library_with()
    plain = {name: getattr(one, "py_func", one) for name, one in vars(entries).items()}
    assert made.has(plain["legal"])
    assert not made.has(plain["step_games"])


def test_only_a_python_in_webassembly_loads_the_module() -> None:
    assert find_library() is None
