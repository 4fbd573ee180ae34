"""A Python in WebAssembly in Chromium, in a Web Worker."""

import io
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.wasm.node import HERE
from tests.web.browsing import chromium
from tools import wasm
from tools.starter import ROOT

__all__ = ["run_python"]

ASK = """([program, archives]) => new Promise((done) => {
  const worker = new Worker("/worker.mjs", { type: "module" });
  worker.onmessage = (message) => done(message.data);
  worker.onerror = (error) => done({ trouble: error.message ?? "the worker does not load" });
  worker.postMessage({ program, archives });
})"""


def archive() -> bytes:
    """Packs the package and the tests, without what a browser does not need."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for folder in ("src/crownland", "tests", "benchmarks"):
            for file in sorted((ROOT / folder).rglob("*")):
                if file.suffix in {".py", ".json", ".csv", ".net", ".wasm", ".kdn"} and "page" not in file.parts:
                    packed.write(file, file.relative_to(ROOT))
    return made.getvalue()


class Handler(SimpleHTTPRequestHandler):
    """Serves Pyodide, the worker and the archives."""

    def __init__(self, *arguments: Any, files: dict[str, bytes | Path], **options: Any) -> None:
        self.files = files
        super().__init__(*arguments, **options)

    def do_GET(self) -> None:
        folder, _, name = self.path.rpartition("/")
        found = ROOT / "web/node_modules/pyodide" / name if folder == "/pyodide" else self.files.get(self.path, b"")
        content = found.read_bytes() if isinstance(found, Path) else found
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path) if "." in name else "text/html")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Logs nothing."""


@contextmanager
def serving(files: dict[str, bytes | Path]) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, files=files))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def run_python(program: str) -> list[str]:
    """Runs *program* in a Python in a Web Worker; returns the lines that it prints."""
    wheels = {f"/{file.name}": file for file in (ROOT / wasm.BUILT).glob("*.whl")}
    archives = [["/crownland.zip", "zip", "/crownland"], *([name, "wheel", None] for name in wheels)]
    files: dict[str, bytes | Path] = {"/worker.mjs": HERE / "worker.mjs", "/crownland.zip": archive(), **wheels}
    with serving(files) as address, chromium() as browser:
        page = browser.new_page()
        page.goto(address)
        found = page.evaluate(ASK, [program, archives])
    if "trouble" in found:
        raise AssertionError(found["trouble"])
    lines: list[str] = found["lines"]
    return lines
