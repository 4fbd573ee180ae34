"""Writes the bill of materials of a release, as CycloneDX: what is installed with Crownland and what is in its page.

    python -m tools.sbom [FILE]    # dist/crownland.cdx.json

uv lists the Python packages with the hashes of their files; licences and the page's parts come from tools.licences.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tools import licences, uv

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "dist/crownland.cdx.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(bill(ROOT), indent=2) + "\n", encoding="utf-8")
    print(target)


def bill(root: Path) -> dict[str, Any]:
    """Return the bill of the packages in the lock files of *root*, without those that only developers need."""
    command = [uv.provide(), "export", "--frozen", "--no-dev", "--format", "cyclonedx1.5", "--preview", "--quiet"]
    done = subprocess.run(command, cwd=root, env=uv.environment(root), check=True, stdout=subprocess.PIPE)
    made: dict[str, Any] = json.loads(done.stdout)
    for component in made["components"]:
        component["licenses"] = [{"expression": licences.python_licence(component["name"])}]
    made["components"] += [in_page(package) for package in licences.carried(root)]
    return made


def in_page(package: licences.Package) -> dict[str, Any]:
    address = f"pkg:npm/{package.name.replace('@', '%40')}@{package.version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": package.name,
        "version": package.version,
        "purl": address,
        "licenses": [{"expression": package.licence}],
    }


if __name__ == "__main__":
    main()
