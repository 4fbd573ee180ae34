"""A static host of its own: the site of `crownland site` in a folder below its address, which comes and goes."""

import json
import shutil
from contextlib import suppress
from pathlib import Path
from threading import Thread

from crownland.site import write_site
from crownland.site.serving import SiteServer

__all__ = ["NEW", "Hosting"]

NEW = "a-new-version"


class Hosting:
    """Serves a site from *folder*, always at the same address; while it is stopped, there is no network."""

    PATH = "/games/crownland"

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._server: SiteServer | None = None
        self._port = 0
        write_site(folder)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}{self.PATH}/"

    def __enter__(self) -> "Hosting":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        if self._server is None:
            self._server = SiteServer(self.folder, self._port, self.PATH)
            self._port = self._server.server_port
            Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        if self._server is not None:
            with suppress(OSError):
                self._server.shutdown()
            self._server.server_close()
            self._server = None

    def renew(self) -> None:
        """Put a new version on the host: it only has another name."""
        index, listed = self.folder / "index.html", self.folder / "page.json"
        files = json.loads(listed.read_text(encoding="utf-8"))
        text = index.read_text(encoding="utf-8")
        assert files["version"] in text
        index.write_text(text.replace(files["version"], NEW), encoding="utf-8")
        files["version"] = files["files"]["index.html"] = NEW
        listed.write_text(json.dumps(files), encoding="utf-8")
