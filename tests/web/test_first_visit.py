"""What a visit costs: what is fetched, from where, and what a game leaves in the memory."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, Request, Route

from crownland.server.web.page import PAGE
from tests.web.browsing import Visitor
from tests.web.conftest import Visit
from tests.web.errands import make_table
from tests.web.player import Mouse, Player
from tests.web.tables import new_table

MOST_BYTES = 150 * 1024
MOST_LETTERS = 60_000  # bytes of the typeface, for all Latin letters
MOST_SHIFT = 4  # pixels, up or down
PLACES = """() => [...document.querySelectorAll("main h1, main h2, main h3, main p, main li, main button")]
  .map(each => each.getBoundingClientRect().top)"""
WIDTHS = """() => ["111", "888"].map(figures => {
  const text = document.body.appendChild(document.createElement("span"));
  text.style.cssText = "position: absolute; font-variant-numeric: tabular-nums";
  text.textContent = figures;
  const { width } = text.getBoundingClientRect();
  text.remove();
  return width;
})"""
MOST_GROWTH = 1.2  # of memory, listeners and elements, from one game to the next


def weight(visitor: Visitor) -> int:
    """The bytes of scripts and styles that came over the line, without their headers; from the cache come none."""
    files = {request.url: request for request in visitor.asked if is_code(request)}
    assert files
    return sum(max(0, request.sizes()["responseBodySize"]) for request in files.values())


def is_code(request: Request) -> bool:
    return urlsplit(request.url).path.endswith((".js", ".css"))


def test_the_start_page_and_a_first_table_are_light(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    start = weight(visitor)
    page.get_by_role("button", name="Play Kingdomino").click()
    page.locator("main[data-seq]").wait_for()
    page.wait_for_load_state("networkidle")
    assert start < weight(visitor) <= MOST_BYTES


def test_every_game_is_light(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    for game, players in (("Queendomino", 4), ("Duel", 2)):
        new_table(page, game, players)
        page.locator("main[data-seq]").wait_for()
        page.wait_for_load_state("networkidle")
    assert weight(visitor) <= MOST_BYTES


def test_the_page_brings_its_typeface(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("document.fonts.load('600 1rem Alegreya').then(faces => faces.length)") == 1
    assert not [file for file in fonts(visitor) if "cyrillic" in file.url], "an English page needs no Cyrillic"
    one, eight = page.evaluate(WIDTHS)
    assert one == eight, "figures do not align"
    assert page.evaluate("document.fonts.load('1rem Alegreya', 'краљ').then(faces => faces.length)") == 1
    assert [file for file in fonts(visitor) if "cyrillic" in file.url]


def test_nothing_moves_when_the_typeface_comes(visit: Visit) -> None:
    page = visit().page
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.goto("/", wait_until="commit")
    page.locator(".games .game").first.wait_for()
    page.locator(".hero .kingdom").wait_for()
    before = page.evaluate(PLACES)
    assert held
    for route in held:
        route.continue_()
    page.unroute("**/*.woff2")
    page.evaluate("document.fonts.ready.then(() => true)")
    after = page.evaluate(PLACES)
    assert len(before) == len(after) > 10
    assert max(abs(was - now) for was, now in zip(before, after, strict=True)) <= MOST_SHIFT, (before, after)


def fonts(visitor: Visitor) -> list[Request]:
    return [request for request in visitor.asked if request.url.endswith(".woff2")]


def test_all_latin_letters_are_light_and_their_licence_is_with_them(visit: Visit) -> None:
    files = [file for file in (PAGE / "assets").glob("*.woff2") if "latin" in file.name]
    assert len(files) == 4
    assert sum(file.stat().st_size for file in files) <= MOST_LETTERS
    notice = visit().context.request.get("/THIRD-PARTY.txt")
    assert notice.ok
    assert "SIL OPEN FONT LICENSE" in notice.text()


def test_files_that_never_change_are_fetched_once(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    page.wait_for_load_state("networkidle")
    visitor.asked.clear()
    page.reload()
    page.wait_for_load_state("networkidle")
    assert weight(visitor) == 0


def test_the_page_can_be_installed(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    manifest = visitor.context.request.get(address).json()
    assert manifest["name"] == "Crownland"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = visitor.context.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon.get("type", "image/"))


def test_a_game_of_twelve_rounds_leaves_nothing_in_the_memory(visit: Visit) -> None:
    visitor = visit(hurry=True)
    page = visitor.page
    visitor.context.request.get("/api/me")
    page.goto(f"/table/{make_table(visitor, 'kingdomino', 4)}")
    first, second = (played(page) for _ in range(2))
    grown = {name: second[name] / first[name] for name in first}
    assert all(growth < MOST_GROWTH for growth in grown.values()), (first, second)


def played(page: Page) -> dict[str, float]:
    """What is in use when a whole game was played and its rematch has begun."""
    Player(page, Mouse()).play_out()
    over = page.url
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url(lambda url: url != over)
    page.locator("main[data-seq]").wait_for()
    return footprint(page)


def footprint(page: Page) -> dict[str, float]:
    """What is in use after the rubbish was collected."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(3):
        session.send("HeapProfiler.collectGarbage")
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {name: told[name] for name in ("JSHeapUsedSize", "JSEventListeners", "Nodes")}
