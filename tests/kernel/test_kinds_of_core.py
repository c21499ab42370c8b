"""Kernels in which the kind of core has to be a constant: compiled once per kind, as by CANN."""

from __future__ import annotations

import re

import numpy as np
import pytest

from custom_compiler.kernel.toolchain.class_specializations import as_overloads
from custom_compiler.kernel.toolchain.soc import arch_defines, find_soc
from custom_compiler.kernel.toolchain.split_cores import has_code_of_kinds
from tests.aicore.harness import Kernel
from tests.kernel.conftest import NAME, Operator
from tests.utils.sources import read_source

MIX_AIC_1_2 = 5
# As catlass: a member specialised for both kinds; as sparse_attention_score of vllm-ascend: a name
# declared by the code of each.
SOURCE = read_source(__file__, "kernels/kinds_of_core.cpp")

# Only the preprocessor tells the kinds apart: code of one, or else of the other.
BRANCHES = read_source(__file__, "kernels/kinds_of_core_branches.cpp")


def run(operator: Operator, key: int) -> list[int]:
    kernel = Kernel.from_object(operator.output / f"{NAME}.o", operator.home)
    z = np.zeros(256, np.uint8)
    kernel.run(1, None, z, None, None, tiling_key=key, task_type=MIX_AIC_1_2)
    return z[[0, 64, 128]].tolist()


@pytest.mark.parametrize(
    ("text", "key", "expected"),
    [
        (SOURCE, "3", [13, 23, 23]),
        (BRANCHES, "([] { constexpr int k = TILING_KEY_VAR; return k; }())", [12, 22, 22]),
    ],
    ids=["one object for all keys", "one for each key, too"],
)
def test_each_kind_of_core_has_its_own_code(
    operator: Operator, text: str, key: str, expected: list[int]
) -> None:
    keys = "TILING_KEY_IS(1); TILING_KEY_IS(2);"
    source = text.replace("KEY)", f"{key})").replace("KERNEL_TASK", f"{keys} KERNEL_TASK")
    operator.source.write_text(source)
    done = operator.compile()
    assert done.returncode == 0, done.stderr
    assert run(operator, 2) == expected


def test_where_there_is_one_kind_of_core(operator: Operator) -> None:
    source = SOURCE.replace("#ifdef __DAV_C220_CUBE__", "#if 1").replace("KEY", "3")
    source = source.replace("<AscendC::AIC>", "<AscendC::MIX>")
    operator.source.write_text(source.replace("KERNEL_TASK_TYPE_DEFAULT", "//"))
    done = operator.compile("Ascend310P3")
    assert done.returncode == 0, done.stderr
    kernel = Kernel.from_object(operator.output / f"{NAME}.o", operator.home)
    z = np.zeros(256, np.uint8)
    kernel.run(1, None, z, None, None, soc="Ascend310P3")
    assert z[0] == 13


@pytest.mark.parametrize(
    ("text", "chooses"),
    [
        ("#ifdef __DAV_C220_VEC__\na\n#endif\n#if defined(__DAV_C220_CUBE__)\nb\n#endif", False),
        ("#if defined(__DAV_CUBE__) || defined(__DAV_VEC__)\na\n#else\nb\n#endif", False),
        ("#ifdef __DAV_VEC__\n#ifdef MORE\na\n#else\nb\n#endif\n#endif", False),
        ("#ifdef __DAV_VEC__\na\n#elif defined(__DAV_C310_CUBE__)\nb\n#endif", True),
        ("#ifdef X\na\n#elif defined(__DAV_C220_VEC__)\nb\n#else\nc\n#endif", True),
        ("#ifndef __DAV_C220_CUBE__\na\n#endif", True),
        ("#if X && !defined(__DAV_C220_VEC__)\na\n#endif", True),
    ],
)
def test_code_of_one_kind_in_place_of_the_other(tmp_path, text: str, chooses: bool) -> None:
    (tmp_path / "kernel.h").write_text(text)
    assert has_code_of_kinds([str(tmp_path / "kernel.h")]) == chooses


def test_specialisations_become_overloads() -> None:
    text = b"""\
struct Kernel {
    template <int CORE = g_coreType, typename T = float>
    void Do(Params const& params);
    template <>
    void Do<AIC, half>(Params const& params) { if (1) { f("}"); } }
    template <typename T> int Deduced(T x);
    template <> int Deduced<int>(int x) { return 1; }
};
template <> struct Other<int> { int member; };
"""
    made = as_overloads(text)
    assert made.count(b"\n") == text.count(b"\n")
    same = b"ascendc_s0 == (AIC) && ::std::is_same_v<ascendc_s1, half>"
    assert b"template <int ascendc_s0 = g_coreType, typename ascendc_s1 = float, " in made
    assert b"::std::enable_if_t<(" + same + b"), int> = 0>\n    void Do(Params" in made
    rest = same.replace(b"ascendc_s0", b"CORE").replace(b"ascendc_s1", b"T")
    assert b"::std::enable_if_t<(!(" + rest + b")), int> = 0>" in made
    for line in text.splitlines()[5:]:  # what is not rewritten
        assert line in made


def test_functions_for_host_and_device(operator: Operator) -> None:
    """catlass' macro for them in CANN's compiler, which defines __CCE__."""
    (operator.source.parent / "both.h").write_text(
        "#ifdef __CCE__\n#define BOTH __forceinline__ [host, aicore]\n#else\n#define BOTH\n#endif\n"
        "struct Pair { uint8_t a, b; BOTH constexpr Pair(uint8_t x) : a(x), b(x) {} };\n"
        "BOTH uint8_t Sum(Pair p) { return p.a + p.b; }\n"
    )
    operator.source.write_text(
        '#include "kernel_operator.h"\n#include "both.h"\n'
        'extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {\n'
        "    static_assert(AscendC::SizeOfBits<half>::value == 16 && sizeof(__bf16) == 2);\n"
        "    z[0] = Sum(Pair(4));\n}\n"
    )
    done = operator.compile()
    assert done.returncode == 0, done.stderr
    assert run(operator, 0)[0] == 8


@pytest.mark.parametrize(("core", "kinds"), [("AIV", {"VEC"}), ("AIC", {"CUBE"})])
def test_macros_of_kinds(cann_home, core, kinds):
    """CANN 9 has them without the architecture's name, too."""
    soc = find_soc("Ascend910B3", str(cann_home / "data/platform_config"))
    defined = re.findall(r"#define __DAV_(?:C220_)?(VEC|CUBE)__ 1", arch_defines(soc, core))
    assert set(defined) == kinds
    assert len(defined) == 2
