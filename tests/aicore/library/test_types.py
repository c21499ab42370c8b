"""Element types of library functions: those that the documentation does not have are rejected.

A type that no SoC has does not compile; one that some SoC lacks is recorded in the object, for opc
to reject (tests/kernel/test_opc.py). The pages are those of 高阶API, "支持的数据类型".
"""

# ruff: noqa: E501  (lines of the C++ text)

from __future__ import annotations

import pytest

from tests.aicore.core_support import missing_calls
from tests.aicore.harness import Kernel, KernelCompileError

HEAD = """
#include "kernel_operator.h"
using namespace AscendC;
template <typename T> __aicore__ inline LocalTensor<T> At(uint32_t offset) { return LocalTensor<T>(TPosition::VECCALC, offset, 64); }
extern "C" __global__ __aicore__ void f(GM_ADDR x) {
    TPipe pipe;
    LocalTensor<uint8_t> tmp = At<uint8_t>(8192);
    LocalTensor<float> f32 = At<float>(4096);
    const uint32_t shape[] = {1, 32};
"""
CALLS = {
    "AscendQuant": "AscendQuant<T>(At<int8_t>(0), At<T>(1024), 1.0f, 0.0f, 32);",
    "AscendAntiQuant": "AscendAntiQuant<int8_t, T, false>(At<T>(0), At<int8_t>(1024), At<T>(2048), At<T>(3072), 2);",
    "DropOut": "DropOut<T>(At<T>(0), At<T>(1024), tmp, 0.5f, DropOutShapeInfo());",
    "Pad": "PadParams p; PadTiling t; Pad<T>(At<T>(0), At<T>(1024), p, t);",
    "UnPad": "UnPadParams p; UnPadTiling t; UnPad<T>(At<T>(0), At<T>(1024), p, t);",
    "ConfusionTranspose": "ConfusionTransposeTiling t; ConfusionTranspose<T>(At<T>(0), At<T>(1024), TransposeType::TRANSPOSE_ND2ND_ONLY, t);",
    "TopK": "TopK<T>(At<T>(0), At<int32_t>(1024), At<T>(2048), At<int32_t>(3072), At<bool>(3500), 4, TopkTiling(), TopKInfo());",
    "Sum": "Sum<T>(At<T>(0), At<T>(1024), SumParams{1, 32, 32});",
    "Mean": "Mean<T>(At<T>(0), At<T>(1024), MeanParams{1, 32, 32});",
    "CumSum": "auto d = At<T>(0), l = At<T>(512); CumSum<T>(d, l, At<T>(1024), CumSumInfo{1, 32});",
    "ReduceXorSum": "auto d = At<T>(0); ReduceXorSum<T>(d, At<T>(1024), At<T>(2048), 32);",
    "ReduceSum": "ReduceSum<T, AscendC::Pattern::Reduce::AR>(At<T>(0), At<T>(1024), shape, true);",
    "ReduceMax": "ReduceMax<T, AscendC::Pattern::Reduce::AR>(At<T>(0), At<T>(1024), shape, true);",
    "ReduceProd": "ReduceProd<T, AscendC::Pattern::Reduce::AR>(At<T>(0), At<T>(1024), shape, true);",
    "ReduceAny": "ReduceAny<T, AscendC::Pattern::Reduce::AR>(At<T>(0), At<T>(1024), shape, true);",
    "SoftMax": "SoftMax<T>(At<T>(0), At<T>(1024), SoftMaxTiling());",
    "SoftmaxGrad": "SoftmaxGrad<T>(At<T>(0), At<T>(1024), At<T>(2048), SoftMaxTiling());",
    "LogSoftMax": "LogSoftMax<T>(At<T>(0), At<T>(512), At<T>(1024), At<T>(2048), tmp, LogSoftMaxTiling());",
    "LayerNorm": "LayerNormTiling t; LayerNorm<T>(At<T>(0), At<T>(512), At<T>(1024), At<T>(1536), At<T>(2048), At<T>(2560), T(0), t);",
    "RmsNorm": "RmsNorm<T>(At<T>(0), At<T>(1024), At<T>(2048), T(0), RmsNormTiling());",
    "BatchNorm": "BatchNormTiling t; BatchNorm<T>(At<T>(0), At<T>(512), At<T>(1024), At<T>(1536), At<T>(2048), At<T>(2560), T(0), t);",
    "WelfordUpdate": "WelfordUpdate<T, float>(f32, f32[64], f32[128], f32[192], At<T>(0), WelfordUpdateParam());",
}
A2, COUPLED, A950 = 220, 200, 310
# The call, a type, and the architectures that lack it; empty: all have it, None: none has it.
LACKING: list[tuple[str, str, set[int] | None]] = [
    ("AscendQuant", "float", set()),
    ("AscendQuant", "int16_t", None),
    ("AscendQuant", "bfloat16_t", {A2, COUPLED}),
    ("AscendAntiQuant", "half", set()),
    ("AscendAntiQuant", "bfloat16_t", {COUPLED}),
    ("AscendAntiQuant", "int32_t", None),
    ("DropOut", "half", set()),
    ("DropOut", "bfloat16_t", {A2, COUPLED}),
    ("DropOut", "int16_t", None),
    ("Pad", "uint16_t", set()),
    ("Pad", "int8_t", None),
    ("UnPad", "int32_t", set()),
    ("UnPad", "uint8_t", None),
    ("ConfusionTranspose", "uint32_t", set()),
    ("ConfusionTranspose", "int8_t", {A2, COUPLED}),
    ("ConfusionTranspose", "int64_t", None),
    ("TopK", "half", set()),
    ("TopK", "int32_t", None),
    ("Sum", "int32_t", None),
    ("Mean", "int32_t", None),
    ("CumSum", "half", set()),
    ("CumSum", "int32_t", None),
    ("ReduceXorSum", "int16_t", set()),
    ("ReduceXorSum", "uint16_t", None),
    ("ReduceSum", "half", None),
    ("ReduceSum", "int32_t", {A2, COUPLED}),
    ("ReduceMax", "half", set()),
    ("ReduceMax", "int32_t", {A2, COUPLED}),
    ("ReduceProd", "half", None),
    ("ReduceAny", "uint8_t", set()),
    ("ReduceAny", "half", None),
    ("SoftMax", "half", set()),
    ("SoftMax", "bfloat16_t", None),
    ("SoftmaxGrad", "bfloat16_t", None),
    ("LogSoftMax", "bfloat16_t", None),
    ("LayerNorm", "bfloat16_t", {A2, COUPLED}),
    ("RmsNorm", "bfloat16_t", None),
    ("BatchNorm", "bfloat16_t", None),
    ("WelfordUpdate", "half", set()),
    ("WelfordUpdate", "bfloat16_t", {A2, COUPLED}),
]


