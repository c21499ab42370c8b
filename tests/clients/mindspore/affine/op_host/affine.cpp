// y = x * scale + shift, rest = x - shift in one row; shift is `start` and, of AffineSteps, a
// variant that the tests make of this operator, the sum of `steps`; negative with `flip`.
#include "../op_kernel/affine_tiling.h"
#include "register/op_def_registry.h"

namespace optiling {
static ge::graphStatus AffineTiling(gert::TilingContext* context) {
    const gert::RuntimeAttrs* attrs = context->GetAttrs();
    float shift = static_cast<float>(*attrs->GetInt(0));
    const auto* steps = attrs->GetAttrNum() > 3 ? attrs->GetListInt(3) : nullptr;
    for (size_t i = 0; steps != nullptr && i < steps->GetSize(); ++i) {
        shift += static_cast<float>(steps->GetData()[i]);
    }
    AffineTilingData tiling;
    tiling.set_length(
        static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()));
    tiling.set_scale(*attrs->GetFloat(1));
    tiling.set_shift(*attrs->GetBool(2) ? -shift : shift);
    context->SetBlockDim(1);
    gert::TilingData* raw = context->GetRawTilingData();
    tiling.SaveToBuffer(raw->GetData(), raw->GetCapacity());
    raw->SetDataSize(tiling.GetDataSize());
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ge {
static graphStatus InferAffine(gert::InferShapeContext* context) {
    const gert::Shape* x = context->GetInputShape(0);
    *context->GetOutputShape(0) = *x;
    gert::Shape* rest = context->GetOutputShape(1);
    rest->SetDimNum(1);
    int64_t size = 1;
    for (size_t i = 0; i < x->GetDimNum(); ++i) {
        size = x->GetDim(i) < 0 || size < 0 ? -1 : size * x->GetDim(i);
    }
    rest->SetDim(0, size);
    return GRAPH_SUCCESS;
}
}  // namespace ge

namespace ops {
class Affine : public OpDef {
public:
    explicit Affine(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("rest").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("start").AttrType(REQUIRED).Int();
        this->Attr("scale").AttrType(OPTIONAL).Float(2.0);
        this->Attr("flip").AttrType(OPTIONAL).Bool(false);
        this->SetInferShape(ge::InferAffine);
        this->AICore().SetTiling(optiling::AffineTiling);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Affine);
}  // namespace ops
