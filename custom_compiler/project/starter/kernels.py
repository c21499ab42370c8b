"""`op_kernel` of a starter: kernels with double buffering on all cores, and tails of any size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from custom_compiler.project.starter.kernel_text import COPIES, KernelText, entry, head, members
from custom_compiler.project.starter.row_kernels import reduce, rows
from custom_compiler.project.starter.words import upper

if TYPE_CHECKING:
    from custom_compiler.project.msopgen.operators import DescribedOperator


def kernel(operator: DescribedOperator, template: str) -> str:
    """Return `op_kernel/<stem>.cpp`."""
    return {"elementwise": _elementwise, "rows": rows, "reduce": reduce, "matmul": _matmul}[
        template
    ](operator)


_WORK = """
// What T is computed in: 16-bit floats in float.
template <typename T>
struct WorkOf {
    using Type = float;
};
template <>
struct WorkOf<int32_t> {
    using Type = int32_t;
};
"""


def _elementwise(operator: DescribedOperator) -> str:
    text = KernelText(operator)
    out = upper(text.output)
    every = (*text.inputs, text.output)
    what = """every core computes its part of the tensors, tile by tile; while one tile is
// computed, the next is read and the one before is written."""
    direct = ", ".join(f"{name}Local" for name in (text.output, *text.inputs))
    wide = ", ".join(f"{name}Wide" for name in (text.output, *text.inputs))
    return (
        head(operator, what, _WORK)
        + f"""
template <typename T>
class Kernel{operator.name} {{
    using Work = typename WorkOf<T>::Type;
    static constexpr bool IS_DIRECT = AscendC::IsSameType<T, Work>::value;

public:
    __aicore__ inline Kernel{operator.name}() {{}}

    __aicore__ inline void Init({text.addresses}, uint64_t totalLength, uint64_t blockLength,
                                uint32_t tileLength{text.attributes}) {{
        const uint64_t begin = blockLength * AscendC::GetBlockIdx();
        const uint64_t rest = begin < totalLength ? totalLength - begin : 0;
        this->blockLength = rest < blockLength ? rest : blockLength;
        this->tileLength = tileLength;
{text.set_attributes}"""
        + text.lines(
            "        {0}Gm.SetGlobalBuffer((__gm__ T*){0} + begin, this->blockLength);", every
        )
        + text.lines(
            "        pipe.InitBuffer(inQueue{1}, BUFFER_NUM, tileLength * sizeof(T));", text.inputs
        )
        + f"""        pipe.InitBuffer(outQueue{out}, BUFFER_NUM, tileLength * sizeof(T));
        if constexpr (!IS_DIRECT) {{
"""
        + text.lines("            pipe.InitBuffer(wide{1}, tileLength * sizeof(Work));", every)
        + """        }
    }

    __aicore__ inline void Process() {
        for (uint64_t offset = 0; offset < blockLength; offset += tileLength) {
            const uint64_t rest = blockLength - offset;
            const uint32_t count = static_cast<uint32_t>(rest < tileLength ? rest : tileLength);
            CopyIn(offset, count);
            Compute(static_cast<int32_t>(count));
            CopyOut(offset, count);
        }
    }

private:
"""
        + f"""    // THE OPERATION, on `count` elements of each tensor: replace it, and `reference` in tests/.
    __aicore__ inline void Operation(const AscendC::LocalTensor<Work>& {text.output}{text.locals()},
                                     int32_t count) {{
{text.sum("        ", text.output, "count")}
    }}

    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count) {{
"""
        + text.lines(
            """        AscendC::LocalTensor<T> {0}Local = inQueue{1}.template AllocTensor<T>();
        Load({0}Local, {0}Gm[offset], count);
        inQueue{1}.EnQue({0}Local);""",
            text.inputs,
        )
        + """    }

    __aicore__ inline void Compute(int32_t count) {
"""
        + text.lines(
            "        AscendC::LocalTensor<T> {0}Local = inQueue{1}.template DeQue<T>();",
            text.inputs,
        )
        + f"""        AscendC::LocalTensor<T> {text.output}Local = outQueue{out}.template AllocTensor<T>();
        if constexpr (IS_DIRECT) {{
            Operation({direct}, count);
        }} else {{
"""
        + text.lines(
            "            AscendC::LocalTensor<Work> {0}Wide = wide{1}.template Get<Work>();", every
        )
        + text.lines(
            "            AscendC::Cast({0}Wide, {0}Local, AscendC::RoundMode::CAST_NONE, count);",
            text.inputs,
        )
        + f"""            Operation({wide}, count);
            AscendC::Cast({text.output}Local, {text.output}Wide, AscendC::RoundMode::CAST_RINT, count);
        }}
        outQueue{out}.EnQue({text.output}Local);
"""
        + text.lines("        inQueue{1}.FreeTensor({0}Local);", text.inputs)
        + f"""    }}

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count) {{
        AscendC::LocalTensor<T> {text.output}Local = outQueue{out}.template DeQue<T>();
        Store({text.output}Gm[offset], {text.output}Local, count);
        outQueue{out}.FreeTensor({text.output}Local);
    }}
{COPIES}
{members(text, "    uint64_t blockLength;{0}    uint32_t tileLength;{0}".format(chr(10)))}}};
"""
        + entry(operator, text, ("totalLength", "blockLength", "tileLength"))
    )


