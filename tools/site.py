"""Builds the docs site: python -m tools.site

The pages of docs/ and the Markdown files of the repository are gathered in build/docs, with their links changed to each
other. The rules come from the page's own texts in every language, the API reference from docstrings and types. Zensical
makes build/site of them; then every link must lead somewhere and nothing may be loaded from elsewhere.
"""

import ast
import importlib
import inspect
import json
import posixpath
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

if TYPE_CHECKING:
    from crownland.words import Words

ROOT = Path(__file__).resolve().parent.parent
PAGES, SITE = "build/docs", "build/site"
# Pages from elsewhere, by their name in the site.
GATHERED = {
    "changelog.md": "CHANGELOG.md",
    "conduct.md": "CODE_OF_CONDUCT.md",
    "contributing.md": "CONTRIBUTING.md",
    "figures.md": "benchmarks/README.md",
    "page.md": "web/README.md",
    "security.md": "SECURITY.md",
}
# The public modules, in the order of the reference.
MODULES = (
    "crownland",
    "crownland.games.setup",
    "crownland.games.protocol",
    "crownland.kernel.kingdom",
    "crownland.kernel.action",
    "crownland.kernel.domino",
    "crownland.kernel.square",
    "crownland.kernel.scoring",
    "crownland.kernel.errors",
    "crownland.notation",
    "crownland.dealer",
    "crownland.bots",
    "crownland.fast.batch",
    "crownland.review",
    "crownland.svg",
    "crownland.words",
)
LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)\s]+)(?=\))")
# The typeface and the paper of the page.
STYLE = """
:root { --md-text-font: Alegreya, Georgia, serif; }
.md-typeset { font-size: 0.9rem; }
.md-header { background: var(--md-default-bg-color); }
[data-md-color-scheme="default"] { --md-default-bg-color: #f7f0e1; --md-code-bg-color: #efe5d0; }
[data-md-color-scheme="default"] { --md-typeset-a-color: #7a2a3d; }
[data-md-color-scheme="slate"] { --md-typeset-a-color: #e5a3b1; }
"""


def main() -> int:
    gather(ROOT)
    command = [sys.executable, "-m", "zensical", "build", "--strict", "--clean"]
    if subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL).returncode:
        return 1
    wrong = problems(ROOT / SITE)
    print("\n".join(wrong) or f"{ROOT / SITE / 'index.html'}: every link leads somewhere, nothing comes from elsewhere")
    return 1 if wrong else 0


def gather(root: Path) -> None:
    """Write the pages of the site to build/docs."""
    from crownland.words import Words

    target = root / PAGES
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(root / "docs/pictures", target / "pictures")
    shutil.copytree(root / "web/src/typeface", target / "typeface")
    shutil.copy(root / "web/public/icon.svg", target)
    (target / "site.css").write_text(STYLE, encoding="utf-8")
    sources = {f"docs/{path.name}": path.name for path in (root / "docs").glob("*.md")}
    sources |= {source: name for name, source in GATHERED.items()}
    for source, name in sources.items():
        text = (root / source).read_text(encoding="utf-8")
        (target / name).write_text(relinked(text, source, sources), encoding="utf-8")
    for language in ("en", "nl", "pl", "sr"):
        text = rules(root, Words(language), language)
        (target / f"rules-{language}.md").write_text(text, encoding="utf-8")
    (target / "reference.md").write_text(reference(MODULES), encoding="utf-8")


def relinked(text: str, source: str, sources: dict[str, str]) -> str:
    """Return *text* of the file *source* with its links for the site; links to files that are no pages become text."""

    def found(match: re.Match[str]) -> str:
        path, mark, part = match[1].partition("#")
        there = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        if there in sources:
            return sources[there] + mark + part
        return there.removeprefix("docs/") if there.startswith("docs/pictures/") else "no-page"

    return re.sub(r"(?<!!)\[([^\]]*)\]\(no-page\)", r"\1", LINK.sub(found, text))


# Rules


