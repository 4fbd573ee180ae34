"""`crownland site`: what it writes, replaces and refuses."""

import re
from html import escape
from pathlib import Path

import pytest

from crownland.site import SiteError, networks, write_site
from crownland.site.writing import alone
from crownland.words import Words, languages
from tests.cli.support import run


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page that is built."""
    made = tmp_path / "page"
    (made / "assets").mkdir(parents=True)
    (made / "python").mkdir()
    (made / "index.html").write_text('<!doctype html><head><meta charset="utf-8" /><title>x</title></head>')
    (made / "assets/app-1.js").write_text("1")
    (made / "python/files.json").write_text("{}")
    (made / "icon.svg").write_text("<svg></svg>")
    (made / "python/.stamp").write_text("built")
    (made / ".stamp").write_text("built")
    return made


def names(folder: Path) -> set[str]:
    return {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}


def test_a_site_has_the_page_its_python_and_the_networks(page: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    site = write_site(tmp_path / "out", page=page, progress=lambda done, whole: seen.append((done, whole)))
    expected = {"index.html", "404.html", ".nojekyll", "icon.svg", "assets/app-1.js", "python/files.json"}
    assert names(tmp_path / "out") == expected | {f"python/networks/{file.name}" for file in networks()}
    assert seen == [(done, len(names(tmp_path / "out"))) for done in range(1, len(seen) + 1)]
    assert {part.name: part.files for part in site.parts} == {"page": 5, "python": 1, "networks": len(networks())}
    assert site.first_visit < 4000


def test_the_page_says_that_it_is_alone_and_what_it_may_load(page: Path) -> None:
    text = alone(page / "index.html")
    assert '<meta name="crownland" content="alone" />' in text
    policy = text.partition('Content-Security-Policy" content="')[2].partition('"')[0]
    assert "default-src 'none'" in policy
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # neither inline scripts nor eval
    assert "connect-src 'self';" in policy
    assert text.index("charset") < text.index("Content-Security-Policy") < text.index("<title>")


def test_an_unknown_address_is_told_in_every_language_and_needs_no_other_file(page: Path, tmp_path: Path) -> None:
    write_site(tmp_path / "out", page=page)
    text = (tmp_path / "out/404.html").read_text(encoding="utf-8")
    assert all(escape(Words(language)("web.lost")) in text for language in languages())
    assert "<svg>" in text
    assert not re.search(r'src=|<link|href="(?!\./")', text)


def test_an_older_site_is_replaced_and_other_files_beside_it_stay(page: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_site(out, page=page)
    (out / "CNAME").write_text("example.org")
    (page / "assets/app-1.js").rename(page / "assets/app-2.js")
    write_site(out, page=page)
    assert (out / "CNAME").exists()
    assert (out / "assets/app-2.js").exists()
    assert not (out / "assets/app-1.js").exists()


def test_hidden_files_such_as_those_of_git_may_be_there(page: Path, tmp_path: Path) -> None:
    (tmp_path / "out/.git").mkdir(parents=True)
    write_site(tmp_path / "out", page=page)
    assert (tmp_path / "out/.git").exists()


def test_a_folder_with_other_files_is_refused(page: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/thesis.txt").write_text("dear")
    with pytest.raises(SiteError) as refused:
        write_site(tmp_path / "out", page=page)
    assert str(refused.value) == (
        f"expected an empty folder or an older site, {tmp_path / 'out'} has other files; name another folder"
    )
    with pytest.raises(SiteError, match="is a file"):
        write_site(tmp_path / "out/thesis.txt", page=page)
    assert names(tmp_path / "out") == {"thesis.txt"}


def test_what_is_not_built_is_refused_with_the_way_to_build_it(page: Path, tmp_path: Path) -> None:
    (page / "python/files.json").unlink()
    with pytest.raises(SiteError, match=r"expected a Python for browsers .*; in a checkout, `python -m tools\.alone`"):
        write_site(tmp_path / "out", page=page)
    (page / "index.html").unlink()
    with pytest.raises(SiteError, match=r"expected the built page .*; in a checkout, \./play builds it"):
        write_site(tmp_path / "out", page=page)
    assert not (tmp_path / "out").exists()


def test_the_command_prints_sizes_and_refuses_with_exit_code_2(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crownland.site.writing.PAGE", page)
    done = run("site", tmp_path / "out")
    assert (done.returncode, done.stderr) == (0, "")
    assert [line.split()[0] for line in done.stdout.splitlines()[:4]] == ["files", "page", "python", "networks"]
    assert f"The site is in {tmp_path / 'out'}" in done.stdout
    refused = run("site", tmp_path)
    assert refused.returncode == 2
    assert refused.stderr.startswith("crownland: expected an empty folder or an older site, ")
    assert run("site").returncode == 2


@pytest.mark.parametrize("option", [("--path", "/games"), ("--port", "0"), ("--open",)])
def test_options_of_serving_are_refused_where_nothing_is_served(option: tuple[str, ...], tmp_path: Path) -> None:
    refused = run("site", tmp_path / "out", *option)
    assert refused.returncode == 2
    assert "expected --serve" in refused.stderr
    assert not (tmp_path / "out").exists()
