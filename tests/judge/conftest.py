"""A project to judge, and what sandboxes need."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from custom_compiler.judge.inside import LIMITS
from custom_compiler.judge.sandbox import mode

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _has_sandboxes() -> None:
    """Containers without rights to make namespaces have none."""
    if mode() == LIMITS:
        pytest.skip("no namespaces for this user")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The AddCustom sample as a project of somebody's."""
    folder = tmp_path / "project"
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name)
    return folder


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """What AddCustom computes."""
    path = tmp_path / "add.py"
    shape = '("float16", (8, 2048))'
    path.write_text(f'INPUTS = {{"x": {shape}, "y": {shape}}}\ndef reference(x, y): return x + y\n')
    return path
