"""MatmulConfig: variants that compute the same, and members that leave functions out.

Expectations are those of the documentation's table of MatmulConfig (MatmulConfig.md): templates and
the settings of their transfers change times, not results; a function whose `enable...` is false has
no effect; of the Iterate functions only those of iterateMode are there.
"""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.aicore.harness import Kernel, KernelCompileError, KernelFaultError
from tests.aicore.matmul_support import (
    BIAS,
    PARTS,
    TAIL,
    TRANS_A,
    TRANS_B,
    Family,
    Form,
    Request,
    numbers,
    product,
    stored,
    tiling,
)
from tests.utils.sources import read_source


def changed(base: str, *members: str) -> str:
    """A configuration with other values of members."""
    return (
        f"[]() constexpr {{ auto c = {base}; {' '.join(f'c.{m};' for m in members)} return c; }}()"
    )


NORM, MDL = "GetNormalConfig()", "GetMDLConfig()"
SPECIAL = "GetSpecialMDLConfig()"
SHARE = "GetIBShareNormConfig()"
VARIANTS = {
    "norm": NORM,
    "norm-no-unit-flag": changed(NORM, "enUnitFlag = false"),
    "norm-a2b2-shared": changed(NORM, "isA2B2Shared = true"),
    "norm-intrinsics-check": "GetNormalConfig(true)",
    "norm-no-end-no-reuse": changed(NORM, "enableEnd = false", "enableReuse = false"),
    "mdl": MDL,
    "mdl-unit-flag": changed(MDL, "enUnitFlag = true"),
    "mdl-preload-m": "GetMDLConfig(false, false, 1)",
    "mdl-preload-n": "GetMDLConfig(false, false, 2)",
    "mdl-k-reorder": changed(MDL, "enableKdimReorderLoad = true"),
    "mdl-reuse": changed(MDL, "enableUBReuse = false", "enableL1CacheUB = true"),
    "special-mdl": SPECIAL,
    "ibshare": SHARE,
    "ibshare-double-cache": "GetIBShareNormConfig(false, false, false, BatchMode::NONE, true)",
    "ibshare-no-unit-flag": changed(SHARE, "enUnitFlag = false"),
    "parts": "GetMMConfig<MatmulConfigMode::CONFIG_MDL>(MatmulFuncParams{true, false, false, false, 1})",
}
FORMS = {name: Form(config=config) for name, config in VARIANTS.items()}
SAME = Family(*FORMS.values())
M, N, K = 70, 90, 200
# Two tiles in each direction of the block that MDL loads at once, several along K.
BLOCKS = {"depthA1": 8, "depthB1": 8, "stepM": 2, "stepN": 2, "stepKa": 2, "stepKb": 2}


@pytest.mark.parametrize("flags", [0, TRANS_A | BIAS, TRANS_B | PARTS, TRANS_A | TRANS_B | PARTS])
@pytest.mark.parametrize("name", FORMS)
def test_variants_compute_the_same(name: str, flags: int) -> None:
    rng = np.random.default_rng(5)
    a, b = numbers(rng, "half", M, K), numbers(rng, "half", K, N)
    bias = numbers(rng, "float", N)
    c = np.zeros((M, N), np.float32)
    values = tiling(M, N, K, (32, 32, 32), None, isBias=int(bool(flags & BIAS)), **BLOCKS)
    SAME.run(
        FORMS[name],
        Request(values, flags),
        stored(a, bool(flags & TRANS_A), False),
        stored(b, bool(flags & TRANS_B), False),
        c,
        bias,
    )
    np.testing.assert_allclose(c, product(a, b, bias if flags & BIAS else None), atol=1e-4)


NO_BIAS = Form(config=changed(NORM, "enableSetBias = false"))
NO_BIAS_PART = Form(config="GetMMConfig<MatmulConfigMode::CONFIG_NORM>(MatmulBiasParams{false})")
NO_TAIL = Form(config=changed(NORM, "enableSetTail = false"))
NO_SHAPE = Form(
    config=changed(NORM, "enableSetOrgShape = false"),
    body="""
    object.SetOrgShape(8, 8, 8);
    object.SetOrgShape(8, 8, 8, 8, 8);
    object.SetTensorA(ga);
    object.SetTensorB(gb);
    object.IterateAll(gc);
""",
)
LEFT_OUT = Family(NO_BIAS, NO_BIAS_PART, NO_TAIL, NO_SHAPE)


def test_functions_that_are_left_out_have_no_effect() -> None:
    rng = np.random.default_rng(6)
    a, b = numbers(rng, "half", 48, 40), numbers(rng, "half", 40, 64)
    bias = numbers(rng, "float", 64)
    forms = ((NO_BIAS, BIAS), (NO_BIAS_PART, BIAS), (NO_TAIL, TAIL), (NO_SHAPE, 0))
    for form, flags in forms:
        c = np.zeros((48, 64), np.float32)
        values = tiling(48, 64, 40, (32, 32, 32), isBias=flags & BIAS)
        LEFT_OUT.run(form, Request(values, flags, tail=(16, 16, 16)), a, b, c, bias)
        np.testing.assert_allclose(c, product(a, b), atol=1e-4)


