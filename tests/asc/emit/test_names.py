"""Kernels, parameters and variables whose names mean something else in Ascend C."""

import numpy as np
import pytest

import asc
from custom_compiler.asc.emit.names import identifier


@pytest.fixture
def inputs():
    x = np.random.default_rng(3).random(128, np.float32)
    return x, np.zeros_like(x)


@asc.jit
def Exp(new: asc.GlobalAddress, pipe: asc.GlobalAddress, half: int, EOF: float):  # noqa: N802, N803
    source, operator = asc.GlobalTensor(), asc.GlobalTensor()
    source.set_global_buffer(new)
    operator.set_global_buffer(pipe)
    AscendC = asc.TPipe()  # noqa: N806
    std, TPipe = asc.TQue(asc.TPosition.VECIN, 1), asc.TQue(asc.TPosition.VECOUT, 1)  # noqa: N806
    AscendC.init_buffer(std, 1, 256)
    AscendC.init_buffer(TPipe, 1, 256)
    for int8_t in range(half):
        M_PI = std.alloc_tensor(new.dtype)  # noqa: N806
        asc.data_copy(M_PI, source[int8_t * 64 :], 64)
        std.enque(M_PI)
        M_PI = std.deque(new.dtype)  # noqa: N806
        void = TPipe.alloc_tensor(new.dtype)
        asc.adds(void, M_PI, EOF, 64)
        asc.exp(void, void, 64)
        TPipe.enque(void)
        std.free_tensor(M_PI)
        void = TPipe.deque(new.dtype)
        asc.data_copy(operator[int8_t * 64 :], void, 64)
        TPipe.free_tensor(void)


@asc.jit
def KERNEL_TASK_TYPE_DEFAULT(  # noqa: N802
    INFINITY: asc.GlobalAddress,  # noqa: N803
    KERNEL_TYPE_AIV_ONLY: asc.GlobalAddress,  # noqa: N803
    template: int,
    GM_ADDR: float,  # noqa: N803
):
    Exp(INFINITY, KERNEL_TYPE_AIV_ONLY, template, GM_ADDR)


@pytest.mark.parametrize("kernel", [Exp, KERNEL_TASK_TYPE_DEFAULT])
def test_names_of_ascend_c_and_of_macros(kernel, inputs):
    x, z = inputs
    kernel[1](x, z, 2, 0.5)
    np.testing.assert_allclose(z, np.exp(x + np.float32(0.5)), rtol=1e-5)


@pytest.mark.parametrize(
    ("python", "cpp"),
    [
        *(("new", "new_"), ("half", "half_"), ("uint8_t", "uint8_t_"), ("EOF", "EOF_")),
        *(("M", "M"), ("K_TILE", "K_TILE_"), ("tile", "tile"), ("_x__y", "x_y")),
    ],
)  # fmt: skip
def test_names_are_kept_where_they_mean_nothing_else(python, cpp):
    assert identifier(python) == cpp
