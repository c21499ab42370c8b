"""Fixtures for tests of operators, and the report that `custom-compiler test` reads.

`-p custom_compiler.testing.pytest_plugin`, or `pytest_plugins` in a project's conftest.py.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from custom_compiler.call.operators import Operators


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take what `custom-compiler test` says."""
    group = parser.getgroup("Ascend C operators")
    group.addoption("--operator-vendor", metavar="DIR", help="the built package, .../vendors/NAME")
    group.addoption(
        "--operator-report", metavar="FILE", help="what becomes of tests, in lines of JSON"
    )


@pytest.fixture(scope="session")
def operators(pytestconfig: pytest.Config) -> Operators:
    """Return the operators of the tests' project, built if necessary, on NumPy arrays.

    `operators.add_custom(x, y)`, `operators["AddCustom"](x, y)`.
    """
    from custom_compiler.call.operators import load_package
    from custom_compiler.testing.project import build_project, find_project

    vendor = pytestconfig.getoption("operator_vendor")
    return load_package(vendor or build_project(find_project(pytestconfig.rootpath)))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what an earlier process of this session has run: one of its tests ended it."""
    file = config.getoption("operator_report")
    if not file or not Path(file).exists():
        return
    entries = map(json.loads, Path(file).read_text(encoding="utf-8").splitlines())
    done = {entry.get("id") for entry in entries}
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in done])
    items[:] = [item for item in items if item.nodeid not in done]


def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Write down that a test begins."""
    _write(item.config, {"begun": item.nodeid})


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write down that nothing ended the process before."""
    _write(session.config, {"ended": True})


def _write(config: pytest.Config, entry: dict[str, Any]) -> None:
    file = config.getoption("operator_report")
    if file:
        with Path(file).open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(entry) + "\n")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]):  # type: ignore[no-untyped-def]  # noqa: ANN201, ARG001  a generator of pytest's
    """Write a test's outcome down."""
    outcome = yield
    report = outcome.get_result()
    if report.when != "call" and report.outcome == "passed":
        return
    word = report.outcome if report.when == "call" or report.skipped else "error"
    entry = {"id": report.nodeid, "outcome": word, "seconds": round(report.duration, 4),
             "message": report.longreprtext if report.failed else ""}  # fmt: skip
    _write(item.config, entry)
