"""Execute the workflows of docs/ci_without_npu.md in a clean clone of the repository they are for.

The workflow has the name of the folder of the checkout. Its steps with `shell: bash` are
executed, as the runner does it (`bash -eo pipefail`), once for each row of its matrix.
"""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from tests.corpus.own_commands import (
    VLLM_THIRD_PARTY,
    Case,
    Step,
    add_third_party,
    command_suite,
    copy_third_party,
)
from tests.corpus.suite import Suite

PAGE = Path(__file__).resolve().parents[2] / "docs/ci_without_npu.md"
_BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_THIRD_PARTY = {"vllm-ascend": VLLM_THIRD_PARTY}


def workflows(page: str) -> dict[str, dict[str, Any]]:
    """Return the workflows of the page by their names."""
    parsed = [yaml.safe_load(text) for text in _BLOCK.findall(page)]
    return {workflow["name"]: workflow for workflow in parsed}


def scripts(workflow: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the name and the script of each job that the workflow starts."""
    for name, job in workflow["jobs"].items():
        bash = [step["run"] for step in job["steps"] if step.get("shell") == "bash"]
        for row in _rows(job.get("strategy", {}).get("matrix", {})):
            script = "\n".join(bash)
            for key, value in row.items():
                script = script.replace(f"${{{{ matrix.{key} }}}}", value)
            yield " ".join([name, *row.values()]), script


def _rows(matrix: dict[str, list[str]]) -> list[dict[str, str]]:
    rows: list[dict[str, str]] = [{}]
    for key, values in matrix.items():
        rows = [{**row, key: value} for row in rows for value in values]
    return rows


def _cases(repository: Path, options: Namespace) -> Iterator[Case]:
    name = options.checkout.resolve().name
    known = workflows(PAGE.read_text(encoding="utf-8"))
    if name not in known:
        message = f"error: --checkout {options.checkout}: no workflow is for {name}"
        raise SystemExit(f"{message}, only for {', '.join(known)}")
    copy_third_party(options, repository / _THIRD_PARTY.get(name, "third_party"))
    for job, script in scripts(known[name]):
        step = Step("ran", f"set -o pipefail\n{script}")
        yield Case(f"{name}: {job}", tested=(step,))


SUITES: Sequence[Suite] = (
    command_suite(
        "workflows",
        "workflows of the page about CI, in clean clones; right: all commands succeed",
        _cases,
        partial(
            add_third_party, "libraries that the build downloads else, see docs/repositories.md"
        ),
        "the repository of the workflow",
    ),
)
