"""Writes the page into a folder: all links are relative, so it may lie anywhere below a host's address."""

import gzip
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import NamedTuple

from crownland import art
from crownland.site.folder import PAGE, PYTHON, SiteError, networks, require_built
from crownland.words import Words, languages

__all__ = ["Part", "Site", "write_site"]

INDEX = "index.html"
NOT_FOUND = "404.html"  # what most hosts show for an unknown address
ICON = "icon.svg"
NO_JEKYLL = ".nojekyll"  # GitHub's pages leave out files otherwise
ALONE = '<meta name="crownland" content="alone" />'
# Scripts and workers of the page, and WebAssembly; nothing from elsewhere.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
HEAD = '<meta charset="utf-8" />'  # after which our own lines stand
OURS = f'{HEAD}\n    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />\n    {ALONE}'
COLOURS = ":root {{ --ink: {ink}; --paper: {paper} }}"
STYLE = """:root { color-scheme: light dark }
body { margin: 12vh auto 2rem; max-width: 34rem; padding: 0 1.2rem; color: var(--ink); background: var(--paper);
  font: 1.15rem/1.45 "Iowan Old Style", Palatino, Georgia, serif }
svg { width: 7rem } h1 { font-size: 1.35rem; font-weight: 600; margin: 1.6rem 0 .2rem } p { margin: 0 }
a { color: inherit }
"""


class Part(NamedTuple):
    """Some files of a site: their bytes, and how many a host sends that compresses with gzip."""

    name: str
    files: int
    bytes: int
    gzipped: int


@dataclass(frozen=True, slots=True)
class Site:
    """A written site."""

    folder: Path
    parts: tuple[Part, ...]

    @property
    def first_visit(self) -> int:
        """The bytes that a first visit loads; the networks follow when bots need them."""
        return sum(part.gzipped for part in self.parts if part.name != "networks")


def _nothing(done: int, whole: int) -> None:
    """Shows no progress."""


def write_site(folder: Path, *, page: Path | None = None, progress: Callable[[int, int], None] = _nothing) -> Site:
    """Writes a site into *folder*, which is empty, new, or has an older site of ours.

    *progress* is called with the number of files that are written, and of all. Raises SiteError when the page or its
    Python is not built, or *folder* has other files.
    """
    page = page or PAGE
    require_built(page)
    _check_folder(folder)
    files = dict(_files(page))
    _clear(folder, set(files))
    measured: dict[str, Part] = {}
    for done, (name, content) in enumerate(files.items(), 1):
        data = content if isinstance(content, bytes) else content.read_bytes()
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        part = _part_of(name)
        old = measured.get(part, Part(part, 0, 0, 0))
        packed = min(len(data), len(gzip.compress(data, mtime=0)))
        measured[part] = Part(part, old.files + 1, old.bytes + len(data), old.gzipped + packed)
        progress(done, len(files))
    return Site(folder, tuple(measured.values()))


def _files(page: Path) -> Iterator[tuple[str, Path | bytes]]:
    """Yields all files of a site; the one that people open comes last, when all others are there."""
    for file in sorted(page.rglob("*")):
        name = file.relative_to(page).as_posix()
        if file.is_file() and not file.name.startswith(".") and name != INDEX:
            yield name, file
    for network in networks():
        yield f"{PYTHON}/networks/{network.name}", network
    yield NO_JEKYLL, b""
    yield NOT_FOUND, lost(page / ICON).encode()
    yield INDEX, alone(page / INDEX).encode()


def lost(icon: Path) -> str:
    """Returns what is shown for an unknown address, in every language; it needs no other file."""
    light, dark = (COLOURS.format_map(art.palette(theme)) for theme in ("light", "dark"))
    style = f"{light} @media (prefers-color-scheme: dark) {{ {dark} }}\n{STYLE}"
    texts = [Words(language) for language in languages()]
    parts = [
        f'<section lang="{words("language.tag")}"><h1>{escape(words("web.lost"))}</h1>'
        f'<p>{escape(words("web.lost.about"))} <a href="./">{escape(words("web.home"))}</a></p></section>'
        for words in texts
    ]
    view = '<meta name="viewport" content="width=device-width, initial-scale=1" />'
    head = f"<head>{HEAD}{view}<title>Crownland</title><style>{style}</style></head>"
    body = "\n".join([f"<body>{icon.read_text(encoding='utf-8')}", *parts, "</body>"])
    return f'<!doctype html>\n<html lang="en">\n{head}\n{body}\n</html>\n'


def alone(index: Path) -> str:
    """Returns the page with the mark that there is no server, and what it may load."""
    text = index.read_text(encoding="utf-8")
    if HEAD not in text:
        raise SiteError(f"expected {HEAD} in {index}, found none; build the page again")
    return text.replace(HEAD, OURS, 1)


def _part_of(name: str) -> str:
    if name.startswith(f"{PYTHON}/networks/"):
        return "networks"
    return PYTHON if name.startswith(f"{PYTHON}/") else "page"


def _check_folder(folder: Path) -> None:
    """Raises SiteError unless *folder* is empty, new or a site. Hidden files, such as those of git, may be there."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise SiteError(f"expected a folder, {folder} is a file")
    if any(not file.name.startswith(".") for file in folder.iterdir()) and not _is_site(folder):
        raise SiteError(f"expected an empty folder or an older site, {folder} has other files; name another folder")


def _is_site(folder: Path) -> bool:
    index = folder / INDEX
    return index.is_file() and ALONE in index.read_text(encoding="utf-8", errors="replace")


def _clear(folder: Path, files: set[str]) -> None:
    """Removes what an older site left in the folders that are wholly ours, and its first page until the end."""
    (folder / INDEX).unlink(missing_ok=True)
    for ours in {name.partition("/")[0] for name in files if "/" in name}:
        for file in sorted((folder / ours).rglob("*")):
            if file.is_file() and file.relative_to(folder).as_posix() not in files:
                file.unlink()
