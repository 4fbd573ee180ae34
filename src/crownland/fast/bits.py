"""64-bit arithmetic that means the same compiled and as plain Python.

Numbers are signed. Operations that may reach or leave the sign bit go through these functions: compiled they are one
instruction or a few, in plain Python they bring the result back into 64 bits.
"""

from typing import Any

from crownland.fast.jit import COMPILED, NATIVE, Row, kernel, table

__all__ = [
    "add",
    "below",
    "count",
    "index",
    "lowest",
    "multiply",
    "portable_count",
    "portable_index",
    "portable_select",
    "random",
    "rest_of",
    "seed_of",
    "select",
    "shift_left",
    "shift_right",
]

_ALL = (1 << 64) - 1


def _signed(number: int) -> int:
    return ((number + (1 << 63)) & _ALL) - (1 << 63)


if COMPILED:
    import numpy as np

    @kernel
    def shift_left(number: int, by: int) -> int:
        return number << by

    @kernel
    def shift_right(number: int, by: int) -> int:
        """Shifts the sign bit like any other."""
        return np.int64(np.uint64(number) >> np.uint64(by))  # type: ignore[return-value]

    @kernel
    def multiply(number: int, other: int) -> int:
        return number * other

    @kernel
    def add(number: int, other: int) -> int:
        return number + other

    @kernel
    def lowest(mask: int) -> int:
        """Returns the lowest bit of *mask*."""
        return mask & -mask

    @kernel
    def rest_of(mask: int) -> int:
        """Returns *mask* without its lowest bit."""
        return mask & (mask - 1)

else:

    def shift_left(number: int, by: int) -> int:
        return _signed(number << by)

    def shift_right(number: int, by: int) -> int:
        return _signed((number & _ALL) >> by)

    def multiply(number: int, other: int) -> int:
        return _signed(number * other)

    def add(number: int, other: int) -> int:
        return _signed(number + other)

    def lowest(mask: int) -> int:
        return _signed(mask & -mask)

    def rest_of(mask: int) -> int:
        return mask ^ lowest(mask)


_PAIRS = 0x5555555555555555
_FOURS = 0x3333333333333333
_EIGHTS = 0x0F0F0F0F0F0F0F0F
_ONES = 0x0101010101010101
_DE_BRUIJN = 0x03F79D71B4CB0A89
_INDEX_OF = table(next(at for at in range(64) if ((1 << at) * _DE_BRUIJN & _ALL) >> 58 == top) for top in range(64))


@kernel
def _counts(mask: int) -> int:
    """Returns the number of bits in each byte of *mask*, in that byte."""
    pairs = mask - (shift_right(mask, 1) & _PAIRS)
    fours = (pairs & _FOURS) + (shift_right(pairs, 2) & _FOURS)
    return (fours + shift_right(fours, 4)) & _EIGHTS


@kernel
def portable_count(mask: int) -> int:
    return shift_right(multiply(_counts(mask), _ONES), 56)


@kernel
def portable_index(mask: int) -> int:
    return _INDEX_OF[shift_right(multiply(lowest(mask), _DE_BRUIJN), 58)]


_TOPS = -0x7F7F7F7F7F7F7F80
_SELECTED = table(
    [at for at in range(8) if byte >> at & 1][rank] if byte.bit_count() > rank else 0
    for byte in range(256)
    for rank in range(8)
)


@kernel
def portable_select(mask: int, rank: int) -> int:
    sums = multiply(_counts(mask), _ONES)  # byte k: the bits in bytes 0 to k
    reached = shift_right((multiply(rank, _ONES) | _TOPS) - sums & _TOPS, 7)  # a bit for each byte that ends too early
    base = shift_right(multiply(reached, _ONES), 53) & 56
    byte = shift_right(mask, base) & 255
    return base + _SELECTED[byte << 3 | (rank - shift_right(shift_left(sums, 8), base) & 7)]


if NATIVE:
    from llvmlite import binding, ir
    from numba import config, types
    from numba.core import cgutils
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def _ctpop(typing: Any, mask: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def _cttz(typing: Any, mask: Any) -> Any:
        no = ir.Constant(ir.IntType(1), 0)
        return types.int64(types.int64), lambda context, builder, signature, args: builder.cttz(args[0], no)

    @intrinsic  # type: ignore[untyped-decorator]
    def _pdep(typing: Any, source: Any, mask: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            kind = ir.FunctionType(word, [word, word])
            return builder.call(cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args)

        return types.int64(types.int64, types.int64), code

    @kernel
    def count(mask: int) -> int:
        return _ctpop(mask)  # type: ignore[no-any-return]

    @kernel
    def index(mask: int) -> int:
        return _cttz(mask)  # type: ignore[no-any-return]

    def _has_pdep() -> bool:
        """Returns whether the processor that Numba compiles for, usually this one, can scatter bits."""
        if config.CPU_FEATURES is not None:
            return "+bmi2" in config.CPU_FEATURES.split(",")
        return bool(binding.get_host_cpu_features().get("bmi2", False))

    if _has_pdep():

        @kernel
        def select(mask: int, rank: int) -> int:
            return _cttz(_pdep(1 << rank, mask))  # type: ignore[no-any-return]

    else:
        select = portable_select
elif COMPILED:
    count, index, select = portable_count, portable_index, portable_select
else:

    def count(mask: int) -> int:
        """Returns how many bits *mask* has."""
        return (mask & _ALL).bit_count()

    def index(mask: int) -> int:
        """Returns the number of the lowest bit of *mask*, which must have one."""
        return (mask & -mask).bit_length() - 1

    def select(mask: int, rank: int) -> int:
        """Returns the number of the bit of *mask* that has *rank* lower ones."""
        mask &= _ALL
        for _ in range(rank):
            mask &= mask - 1
        return index(mask)


_FACTOR = 6364136223846793005
_STEP = 1442695040888963407


@kernel
def random(rng: Row) -> int:
    """Returns 32 random bits (PCG XSH-RS 64/32). The generator is one word; make it with seed_of()."""
    before = rng[0]
    rng[0] = add(multiply(before, _FACTOR), _STEP)
    return shift_right(before ^ shift_right(before, 22), 22 + shift_right(before, 61)) & 0xFFFFFFFF


@kernel
def below(rng: Row, bound: int) -> int:
    """Returns a random number from 0 to *bound* - 1. *bound* is far below 2**32, so the bias is too small to notice."""
    return random(rng) * bound >> 32


@kernel
def seed_of(seed: int, stream: int) -> int:
    """Returns the first word of a generator, another for every *stream* of a *seed* (the mixer of SplitMix64)."""
    mixed = add(multiply(stream, -0x61C8864680B583EB), seed)
    mixed = multiply(mixed ^ shift_right(mixed, 30), -0x40A7B892E31B1A47)
    mixed = multiply(mixed ^ shift_right(mixed, 27), -0x6B2FB644ECCEEE15)
    return mixed ^ shift_right(mixed, 31)
