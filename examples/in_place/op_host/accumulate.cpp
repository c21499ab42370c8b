// Accumulate: var += alpha * x + offsets, in place.
//
// Views of var and x that are not contiguous are copied first, and var's copy goes back into its
// view afterwards. `offsets` is handed over unmodified: the kernel reads its memory in order.
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(AccumulateTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);
TILING_DATA_FIELD_DEF(float, alpha);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Accumulate, AccumulateTilingData)

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const int64_t length = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    for (size_t i = 1; i < 3; ++i) {
        if (context->GetInputShape(i)->GetStorageShape().GetShapeSize() != length) {
            return ge::GRAPH_FAILED;
        }
    }
    AccumulateTilingData tiling;
    tiling.set_length(static_cast<uint64_t>(length));
    tiling.set_alpha(*context->GetAttrs()->GetFloat(0));
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class Accumulate : public OpDef {
public:
    explicit Accumulate(const char* name) : OpDef(name) {
        this->Input("var")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .AutoContiguous();
        this->Input("x")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .AutoContiguous();
        this->Input("offsets")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .IgnoreContiguous();
        this->Output("var").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("alpha").AttrType(OPTIONAL).Float(1.0);
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(Accumulate);
}  // namespace ops
