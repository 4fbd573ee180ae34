"""Lists the licences of everything that Crownland uses, and writes the notices that page and wheel carry.

    python -m tools.licences            # a table of every package in uv.lock and web/package-lock.json
    python -m tools.licences --write    # web/public/THIRD-PARTY.txt

Versions come from the lock files. Licences come from the installed packages: run it after ./check, in its .venv.
"""

import argparse
import json
import re
import tomllib
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

from tools.typeface import PACKAGE

ROOT = Path(__file__).resolve().parent.parent
NOTICES = "web/public/THIRD-PARTY.txt"
TYPEFACE = "web/src/typeface/LICENSE.txt"
# The npm packages with code in the built page. web/plugins/notices.js stops a build that contains another one.
BUNDLED = ("clsx", "svelte", "vite")
CARRIED = "pyodide"  # beside its scripts; tools/alone.py copies it
PYTHON_LICENCE = "tools/python-licence.txt"
UNKNOWN, UNSAID = "not installed here", "see its own notice"
LINE = "-" * 78

# What packages say in words of their own, as SPDX.
SPDX = {
    "BSD": "BSD-2-Clause",
    "MIT License": "MIT",
    "ISC License": "ISC",
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "GNU Lesser General Public License v3 or later (LGPLv3+)": "LGPL-3.0-or-later",
}
# The first names two licences, the second only has the text of its own; the others are not installed everywhere.
BY_NAME = {"uvloop": "MIT OR Apache-2.0", "resvg-py": "MIT", "colorama": "BSD-3-Clause", "tzdata": "Apache-2.0"}


class Package(NamedTuple):
    """A package of a lock file, and what it is for: page, crownland, one of its extras, or tools."""

    name: str
    version: str
    licence: str
    used_for: str


def main() -> None:
    parser = argparse.ArgumentParser(prog="tools.licences", description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"write {NOTICES}")
    if parser.parse_args().write:
        (ROOT / NOTICES).write_text(notices(ROOT), encoding="utf-8")
    else:
        print(table([*python_packages(ROOT), *page_packages(ROOT), typeface()]))


def table(packages: Iterable[Package]) -> str:
    rows = [("package", "version", "used for", "licence")]
    rows += [(package.name, package.version, package.used_for, package.licence) for package in packages]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[3]]) for row in rows
    )


# Python


def python_packages(root: Path) -> list[Package]:
    """Return the packages of uv.lock, those first that every installation has."""
    lock = read_lock(root)
    uses: dict[str, str] = dict.fromkeys(installed_with(lock), "crownland")
    extras = next(package for package in lock if package["name"] == "crownland")["optional-dependencies"]
    for extra in extras:
        for name in installed_with(lock, extra):
            uses.setdefault(name, extra)
    found = [
        Package(entry["name"], entry["version"], python_licence(entry["name"]), uses.get(entry["name"], "tools"))
        for entry in lock
        if entry["name"] != "crownland"
    ]
    order = ["crownland", *extras, "tools"]
    return sorted(found, key=lambda package: (order.index(package.used_for), package))


def read_lock(root: Path) -> list[dict[str, Any]]:
    packages: list[dict[str, Any]] = tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))["package"]
    return packages


def installed_with(lock: list[dict[str, Any]], extra: str | None = None) -> set[str]:
    """Return the names that `pip install crownland`, or `crownland[extra]`, installs on some machine."""
    seen: set[tuple[str, str | None]] = set()
    todo: list[tuple[str, str | None]] = [("crownland", None), ("crownland", extra)]
    while todo:
        name, wanted = todo.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        for entry in lock:
            if entry["name"] == name:
                optional = entry.get("optional-dependencies", {})
                for need in optional.get(wanted, ()) if wanted else entry.get("dependencies", ()):
                    todo += [(need["name"], option) for option in (None, *need.get("extra", ()))]
    return {name for name, _ in seen} - {"crownland"}


