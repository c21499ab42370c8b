"""Archives to install."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.utils.vendor_package import pack, stage_package

MakeRun = Callable[..., Path]


@pytest.fixture
def make_run(tmp_path: Path) -> MakeRun:
    """Make an archive; keywords as in `stage_package`, and `name`."""

    def make(name: str = "package.run", **package: str) -> Path:
        return pack(stage_package(tmp_path / f"stage of {name}", **package), tmp_path / name)

    return make
