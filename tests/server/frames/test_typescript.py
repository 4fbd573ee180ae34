"""The wire types in TypeScript."""

import subprocess
import sys
from pathlib import Path


def test_the_typescript_of_the_page_is_up_to_date() -> None:
    made = subprocess.run(
        [sys.executable, "-m", "crownland.server.frames.typescript"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=True,
    ).stdout
    assert 'export interface Hello {\n  type: "hello";\n  table: Table;' in made
    assert "export type Choice = [token: string, squares: string[], gain: number];" in made
    assert "export type ClientFrame = Act | Back | Explain | Sync | Ping | Pace;" in made
    page = Path(__file__).parents[3] / "web" / "src" / "lib" / "wire.ts"
    if page.exists():
        assert page.read_text(encoding="utf-8") == made, (
            "run: python -m crownland.server.frames.typescript > web/src/lib/wire.ts"
        )
