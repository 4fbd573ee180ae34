"""The eye that looks at the screens sees what is wrong with one."""

from pathlib import Path

import pytest
from playwright.sync_api import Route

from tests.web.conftest import Visit
from tests.web.looking import barriers, flaws
from tools.starter import ROOT

TYPEFACE = Path(ROOT, "web/src/typeface/alegreya-cyrillic-normal.woff2")
BUTTON = "position: absolute; left: 20px; width: 90px; height: 40px"
DOTS = "overflow: hidden; white-space: nowrap; text-overflow: ellipsis; width: 90px"

WRONG = {
    "the page scrolls sideways": "<p style='width: 500px'>wide</p>",
    "scrolls sideways": "<div style='overflow: auto; width: 100px'><p style='width: 200px'>wide</p></div>",
    "overlap": f"<button style='{BUTTON}; top: 10px'>one</button><button style='{BUTTON}; top: 30px'>two</button>",
    "covered": f"<button style='{BUTTON}'>one</button><div style='{BUTTON}; background: red'></div>",
    "cut off": f"<div style='{BUTTON}; height: 20px; overflow: hidden'><button style='{BUTTON}'>x</button></div>",
    "beside the screen": "<button style='position: fixed; left: -50px'>one button</button>",
    "text cut off": "<p style='overflow: hidden; height: 9px'>one line</p>",
    "text cut to a letter": f"<p style='{DOTS}'><i style='padding-right: 75px'></i>level</p>",
    "picture cut off": "<div style='overflow: hidden; height: 9px'><svg width=30 height=30></svg></div>",
    "texts overlap": "<p>one line</p><p style='margin-top: -30px'>another</p>",
    "below the fold": "<main data-seq=1><div style='height: 900px'></div><p data-needed>what to do</p></main>",
    "text on": f"<button style='{BUTTON}; top: 10px'>.</button><p style='position: absolute; top: 9px'>one line</p>",
}


@pytest.mark.parametrize("flaw", WRONG)
def test_a_flaw_is_seen(visit: Visit, flaw: str) -> None:
    page = visit((360, 740)).page
    page.set_content(f"<!doctype html><body>{WRONG[flaw]}")
    assert any(found.startswith(flaw) for found in flaws(page)), flaws(page)


@pytest.mark.parametrize(("over", "is_flaw"), [("data-over", False), ("", True)])
def test_what_was_opened_may_lie_over_a_text(visit: Visit, over: str, is_flaw: bool) -> None:
    page = visit((360, 740)).page
    button = f"<button style='{BUTTON}; top: 10px'>.</button>"
    page.set_content(f"<!doctype html><body><p style='margin: 0'>one line</p><div {over}>{button}</div>")
    page.locator("div").evaluate("(one) => (one.style.cssText = 'position: absolute; inset: 0; background: white')")
    assert any(found.startswith("text on") for found in flaws(page)) == is_flaw, flaws(page)


@pytest.mark.parametrize(("role", "is_flaw"), [("note", False), ("status", True)])
def test_what_to_do_must_not_end_in_dots(visit: Visit, role: str, is_flaw: bool) -> None:
    page = visit((360, 740)).page
    page.set_content(f"<!doctype html><body><p role={role} style='{DOTS}'>Place 11: grassland, swamp</p>")
    assert [found.startswith("text cut off") for found in flaws(page)] == [True] * is_flaw


def test_a_barrier_is_seen(visit: Visit) -> None:
    page = visit().page
    page.set_content("<!doctype html><html lang=en><title>x</title><main><h1>x</h1><button></button></main>")
    assert [barrier.split(":")[0] for barrier in barriers(page)] == ["button-name"]


def test_a_plain_page_has_neither(visit: Visit) -> None:
    page = visit((360, 740)).page
    page.set_content(
        "<!doctype html><html lang=en><title>x</title><meta name=viewport content='width=device-width'>"
        "<main><h1>A page</h1><p>with a line</p><button>and a button</button></main>"
    )
    assert flaws(page) == barriers(page) == []


# A typeface that is asked for while somebody waits for the page to be still, and slow to come. Then a picture shrinks.
SLOW = """() => {
  document.fonts.add(new FontFace("Slow", "url(/slow.woff2)"));
  document.body.innerHTML = "<main><p>Краљ</p><div><svg width=30 height=30></svg></div></main>";
  const [text, room, picture] = ["p", "div", "svg"].map((one) => document.querySelector(one));
  room.style.cssText = "overflow: hidden; height: 40px";
  picture.style.display = "block";
  new ResizeObserver(() => picture.setAttribute("height", room.clientHeight)).observe(room);
  let frames = 0;
  const request = requestAnimationFrame;
  window.requestAnimationFrame = (what) => {
    if (++frames === 2) {
      text.style.fontFamily = "Slow";
      text.getBoundingClientRect(); // asks for it
      document.fonts.ready.then(() => (room.style.height = "9px"));
    }
    return request(what);
  };
}"""


def test_nothing_is_looked_at_while_a_typeface_is_on_its_way(visit: Visit) -> None:
    page = visit((360, 740)).page

    def bring(route: Route) -> None:
        page.wait_for_timeout(300)
        route.fulfill(path=TYPEFACE)

    page.route("**/slow.woff2", bring)
    page.goto("/healthz")
    page.evaluate(SLOW)
    assert flaws(page) == []
    assert page.evaluate("document.fonts.check('16px Slow', 'К')")
    assert page.locator("div").evaluate("(room) => room.clientHeight") == 9
