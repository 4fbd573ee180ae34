"""The page in Chromium with a processor slowed down four times.

    python -m benchmarks.page

*Interactive* is the time from the request, with an empty cache, until the first button can be used and the last long
task before that is over. A *drag* moves a domino over a kingdom in every frame for three seconds.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Page

from benchmarks.load import wait_until_warm
from tests.web.browsing import DESK, PHONE, Visitor, chromium
from tests.web.errands import can, forward, make_table
from tests.web.serving import Serving

# When the long tasks of the page ended.
WATCH = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longTasks.push(task.startTime + task.duration);
}).observe({ type: "longtask", buffered: true });
"""

INTERACTIVE = """(selector) => new Promise((done) => {
  const look = () => {
    const found = document.querySelector(selector);
    if (!found || found.disabled) return requestAnimationFrame(look);
    const seen = performance.now();
    // What is still running then counts too; what begins later does not.
    setTimeout(() => done(Math.max(seen, ...window.longTasks.filter((end) => end < seen + 300))), 600);
  };
  look();
})"""

DRAG = """(seconds) => new Promise((done) => {
  const board = document.querySelector("section [data-board]").getBoundingClientRect();
  const frames = [];
  const began = performance.now();
  const frame = (now) => {
    frames.push(now);
    const turn = (now - began) / 700;
    const clientX = board.left + board.width * (0.5 + 0.48 * Math.cos(turn));
    const clientY = board.top + board.height * (0.5 + 0.48 * Math.sin(1.7 * turn));
    const where = { pointerId: 1, pointerType: "mouse", clientX, clientY, bubbles: true };
    window.dispatchEvent(new PointerEvent("pointermove", where));
    if (now - began < seconds * 1000) requestAnimationFrame(frame);
    else done(frames.slice(1).map((at, place) => at - frames[place]));
  };
  requestAnimationFrame(frame);
})"""


def slow(page: Page, times: float) -> None:
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": times})


def interactive(visitor: Visitor, path: str, selector: str, times: float) -> float:
    """Milliseconds until *selector* can be used, on a first visit."""
    page = visitor.new_tab()
    page.context.new_cdp_session(page).send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.add_init_script(WATCH)
    slow(page, times)
    page.goto(path, wait_until="commit")
    time: float = page.evaluate(INTERACTIVE, selector)
    page.close()
    return time


def drag(visitor: Visitor, path: str, times: float, seconds: float) -> list[float]:
    """How long each frame took, in milliseconds."""
    page = visitor.page
    page.goto(path)
    hand = page.locator("[data-hand]")
    hand.wait_for()
    slow(page, times)
    box = hand.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 60, steps=3)
    frames: list[float] = page.evaluate(DRAG, seconds)
    return frames


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--slower", type=float, default=4.0, help="how many times slower the processor is")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as data, Serving(Path(data)) as serving, chromium() as browser:
        wait_until_warm(serving.url, 1)
        for name, size in (("desk", DESK), ("phone", PHONE)):
            visitor = Visitor(browser, serving.url, size, motion=True)
            visitor.context.request.get("/api/me")
            table = make_table(visitor, "kingdomino", 2, options={"mighty-duel": "true"})
            forward(visitor, table, can("place", 10))
            report(f"{name}, start page interactive", times_of(visitor, "/", "main button", options))
            report(f"{name}, table interactive", times_of(visitor, f"/table/{table}", "[data-hand]", options))
            frames = drag(visitor, f"/table/{table}", options.slower, 3.0)
            rate, slowest = 1000 * len(frames) / sum(frames), sorted(frames)[int(0.99 * len(frames))]
            say(f"{name}, a drag: {rate:.0f} frames a second, 99 % of them within {slowest:.0f} ms")
            visitor.close()


def times_of(visitor: Visitor, path: str, selector: str, options: Any) -> list[float]:
    return [interactive(visitor, path, selector, options.slower) for _ in range(options.rounds)]


def report(what: str, times: Sequence[float]) -> None:
    say(f"{what}: {median(times):.0f} ms (from {min(times):.0f} to {max(times):.0f})")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
