// An operator library as a project builds it (C++11, public headers only). The checks load it.
#include <cstring>

#include "register/op_def_registry.h"
#include "register/tilingdata_base.h"
#include "tiling/platform/platform_ascendc.h"
#include "tiling/tiling_api.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(Inner)
TILING_DATA_FIELD_DEF(uint16_t, a);
TILING_DATA_FIELD_DEF_ARR(uint16_t, 3, arr);
TILING_DATA_FIELD_DEF(uint8_t, b);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(InnerOp, Inner)

BEGIN_TILING_DATA_DEF(ProbeTiling)
TILING_DATA_FIELD_DEF(uint32_t, x);
TILING_DATA_FIELD_DEF(uint8_t, f);
TILING_DATA_FIELD_DEF_STRUCT(Inner, in);
TILING_DATA_FIELD_DEF(uint32_t, y);
TILING_DATA_FIELD_DEF_ARR(uint64_t, 2, big);
TILING_DATA_FIELD_DEF(bool, z);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Probe, ProbeTiling)

BEGIN_TILING_DATA_DEF(ProbeVariant)
TILING_DATA_FIELD_DEF(int64_t, only);
TILING_DATA_FIELD_DEF_STRUCT(TCubeTiling, cube);
END_TILING_DATA_DEF;
REGISTER_TILING_DATA_CLASS(Probe_7, ProbeVariant)

struct ProbeCompileInfo {
    uint64_t ub = 0;
};

// What the contexts showed, packed into the results: see checks.cpp.
ge::graphStatus ProbeTilingFunc(gert::TilingContext* context) {
    const char* const mode = context->GetAttrs()->GetStr(0);
    if (mode == nullptr) {
        return ge::GRAPH_PARAM_INVALID;
    }
    if (std::strcmp(mode, "fail") == 0) {
        return ge::GRAPH_FAILED;
    }
    if (std::strcmp(mode, "divide") == 0 || std::strcmp(mode, "remainder") == 0) {
        const std::string text(100, 'x');
        volatile int64_t zero = 0;
        context->SetBlockDim(static_cast<uint32_t>(*mode == 'd' ? 7 / zero : 7 % zero));
        return ge::GRAPH_SUCCESS;
    }
    if (std::strcmp(mode, "many_blocks") == 0) {
        context->SetBlockDim(65536);
        return ge::GRAPH_SUCCESS;
    }
    if (std::strcmp(mode, "no_block_dim") == 0) {
        (void)context->GetWorkspaceSizes(1);  // never written
        return ge::GRAPH_SUCCESS;
    }
    if (std::strcmp(mode, "bound") == 0) {
        ProbeTiling tiling;
        tiling.SetDataPtr(context->GetRawTilingData()->GetData());
        tiling.set_x(11);
        tiling.in.set_b(12);
        context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
        context->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    }
    uint64_t key = 0;
    key |= context->GetOptionalInputShape(1) == nullptr ? 1U : 0U;
    key |= context->GetOptionalInputTensor(1) == nullptr ? 2U : 0U;
    key |= context->GetOptionalInputDesc(1) == nullptr ? 4U : 0U;
    key |= context->GetInputShape(1) == nullptr ? 8U : 0U;
    key |= context->GetInputDesc(1) == nullptr ? 16U : 0U;
    key |= context->GetInputShape(99) == nullptr ? 32U : 0U;
    key |= context->GetAttrs()->GetInt(99) == nullptr ? 64U : 0U;
    const gert::Tensor* const scalar = context->GetInputTensor(2);
    key |= scalar->GetStorageShape().IsScalar() && scalar->GetShapeSize() == 1 ? 128U : 0U;
    key |= scalar->GetData<int32_t>() != nullptr && *scalar->GetData<int32_t>() == 42 ? 256U : 0U;
    key |= context->GetInputTensor(0)->GetData<float>() == nullptr ? 512U : 0U;
    context->SetTilingKey(key);
    context->SetBlockDim(context->GetDeterministic() == 1 ? 3U : 5U);
    context->SetNeedAtomic(context->SetAicpuBlockDim(4) == ge::GRAPH_SUCCESS &&
                           context->GetAicpuNumBlocks() == 4);
    context->SetScheduleMode(1);
    ProbeTiling tiling;
    const ProbeCompileInfo* const info = context->GetCompileInfo<ProbeCompileInfo>();
    tiling.set_x(static_cast<uint32_t>(context->GetDynamicInputShape(3, 1)->GetStorageShape()[0]));
    tiling.set_y(info == nullptr ? 0U : static_cast<uint32_t>(info->ub));
    const auto* const list = context->GetAttrs()->GetListInt(2);
    const uint64_t big[2] = {static_cast<uint64_t>(list->GetData()[0]), list->GetSize()};
    tiling.set_big(big);
    tiling.in.set_a(*context->GetAttrs()->GetInt(1) == 9 ? 1 : 0);
    tiling.SaveToBuffer(context->GetRawTilingData()->GetData(),
                        context->GetRawTilingData()->GetCapacity());
    context->GetRawTilingData()->SetDataSize(tiling.GetDataSize());
    size_t* const sizes = context->GetWorkspaceSizes(2);
    sizes[0] = 100;
    sizes[1] = context->GetWorkspaceSizes(21) == nullptr ? 1 : 0;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus ProbeParse(gert::TilingParseContext* context) {
    uint64_t ub = 0;
    platform_ascendc::PlatformAscendC(context->GetPlatformInfo())
        .GetCoreMemSize(platform_ascendc::CoreMemType::UB, ub);
    context->GetCompiledInfo<ProbeCompileInfo>()->ub = ub;
    return ge::GRAPH_SUCCESS;
}

IMPL_OP_OPTILING(Probe).TilingParse<ProbeCompileInfo>(ProbeParse);

// What a project that defines the empty TilingParse itself would register after the real one.
struct Empty {};
ge::graphStatus EmptyParse(gert::TilingParseContext*) {
    return ge::GRAPH_SUCCESS;
}
IMPL_OP(Probe).TilingParse<Empty>(EmptyParse).PrivateAttr("hidden", int64_t(5));
}  // namespace optiling

namespace ge {
static graphStatus ProbeShape(gert::InferShapeContext* context) {
    gert::Shape* const out = context->GetOutputShape(0);
    *out = *context->GetInputShape(0);
    out->AppendDim(context->GetOptionalInputShape(1) == nullptr ? 7 : 8);
    return GRAPH_SUCCESS;
}
static graphStatus ProbeType(gert::InferDataTypeContext* context) {
    if (context->GetOptionalInputDataType(1) != DT_UNDEFINED) {
        return GRAPH_FAILED;
    }
    return context->SetOutputDataType(0, context->GetInputDataType(0));
}
IMPL_OP_INFERSHAPE(Probe).InferShape(ProbeShape).InferDataType(ProbeType);
}  // namespace ge

namespace ops {
class Probe : public OpDef {
public:
    explicit Probe(const char* name) : OpDef(name) {
        this->Input("x").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->Output("y").ParamType(REQUIRED).DataType({ge::DT_FLOAT}).Format({ge::FORMAT_ND});
        this->AICore().SetTiling(optiling::ProbeTilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};
OP_ADD(Probe);
}  // namespace ops
