"""docs/msopgen.md, its commands executed in order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.docs.console import console_steps, run_steps

PAGE = Path(__file__).parents[2] / "docs" / "msopgen.md"


@pytest.mark.slow
def test_msopgen_page(cann_home: Path, tmp_path: Path) -> None:
    steps = console_steps(PAGE)
    assert [step.command.split()[0] for step in steps] == ["cat", "msopgen", "msopgen"]
    (tmp_path / "add.json").write_text("\n".join(steps[0].shown))
    path = os.pathsep.join([str(cann_home / "bin"), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "CUSTOM_COMPILER_CACHE": str(tmp_path / "cache")}
    run_steps(steps, tmp_path, environment)
    assert len([*(tmp_path / "AddProject" / "build_out").glob("custom_opp_*.run")]) == 1
