"""The index of installed static kernels, also where it is damaged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from custom_compiler.errors import MisuseError
from custom_compiler.kernel.op_compiler.static_index import IndexedKernel, indexed_kernels

_FOLDER = "static_kernel/ai_core"


def write_index(opp: Path, content: Any) -> None:
    path = opp / _FOLDER / "config/ascend910b/binary_info_config.json"
    path.parent.mkdir(parents=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))


def test_kernels_by_key(tmp_path: Path) -> None:
    """Paths are those of the files, however the opp is reached."""
    entry = {"simplifiedKey": "Add/d=0", "binPath": "p/s/Add/a.o", "binDesc": {"kernelName": "a_0"}}
    write_index(tmp_path / "real", {"Add": {"staticList": [entry], "valueDependIndex": [1]}})
    (tmp_path / "opp").symlink_to(tmp_path / "real")
    path = str(tmp_path / "real" / _FOLDER / "p/s/Add/a.o")
    found = indexed_kernels(str(tmp_path / "opp"), "ascend910b")
    assert found == [IndexedKernel(path, "a_0", "Add/d=0", (1,))]
    assert indexed_kernels(str(tmp_path / "opp"), "ascend310p") == []


@pytest.mark.parametrize(
    "content", ["{", "[]", "3", {"Add": 3}, {"Add": {}}, {"Add": {"staticList": [{}]}}, "[" * 99999]
)
def test_damaged_index(tmp_path: Path, content: Any) -> None:
    write_index(tmp_path, content)
    with pytest.raises(MisuseError, match="cannot read the index") as caught:
        indexed_kernels(str(tmp_path), "ascend910b")
    assert "--rebuild" in caught.value.hint
