"""Kernels as text, launched without the language above them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ADD_SCALED = """\
#include "kernel_operator.h"
extern "C" __global__ __aicore__ void add_scaled(__gm__ float* x, __gm__ float* y, __gm__ float* z,
                                                 int32_t length, float scale) {
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 3 * 64 * sizeof(float));
    AscendC::LocalTensor<float> a = buffer.Get<float>();
    AscendC::GlobalTensor<float> gx, gy, gz;
    gx.SetGlobalBuffer(x);
    gy.SetGlobalBuffer(y);
    gz.SetGlobalBuffer(z);
    const int32_t first = AscendC::GetBlockIdx() * length;
    for (int32_t i = first; i < first + length; i += 64) {
        AscendC::DataCopy(a, gx[i], 64);
        AscendC::DataCopy(a[64], gy[i], 64);
        AscendC::PipeBarrier<PIPE_ALL>();
        AscendC::Add(a[128], a, a[64], 64);
        AscendC::Muls(a[128], a[128], scale, 64);
        AscendC::PipeBarrier<PIPE_ALL>();
        AscendC::DataCopy(gz[i], a[128], 64);
        AscendC::PipeBarrier<PIPE_ALL>();
    }
}
"""

Launch = Callable[..., None]


@pytest.fixture
def launcher_of(tmp_path: Path) -> Callable[[str, str, tuple[str, ...]], Launch]:
    """A kernel of this text, as a function of its arguments and `core_num`."""
    from custom_compiler.asc.runtime.arguments import Packer, kind_of
    from custom_compiler.asc.runtime.compile import compile_source
    from custom_compiler.asc.runtime.launcher import Launcher

    def make(text: str, name: str, parameters: tuple[str, ...]) -> Launch:
        kernel = compile_source(str(tmp_path), name, text, parameters=parameters, soc="Ascend910B1")
        launcher = Launcher(kernel, prints=False, exact=False)

        def launch(*values: Any, core_num: int = 1, stream: Any = None) -> None:
            kinds = tuple(map(kind_of, parameters, values))
            launcher.run(Packer(parameters, kinds), list(values), core_num, stream)

        return launch

    return make


@pytest.fixture
def add_scaled(launcher_of: Callable[[str, str, tuple[str, ...]], Launch]) -> Launch:
    """z = (x + y) * scale on blocks of `length` floats, a multiple of 64."""
    return launcher_of(ADD_SCALED, "add_scaled", ("x", "y", "z", "length", "scale"))
