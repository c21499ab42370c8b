// Blend: z = x + y, x * y or max(x, y), negated or not; each way of it is an instance of a kernel
// template.
#include <cstring>

#include "../op_kernel/blend_key.h"
#include "../op_kernel/blend_tiling.h"
#include "register/op_def_registry.h"
#include "tiling/platform/platform_ascendc.h"

namespace optiling {
static ge::graphStatus TilingFunc(gert::TilingContext* context) {
    const struct {
        const char* name;
        uint32_t mode;
    } modes[] = {{"add", BLEND_ADD}, {"multiply", BLEND_MULTIPLY}, {"maximum", BLEND_MAXIMUM}};
    uint32_t mode = 0;
    for (const auto& entry : modes) {
        mode = strcmp(context->GetAttrs()->GetStr(0), entry.name) == 0 ? entry.mode : mode;
    }
    BlendTilingData* tiling = context->GetTilingData<BlendTilingData>();
    if (tiling == nullptr || mode == 0) {
        return ge::GRAPH_FAILED;
    }
    const uint32_t unit = 32;
    const uint32_t cores =
        platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv();
    tiling->length =
        static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize());
    tiling->blockLength = ((tiling->length + cores - 1) / cores + unit - 1) / unit * unit;
    tiling->tileLength = 2048;
    context->SetBlockDim((tiling->length + tiling->blockLength - 1) / tiling->blockLength);
    const uint32_t dtype = static_cast<uint32_t>(context->GetInputDesc(0)->GetDataType());
    const uint32_t negate = *context->GetAttrs()->GetBool(1) ? 1 : 0;
    context->SetTilingKey(GET_TPL_TILING_KEY(dtype, mode, negate));
    return ge::GRAPH_SUCCESS;
}
}  // namespace optiling

namespace ops {
class Blend : public OpDef {
public:
    explicit Blend(const char* name) : OpDef(name) {
        this->Input("x")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT16, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Input("y")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT16, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Output("z")
            .ParamType(REQUIRED)
            .DataType({ge::DT_FLOAT16, ge::DT_FLOAT})
            .Format({ge::FORMAT_ND, ge::FORMAT_ND});
        this->Attr("mode").AttrType(OPTIONAL).String("add");
        this->Attr("negate").AttrType(OPTIONAL).Bool(false);
        this->AICore().SetTiling(optiling::TilingFunc);
        this->AICore().AddConfig("ascend910b");
    }
};

OP_ADD(Blend);
}  // namespace ops
