// SliceRows: y = x[range[0]:range[1]] * scale[0]. Tiling reads the values of `range` and `scale`.
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(SliceRowsTilingData)
TILING_DATA_FIELD_DEF(uint64_t, begin);   // first element
TILING_DATA_FIELD_DEF(uint64_t, length);  // elements
TILING_DATA_FIELD_DEF(float, scale);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(SliceRows, SliceRowsTilingData)

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const gert::Shape& x = context->GetInputShape(0)->GetStorageShape();
    const gert::Tensor* range = context->GetInputTensor(1);
    const gert::Tensor* scale = context->GetOptionalInputTensor(2);
    if (x.GetDimNum() != 2 || range == nullptr || range->GetShapeSize() != 2) {
        return ge::GRAPH_FAILED;
    }
    const int64_t* rows = range->GetData<int64_t>();
    if (rows[0] < 0 || rows[1] < rows[0] || rows[1] > x.GetDim(0)) {
        return ge::GRAPH_FAILED;
    }
    SliceRowsTilingData tiling;
    tiling.set_begin(static_cast<uint64_t>(rows[0] * x.GetDim(1)));
    tiling.set_length(static_cast<uint64_t>((rows[1] - rows[0]) * x.GetDim(1)));
    tiling.set_scale(scale != nullptr ? scale->GetData<float>()[0] : 1.0F);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class SliceRows : public OpDef {
public:
    explicit SliceRows(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Input("range")
            .ParamType(REQUIRED)
            .DataType({ge::DT_INT64})
            .Format({ge::FORMAT_ND})
            .ValueDepend(REQUIRED);
        this->Input("scale")
            .ParamType(OPTIONAL)
            .DataType({ge::DT_FLOAT})
            .Format({ge::FORMAT_ND})
            .ValueDepend(OPTIONAL, DependScope::TILING);
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(SliceRows);
}  // namespace ops
