"""The page alone, from a static host in a sub-path, in Chromium: sizes, start, stalls, reloads in the middle of turns.

    python -m tools.alone
    python -m benchmarks.alone                     # sizes, start, stall
    python -m benchmarks.alone reloads --times 200

*Start* is the time from opening the installed page, without a network, over a click on the first game, until the
first own action can be chosen. Slowed down, all processes of the browser, so also its workers, are stopped for three
quarters of the time. *Stall* is the longest time between two frames of the page while a bot thinks. *Reloads* reload,
close or kill the tab at any moment of a turn, and compare what is kept afterwards with what the page had shown.
"""

import argparse
import gzip
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median
from threading import Event, Thread
from time import perf_counter, sleep

from playwright.sync_api import BrowserContext, Error, Page, sync_playwright

from crownland.site import write_site
from crownland.site.serving import SiteServer
from tests.web.player import READY, Mouse, Player

CHROMIUM = "/usr/bin/chromium"
PATIENCE = 120_000.0
PERIOD = 0.02  # seconds in which a slowed browser runs and rests once
KEPT = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
# Bots do not pause, and a forced action is not played by itself.
SETTINGS = "localStorage['crownland.pace'] = 'once'; localStorage['crownland.forced'] = 'off'"
BROTLI = (
    "const z = require('zlib'), fs = require('fs');"
    "console.log(JSON.stringify(process.argv.slice(1).map((f) => z.brotliCompressSync(fs.readFileSync(f)).length)))"
)
FRAMES = """() => {
  window.longest = 0;
  let last = performance.now();
  const frame = (now) => {
    window.longest = Math.max(window.longest, now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(frame); });
}"""
EVENTS = """() => new Promise((done, fail) => {
  const opening = indexedDB.open("crownland");
  opening.onerror = () => fail(opening.error);
  opening.onsuccess = () => {
    const pairs = opening.result.transaction("pairs").objectStore("pairs");
    const range = IDBKeyRange.bound("event/", "event0");
    const keys = pairs.getAllKeys(range), values = pairs.getAll(range);
    values.onsuccess = () => {
      opening.result.close();
      done(keys.result.map((key, at) => [key, values.result[at]]));
    };
  };
})"""


class Device:
    """A browser that has the page installed, and no network."""

    def __init__(self, context: BrowserContext, url: str, profile: str) -> None:
        self.context, self.url, self.profile = context, url, profile

    def open(self, address: str = "") -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(address or self.url, wait_until="commit")
        return page

    def processor_seconds(self) -> float:
        """Returns the time that the processes of the browser have used."""
        group, ticks = os.getpgid(browser_of(self.profile)), 0
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(fields[2]) == group:
                    ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    @contextmanager
    def slowed(self, times: float) -> Iterator[None]:
        """Lets all processes of the browser run for one part in *times* of the time."""
        if times == 1:
            yield
            return
        group, over = os.getpgid(browser_of(self.profile)), Event()

        def brake() -> None:
            while not over.is_set():
                os.killpg(group, signal.SIGSTOP)
                sleep(PERIOD * (1 - 1 / times))
                os.killpg(group, signal.SIGCONT)
                sleep(PERIOD / times)

        thread = Thread(target=brake)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def browser_of(profile: str) -> int:
    """Returns the process of the browser with *profile*."""
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if f"--user-data-dir={profile}".encode() in words and not any(w.startswith(b"--type=") for w in words):
                return int(folder.name)
    raise LookupError(f"expected a browser with the profile {profile}, found none")


@contextmanager
def device(folder: Path) -> Iterator[Device]:
    write_site(folder / "site")
    profile = str(folder / "profile")
    with SiteServer(folder / "site", 0, "games/crownland") as server, sync_playwright() as playwright:
        thread = Thread(target=server.serve_forever)
        thread.start()
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=CHROMIUM, args=["--no-sandbox"], reduced_motion="reduce", locale="en"
        )
        try:
            context.add_init_script(SETTINGS)
            made = Device(context, server.url, profile)
            page = made.open()
            page.wait_for_function(KEPT)
            page.close()
            server.shutdown()
            thread.join()
            context.set_offline(True)
            yield made
        finally:
            server.shutdown()
            context.close()


def start(device: Device, times: float) -> tuple[float, float]:
    """Returns the seconds from the icon to the first action, and those of the processor in all threads."""
    with device.slowed(times):
        begin, before = perf_counter(), device.processor_seconds()
        page = device.open()
        page.get_by_role("button", name="Play Kingdomino").click()
        page.wait_for_function(READY, arg=-1, polling=20)
        took, used = perf_counter() - begin, device.processor_seconds() - before
    page.close()
    return took, used


