"""Kernels that are templates over the arguments in their tiling key."""

from __future__ import annotations

import numpy as np
import pytest

from tests.aicore.core_support import records
from tests.aicore.harness import FAULT_TRAP, Kernel, KernelFaultError
from tests.utils.sources import read_source

DECLARATIONS = read_source(__file__, "kernels/template_declarations.cpp")
SOURCE = read_source(__file__, "kernels/template.cpp")


def key(dtype: int, code: int, split: int) -> int:
    """A tiling key of SOURCE."""
    return dtype | code << 8 | split << 16


@pytest.mark.parametrize("times", [1, 2], ids=["once", "header without guard"])
def test_instances(times: int) -> None:
    kernel = Kernel(DECLARATIONS * times + SOURCE, "sum", 1, template=True)
    # Declared values of N: 0, 1, 2, 3, 4, 5, 10, 12, 13.
    cases = {
        key(1, 6, 0): (1, 10, 0),
        key(1, 6, 1): (1, 10, 1),
        key(0, 7, 1): (0, 12, 1),
        key(0, 8, 1): (0, 13, 1),
    }
    # These read the default structure, and their selection names another.
    wrong = (key(1, 3, 0), key(1, 3, 1))
    for tiling_key, values in cases.items():
        out = np.zeros(3, np.int32)
        kernel.run(1, out, tiling_key=tiling_key)
        assert tuple(out.tolist()) == values
    found = records(str(kernel.object_file))
    assert found == {
        *((1, k, 0) for k in (*cases, *wrong)),
        (2, key(0, 7, 1), 4),
        (2, key(0, 8, 1), 4),
        *((4, size, 0) for size in (4, 8)),
        *((10, k, k & 1) for k in (*cases, *wrong)),
    }
    for tiling_key in wrong:
        with pytest.raises(KernelFaultError, match=r"SEL names other::Data for this tiling key"):
            kernel.run(1, np.zeros(3, np.int32), tiling_key=tiling_key)
    with pytest.raises(KernelFaultError, match="no template instance") as error:
        kernel.run(1, np.zeros(3, np.int32), tiling_key=key(0, 0, 0))
    assert error.value.kind == FAULT_TRAP


# Declarations, one selection, and what is wrong with them.
FAULTS = [
    ("ASCENDC_TPL_BOOL_DECL(B, 0, 1)", "ASCENDC_TPL_BOOL_SEL(B, 1)", "kNone"),
    ("ASCENDC_TPL_BOOL_DECL(B, 0, 2)", "ASCENDC_TPL_BOOL_SEL(B, 0)", "kNoBool"),
    ("ASCENDC_TPL_DTYPE_DECL(D, 1, 27, 1)", "ASCENDC_TPL_DTYPE_SEL(D, 1)", "kTwice"),
    ("ASCENDC_TPL_DTYPE_DECL(D, 1, 27)", "ASCENDC_TPL_DTYPE_SEL(D, 0)", "kUndeclaredValue"),
    ("ASCENDC_TPL_DTYPE_DECL(D, 1, 27)", "ASCENDC_TPL_DTYPE_SEL(E, 1)", "kUndeclared"),
    ("ASCENDC_TPL_DTYPE_DECL(D, 1, 27)", "ASCENDC_TPL_BOOL_SEL(D, 1)", "kUndeclared"),
    ("ASCENDC_TPL_DTYPE_DECL(D, 1), ASCENDC_TPL_BOOL_DECL(B, 1)", "ASCENDC_TPL_BOOL_SEL(B, 1)",
     "kUnselected"),
    ("ASCENDC_TPL_UINT_DECL(U, 2, ASCENDC_TPL_UI_RANGE, 1, 0, 3)",
     "ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, 3)", "kNone"),
    ("ASCENDC_TPL_UINT_DECL(U, 2, ASCENDC_TPL_UI_RANGE, 1, 0, 4)",
     "ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, 3)", "kFewBits"),
    ("ASCENDC_TPL_UINT_DECL(U, 8, ASCENDC_TPL_UI_RANGE, 1, 0, 128)",
     "ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, 3)", "kManyValues"),
    ("ASCENDC_TPL_UINT_DECL(U, 60, ASCENDC_TPL_UI_LIST, 1), ASCENDC_TPL_DTYPE_DECL(D, 1)",
     "ASCENDC_TPL_UINT_SEL(U, ASCENDC_TPL_UI_LIST, 1), ASCENDC_TPL_DTYPE_SEL(D, 1)", "kLongKey"),
    ("ASCENDC_TPL_KERNEL_TYPE_DECL(K, ASCENDC_TPL_AIV_ONLY)",
     ("ASCENDC_TPL_SHARED_KERNEL_TYPE_SEL(K, ASCENDC_TPL_AIV_ONLY),"
     "ASCENDC_TPL_KERNEL_TYPE_SEL(ASCENDC_TPL_AIV_ONLY)"), "kTwoKernelTypes"),
    ("ASCENDC_TPL_BOOL_DECL(B, 0, 1)",
     "ASCENDC_TPL_BOOL_SEL(B, 1), ASCENDC_TPL_DETERMINISTIC_SEL(0, 1)", "kNoDeterminism"),
    ("ASCENDC_TPL_BOOL_DECL(B, 0, 1)",
     "ASCENDC_TPL_BOOL_SEL(B, 1), ASCENDC_TPL_DETERMINISTIC_SEL(3)", "kNoDeterminism"),
    ("ASCENDC_TPL_BOOL_DECL(B, 0, 1)",
     "ASCENDC_TPL_BOOL_SEL(B, 1)), ASCENDC_TPL_ARGS_SEL(ASCENDC_TPL_BOOL_SEL(B, 0, 1)",
     "kSameKey"),
]  # fmt: skip


def test_what_cann_refuses_of_declarations() -> None:
    """The checks of its template_tiling.py; the kernel type as an argument of the kernel."""
    checks = "".join(
        f"""constexpr isa::TemplateArg declared{i}[] = {{{declared}}};
        constexpr isa::TemplateSelection selected{i}[] = {{ASCENDC_TPL_ARGS_SEL({selected})}};
        static_assert(isa::FaultOf(declared{i}, selected{i}) == isa::TemplateFault::{fault});
        """
        for i, (declared, selected, fault) in enumerate(FAULTS)
    )
    source = read_source(__file__, "kernels/template_checks.cpp", CHECKS=checks)
    kernel = Kernel(source, "shared", 1, template=True)
    out = np.zeros(1, np.int32)
    kernel.run(1, out, tiling_key=7 | 1 << 8)
    assert out[0] == 7  # ASCENDC_TPL_MIX_AIC_1_2
    assert {row for row in records(str(kernel.object_file)) if row[0] == 2} == {
        (2, 0 | 1 << 8, 0),
        (2, 7 | 1 << 8, 5),
    }
