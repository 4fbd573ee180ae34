"""A static server for trying a site: it knows the types of files, and nothing else."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from crownland.kernel.errors import SetupError

__all__ = ["SiteServer"]

DEFAULT_PORT = 8000
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
    ".net": "application/octet-stream",
}


class SiteServer(ThreadingHTTPServer):
    """Serves *folder* on this machine, below *path*. Without *port* it takes the default port, or any free one."""

    daemon_threads = True

    def __init__(self, folder: Path, port: int | None = None, path: str = "") -> None:
        below = f"/{path.strip('/')}/" if path.strip("/") else "/"
        handler = partial(_Handler, folder=folder, below=below)
        try:
            super().__init__(("127.0.0.1", DEFAULT_PORT if port is None else port), handler)
        except OSError as error:
            if port is not None:
                at = f"127.0.0.1:{port}"
                raise SetupError(f"expected a free port, cannot listen on {at}: {error.strerror}") from None
            super().__init__(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self.server_port}{below}"


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES

    def __init__(self, *arguments: Any, folder: Path, below: str, **options: Any) -> None:
        self.below = below
        super().__init__(*arguments, directory=str(folder), **options)

    def translate_path(self, path: str) -> str:
        inside = path.partition("?")[0].removeprefix(self.below)
        return super().translate_path(f"/{inside}") if path.startswith(self.below) else "/dev/null/nothing"

    def list_directory(self, path: Any) -> None:
        """Lists nothing: hosts do not either."""
        self.send_error(404)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Sends ``404.html`` where there is nothing, as hosts do."""
        lost = Path(self.directory) / "404.html"
        if code != 404 or not lost.is_file():
            return super().send_error(code, message, explain)
        content = lost.read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)
        return None

    def log_message(self, format: str, *arguments: Any) -> None:
        """Logs nothing."""