def rules(root: Path, words: "Words", language: str) -> str:
    """Return the rules in *language* as a page, every rule with its number."""
    from crownland.placeholders import fill
    from crownland.words import NUMBERS, PLURAL, own_texts

    book = json.loads((root / f"web/src/rules/{language}.json").read_text(encoding="utf-8"))
    numbers = {rule["number"] for section in book["sections"] for rule in section["rules"]}
    values = NUMBERS | {number: f"[{number}](#{number.lower()})" for number in numbers}

    def filled(text: str) -> str:
        return fill(text, own_texts()[language][PLURAL], values)

    lines = [f"# {words('web.rules')}", book["about"], book["ruling"]]
    for section in book["sections"]:
        lines += [f"## {section['title']}", filled(section["about"])]
        for rule in section["rules"]:
            lines += [
                f"### {rule['number']} {rule['title']} {{ #{rule['number'].lower()} }}",
                filled(rule.get("text", "")),
            ]
            items = [f"- **{words(key)}**: {filled(text)}" for key, text in rule.get("items", {}).items()]
            lines += ["\n".join([*items, *(f"- {filled(text)}" for text in rule.get("list", ()))])]
            lines += [f"> {filled(rule['ruling'])}" if "ruling" in rule else ""]
    return "\n\n".join(line for line in lines if line) + "\n"


# Reference


def reference(modules: tuple[str, ...]) -> str:
    """Return the API reference: what each module exports, with signatures as they are written."""
    parts = ["# API reference", "Made from the docstrings and types of the package."]
    for name in modules:
        module = importlib.import_module(name)
        parts += [f"## {name}", prose(module.__doc__)]
        members = {member: getattr(module, member) for member in exported(module)}
        plain = [member for member, value in members.items() if definition(value) is None]
        parts += ["Values: " + ", ".join(f"`{member}`" for member in plain) if plain else ""]
        for member in sorted(members.keys() - plain, key=str.lower):
            parts += described(member, members[member])
    return "\n\n".join(part for part in parts if part) + "\n"


def exported(module: ModuleType) -> list[str]:
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
    return list(getattr(module, "__all__", [name for name in own if not name.startswith("_")]))


def described(name: str, value: object) -> Iterator[str]:
    """Yield the parts of the reference about one exported value."""
    yield f"### {name}"
    match definition(value):
        case ast.FunctionDef() as function:
            yield code(signature(function))
            yield prose(ast.get_docstring(function))
        case ast.ClassDef() as made:
            yield code("\n".join([heading(name, made), *fields(made)]))
            yield prose(ast.get_docstring(made))
            methods = [
                part for part in made.body if isinstance(part, ast.FunctionDef) and not part.name.startswith("_")
            ]
            yield "\n".join(f"- `{signature(method)}`{first_sentence(method)}" for method in methods)


def definition(value: object) -> ast.stmt | None:
    """Return the source of a function or class of ours, parsed."""
    if not getattr(value, "__module__", "").startswith("crownland"):
        return None
    value = inspect.unwrap(value) if callable(value) else value
    if not (inspect.isfunction(value) or inspect.isclass(value)):
        return None
    return ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]


def signature(node: ast.FunctionDef) -> str:
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{node.name}({ast.unparse(node.args)}){result}"


def heading(name: str, node: ast.ClassDef) -> str:
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    return f"class {name}({bases})" if bases else f"class {name}"


def fields(node: ast.ClassDef) -> list[str]:
    plain = [part for part in node.body if isinstance(part, ast.AnnAssign)]
    return [f"    {ast.unparse(part)}" for part in plain if not ast.unparse(part.target).startswith("_")]


def first_sentence(node: ast.FunctionDef) -> str:
    said = ast.get_docstring(node)
    return f": {prose(said.splitlines()[0])}" if said else ""


def code(text: str) -> str:
    return f"```python\n{text}\n```"


def prose(text: str | None) -> str:
    """Return a docstring as Markdown: code has one backtick there and no role, and <position> is no tag."""
    return re.sub(r"``(.+?)``|:\w+:`(.+?)`", r"`\1\2`", inspect.cleandoc(text or "")).replace("<", "&lt;")


# Checks


class Links(HTMLParser):
    """Collects what a page links to, what it loads, and the names that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.names |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") not in ("canonical", "prev", "next", "alternate"):
            self.loads.append(found.get("href", ""))
        elif "src" in found:
            self.loads.append(found["src"])


def problems(site: Path) -> list[str]:
    """Return a line for every link that leads nowhere and everything that is loaded from elsewhere."""
    pages: dict[Path, Links] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = Links()
        pages[path].feed(path.read_text(encoding="utf-8"))
    found = []
    for path, page in pages.items():
        name = path.relative_to(site).as_posix()
        found += [f"{name} loads {url}" for url in page.loads if urlsplit(url).netloc]
        for url in [*page.links, *page.loads]:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc or name == "404.html":
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            there = there / "index.html" if there.is_dir() else there
            if not there.exists():
                found.append(f"{name} links to {url}, which is not there")
            elif parts.fragment and there in pages and unquote(parts.fragment) not in pages[there].names:
                found.append(f"{name} links to {url}, whose part is not there")
    return found


if __name__ == "__main__":
    sys.exit(main())
