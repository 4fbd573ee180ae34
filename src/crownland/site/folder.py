"""Where the built page lies, and the Python with which it plays alone."""

from pathlib import Path

from crownland.networks import FOLDER, SUFFIX

__all__ = ["PAGE", "PYTHON", "SiteError", "networks", "require_built"]

PAGE = Path(__file__).parents[1] / "page"
PYTHON = "python"
LISTED = "files.json"


class SiteError(ValueError):
    """A site cannot be written: something is not built, or the folder belongs to something else."""


def networks() -> list[Path]:
    """Returns the files of the networks, which the page finds in ``python/networks``."""
    return sorted(Path(str(file)) for file in FOLDER.iterdir() if file.name.endswith(SUFFIX))


def require_built(page: Path) -> None:
    """Raises SiteError if the page, or its Python, is not there."""
    if not (page / "index.html").is_file():
        raise SiteError(f"expected the built page in {page}, found none; in a checkout, ./play builds it")
    if not (page / PYTHON / LISTED).is_file():
        raise SiteError(
            f"expected a Python for browsers in {page / PYTHON}, found none; in a checkout, "
            "`python -m tools.alone` builds it"
        )
