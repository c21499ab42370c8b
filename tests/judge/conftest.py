"""A project to judge, and what sandboxes need."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]
_CUTS = (
    ("ge::DT_FLOAT16, ge::DT_FLOAT, ge::DT_INT32", "ge::DT_FLOAT16"),
    ("ge::FORMAT_ND, ge::FORMAT_ND, ge::FORMAT_ND", "ge::FORMAT_ND"),
    ('{"ascend310p", "ascend310b", "ascend910", "ascend910b", "ascend910_93"}', '{"ascend910b"}'),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The AddCustom sample as a project of somebody's, for one element type and compute unit."""
    folder = tmp_path / "project"
    for name in ("op_host", "op_kernel"):
        shutil.copytree(REPOSITORY / name, folder / name)
    host = folder / "op_host" / "add_custom.cpp"
    text = host.read_text()
    for old, new in _CUTS:
        assert old in text
        text = text.replace(old, new)
    host.write_text(text)
    return folder


@pytest.fixture
def reference(tmp_path: Path) -> Path:
    """What AddCustom computes."""
    path = tmp_path / "add.py"
    shape = '("float16", (8, 2048))'
    path.write_text(f'INPUTS = {{"x": {shape}, "y": {shape}}}\ndef reference(x, y): return x + y\n')
    return path
