// The tiling function of AddPairs: attribute 0 is the tiling key, attribute 1 is added to every
// sum.
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/runtime/tiling_parse_context.h"
#include "experiment/platform/platform/platform_infos_def.h"
#include "register/op_impl_registry.h"

namespace {

struct Tiling {
    uint32_t total;
    uint32_t addend;
};

struct CompileInfo {
    uint32_t parses;
};

uint32_t calls = 0;
uint32_t parses = 0;

ge::graphStatus ParseAddPairs(gert::TilingParseContext* context) {
    context->GetCompiledInfo<CompileInfo>()->parses = ++parses;
    return ge::GRAPH_SUCCESS;
}

ge::graphStatus TilingAddPairs(gert::TilingContext* context) {
    const int64_t key = *context->GetAttrs()->GetAttrPointer<int64_t>(0);
    const int64_t addend = *context->GetAttrs()->GetAttrPointer<int64_t>(1);
    if (key < 0) {
        return ge::GRAPH_FAILED;
    }
    if (static_cast<const CompileInfo*>(context->GetCompileInfo())->parses < 1) {
        return ge::GRAPH_FAILED;
    }
    ++calls;
    Tiling tiling = {
        static_cast<uint32_t>(context->GetInputShape(0)->GetStorageShape().GetShapeSize()),
        // A negative addend asks for the number of calls, to see the cache at work.
        addend < 0 ? calls : static_cast<uint32_t>(addend)};
    if (addend == -2) {  // for the cores that there are, as it sees them
        fe::PlatFormInfos* const platform = context->GetPlatformInfo();
        tiling.addend = platform->GetCoreNumByType("CubeCore") * 1000 +
                        platform->GetCoreNumByType("VectorCore");
    }
    context->GetRawTilingData()->Append(tiling);
    context->SetTilingKey(static_cast<uint64_t>(key));
    context->SetBlockDim(key == 0 ? 0 : 4);
    context->SetNeedAtomic(key == 5);
    context->GetWorkspaceSizes(1)[0] = key == 1 ? 0 : 1024;
    return ge::GRAPH_SUCCESS;
}

// AddFirst: the value of the second input's first element is added to every sum.
ge::graphStatus TilingAddFirst(gert::TilingContext* context) {
    const gert::Tensor* const y = context->GetInputTensor(1);
    const Tiling tiling = {static_cast<uint32_t>(y->GetShapeSize()),
                           static_cast<uint32_t>(y->GetData<int32_t>()[0])};
    context->GetRawTilingData()->Append(tiling);
    context->SetTilingKey(1);
    context->SetBlockDim(1);
    return ge::GRAPH_SUCCESS;
}

}  // namespace

IMPL_OP_OPTILING(AddPairs).Tiling(TilingAddPairs).TilingParse<CompileInfo>(ParseAddPairs);
IMPL_OP_OPTILING(AddFirst).Tiling(TilingAddFirst).InputsDataDependency({1});

// For tests: how often the functions ran.
extern "C" __attribute__((visibility("default"))) uint32_t TilingCalls() {
    return calls;
}
extern "C" __attribute__((visibility("default"))) uint32_t ParseCalls() {
    return parses;
}
