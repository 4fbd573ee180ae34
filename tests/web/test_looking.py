"""The eye that looks at the screens sees what is wrong with one."""

import pytest

from tests.web.conftest import Visit
from tests.web.looking import barriers, flaws

BUTTON = "position: absolute; left: 20px; width: 90px; height: 40px"

WRONG = {
    "the page scrolls sideways": "<p style='width: 500px'>wide</p>",
    "scrolls sideways": "<div style='overflow: auto; width: 100px'><p style='width: 200px'>wide</p></div>",
    "overlap": f"<button style='{BUTTON}; top: 10px'>one</button><button style='{BUTTON}; top: 30px'>two</button>",
    "covered": f"<button style='{BUTTON}'>one</button><div style='{BUTTON}; background: red'></div>",
    "cut off": f"<div style='{BUTTON}; height: 20px; overflow: hidden'><button style='{BUTTON}'>x</button></div>",
    "beside the screen": "<button style='position: fixed; left: -50px'>one button</button>",
    "text cut off": "<p style='overflow: hidden; height: 9px'>one line</p>",
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
