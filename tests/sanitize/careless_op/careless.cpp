// y = x + rate, with what attribute `fault` says gone wrong: "rate overflows", "y left out".
#include <cstdint>
#include <string>

#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(CarelessTilingData)
TILING_DATA_FIELD_DEF(uint32_t, count);
TILING_DATA_FIELD_DEF(uint8_t, rate);
TILING_DATA_FIELD_DEF(uint8_t, leaves_out);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Careless, CarelessTilingData)

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const std::string fault = context->GetAttrs()->GetStr(0);
    const int64_t rate = fault == "rate overflows" ? 300 : 44;
    CarelessTilingData tiling;
    tiling.set_count(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    tiling.set_rate(rate);
    tiling.set_leaves_out(fault == "y left out");
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static ge::graphStatus InferShape(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return GRAPH_SUCCESS;
}
}  // namespace ge

namespace ops {
class Careless : public OpDef {
public:
    explicit Careless(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("fault").AttrType(REQUIRED).String();
        this->SetInferShape(ge::InferShape);
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Careless);
}  // namespace ops
