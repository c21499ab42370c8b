// ScaleShift: y = min(max(x * scale + shift + bias, bounds[0]), bounds[1]).
//
// `scale` is converted to the type of x, `bounds` to float, `shift` keeps the type it is given in.
// `bias` may be left out, and so may `raw`, the value before it is bounded.
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(ScaleShiftTilingData)
TILING_DATA_FIELD_DEF(uint32_t, length);
TILING_DATA_FIELD_DEF(uint32_t, hasBias);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(ScaleShift, ScaleShiftTilingData)

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    // The kernel keeps the whole tensor in the unified buffer.
    const int64_t mostElements = 4096;
    const int64_t length = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    const gert::StorageShape* bias = context->GetOptionalInputShape(1);
    if (length > mostElements ||
        (bias != nullptr && bias->GetStorageShape().GetShapeSize() != length)) {
        return ge::GRAPH_FAILED;
    }
    ScaleShiftTilingData tiling;
    tiling.set_length(static_cast<uint32_t>(length));
    tiling.set_hasBias(bias != nullptr ? 1 : 0);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class ScaleShift : public OpDef {
public:
    explicit ScaleShift(const char* name) : OpDef(name) {
        Port(this->Input("x"), REQUIRED);
        Port(this->Input("bias"), OPTIONAL);
        Port(this->Input("scale"), REQUIRED).Scalar().To("x");
        this->Input("shift")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT, ge::DT_FLOAT})
            .Format(formats)
            .Scalar();
        this->Input("bounds")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT, ge::DT_FLOAT})
            .Format(formats)
            .ScalarList()
            .To(ge::DT_FLOAT);
        Port(this->Output("y"), REQUIRED);
        Port(this->Output("raw"), OPTIONAL);
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }

private:
    OpParamDef& Port(OpParamDef& port, Option kind) {
        return port.ParamType(kind).DataType({ge::DT_FLOAT16, ge::DT_FLOAT}).Format(formats);
    }

    std::vector<ge::Format> formats = {ge::FORMAT_ND, ge::FORMAT_ND};
};

OP_ADD(ScaleShift);
}  // namespace ops
