"""Multiplications of matrices."""

import numpy as np
import pytest

import asc


@asc.jit
def product(
    a: asc.GlobalAddress,
    b: asc.GlobalAddress,
    c: asc.GlobalAddress,
    tiling: asc.adv.TCubeTiling,
    workspace: asc.GlobalAddress,
    static: asc.ConstExpr[int],
):
    a_gm = asc.GlobalTensor()
    b_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a)
    b_gm.set_global_buffer(b)
    c_gm.set_global_buffer(c)
    pipe = asc.TPipe()
    gm = asc.TPosition.GM
    a_type = asc.adv.MatmulType(gm, asc.CubeFormat.ND, a.dtype)
    b_type = asc.adv.MatmulType(gm, asc.CubeFormat.ND, b.dtype, True)
    c_type = asc.adv.MatmulType(gm, asc.CubeFormat.ND, c.dtype)
    if static == 1:
        matmul = asc.adv.Matmul(a_type, b_type, c_type, matmul_config=asc.adv.get_mdl_config())
    else:
        matmul = asc.adv.Matmul(a_type, b_type, c_type)
    asc.adv.register_matmul(pipe, workspace, matmul, tiling)
    matmul.set_tensor_a(a_gm)
    matmul.set_tensor_b(b_gm, True)
    matmul.iterate_all(c_gm)
    matmul.end()


@pytest.mark.parametrize(("static", "cube_only"), [(False, False), (True, False), (False, True)])
def test_products(static, cube_only):
    m, n, k = 32, 64, 48
    rng = np.random.default_rng(0)
    a = rng.integers(-4, 5, (m, k)).astype(np.float16)
    b = rng.integers(-4, 5, (n, k)).astype(np.float16)
    c = np.zeros((m, n), np.float32)
    sizes = {"m": m, "n": n, "k_a": k, "k_b": k, "used_core_num": 1}
    core = {"single_core_m": m, "single_core_n": n, "single_core_k": k}
    base = {"base_m": m, "base_n": n, "base_k": k, "step_m": 1, "step_n": 1}
    steps = {"depth_a1": 1, "depth_b1": 1, "step_k_a": 1, "step_k_b": 1}
    tiling = asc.adv.TCubeTiling(**sizes, **core, **base, **steps, db_l0a=1, db_l0b=1, db_l0c=1)
    workspace = np.zeros(16 << 20, np.uint8)
    product[1](a, b, c, tiling, workspace, int(static), matmul_cube_only=cube_only)
    np.testing.assert_array_equal(c, a.astype(np.float32) @ b.astype(np.float32).T)
    text = product.source("ascendc")
    assert "AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half, true>" in text
    assert ("constexpr static MatmulConfig params{" in text) == static
    kind = "AIC_ONLY" if cube_only else "MIX_AIC_1_2"
    assert f"KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_{kind});" in text
    assert ("#define ASCENDC_CUBE_ONLY" in text) == cube_only