def _kernel(body: str) -> Kernel:
    return Kernel(f"{HEAD}{body}\n}}", "f", 1)


def _block(name: str, element: str) -> str:
    return f"{{ using T = {element}; {CALLS[name]} }}"


def test_types_that_some_soc_lacks_are_recorded() -> None:
    offered = {(name, element): archs for name, element, archs in LACKING if archs is not None}
    kernel = _kernel("\n".join(_block(*call) for call in offered))
    for arch in (A2, COUPLED, A950):
        wanted = {f"{name}<{t}>" for (name, t), archs in offered.items() if arch in archs}
        assert missing_calls(kernel.object_file, arch) == wanted


@pytest.mark.parametrize(
    ("name", "element"), [(name, element) for name, element, archs in LACKING if archs is None]
)
def test_types_that_no_soc_has_do_not_compile(name: str, element: str) -> None:
    with pytest.raises(KernelCompileError, match=r"element type|int8_t or int4b_t"):
        _kernel(_block(name, element))


DEQUANT = "AscendDequant<{0}, {1}>(At<{0}>(0), At<int32_t>(1024), {2}, DequantParams{{1, 8, 8}});"
PAIRS = (
    ("half", "uint64_t"),
    ("float", "float"),
    ("float", "bfloat16_t"),
    ("bfloat16_t", "bfloat16_t"),
    ("bfloat16_t", "float"),
)


