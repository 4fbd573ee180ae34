"""What a public forge reads: workflows, templates, the citation and the bill of materials."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tools import licences, sbom

ROOT = Path(__file__).parents[1]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = [path for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml")) if path.name != "config.yml"]
PINNED = re.compile(r"uses: [\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$")
# Programs that the forge's own machines have.
THEIRS = {"gh", "rm", "sudo"}


def read(path: Path) -> Any:
    return msgspec.yaml.decode(path.read_bytes())


def steps(workflow: Any) -> Iterator[dict[str, Any]]:
    for job in workflow["jobs"].values():
        yield from job["steps"]


def commands(workflow: Any) -> Iterator[str]:
    """Every command of a workflow; a matrix may name some, too."""
    lines = [step["run"] for step in steps(workflow) if "run" in step and "${{" not in step["run"]]
    for job in workflow["jobs"].values():
        lines += [row["command"] for row in job.get("strategy", {}).get("matrix", {}).get("include", ())]
    for line in lines:
        yield from line.split(" && ")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_what_it_uses_and_may_only_read(path: Path) -> None:
    uses = [line.strip().removeprefix("- ") for line in path.read_text().splitlines() if "uses:" in line]
    assert uses
    assert [line for line in uses if not PINNED.match(line)] == []
    assert read(path)["permissions"] == {"contents": "read"}  # a job that needs more says so itself


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_the_commands_of_a_workflow_exist(path: Path) -> None:
    found = list(commands(read(path)))
    assert found
    for command in found:
        program, *arguments = command.split()
        if program == "python" and arguments[0] == "-m":
            assert (ROOT / (arguments[1].replace(".", "/") + ".py")).exists(), command
        elif program == "python":
            assert (ROOT / arguments[0]).exists(), command
        else:
            assert program in THEIRS, command


def test_the_gate_runs_on_three_systems_and_the_oldest_and_newest_python() -> None:
    rows = read(ROOT / ".github/workflows/check.yml")["jobs"]["check"]["strategy"]["matrix"]["include"]
    assert {row["system"].split("-")[0] for row in rows} == {"ubuntu", "macos", "windows"}
    assert {row["python"] for row in rows} >= {"3.11", "3.14"}


def test_only_the_publishing_job_speaks_to_the_index_and_without_a_password() -> None:
    workflow = read(ROOT / ".github/workflows/release.yml")
    publishing = [name for name, job in workflow["jobs"].items() if "pypi-publish" in str(job)]
    assert publishing == ["publish"]
    assert workflow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert "secrets." not in (ROOT / ".github/workflows/release.yml").read_text()


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.name)
def test_an_issue_form_has_what_the_forge_wants(path: Path) -> None:
    form = read(path)
    assert form.keys() <= {"name", "description", "title", "labels", "body"}
    assert form["name"]
    assert form["description"]
    fields = form["body"]
    assert {field["type"] for field in fields} <= {"markdown", "textarea", "input", "dropdown", "checkboxes"}
    assert all(field["attributes"]["label"] for field in fields)
    assert len({field["id"] for field in fields}) == len(fields)


def test_the_citation_has_the_required_fields_and_our_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert citation["cff-version"] == "1.2.0"
    assert citation["type"] == "software"
    assert all(citation[field] for field in ("message", "title", "abstract", "keywords"))
    assert [author["name"] for author in citation["authors"]] == [author["name"] for author in project["authors"]]
    assert (str(citation["version"]), citation["license"]) == (project["version"], project["license"])


def test_the_bill_of_materials_lists_what_is_installed_and_what_is_in_the_page() -> None:
    bill = sbom.bill(ROOT)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    addresses = [component["purl"] for component in bill["components"]]
    assert len(set(addresses)) == len(addresses)
    python = {component["name"] for component in bill["components"] if component["purl"].startswith("pkg:pypi/")}
    assert python == licences.installed_with(licences.read_lock(ROOT))
    page = {component["name"] for component in bill["components"] if component["purl"].startswith("pkg:npm/")}
    assert page == {*licences.BUNDLED, licences.CARRIED, licences.typeface().name}
    assert all(component["licenses"][0]["expression"] for component in bill["components"])
