// SubtractMean: y = x - mean(x), computed in float. Small tensors are left to one core (tiling key
// 1); for others each core leaves its sum in the workspace, and all wait for each other (tiling key
// 2).
#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(SubtractMeanTilingData)
TILING_DATA_FIELD_DEF(uint32_t, length);
TILING_DATA_FIELD_DEF(uint32_t, blockLength);  // elements per core; the last core may have fewer
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(SubtractMean, SubtractMeanTilingData)

static ge::graphStatus SubtractMeanTiling(gert::TilingContext* context) {
    const uint32_t blockLength = 4096;  // in the unified buffer as a whole
    const uint32_t slotBytes = 32;      // of the workspace, per core
    auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    const int64_t length = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    const int64_t blocks = length == 0 ? 1 : (length + blockLength - 1) / blockLength;
    if (blocks > platform.GetCoreNumAiv()) {
        return ge::GRAPH_FAILED;
    }
    SubtractMeanTilingData tiling;
    tiling.set_length(static_cast<uint32_t>(length));
    tiling.set_blockLength(blockLength);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    context->SetTilingKey(blocks == 1 ? 1 : 2);
    context->SetBlockDim(static_cast<uint32_t>(blocks));
    context->SetScheduleMode(blocks == 1 ? 0 : 1);
    size_t* workspaces = context->GetWorkspaceSizes(1);
    workspaces[0] =
        blocks == 1 ? 0
                    : platform.GetLibApiWorkSpaceSize() + static_cast<size_t>(blocks) * slotBytes;
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
static ge::graphStatus SubtractMeanShape(gert::InferShapeContext* context) {
    *context->GetOutputShape(0) = *context->GetInputShape(0);
    return ge::GRAPH_SUCCESS;
}

class SubtractMean : public OpDef {
public:
    explicit SubtractMean(const char* name) : OpDef(name) {
        for (bool input : {true, false}) {
            (input ? this->Input("x") : this->Output("y"))
                .ParamType(REQUIRED)
                .DataType({ge::DT_BF16, ge::DT_FLOAT})
                .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        }
        this->SetInferShape(SubtractMeanShape);
        this->AICore().SetTiling(optiling::SubtractMeanTiling);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(SubtractMean);
}  // namespace ops
