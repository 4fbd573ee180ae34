"""What goes to other machines, so that games go there as they would go here."""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Generic, TypeVar

from crownland.arena.schedule import Pairing
from crownland.bots.portable_file import PortableFile
from crownland.kernel.errors import SetupError

__all__ = ["Parcel"]

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Parcel(Generic[ResultT]):
    """How to play, the files whose bots do, and the version they are made for: another may have other rules or bots."""

    play: Callable[[Pairing], ResultT]
    files: tuple[PortableFile, ...]
    version: str

    @classmethod
    def of(cls, play: Callable[[Pairing], ResultT], load: Sequence[Path]) -> "Parcel[ResultT]":
        return cls(play, tuple(map(PortableFile.of, load)), version("crownland"))

    def play_there(self, pairing: Pairing) -> ResultT:
        here = version("crownland")
        if here != self.version:
            where = socket.gethostname()
            raise SetupError(f"expected crownland {self.version} on every machine, got: {here} on {where}")
        for file in self.files:
            file.load()
        return self.play(pairing)
