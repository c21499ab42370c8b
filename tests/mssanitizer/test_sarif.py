"""Reports as SARIF: what GitHub's code scanning asks of a document, and where places lead."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.observe.sources import OwnSources, source_lines
from custom_compiler.sanitize.launches import CheckedLaunches
from custom_compiler.sanitize.sarif import sarif_report
from custom_compiler.workspace import Workspace

Mssanitizer = Callable[..., subprocess.CompletedProcess[str]]


def _report(folder: Path, lines: str, root: Path) -> dict[str, Any]:
    folder.mkdir()
    (folder / "7.findings.jsonl").write_text(lines)
    return sarif_report(
        CheckedLaunches(folder, OwnSources(root)).remaining(), root, "1.2.3", succeeded=True
    )


@pytest.fixture
def report(tmp_path: Path, lines: str) -> dict[str, Any]:
    return _report(tmp_path / "lines", lines, tmp_path)


def test_the_document_is_one_run_of_version_2_1_0(report: dict[str, Any]) -> None:
    assert report["version"] == "2.1.0"
    (run,) = report["runs"]
    assert run["tool"]["driver"]["name"] == "mssanitizer"
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert len(run["results"]) == 7


def test_each_result_names_a_rule_and_one_place(report: dict[str, Any]) -> None:
    (run,) = report["runs"]
    rules = run["tool"]["driver"]["rules"]
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"]
        assert location["physicalLocation"]["region"]["startLine"] >= 1
        assert len(result["partialFingerprints"]) == 1


def test_places_below_the_root_are_relative(report: dict[str, Any]) -> None:
    first = report["runs"][0]["results"][0]
    assert first["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "add.cpp", "uriBaseId": "SRCROOT"},
        "region": {
            "startLine": 3,
            "startColumn": 5,
            "snippet": {"text": "Add(zLocal, xLocal, yLocal, 256);"},
        },
    }
    assert len(first["stacks"][0]["frames"]) == 2


def test_the_other_access_is_a_related_place(report: dict[str, Any]) -> None:
    race = next(r for r in report["runs"][0]["results"] if r["ruleId"] == "race")
    (related,) = race["relatedLocations"]
    assert related["physicalLocation"]["region"]["startLine"] == 2
    assert related["message"]["text"] == (
        "the other access: DataCopy writes dst on pipe MTE2 in aiv(0)"
    )


@pytest.mark.parametrize("folder", ["op_kernel", "add/kernels"])
def test_a_package_s_copy_leads_to_the_file_that_was_built(
    tmp_path: Path, source: Path, lines: str, folder: str
) -> None:
    packaged = tmp_path / "vendors/acme/op_impl/ai_core/tbe/acme_impl/dynamic/add.cpp"
    repository = tmp_path / "repository"
    own = repository / folder / "add.cpp"
    other = repository / "another_project/op_kernel/add.cpp"  # the same text, not what was built
    for file in (packaged, own, other):
        file.parent.mkdir(parents=True)
        file.write_text(source.read_text())
    if folder != "op_kernel":
        Workspace(repository).claim(own.parent)
    lines = lines.replace(str(source), str(packaged))

    def uri(run: str) -> dict[str, str]:
        source_lines.cache_clear()
        report = _report(tmp_path / run, lines, repository)
        place = report["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
        found: dict[str, str] = place["artifactLocation"]
        return found

    assert uri("before") == {"uri": f"{folder}/add.cpp", "uriBaseId": "SRCROOT"}
    own.write_text("edited since then")
    assert uri("after") == {"uri": f"file://{packaged}"}


def test_fingerprints_survive_moved_lines(tmp_path: Path, source: Path, lines: str) -> None:
    before = _report(tmp_path / "before", lines, tmp_path)
    source.write_text("\n" + source.read_text())
    moved = lines.replace('"line":3', '"line":4')
    source_lines.cache_clear()
    after = _report(tmp_path / "after", moved, tmp_path)
    first = [r["runs"][0]["results"][0]["partialFingerprints"] for r in (before, after)]
    assert first[0] == first[1]


def test_the_command_writes_it(mssanitizer: Mssanitizer, program: Path, tmp_path: Path) -> None:
    mssanitizer("--sarif=found.sarif", program, "true")
    assert len(json.loads((tmp_path / "found.sarif").read_text())["runs"][0]["results"]) == 7