def _matmul(operator: DescribedOperator) -> str:
    a, b = (port.name for port in operator.inputs)
    c = operator.outputs[0].name
    types = {name: f"DTYPE_{name.upper()}" for name in (a, b, c)}
    return f"""// {operator.name}: the product of two matrices; every cube core computes one part of it.
#define ASCENDC_CUBE_ONLY
#include "kernel_operator.h"
#include "lib/matmul_intf.h"

class Kernel{operator.name} {{
public:
    template <typename T>
    using Matrix = matmul::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, T>;

    __aicore__ inline Kernel{operator.name}() {{}}

    __aicore__ inline void Process(GM_ADDR {a}, GM_ADDR {b}, GM_ADDR {c}, const TCubeTiling& tiling) {{
        const int32_t rowParts = (tiling.M + tiling.singleCoreM - 1) / tiling.singleCoreM;
        const int32_t block = static_cast<int32_t>(AscendC::GetBlockIdx());
        const int32_t row = block % rowParts * tiling.singleCoreM;
        const int32_t column = block / rowParts * tiling.singleCoreN;
        if (column >= tiling.N) {{
            return;
        }}
        AscendC::GlobalTensor<{types[a]}> {a}Gm;
        AscendC::GlobalTensor<{types[b]}> {b}Gm;
        AscendC::GlobalTensor<{types[c]}> {c}Gm;
        {a}Gm.SetGlobalBuffer((__gm__ {types[a]}*){a}, static_cast<uint64_t>(tiling.M) * tiling.Ka);
        {b}Gm.SetGlobalBuffer((__gm__ {types[b]}*){b}, static_cast<uint64_t>(tiling.Kb) * tiling.N);
        {c}Gm.SetGlobalBuffer((__gm__ {types[c]}*){c}, static_cast<uint64_t>(tiling.M) * tiling.N);
        // The parts at the lower and the right edge are smaller.
        product.SetTail(Rest(tiling.M, row, tiling.singleCoreM),
                        Rest(tiling.N, column, tiling.singleCoreN));
        product.SetTensorA({a}Gm[static_cast<uint64_t>(row) * tiling.Ka]);
        product.SetTensorB({b}Gm[column]);
        product.IterateAll({c}Gm[static_cast<uint64_t>(row) * tiling.N + column]);
        product.End();
    }}

    matmul::Matmul<Matrix<{types[a]}>, Matrix<{types[b]}>, Matrix<{types[c]}>, Matrix<{types[c]}>>
        product;

private:
    __aicore__ inline int32_t Rest(int32_t all, int32_t begin, int32_t part) {{
        return all - begin < part ? all - begin : part;
    }}
}};

extern "C" __global__ __aicore__ void {operator.stem}(GM_ADDR {a}, GM_ADDR {b}, GM_ADDR {c},
                                                 GM_ADDR workspace, GM_ADDR tiling) {{
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);
    GET_TILING_DATA(tilingData, tiling);
    AscendC::TPipe pipe;
    Kernel{operator.name} op;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), op.product, &tilingData.cubeTiling);
    op.Process({a}, {b}, {c}, tilingData.cubeTiling);
}}
"""
