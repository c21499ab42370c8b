"""The entry of static kernels: every way of reading tiling reads the constants."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from custom_compiler.errors import BuildError
from custom_compiler.kernel.opc.engine import CompiledOperatorKernel, compile_kernel_request
from custom_compiler.kernel.opc.static_tiling import StaticTiling
from tests.kernel.conftest import NAME, Operator
from tests.kernel.test_engine import request_of
from tests.utils.sources import read_source
from tests.utils.static_kernels import Launcher

HEAD = """\
#include "kernel_operator.h"
struct Data {
    uint32_t count;
    float factor;
    uint8_t tail[72];
};
"""
READERS = read_source(__file__, "kernels/static_entry_readers.cpp")
# The cube works for one key only, and the kernel for all shapes runs on cube cores.
FOR_CUBE = read_source(__file__, "kernels/static_entry_for_cube.cpp")


def tiling(key: int) -> StaticTiling:
    """Return a possible tiling: two words and a tail of eight bytes."""
    data = np.uint32(41).tobytes() + np.float32(2.5).tobytes() + bytes(range(1, 9))
    return StaticTiling(key, 1, (), 0, 0, clear_atomic=False, tiling_cond=0, data=data)


def compile_for(operator: Operator, source: str, key: int) -> CompiledOperatorKernel:
    """The static kernel of a source, for a tiling of that key."""
    operator.source.write_text(source)
    return compile_kernel_request(request_of(operator, "--op_mode=static", static=tiling(key)))


@pytest.fixture(autouse=True)
def _shared_cache(shared_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUSTOM_COMPILER_CACHE", str(shared_cache))


def test_every_way_of_reading_tiling_reads_the_constants(
    operator: Operator, tmp_path: Path
) -> None:
    """Structures, members, pointers, copies; the key for the preprocessor, the block number."""
    kernel = compile_for(operator, READERS, 70)
    (tmp_path / "static.o").write_bytes(kernel.data)
    (tmp_path / "static.json").write_text(json.dumps(kernel.description))
    x, z = np.full(16, 77, np.uint32), np.zeros(16, np.uint32)
    result = Launcher(operator.home).run(tmp_path, [x], z)
    assert list(result) == [41] * 7 + [2, 8, 0, 1, 1, 70, 0, 77, 0]


def test_a_key_that_the_kernel_lacks_is_named(operator: Operator) -> None:
    """With those that it has."""
    message = "operator Copy: its tiling function chose tiling key 9, its kernel has 1, 2"
    with pytest.raises(BuildError, match=message):
        compile_for(operator, FOR_CUBE, 9)


def test_the_kernels_type_is_that_of_the_kernel_for_all_shapes(operator: Operator) -> None:
    """Its code asks for vector cores, but the tiling function has counted cube cores."""
    kernel = compile_for(operator, FOR_CUBE, 2)
    entry = {"tilingKey": 2, "kernelType": "MIX_AIC", "taskRation": "1:0", "crossCoreSync": 0}
    assert kernel.description["kernelList"] == [{"kernelName": f"{NAME}_2", **entry}]
    assert (kernel.description["coreType"], kernel.description["core_type"]) == ("AiCore", "AIC")
