"""Workflows of the page about CI, as suites execute them."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from tests.corpus import workflows
from tests.corpus.suite import Suite


def test_a_script_for_each_row_of_a_matrix() -> None:
    workflow = {
        "jobs": {
            "one": {
                "strategy": {"matrix": {"operator": ["add", "mul"], "soc": ["a"]}},
                "steps": [
                    {"run": "pip install x"},
                    {"shell": "bash", "run": "build ${{ matrix.operator }} ${{ matrix.soc }}"},
                    {"shell": "bash", "run": "test"},
                ],
            }
        }
    }
    assert list(workflows.scripts(workflow)) == [
        ("one add a", "build add a\ntest"),
        ("one mul a", "build mul a\ntest"),
    ]


@pytest.mark.parametrize("name", workflows.workflows(workflows.PAGE.read_text(encoding="utf-8")))
def test_workflows_source_the_environment_and_use_each_value(name: str) -> None:
    workflow = workflows.workflows(workflows.PAGE.read_text(encoding="utf-8"))[name]
    jobs = list(workflows.scripts(workflow))
    assert jobs
    for _, script in jobs:
        assert script.startswith('source "$(custom-compiler home)/set_env.sh"')
        assert "${{" not in script


def test_a_checkout_without_a_workflow(tmp_path: Path) -> None:
    (tmp_path / "unknown").mkdir()
    suite: Suite = workflows.SUITES[0]
    options = Namespace(
        checkout=tmp_path / "unknown", third_party=None, work=tmp_path, filter=None, timeout=1
    )
    (tmp_path / "workflows").mkdir()
    with pytest.raises(SystemExit, match="no workflow is for unknown, only for ops-math"):
        list(suite.units(options))
