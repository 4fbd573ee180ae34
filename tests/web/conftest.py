"""One server and one browser for all tests of the page that do not need their own."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web.browsing import Visitor, chromium
from tests.web.serving import Serving
from tools.page import is_built
from tools.starter import ROOT

Visit = Callable[..., Visitor]


FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


# Not for the whole session: while Playwright runs, no other event loop can.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package", autouse=True)
def _page_is_built() -> None:
    """An old page would fail for the wrong reasons."""
    assert is_built(ROOT), "expected the page as web/ has it now; ./play and ./check build it"


@pytest.fixture(scope="package")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("web")) as started:
        yield started


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> Iterator[Visit]:
    """Come with a browser of one's own; nothing may go wrong until the test is over."""
    visitors: list[Visitor] = []

    def come(*arguments: Any, serving: Serving | None = None, **options: Any) -> Visitor:
        to = serving or request.getfixturevalue("serving")
        visitors.append(Visitor(browser, to.url, *arguments, **options))
        return visitors[-1]

    yield come
    for number, visitor in enumerate(visitors):
        if request.node.stash.get(FAILED, False):
            visitor.tell(tmp_path, number)
        visitor.close()
    assert [trouble for visitor in visitors for trouble in visitor.troubles] == []
