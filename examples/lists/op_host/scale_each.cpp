// ScaleEach: y[i] = x[i] * factors[i] for lists of tensors of any shapes.
#include "../op_kernel/scale_each_tiling.h"
#include "register/op_def_registry.h"

namespace optiling {
static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::AnchorInstanceInfo* x = context->GetIrInputInstanceInfo(0);
    const auto* factors = context->GetAttrs()->GetListFloat(0);
    if (x == nullptr || x->GetInstanceNum() != factors->GetSize() ||
        factors->GetSize() > SCALE_EACH_MOST) {
        return ge::GRAPH_FAILED;
    }
    ScaleEachTilingData* tiling = context->GetTilingData<ScaleEachTilingData>();
    if (tiling == nullptr) {
        return ge::GRAPH_FAILED;
    }
    tiling->count = static_cast<uint32_t>(factors->GetSize());
    for (uint32_t i = 0; i < tiling->count; ++i) {
        if (context->GetDynamicInputShape(0, i) == nullptr) {
            return ge::GRAPH_FAILED;
        }
        tiling->factors[i] = factors->GetData()[i];
    }
    context->SetBlockDim(tiling->count < 8 ? tiling->count : 8);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class ScaleEach : public OpDef {
public:
    explicit ScaleEach(const char* name) : OpDef(name) {
        this->Input("x")
            .ParamType(DYNAMIC)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .AutoContiguous();
        this->Output("y").ParamType(DYNAMIC).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("factors").AttrType(REQUIRED).ListFloat();
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(ScaleEach);
}  // namespace ops
