"""Shifts the wall clock of a Python process by the nanoseconds in a file. Python imports this module at its start."""

import mmap
import os
import time

_time_ns = time.time_ns

with open(os.environ["SHIFTED_CLOCK"], "rb") as _file:
    _offset = mmap.mmap(_file.fileno(), 8, access=mmap.ACCESS_READ)


def time_ns() -> int:
    return _time_ns() + int.from_bytes(_offset[:8], "little", signed=True)


time.time_ns = time_ns
time.time = lambda: time_ns() / 1e9
