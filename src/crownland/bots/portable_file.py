"""A file of ``--load`` that can be sent to workers on other machines."""

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from crownland.bots.load import load_once
from crownland.fast.jit import cache_folder

__all__ = ["PortableFile"]


@dataclass(frozen=True, slots=True)
class PortableFile:
    """A file with its contents. A machine with the same file in the same place uses that; any other keeps a copy."""

    name: Path  # as the command line has it
    place: Path
    data: bytes
    mode: int

    @classmethod
    def of(cls, file: Path) -> "PortableFile":
        return cls(file, file.absolute(), file.read_bytes(), file.stat().st_mode & 0o777)

    def load(self) -> None:
        """Loads the file in this process, once."""
        load_once(self.name, lambda: self.place if self._is_at(self.place) else self._copy())

    def _is_at(self, place: Path) -> bool:
        try:
            return place.read_bytes() == self.data
        except OSError:
            return False

    def _copy(self) -> Path:
        """Writes a copy to the user's cache folder, if it is not there; other processes may do so at the same time."""
        copy = cache_folder().parent / f"bots-{sha256(self.data).hexdigest()[:16]}" / self.place.name
        if not self._is_at(copy):
            copy.parent.mkdir(parents=True, exist_ok=True)
            part = copy.with_name(f".{os.getpid()}.part")
            part.write_bytes(self.data)
            part.chmod(self.mode)
            part.replace(copy)
        return copy
