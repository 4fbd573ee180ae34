"""What is sent to other machines, so that games there are the same as here."""

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Generic, TypeVar

from crownland.bots.portable_file import PortableFile
from crownland.kernel.errors import SetupError

__all__ = ["Parcel"]

WorkT = TypeVar("WorkT")
ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class Parcel(Generic[WorkT, ResultT]):
    """The function that plays, the files to load first, and the version of crownland, which must be the same there."""

    play: Callable[[WorkT], ResultT]
    files: tuple[PortableFile, ...]
    version: str

    @classmethod
    def of(cls, play: Callable[[WorkT], ResultT], load: Sequence[Path]) -> "Parcel[WorkT, ResultT]":
        return cls(play, tuple(map(PortableFile.of, load)), version("crownland"))

    def play_there(self, work: WorkT) -> ResultT:
        here = version("crownland")
        if here != self.version:
            where = socket.gethostname()
            raise SetupError(f"expected crownland {self.version} on every machine, got: {here} on {where}")
        for file in self.files:
            file.load()
        return self.play(work)
