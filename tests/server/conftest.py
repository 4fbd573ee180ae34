"""One server for all tests that do not need their own."""

from collections.abc import Iterator

import pytest

from tests.server.support import generous, running


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(generous(tmp_path_factory.mktemp("server"))) as address:
        yield address
