"""The build hook: a wheel carries the built page, and a Python with Crownland for pages that play without a server.

An editable installation does not: ./play builds the page there, and python -m tools.alone the rest.
"""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))

from tools import alone, page, wasm, wasm_packages


class BuildHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        root = Path(self.root)
        return [] if (page.is_built(root) and alone.is_built(root)) or page.find_npm() else [page.NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return
        if not page.is_built(root):
            page.build(root, page.find_npm() or ["npm"])
        if not wasm.is_built(root) or not wasm_packages.are_there(root, root / wasm.BUILT):
            wasm.build_apart(root)
        if not alone.is_built(root):
            alone.build(root, page.find_npm() or ["npm"])
