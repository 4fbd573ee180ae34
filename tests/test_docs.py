"""The examples in README and docs do what they say."""

import doctest
import io
import re
import shlex
from contextlib import redirect_stdout
from pathlib import Path
from unittest import mock

import pytest

from crownland.cli import main
from crownland.testing.registering import registrations_undone

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
MORE_PAGES = ("CHANGELOG.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "benchmarks/README.md", "web/README.md")
CONSOLE = re.compile(r"```console\n\$ (?P<command>[^\n]+)\n(?P<output>.*?)```", re.DOTALL)
EXAMPLES = [(page, match) for page in PAGES for match in CONSOLE.finditer(page.read_text(encoding="utf-8"))]
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_examples_of_a_page_are_true(page: Path) -> None:
    with registrations_undone():  # examples may register bots, games and texts
        failed, _ = doctest.testfile(str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert failed == 0


@pytest.mark.parametrize(
    ("page", "example"), EXAMPLES, ids=lambda value: getattr(value, "name", None) or value["command"]
)
def test_a_command_in_the_docs_prints_what_the_docs_say(
    page: Path, example: re.Match[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    out = io.StringIO()
    with (
        registrations_undone(),  # commands may load files
        mock.patch("sys.argv", shlex.split(example["command"])),
        redirect_stdout(out),
        pytest.raises(SystemExit) as done,
    ):
        main()
    assert not done.value.code
    assert [line.rstrip() for line in out.getvalue().splitlines()] == example["output"].splitlines()


@pytest.mark.parametrize("page", [*PAGES, *(ROOT / name for name in MORE_PAGES)], ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_readme_is_short_and_shows_one_picture_before_the_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text.count("![") == 1
    assert text.index("![") < text.index("./play") < text.index("\n## ")
    assert text.count("\n## ") <= 5
    assert len(text) <= 3500
    assert all("](" in section for section in text.split("\n## ")[1:])  # each leads on


@pytest.mark.parametrize("page", [*PAGES, *sorted((ROOT / "examples").glob("*.py"))], ids=lambda page: page.name)
def test_a_command_to_copy_needs_only_python(page: Path) -> None:
    """As README promises: uv may be another way, but stands in no block of commands."""
    assert re.findall(r"^ *uv .*$", page.read_text(encoding="utf-8"), re.MULTILINE) == []
