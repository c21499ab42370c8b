// clang-format off: the order counts
#include "register/op_def_registry.h"
#include "../op_kernel/scale_rows_tiling.h"
// clang-format on
namespace optiling {
ge::graphStatus ScaleRowsTiling(gert::TilingContext* context) {
    ScaleRowsTilingData tiling;
    const auto& shape = context->GetInputShape(0)->GetStorageShape();
    tiling.set_length(static_cast<uint32_t>(shape.GetShapeSize()));
    tiling.set_scale(*context->GetAttrs()->GetAttrPointer<float>(0));
    tiling.set_hasBias(context->GetOptionalInputTensor(1) != nullptr);
    context->SetBlockDim(1);
    auto* raw = context->GetRawTilingData();
    tiling.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(tiling.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling
namespace ge {
static graphStatus InferRows(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return GRAPH_SUCCESS;
}
}  // namespace ge
namespace ops {
class ScaleRows : public OpDef {
public:
    explicit ScaleRows(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("bias").ParamType(OPTIONAL).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("scale").AttrType(OPTIONAL).Float(2.0);
        this->SetInferShape(ge::InferRows);
        this->AICore().SetTiling(optiling::ScaleRowsTiling);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(ScaleRows);
}  // namespace ops
