"""Kernels that ask for TILING_KEY_VAR where only a constant can stand: compiled once per key."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.aicore.harness import Kernel, KernelFaultError
from tests.kernel.conftest import NAME, Operator
from tests.utils.caches import cache_with_headers
from tests.utils.sources import read_source


@pytest.fixture(autouse=True)
def _permissive(monkeypatch: pytest.MonkeyPatch) -> None:
    # These have variables and functions as a host has them, whose names linkers would merge.
    monkeypatch.setenv("CUSTOM_COMPILER_PERMISSIVE", "1")


HEAD = """\
#include "kernel_operator.h"
#include "part.h"
"""
ENTRY = 'extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) '
PREPROCESSOR = read_source(__file__, "kernels/tiling_keys_preprocessor.cpp")
CONSTANT = read_source(__file__, "kernels/tiling_keys_constant.cpp")
TEMPLATE = read_source(__file__, "kernels/tiling_keys.cpp")


def run(operator: Operator, key: int) -> tuple[int, int]:
    """Return the output of the compiled kernel in a launch with this tiling key."""
    kernel = Kernel.from_object(operator.output / f"{NAME}.o", operator.home)
    z = np.zeros(32, np.uint8)
    kernel.run(1, None, z, None, None, tiling_key=key)
    return int(z[0]), int(z[1])


@pytest.mark.parametrize(
    ("source", "keys"),
    [(PREPROCESSOR, [3, 70, 71]), (CONSTANT, [3, 70, 71]), (TEMPLATE, [0, 1, 2])],
    ids=["preprocessor", "constant", "template"],
)
def test_each_key_has_its_own_code(operator: Operator, source: str, keys: list[int]) -> None:
    operator.source.write_text(source)
    (operator.source.parent / "seventy.h").write_text("#define SEVENTY 7\n")
    done = operator.compile()
    assert done.returncode == 0, done.stderr
    assert [entry["tilingKey"] for entry in operator.record["kernelList"]] == keys
    kinds = [entry.get("deterministic") for entry in operator.record["kernelList"]]
    assert kinds == ["true" if "DETERMINISTIC_SEL" in source else None, None, None]
    assert [run(operator, key) for key in keys] == [(60, 0), (15, 0), (9, 1)]
    with pytest.raises(KernelFaultError, match="does not have the tiling key"):
        run(operator, 4)


def test_edits_are_seen(operator: Operator, tmp_path: Path) -> None:
    operator.cache = Path(cache_with_headers(tmp_path / "cache"))
    operator.source.write_text(PREPROCESSOR)
    header = operator.source.parent / "seventy.h"
    header.write_text("#define SEVENTY 7\n")
    assert operator.compile().returncode == 0
    first = operator.binary
    assert operator.compile().returncode == 0
    assert operator.binary == first
    header.write_text("#define SEVENTY 8\n")  # which only one key reads
    assert operator.compile().returncode == 0
    assert run(operator, 70) == (16, 0)


def test_errors_name_the_users_file(operator: Operator) -> None:
    operator.source.write_text(PREPROCESSOR.replace("SEVENTY;", "EIGHTY;"))
    (operator.source.parent / "seventy.h").write_text("")
    done = operator.compile()
    assert done.returncode == 1
    assert f"{operator.source}:2" in done.stderr
    assert "EIGHTY" in done.stderr
    assert not operator.output.exists()
