"""One server for all tests that do not need their own."""

from collections.abc import Iterator

import pytest

from tests.server.postgres import postgresql
from tests.server.support import generous, running


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on SQLite."""
    with running(generous(tmp_path_factory.mktemp("server"), quick_choices=True)) as address:
        yield address


@pytest.fixture(scope="session")
def database() -> Iterator[str]:
    """The URL of a PostgreSQL for this test run."""
    with postgresql() as found:
        yield found


@pytest.fixture(scope="session")
def postgres_url(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on PostgreSQL."""
    with running(generous(tmp_path_factory.mktemp("server"), database=database)) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def any_url(request: pytest.FixtureRequest) -> str:
    """The address of a server, once on each kind of database."""
    found: str = request.getfixturevalue("url" if request.param == "sqlite" else "postgres_url")
    return found
