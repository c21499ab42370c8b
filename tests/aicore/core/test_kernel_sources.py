"""Names, macros and overloads of public kernels do not conflict with those of the headers."""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.harness import Kernel
from tests.utils.sources import read_source


@pytest.mark.parametrize("name", ["tanh", "sin", "cos", "exp", "log", "abs", "sqrt", "trunc"])
def test_kernels_are_called_like_functions_of_the_c_library(name: str) -> None:
    source = f"""
        #include <cmath>
        extern "C" __global__ __aicore__ void {name}(GM_ADDR x) {{ *(__gm__ float*)x = 3; }}
    """
    data = np.zeros(1, np.float32)
    Kernel(source, name, 1).run(1, data)
    assert data[0] == 3


# As 28 operators do: the exact types of the parameters decide which overload fits.
FUNCTIONS = read_source(__file__, "kernels/kernel_sources_functions.cpp")


def test_functions_are_template_arguments() -> None:
    data = np.zeros(1, np.float32)
    Kernel(FUNCTIONS, "f", 1).run(1, data)
    assert data[0] == 1


# Tiling headers that host and kernel share, read after kernel_operator.h; elements that are moved only.
HOST_HEADERS = read_source(__file__, "kernels/kernel_sources_host_headers.cpp")


def test_host_headers_and_complex_elements() -> None:
    out, x = np.zeros(1, np.complex64), np.array([1 + 2j, 3 + 4j], np.complex64)
    Kernel(HOST_HEADERS, "f", 2).run(1, out, x)
    np.testing.assert_array_equal(out, x[1:])


# Helpers of the names that CANN has for other parameters, and free-standing functions in headers.
OWN_NAMES = read_source(__file__, "kernels/kernel_sources_own_names.cpp")


def test_names_and_habits_of_kernels() -> None:
    got = np.zeros(100, np.float32)
    Kernel(OWN_NAMES, "f", 2).run(1, got, 3)
    want = [3, 1, 2, 2, 9, -4, 8, 3, 4, -8, -7.5, 1, 3, 3, 12, 12, 3, 4, 2, 5, 6, 3]
    assert got[: len(want)].tolist() == want
    assert got[99] == 0


INTERNAL = read_source(__file__, "kernels/kernel_sources_internal.cpp")


def test_internal_names_that_kernels_use() -> None:
    source = np.arange(1, 6, dtype=np.float32)
    got = np.zeros(128, np.float32)
    Kernel(INTERNAL, "f", 2).run(1, source, got)
    assert got[:64].tolist() == [2] * 64
    assert got[64:69].tolist() == source.tolist()
    assert got[100:105].tolist() == [16, 184 * 1024 - 1024, 192, 512 * 1024 - 128, 0]


HEADERS = [
    "kernel_operator.h", "kernel_operator_intf.h", "kernel_utils.h", "kernel_type.h", "kernel_log.h", "kernel_tpipe.h",
    "kernel_tensor.h", "kernel_event.h", "kernel_macros.h", "kernel_pop_stack_buffer.h", "kernel_common.h",
    "kernel_operator_list_tensor_intf.h", "kernel_operator_mm_intf.h", "kernel_operator_fixpipe_intf.h",
    "kernel_operator_data_copy_intf.h", "impl/dav_c220/kernel_operator_reg_others_impl.h", "lib/matmul_intf.h",
    "lib/math/kernel_operator_sin_intf.h", "lib/math/kernel_operator_power_intf.h", "lib/sigmoid/kernel_operator_sigmoid_intf.h",
    "lib/pad/kernel_operator_pad_intf.h", "kernel_struct_brcb.h", "kernel_struct_transpose.h", "kernel_prof_trace_intf.h",
    "adv_api/pad/broadcast.h", "adv_api/math/asin.h",
]  # fmt: skip


def test_headers_that_kernels_include() -> None:
    lines = "\n".join(f'#include "{name}"' for name in HEADERS)
    data = np.zeros(1, np.float32)
    Kernel(
        f'{lines}\nextern "C" __global__ __aicore__ void f(GM_ADDR x) {{ *(__gm__ float*)x = 1; }}',
        "f",
        1,
    ).run(1, data)
    assert data[0] == 1