def python_licence(name: str) -> str:
    """Return the licence of an installed package as SPDX, if it says so, or in its own words."""
    if name in BY_NAME:
        return BY_NAME[name]
    try:
        about = metadata.metadata(name).json
    except metadata.PackageNotFoundError:
        return UNKNOWN
    approved = [line.rpartition(" :: ")[2] for line in about.get("classifier", ()) if line.startswith("License :: OSI")]
    given = [str(about.get(field, "")) for field in ("license_expression", "license")]
    said = next((text for text in [*given, *approved] if text and "\n" not in text), UNSAID)
    return SPDX.get(said, said)


# The page


def page_packages(root: Path) -> list[Package]:
    """Return the packages of web/package-lock.json, those first that are in the built page."""
    lock = json.loads((root / "web/package-lock.json").read_text(encoding="utf-8"))["packages"]
    found = {
        Package(
            name, entry["version"], entry.get("license", UNKNOWN), "page" if name in (*BUNDLED, CARRIED) else "tools"
        )
        for path, entry in lock.items()
        if (name := path.rpartition("node_modules/")[2])
    }
    return sorted(found, key=lambda package: (package.used_for, package))


def carried(root: Path) -> list[Package]:
    """Return what is in the built page."""
    return [*(package for package in page_packages(root) if package.used_for == "page"), typeface()]


def typeface() -> Package:
    name, _, version = PACKAGE.rpartition("@")
    return Package(name, version, "OFL-1.1", "page")


def licence_text(root: Path, name: str) -> str:
    """Return the licence that an npm package ships, without those of packages that we do not carry."""
    folder = root / "web/node_modules" / name
    file = next(path for path in sorted(folder.iterdir()) if path.stem.lower() == "license")
    return re.split(r"^# Licenses of bundled", file.read_text(encoding="utf-8"), flags=re.MULTILINE)[0].strip()


# The notices


def notices(root: Path) -> str:
    """Return the text of THIRD-PARTY.txt."""
    parts = [
        "Crownland is under the MIT licence. It carries and uses the work of others, with thanks.\n"
        "Made by `python -m tools.licences --write`.",
        "The typeface of the page (assets/alegreya-*.woff2; web/src/typeface in the sources)\n"
        f"and of pictures in pixels (crownland/envs/alegreya.ttf)\n{LINE}",
        (root / TYPEFACE).read_text(encoding="utf-8").strip(),
    ]
    for package in carried(root):
        if package.name not in BUNDLED:
            continue
        title = f"{package.name} {package.version}, in the scripts of the page ({package.licence})"
        parts += [f"{LINE}\n{title}\n{LINE}", licence_text(root, package.name)]
    parts += python_of_page(root)
    lock = read_lock(root)
    named = [f"{name:20}{python_licence(name)}" for name in sorted(installed_with(lock))]
    parts += [
        f"{LINE}\nPython packages that are installed beside Crownland, each with its own licence text\n{LINE}",
        "\n".join(named),
    ]
    return "\n\n".join(parts) + "\n"


def python_of_page(root: Path) -> list[str]:
    """Return the notices for the Python with which the page plays without a server; see tools/alone.py."""
    version = next(package.version for package in page_packages(root) if package.name == CARRIED)
    files = metadata.files("msgspec") or []
    frames = next(file for file in files if file.name.upper().startswith("LICENSE"))
    return [
        f"{LINE}\npyodide {version}, in python/ of the page (MPL-2.0)\n{LINE}",
        "Python for browsers, unchanged, by the Pyodide contributors and Mozilla, with what is linked into it.\n"
        "The sources are at https://github.com/pyodide/pyodide, the Mozilla Public License 2.0 at "
        "https://mozilla.org/MPL/2.0/",
        f"{LINE}\nPython and its standard library, in python/ of the page (PSF-2.0)\n{LINE}",
        "Changed: only some modules, and compiled.",
        (root / PYTHON_LICENCE).read_text(encoding="utf-8").strip(),
        f"{LINE}\nmsgspec {metadata.version('msgspec')}, in python/ of the page (BSD-3-Clause)\n{LINE}",
        frames.read_text(encoding="utf-8").strip(),
    ]


if __name__ == "__main__":
    main()
