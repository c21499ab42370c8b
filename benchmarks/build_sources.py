"""Generated operator sources for the build benchmark: N distinct elementwise operators."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

UNITS = ("ascend910b", "ascend310p", "ascend910_93", "ascend310b", "ascend910")

_HOST = """\
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {{
BEGIN_TILING_DATA_DEF({op}TilingData)
TILING_DATA_FIELD_DEF(uint32_t, length);
TILING_DATA_FIELD_DEF(uint32_t, tile);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS({op}, {op}TilingData)

static ge::graphStatus {op}Tiling(gert::TilingContext* context) {{
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    {op}TilingData tiling;
    tiling.set_length(static_cast<uint32_t>(context->GetInputShape(0)->GetOriginShape().GetShapeSize()));
    tiling.set_tile(1024 + 32 * {index});
    context->SetBlockDim(platform.GetCoreNum());
    auto* raw = context->GetRawTilingData();
    tiling.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(tiling.GetDataSize());
    context->GetWorkspaceSizes(1)[0] = 0;
    return ge::GRAPH_SUCCESS;
}}
}}  // namespace optiling

namespace ge {{
static graphStatus {op}InferShape(gert::InferShapeContext* context) {{
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return GRAPH_SUCCESS;
}}
}}  // namespace ge

namespace ops {{
class {op} : public OpDef {{
public:
    explicit {op}(const char* name) : OpDef(name) {{
        const std::vector<ge::DataType> types{{ge::DT_FLOAT16, ge::DT_FLOAT}};
        const std::vector<ge::Format> formats{{ge::FORMAT_ND, ge::FORMAT_ND}};
        this->Input("x").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Input("y").ParamType(REQUIRED).DataType(types).Format(formats);
        this->Output("z").ParamType(REQUIRED).DataType(types).Format(formats);
        this->SetInferShape(ge::{op}InferShape);
        this->AICore().SetTiling(optiling::{op}Tiling);
        {units}
    }}
}};
OP_ADD({op});
}}  // namespace ops
"""

_KERNEL = """\
#include "kernel_operator.h"
using namespace AscendC;

template <typename T>
class {op}Kernel {{
public:
    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint32_t length, uint32_t tile) {{
        uint32_t share = (length + GetBlockNum() - 1) / GetBlockNum();
        share = (share + 15) / 16 * 16;
        uint32_t start = share * GetBlockIdx();
        count_ = start >= length ? 0 : (length - start < share ? length - start : share);
        tile_ = tile;
        x_.SetGlobalBuffer((__gm__ T*)x + start, count_);
        y_.SetGlobalBuffer((__gm__ T*)y + start, count_);
        z_.SetGlobalBuffer((__gm__ T*)z + start, count_);
        pipe_.InitBuffer(inX_, 2, tile * sizeof(T));
        pipe_.InitBuffer(inY_, 2, tile * sizeof(T));
        pipe_.InitBuffer(outZ_, 2, tile * sizeof(T));
    }}
    __aicore__ inline void Process() {{
        for (uint32_t at = 0; at < count_; at += tile_) {{
            Tile(at, count_ - at < tile_ ? count_ - at : tile_);
        }}
    }}

private:
    __aicore__ inline void Tile(uint32_t at, uint32_t count) {{
        DataCopyExtParams copy{{1, static_cast<uint32_t>(count * sizeof(T)), 0, 0, 0}};
        DataCopyPadExtParams<T> pad{{false, 0, 0, 0}};
        LocalTensor<T> x = inX_.template AllocTensor<T>();
        LocalTensor<T> y = inY_.template AllocTensor<T>();
        DataCopyPad(x, x_[at], copy, pad);
        DataCopyPad(y, y_[at], copy, pad);
        inX_.EnQue(x);
        inY_.EnQue(y);
        x = inX_.template DeQue<T>();
        y = inY_.template DeQue<T>();
        LocalTensor<T> z = outZ_.template AllocTensor<T>();
        Add(z, x, y, count);
        Muls(z, z, static_cast<T>({index}), count);
        outZ_.EnQue(z);
        inX_.FreeTensor(x);
        inY_.FreeTensor(y);
        z = outZ_.template DeQue<T>();
        DataCopyPad(z_[at], z, copy);
        outZ_.FreeTensor(z);
    }}
    TPipe pipe_;
    TQue<QuePosition::VECIN, 2> inX_, inY_;
    TQue<QuePosition::VECOUT, 2> outZ_;
    GlobalTensor<T> x_, y_, z_;
    uint32_t count_, tile_;
}};

extern "C" __global__ __aicore__ void {snake}(
    GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace, GM_ADDR tiling) {{
    GET_TILING_DATA(data, tiling);
    {op}Kernel<DTYPE_X> op;
    op.Init(x, y, z, data.length, data.tile);
    op.Process();
}}
"""


def write_operators(folder: Path, count: int, units: tuple[str, ...]) -> None:
    """Write ``count`` operators into ``folder``/op_host and ``folder``/op_kernel."""
    for name in ("op_host", "op_kernel"):
        (folder / name).mkdir(parents=True)
    configs = "\n        ".join(f'this->AICore().AddConfig("{unit}");' for unit in units)
    for index in range(count):
        names = {"op": f"Bench{index:02d}Add", "snake": f"bench{index:02d}_add", "index": index + 1}
        host = _HOST.format(units=configs, **names)
        (folder / "op_host" / f"{names['snake']}.cpp").write_text(host)
        (folder / "op_kernel" / f"{names['snake']}.cpp").write_text(_KERNEL.format(**names))


def edit_kernel(folder: Path, number: int) -> None:
    """Change what one kernel computes; each ``number`` gives another kernel."""
    path = folder / "op_kernel" / "bench00_add.cpp"
    text = path.read_text()
    path.write_text(re.sub(r"static_cast<T>\(\d+\)", f"static_cast<T>({100 + number})", text))
