"""A browser, and visitors who keep an eye on everything that should not happen."""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, ConsoleMessage, Page, Request, sync_playwright

__all__ = ["DESK", "LYING", "OTHER_SIZES", "PHONE", "SIZES", "TABLET", "Visitor", "chromium", "launched"]

PHONE, LYING, TABLET, DESK = (360, 740), (740, 360), (820, 1180), (1440, 900)
SIZES = (PHONE, LYING, TABLET, DESK)
OTHER_SIZES = (390, 844), (844, 390), (768, 1024), (1280, 720)

# The pauses in which people look at what happened, made short.
HURRY = """{
  const wait = window.setTimeout;
  window.setTimeout = (what, time = 0, ...more) => wait(what, time > 120 && time < 2000 ? time / 8 : time, ...more);
}"""


@contextmanager
def chromium() -> Iterator[Browser]:
    """The machine's own Chromium."""
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


@contextmanager
def launched(chromium: BrowserType, *, has_bars: bool = False) -> Iterator[Browser]:
    """A browser whose scroll bars take no room, as on phones, or do, as on most desks."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("expected Chromium on this machine (on Debian: apt-get install chromium)")
    browser = chromium.launch(
        executable_path=program,
        args=["--no-sandbox", "--disable-dev-shm-usage", "--enable-precise-memory-info"],
        ignore_default_args=["--hide-scrollbars"] if has_bars else None,
    )
    try:
        yield browser
    finally:
        browser.close()


class Visitor:
    """Somebody with a browser of their own: own cookies, own storage, one or more tabs.

    *troubles* is whatever went wrong on the way: errors in the console, which also tell of what the content policy
    forbids, exceptions, and requests to any other host.
    """

    def __init__(
        self,
        browser: Browser,
        url: str,
        size: tuple[int, int] = DESK,
        *,
        language: str = "en",
        theme: str = "light",
        motion: bool = False,
        touch: bool = False,
        hurry: bool = False,
        forced: bool = False,
        offline: bool = False,
    ) -> None:
        self.url, self.browser = url, browser
        self.troubles: list[str] = []
        self.is_expecting_trouble = False
        self.asked: list[Request] = []
        options: dict[str, Any] = {"has_touch": touch, "is_mobile": touch, "color_scheme": theme}
        self.context: BrowserContext = browser.new_context(
            base_url=url,
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            **options,
        )
        if not offline:  # a service worker would load far more than a test looks at
            self.context.add_init_script("delete Navigator.prototype.serviceWorker")
        if not forced:  # a test decides what is played
            self.context.add_init_script("try { localStorage['crownland.forced'] ??= 'off' } catch {}")
        if hurry:
            self.context.add_init_script(HURRY)
        self.context.on("request", self._asks)
        self.context.on("console", self._says)
        self.context.on("weberror", lambda error: self.troubles.append(f"exception: {error.error}"))
        self.page = self.new_tab()

    @classmethod
    def like(cls, other: "Visitor") -> "Visitor":
        """Somebody else, who has been at the same server before."""
        visitor = cls(other.browser, other.url)
        visitor.context.request.get("/api/me")
        return visitor

    def speak(self, language: str) -> None:
        """Have *language* chosen from the next page on."""
        self.context.add_init_script(f"try {{ localStorage['crownland.language'] = '{language}' }} catch {{}}")

    def new_tab(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(20_000)
        return page

    def tell(self, folder: Path, number: int) -> None:
        """Save what the tabs show now, for the report of a failed test."""
        for at, page in enumerate(self.context.pages):
            file = folder / f"visitor-{number}-{at}.png"
            page.screenshot(path=file)
            sys.stdout.write(f"{page.url} looked like {file}\n")

    def close(self) -> None:
        self.context.close()

    def _asks(self, request: Request) -> None:
        self.asked.append(request)
        if urlsplit(request.url).netloc != urlsplit(self.url).netloc and not request.url.startswith("data:"):
            self.troubles.append(f"asked another host: {request.url}")

    def _says(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not self.is_expecting_trouble:
            self.troubles.append(f"console {message.type}: {message.text}")