ALL_ONLY = Form(config=changed(NORM, "iterateMode = ITERATE_MODE_ALL"))
NORMAL_ONLY = Form(config=changed(NORM, "iterateMode = ITERATE_MODE_NORMAL"))
BATCH_ONLY = Form(config=changed(NORM, "iterateMode = ITERATE_MODE_BATCH"))
NO_RESULT = Form(config=changed(NORM, "enableGetTensorC = false"))
MODES = Family(ALL_ONLY, NORMAL_ONLY, BATCH_ONLY, NO_RESULT)
BATCH = Form(
    layout="NORMAL",
    c_layout="NORMAL",
    config=changed(NORM, "iterateMode = ITERATE_MODE_NORMAL"),
    body="object.SetTensorA(ga); object.SetTensorB(gb); object.IterateBatch(gc, 1, 1, false);",
)
MANY_BATCHES = Form(
    layout="BSNGD",
    c_layout="BSNGD",
    body="object.SetTensorA(ga); object.SetTensorB(gb); object.IterateNBatch(1, 1, 1, false);",
)
MASTERS = Form(
    config=changed(NORM, "enableMixDualMaster = true"),
    body="object.SetTensorA(ga); object.SetTensorB(gb); object.Iterate();",
)
ON_VECTOR = Family(BATCH, MANY_BATCHES, MASTERS, cube_only=False)


@pytest.mark.parametrize(
    ("family", "form", "flags", "words"),
    [
        (MODES, ALL_ONLY, PARTS, "Iterate was called, but iterateMode"),
        (MODES, BATCH_ONLY, 0, "IterateAll was called, but iterateMode"),
        (MODES, NO_RESULT, PARTS, "GetTensorC was called, but enableGetTensorC"),
        (ON_VECTOR, BATCH, 0, "IterateBatch was called, but iterateMode"),
        (ON_VECTOR, MANY_BATCHES, 0, "IterateNBatch was called, but isNBatch"),
        (ON_VECTOR, MASTERS, 0, "Iterate was called, but with enableMixDualMaster"),
    ],
)
def test_functions_that_the_configuration_lacks(
    family: Family, form: Form, flags: int, words: str
) -> None:
    a = np.zeros((32, 32), np.float16)
    with pytest.raises(KernelFaultError, match=words):
        family.run(
            form,
            Request(tiling(32, 32, 32, (32, 32, 32)), flags),
            a,
            a,
            np.zeros((32, 32), np.float32),
        )


@pytest.mark.parametrize(("form", "flags"), [(ALL_ONLY, 0), (NORMAL_ONLY, PARTS), (NO_RESULT, 0)])
def test_functions_that_the_configuration_keeps(form: Form, flags: int) -> None:
    rng = np.random.default_rng(7)
    a, b = numbers(rng, "half", 40, 33), numbers(rng, "half", 33, 50)
    c = np.zeros((40, 50), np.float32)
    MODES.run(form, Request(tiling(40, 50, 33, (32, 32, 32)), flags), a, b, c)
    np.testing.assert_allclose(c, product(a, b), atol=1e-4)


RULES = {
    "Trian.* go with the templates": "MatmulRules<A, A, Impl::Detail::TrianUpperMatmulPolicy<kSpecial>, kSpecial>",
    "SplitMMatmulPolicy and .*, are not": "MatmulRules<A, A, Impl::Detail::SplitMMatmulPolicy<CFG_NORM>, CFG_NORM>",
    "NBuffer33MatmulPolicy goes with": "MatmulRules<A, A, Impl::Detail::NBuffer33MatmulPolicy<CFG_NORM>, CFG_NORM>",
    "SparseMatmulType goes with": "MatmulRules<A, Sparse, Impl::Detail::MatmulPolicy<CFG_NORM>, CFG_NORM>",
    "are for kernels of cube cores only": "MatmulClientRules<Sparse, Impl::Detail::MatmulPolicy<CFG_NORM>>",
    "IterateBatch: it goes with the template Norm": "BatchRules<A, A, CFG_MDL>",
    "must have the same LayoutMode": "BatchRules<A, Batch<CubeFormat::ND, half>, CFG_NORM>",
    "with BSNGD and SBNGD matrices are ND": "BatchRules<Batch<CubeFormat::NZ, half>, Batch<CubeFormat::ND, half>, CFG_NORM>",
    "does not have it for int4b_t": "BatchRules<Batch<CubeFormat::ND, int4b_t>, Batch<CubeFormat::ND, int4b_t>, CFG_NORM>",
    "has to be BSNGD, SBNGD or BNGS1S2": "ManyBatchesRules<A, A>",
}


def test_what_does_not_go_together_is_refused() -> None:
    """Constraints of MatmulPolicy.md, SetSparseIndex.md, IterateBatch.md and IterateNBatch.md."""
    uses = " ".join(f"static_assert(isa::{rule}::kHold);" for rule in RULES.values())
    source = read_source(__file__, "kernels/config_rules.cpp", RULES=uses)
    with pytest.raises(KernelCompileError) as refused:
        Kernel(source, "rules", 1)
    for words in RULES:
        assert re.search(words, str(refused.value)), words
