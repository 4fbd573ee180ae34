"""What the server logs, and what it leaves out."""

import json
import logging
from collections.abc import Iterator

import pytest

from crownland.server import logs
from crownland.server.logs import configure, log, log_error, log_warning, request_id


@pytest.fixture(autouse=True)
def usual_logging() -> Iterator[None]:
    """Undoes what ``configure`` does to the whole process."""
    root, names = logging.getLogger(), ("uvicorn.error", "asyncio")
    handlers, level = root.handlers[:], root.level
    filters = {name: logging.getLogger(name).filters[:] for name in names}
    ours = logging.getLogger("crownland.server").level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name in names:
        logging.getLogger(name).filters[:] = filters[name]
    logging.getLogger("crownland.server").setLevel(ours)


def fail(times: int, reason: str = "the disk is full") -> None:
    for _ in range(times):
        try:
            raise OSError(reason)
        except OSError as error:
            log_error("an action could not be stored", error)


def test_an_event_that_repeats_is_sampled(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [100.0]
    monkeypatch.setattr(logs, "monotonic", lambda: clock[0])
    configure()
    fail(1000)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert len(lines) == logs.SAMPLES
    assert ["Traceback" in line["error"] for line in lines] == [True] + [False] * (logs.SAMPLES - 1)
    assert lines[1]["error"] == "OSError: the disk is full"
    clock[0] += logs.SAMPLE_SECONDS
    log("another event")
    fail(1)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line.get("left_out") for line in lines] == [None, 1000 - logs.SAMPLES]


def test_the_audit_log_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    for number in range(100):
        log("audit", done="abandon", table=str(number))
    assert len(capsys.readouterr().err.splitlines()) == 100


def test_lines_carry_the_id_of_their_request(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    token = request_id.set("abc")
    log_warning("one")
    request_id.reset(token)
    log_warning("two")
    one, two = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert (one["request"], one["level"]) == ("abc", "warning")
    assert "request" not in two


def test_faults_of_clients_are_not_logged(capsys: pytest.CaptureFixture[str]) -> None:
    configure()
    logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
    logging.getLogger("uvicorn.error").warning("Something else.")
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == ["Something else."]