def stall(device: Device, bot: str, turns: int) -> float:
    """Returns the milliseconds of the longest stall during *turns* against *bot*."""
    page = device.open()
    page.locator(".games").get_by_role("link", name="Kingdomino").first.click()
    page.get_by_label("Who sits in seat 2").select_option(f"bot {bot}")
    page.get_by_role("button", name="Start").click()
    player, longest = Player(page, Mouse()), []
    for _ in range(turns):
        player.play(1)
        page.evaluate(FRAMES)
        page.wait_for_function(READY, arg=player.seq, timeout=PATIENCE)
        longest.append(page.evaluate("window.longest"))
    page.close()
    return float(max(longest))


def reloads(device: Device, times: int, seed: int) -> int:
    """Returns how often something was lost in *times* reloads, closed tabs and crashes in the middle of turns."""
    rng, lost, done = Random(seed), 0, 0
    page, table = device.open(), ""
    while done < times:
        if not table:
            page.get_by_role("button", name="Play Kingdomino").click()
            page.wait_for_function(READY, arg=-1)
            table = page.url
        player = Player(page, Mouse(), rng)
        if not player.wait():  # the game is over
            page.goto(device.url)
            table = ""
            continue
        player.act()
        sleep(rng.random() * 0.3)
        shown, seq = dict(page.evaluate(EVENTS)), int(page.locator("main").get_attribute("data-seq") or 0)
        page = interrupted(device, page, table, rng)
        page.locator("main[data-seq]").wait_for()
        kept, then = dict(page.evaluate(EVENTS)), int(page.locator("main").get_attribute("data-seq") or 0)
        done += 1
        lost += not shown.items() <= kept.items() or then < seq
        sys.stderr.write(f"\r{done}/{times}, lost: {lost} ")
    sys.stderr.write("\n")
    return lost


def interrupted(device: Device, page: Page, table: str, rng: Random) -> Page:
    """Reloads, closes or kills the tab; returns one with the same table."""
    how = rng.choice(("reload", "close", "kill"))
    if how == "reload":
        page.reload(wait_until="commit")
        return page
    if how == "kill":
        with suppress(Error):
            page.goto("chrome://crash", timeout=2000)
    page.close()
    return device.open(table)


def print_sizes(folder: Path) -> None:
    files = [file for file in sorted((folder / "site").rglob("*")) if file.is_file()]
    brotli = json.loads(
        subprocess.run(["node", "-e", BROTLI, *map(str, files)], stdout=subprocess.PIPE, check=True).stdout
    )
    sums: dict[str, list[int]] = {}
    for file, pressed in zip(files, brotli, strict=True):
        name = file.relative_to(folder / "site").as_posix()
        part = (
            name if name.startswith("python/") and "networks" not in name else "networks" if ".net" in name else "page"
        )
        data = file.read_bytes()
        one = sums.setdefault(part, [0, 0, 0])
        for place, size in enumerate((len(data), len(gzip.compress(data)), pressed)):
            one[place] += min(size, len(data))
    first = [sum(sizes[at] for part, sizes in sums.items() if part != "networks") for at in range(3)]
    sys.stdout.write("| MB | as it is | gzip | Brotli |\n|---|---|---|---|\n")
    for part, sizes in [*sums.items(), ("**first download**", first)]:
        sys.stdout.write(f"| {part} | {' | '.join(f'{size / 1e6:.2f}' for size in sizes)} |\n")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.alone", description=__doc__)
    parser.add_argument("what", nargs="*", default=["sizes", "start", "stall"], help="sizes, start, stall, reloads")
    parser.add_argument("--times", type=int, default=200, help="reloads (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=5, help="starts of each kind (default: %(default)s)")
    parser.add_argument("--bot", default="grandmaster", help="who thinks (default: %(default)s)")
    parser.add_argument("--turns", type=int, default=6, help="in which it thinks (default: %(default)s)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name, device(Path(name)) as made:
        if "sizes" in options.what:
            print_sizes(Path(name))
        if "start" in options.what:
            for times in (1, 4):
                runs = [start(made, times) for _ in range(options.runs)]
                told = ", ".join(f"{seconds:.2f}" for seconds, _ in runs)
                sys.stdout.write(
                    f"start, slowed {times} times: median {median(seconds for seconds, _ in runs):.2f} s ({told}), "
                    f"of the processor {median(used for _, used in runs):.2f} s\n"
                )
        if "stall" in options.what:
            sys.stdout.write(
                f"longest stall while {options.bot} thinks: {stall(made, options.bot, options.turns):.0f} ms\n"
            )
        if "reloads" in options.what:
            sys.stdout.write(
                f"reloads in the middle of a turn: {options.times}, lost: {reloads(made, options.times, 1)}\n"
            )


if __name__ == "__main__":
    main()
