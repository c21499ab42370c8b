// AddAllReduce: z = the sum of x + y over all devices of a group.
#include "../op_kernel/add_all_reduce_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/hccl/hccl_tiling.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
constexpr uint32_t ALL_REDUCE = 2;  // HcclCMDType::HCCL_CMD_ALLREDUCE
constexpr uint32_t SUM = 0;         // HcclReduceOp::HCCL_REDUCE_SUM

static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const int64_t length = context->GetInputShape(0)->GetStorageShape().GetShapeSize();
    if (context->GetInputShape(1)->GetStorageShape().GetShapeSize() != length) {
        return ge::GRAPH_FAILED;
    }
    auto* tiling = context->GetTilingData<AddAllReduceTilingData>();
    tiling->length = static_cast<uint32_t>(length);
    AscendC::Mc2CcTilingConfig config(context->GetAttrs()->GetStr(0), ALL_REDUCE,
                                      "AllReduce=level0:fullmesh", SUM);
    config.GetTiling(tiling->initTiling);
    config.GetTiling(tiling->allReduceTiling);
    const auto platform = platform_ascendc::PlatformAscendC(context->GetPlatformInfo());
    context->GetWorkspaceSizes(1)[0] =
        platform.GetLibApiWorkSpaceSize() + static_cast<size_t>(length) * sizeof(float);
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class AddAllReduce : public OpDef {
public:
    explicit AddAllReduce(const char* name) : OpDef(name) {
        for (const char* input : {"x", "y"}) {
            this->Input(input).ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        }
        this->Output("z").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Attr("group").AttrType(REQUIRED).String();
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
        this->MC2().HcclGroup("group");
    }
};

OP_ADD(AddAllReduce);
}  // namespace ops