def test_pairs_of_types_of_dequantisation() -> None:
    """Tables 5 and 6 of AscendDequant.md."""
    calls = [DEQUANT.format(*pair, f"At<{pair[1]}>(2048)") for pair in PAIRS]
    calls += [DEQUANT.format(*pair, f"{pair[1]}(1)") for pair in PAIRS[1:]]
    kernel = _kernel("\n".join(calls))
    assert missing_calls(kernel.object_file, A2) == set()
    assert missing_calls(kernel.object_file, COUPLED) == {"AscendDequant<bfloat16_t>"}


@pytest.mark.parametrize(
    ("result", "scale"), [("half", "float"), ("half", "half"), ("float", "uint64_t"), ("bfloat16_t", "half"), ("int32_t", "float")]
)  # fmt: skip
def test_other_pairs_do_not_compile(result: str, scale: str) -> None:
    with pytest.raises(KernelCompileError, match=r"AscendDequant|lacks this element type"):
        _kernel(DEQUANT.format(result, scale, f"At<{scale}>(2048)"))


@pytest.mark.parametrize(
    ("before", "call", "words"),
    [
        (
            "static constexpr LayerNormConfig c = {false, false, true};",
            "LayerNorm<float, float, false, c>(f32, f32, f32, f32, f32, f32, 0.0f, LayerNormPara(), LayerNormSeparateTiling());",
            "isOnlyOutput of LayerNormConfig",
        ),
        (
            "static constexpr NormalizeConfig c = {ReducePattern::AR, -1, false, false, true};",
            "Normalize<float, float, false, c>(f32, f32, f32, f32, f32, f32, f32, 0.0f, NormalizePara());",
            "isOnlyOutput of NormalizeConfig",
        ),
        (
            "static constexpr NormalizeConfig c = {ReducePattern::AR, 1};",
            "Normalize<float, float, false, c>(f32, f32, f32, f32, f32, f32, f32, 0.0f, NormalizePara());",
            "aLength not 1",
        ),
    ],
)
def test_configurations_that_are_refused(before: str, call: str, words: str) -> None:
    with pytest.raises(KernelCompileError, match=words):
        _kernel(before + call)


ACTIVATIONS = {
    "Gelu": "Gelu<T>(At<T>(0), At<T>(1024), tmp, 32);",
    "FasterGelu": "FasterGelu<T>(At<T>(0), At<T>(1024), tmp, 32);",
    "FasterGeluV2": "FasterGeluV2<T>(At<T>(0), At<T>(1024), tmp, 32);",
    "Silu": "Silu<T>(At<T>(0), At<T>(1024), 32);",
    "Swish": "Swish<T>(At<T>(0), At<T>(1024), 32, T(1));",
    "GeGLU": "GeGLU<T>(At<T>(0), At<T>(1024), At<T>(2048), tmp, 32);",
    "SwiGLU": "SwiGLU<T>(At<T>(0), At<T>(1024), At<T>(2048), 1.0f, tmp, 32);",
}


def test_activations_are_of_some_products() -> None:
    """激活函数: half and float on all but 910 and 310B; the latter's Kirin X90 has most of them."""
    calls = [
        f"{{ using T = {t}; {call} }}" for call in ACTIVATIONS.values() for t in ("half", "float")
    ]
    path = _kernel("\n".join(calls)).object_file
    everything = {f"{name}<{t}>" for name in ACTIVATIONS for t in ("half", "float")}
    for arch in (A2, COUPLED, A950):
        assert missing_calls(path, arch) == set()
    for arch in (100, 300):
        assert missing_calls(path, arch) == everything
    on_x90 = missing_calls(path, 300, "kirinx90")
    assert on_x90 == {f"{n}<{t}>" for n in ("FasterGeluV2", "Swish") for t in ("half", "float")}
