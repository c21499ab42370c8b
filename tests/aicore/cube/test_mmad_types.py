"""Combinations of types that Mmad supports, by SoC."""

from __future__ import annotations

from tests.aicore.core_support import missing_calls
from tests.aicore.harness import Kernel


def test_products_that_a_soc_lacks() -> None:
    """Mmad.md, tables 5 to 12: the kernel compiler rejects what it finds in the object."""
    products = {
        "half, half, half": {220, 300, 310},
        "float, half, half": set(),
        "float, float, float": {100, 200},
        "float, bfloat16_t, bfloat16_t": {100, 200},
        "int32_t, int8_t, int8_t": set(),
        "int32_t, uint8_t, int8_t": {220, 300, 310},
        "int32_t, half, half": {100, 200, 220, 300, 310},
    }
    calls = "\n".join(
        f"{{ LocalTensor<{c}> c; LocalTensor<{a}> a; LocalTensor<{b}> b;"
        " Mmad(c, a, b, MmadParams()); }"
        for c, a, b in (types.split(", ") for types in products)
    )
    kernel = Kernel(
        f"""using namespace AscendC;
        extern "C" __global__ __aicore__ void f(GM_ADDR x) {{ {calls} }}""",
        "f",
        1,
    )
    for arch in (100, 200, 220, 300, 310):
        wanted = {
            f"Mmad<{', '.join(types.split(', ')[:2])}>"
            for types, lacking in products.items()
            if arch in lacking
        }
        if arch == 310:
            wanted.add("Mmad")  # its left operands lie in another order
        assert missing_calls(kernel.object_file, arch) == wanted
    assert "Mmad<half, half>" not in missing_calls(kernel.object_file, 300, "kirinx90")
