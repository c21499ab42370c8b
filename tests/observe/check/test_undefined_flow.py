"""Propagation of undefined bytes: as far as a result depends on them, and no further."""

from __future__ import annotations

import pytest

from tests.aicore.checked_kernel import INPUT, OUTPUT, Tensor, run_checked
from tests.utils.sources import read_source

_TENSORS = [Tensor("x", INPUT, 1024), Tensor("z", OUTPUT, 4)]
# 8 of 256 elements are copied in; all are compared, since a comparison takes whole repeats.
_COMPARE = """TPipe pipe; TBuf<> values, one, other; GlobalTensor<float> from, to;
from.SetGlobalBuffer((__gm__ float*)x); to.SetGlobalBuffer((__gm__ float*)z);
pipe.InitBuffer(values, 1024); pipe.InitBuffer(one, 32); pipe.InitBuffer(other, 32);
LocalTensor<float> v = values.Get<float>();
LocalTensor<uint8_t> a = one.Get<uint8_t>(), b = other.Get<uint8_t>();
DataCopy(v, from, 8); SetFlag<HardEvent::MTE2_V>(0); WaitFlag<HardEvent::MTE2_V>(0);
CompareScalar(a, v, 0.0f, CMPMODE::GE, 256);
CompareScalar(b, v, 9.0f, CMPMODE::LT, 256);
"""
_BITS = """LocalTensor<uint16_t> p = a.ReinterpretCast<uint16_t>();
LocalTensor<uint16_t> q = b.ReinterpretCast<uint16_t>();
And(p, p, q, 16); Or(p, p, q, 16); Not(q, p, 16);
"""


def _selected(element: int) -> list[tuple[str, int]]:
    select = "Select(v, {}, v, 0.0f, SELMODE::VSEL_TENSOR_SCALAR_MODE, 256);\n"
    body = _COMPARE + _BITS + select.format("p") + select.format("q")
    body += f"float s = v.GetValue({element}); to.SetValue(0, s);"
    return run_checked(body, _TENSORS, options="tools=initcheck").kinds()


def test_bits_of_defined_lanes_stay_defined_beside_others() -> None:
    # Elements 0 to 7 have the first byte of the first 16 bits.
    assert _selected(7) == []
    assert ("uninitialized", 14) in _selected(8)


# 16 of 32 numbers are copied in, all are combined with numbers that are known.


@pytest.mark.parametrize(
    ("call", "number", "is_known"),
    [("And", 0, True), ("And", 1, False), ("Or", -1, True), ("Or", 0, False)],
)
def test_what_a_known_source_decides_is_defined(call: str, number: int, is_known: bool) -> None:
    name = "kernels/undefined_flow_combine.inc"
    body = read_source(__file__, name, CALL=call, NUMBER=number)
    found = run_checked(body, _TENSORS, options="tools=initcheck").kinds()
    assert ("uninitialized" not in {kind for kind, _ in found}) == is_known


@pytest.mark.parametrize(("type_", "is_known"), [("int32_t", True), ("float", False)])
def test_an_integer_less_itself_is_zero(type_: str, *, is_known: bool) -> None:
    body = f"""TPipe pipe; TBuf<> values; GlobalTensor<{type_}> to;
to.SetGlobalBuffer((__gm__ {type_}*)z); pipe.InitBuffer(values, 64);
LocalTensor<{type_}> v = values.Get<{type_}>();
Sub(v, v, v, 16);
SetFlag<HardEvent::V_S>(0); WaitFlag<HardEvent::V_S>(0);
to.SetValue(0, v.GetValue(15));
"""
    found = run_checked(body, _TENSORS, options="tools=initcheck").kinds()
    assert ("uninitialized" not in {kind for kind, _ in found}) == is_known
