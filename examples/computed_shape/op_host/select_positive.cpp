// SelectPositive: the positive elements of x and where they are. How many there are, the kernel
// finds out.
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(SelectPositiveTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(SelectPositive, SelectPositiveTilingData)

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    SelectPositiveTilingData tiling;
    tiling.set_length(
        static_cast<uint64_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()));
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class SelectPositive : public OpDef {
public:
    explicit SelectPositive(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("values")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .OutputShapeDependOnCompute();
        this->Output("places")
            .ParamType(REQUIRED)
            .DataType({ge::DT_INT64})
            .Format({ge::FORMAT_ND})
            .OutputShapeDependOnCompute();
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(SelectPositive);
}  // namespace ops
