"""Files with bots, in whatever process and on whatever machine the bots play."""

import os
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from crownland.bots.load import load_bots
from crownland.fast.jit import cache_folder

__all__ = ["BotFile", "load_once"]

_LOADED: set[Path] = set()


def load_once(file: Path, place: Path | None = None) -> None:
    """Enters the bots of *file* in this process, unless that has been done; *place* is where it stands here."""
    if file not in _LOADED:
        load_bots(place or file)
        _LOADED.add(file)


@dataclass(frozen=True, slots=True)
class BotFile:
    """A file with bots that can travel. A machine that has the same in the same place uses it, others keep a copy."""

    name: Path  # as it was given
    place: Path
    data: bytes
    mode: int

    @classmethod
    def of(cls, file: Path) -> "BotFile":
        return cls(file, file.absolute(), file.read_bytes(), file.stat().st_mode & 0o777)

    def load(self) -> None:
        """Enters its bots in this process, once."""
        if self.name not in _LOADED:
            load_once(self.name, self.place if self._stands_at(self.place) else self._copy())

    def _stands_at(self, place: Path) -> bool:
        try:
            return place.read_bytes() == self.data
        except OSError:
            return False

    def _copy(self) -> Path:
        """In the user's cache folder, once for every content; other processes may be making the same one."""
        copy = cache_folder().parent / f"bots-{sha256(self.data).hexdigest()[:16]}" / self.place.name
        if not self._stands_at(copy):
            copy.parent.mkdir(parents=True, exist_ok=True)
            part = copy.with_name(f".{os.getpid()}.part")
            part.write_bytes(self.data)
            part.chmod(self.mode)
            part.replace(copy)
        return copy
