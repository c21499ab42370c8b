"""Faults that only a whole operator can have: tiling data that overflows, an output left out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCES = Path(__file__).parent / "careless_op"


@pytest.fixture(scope="module")
def findings(
    cann_home: Path, tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], list[dict[str, Any]]]:
    """Return the reports of a sanitizer run of the operator with a fault."""
    folder = tmp_path_factory.mktemp("careless")
    for kind, source in (("op_host", "careless.cpp"), ("op_kernel", "careless_kernel.cpp")):
        (folder / kind).mkdir()
        shutil.copy(SOURCES / source, folder / kind / "careless.cpp")
    environment = {k: v for k, v in os.environ.items() if not k.startswith("ASCEND")}
    command = [sys.executable, "-m", "custom_compiler"]
    cann = ["--ascend_cann_package_path", str(cann_home)]
    done = subprocess.run(
        [*command, "build", "-o", "op_host", "-k", "op_kernel", "--vendor_name", "careless", *cann],
        cwd=folder, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    vendor = next(folder.glob("build_out/_CPack_Packages/*/*/*/packages/vendors/careless"))
    np.save(folder / "x.npy", np.arange(64, dtype=np.float32))

    def check(fault: str) -> list[dict[str, Any]]:
        report = folder / "report.json"
        done = subprocess.run(
            [*command, "run", "Careless", "--input", "x.npy", "--output", "y.npy", "--attr",
             f"fault={fault}", "--check", "--json", str(report), *cann],
            cwd=folder, env={**environment, "ASCEND_CUSTOM_OPP_PATH": str(vendor)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        found = json.loads(report.read_text())["launches"][0]["findings"]
        assert done.returncode == (1 if found else 0), done.stdout + done.stderr
        return list(found)

    return check


def test_right_operator_is_silent(findings: Callable[[str], list[dict[str, Any]]]) -> None:
    assert findings("none") == []


def test_number_that_a_tiling_field_does_not_hold(
    findings: Callable[[str], list[dict[str, Any]]],
) -> None:
    (finding,) = findings("rate overflows")
    assert (finding["kind"], finding["severity"]) == ("tiling_overflow", "error")
    assert finding["message"] == "CarelessTilingData.rate is uint8_t, which does not hold 300"


def test_output_that_is_never_written(findings: Callable[[str], list[dict[str, Any]]]) -> None:
    (finding,) = findings("y left out")
    assert (finding["kind"], finding["severity"]) == ("uninitialized", "error")
    assert finding["message"] == "output y is never written"
