// ColumnSum: y[c] = sum over r of x[r][c], in float. All cores add into y, which starts at zero.
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(ColumnSumTilingData)
TILING_DATA_FIELD_DEF(uint32_t, rows);
TILING_DATA_FIELD_DEF(uint32_t, columns);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(ColumnSum, ColumnSumTilingData)

static ge::graphStatus ColumnSumTiling(gert::TilingContext* context) {
    const int64_t mostColumns = 8192;  // a row is in the unified buffer as a whole
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    if (x.GetDimNum() != 2 || x.GetDim(1) > mostColumns) {
        return ge::GRAPH_FAILED;
    }
    const uint32_t rows = static_cast<uint32_t>(x.GetDim(0));
    const uint32_t cores =
        platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    ColumnSumTilingData tiling;
    tiling.set_rows(rows);
    tiling.set_columns(static_cast<uint32_t>(x.GetDim(1)));
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(rows < 1 ? 1 : (rows < cores ? rows : cores));
    context->SetNeedAtomic(true);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class ColumnSum : public OpDef {
public:
    explicit ColumnSum(const char* name) : OpDef(name) {
        this->Input("x")
            .ParamType(REQUIRED)
            .DataType({ge::DT_BF16, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("y")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND})
            .InitValue(0);
        this->AICore().SetTiling(optiling::ColumnSumTiling);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(ColumnSum);
}  // namespace ops
