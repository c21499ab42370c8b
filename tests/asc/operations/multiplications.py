"""Matrices, and tilings of their multiplications, that tests of adv.Matmul share."""

from __future__ import annotations

from typing import Any

import numpy as np

import asc
from asc.lib import host

M, N, K = 64, 96, 128
GM, ND = host.TPosition.GM, host.CubeFormat.ND
WORKSPACE = 16 * 1024 * 1024


def tiling_of(m: int = M, n: int = N, k: int = K, **given: Any) -> asc.adv.TCubeTiling:
    """One core's tiling; `given`: c_pos, bias, trans_b, fix, a and c types."""
    made = host.MatmulApiTiling(host.get_ascendc_platform())
    made.set_a_type(GM, ND, given.get("a", host.DataType.DT_FLOAT16), False)
    made.set_b_type(GM, ND, given.get("a", host.DataType.DT_FLOAT16), given.get("trans_b", False))
    made.set_c_type(given.get("c_pos", GM), ND, given.get("c", host.DataType.DT_FLOAT))
    made.set_bias_type(GM, ND, host.DataType.DT_FLOAT)
    made.enable_bias(given.get("bias", False))
    made.set_shape(m, n, k)
    made.set_org_shape(m, n, k)
    if "fix" in given:
        made.set_fix_split(*given["fix"])
    tiling = asc.adv.TCubeTiling()
    assert made.get_tiling(tiling) == 0
    return tiling


def matrices(m: int = M, n: int = N, k: int = K, *, batch: int = 1, dtype: Any = np.float16) -> Any:
    generator = np.random.default_rng(13)
    shapes = ((batch, m, k), (batch, k, n))
    a, b = (generator.integers(-4, 5, shape).astype(dtype) for shape in shapes)
    return (a, b) if batch > 1 else (a[0], b[0])


def workspace() -> Any:
    return np.zeros(WORKSPACE, np.uint8)


def batch_tiling(m: int, n: int, k: int, batch: int, *, of_all: int) -> asc.adv.TCubeTiling:
    made = host.MatmulApiTiling(host.get_ascendc_platform())
    made.set_a_type(GM, ND, host.DataType.DT_FLOAT16, False)
    made.set_b_type(GM, ND, host.DataType.DT_FLOAT16, False)
    made.set_c_type(GM, ND, host.DataType.DT_FLOAT)
    made.set_bias_type(GM, ND, host.DataType.DT_FLOAT)
    made.set_shape(m, n, k)
    made.set_org_shape(m, n, k)
    made.set_a_layout(of_all, m, 1, 1, k)
    made.set_b_layout(of_all, k, 1, 1, n)
    made.set_c_layout(of_all, m, 1, 1, n)
    made.set_batch_num(batch)
    tiling = asc.adv.TCubeTiling()
    assert made.get_tiling(tiling) == 0
    return tiling
