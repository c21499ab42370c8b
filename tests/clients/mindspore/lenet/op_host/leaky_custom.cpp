// y = x where it is positive, else x / 8: exact in every type, and differentiable by a bprop.
#include "../op_kernel/leaky_custom_tiling.h"
#include "register/op_def_registry.h"

namespace optiling {
static ge::graphStatus LeakyTiling(gert::TilingContext* context) {
    LeakyCustomTilingData tiling;
    tiling.set_length(
        static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()));
    context->SetBlockDim(2);
    gert::TilingData* raw = context->GetRawTilingData();
    tiling.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(tiling.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static graphStatus InferLeaky(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return GRAPH_SUCCESS;
}
}  // namespace ge

namespace ops {
class LeakyCustom : public OpDef {
public:
    explicit LeakyCustom(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->SetInferShape(ge::InferLeaky);
        this->AICore().SetTiling(optiling::LeakyTiling);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(LeakyCustom);
}  // namespace ops
