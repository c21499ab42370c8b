// A check of checks.cpp: the contexts that metadef's builders (base/context_builder) make for tests
// show an operator's functions what a call shows them, and its registry finds these functions.
#include "base/context_builder/op_infer_datatype_context_builder.h"
#include "base/context_builder/op_infer_shape_context_builder.h"
#include "base/context_builder/op_infer_shape_range_context_builder.h"
#include "base/context_builder/op_kernel_run_context_builder.h"
#include "base/context_builder/op_tiling_context_builder.h"
#include "base/context_builder/op_tiling_parse_context_builder.h"
#include "base/registry/op_impl_space_registry_v2.h"
#include "check.h"
#include "exe_graph/runtime/tiling_data.h"
#include "tiling/platform/platform_ascendc.h"

void DescribedContexts(const char* library, fe::PlatFormInfos* platform);

namespace {

gert::Tensor Of(const gert::StorageShape& shape, ge::DataType type, gert::TensorPlacement placement,
                void* data) {
    return {shape, {ge::FORMAT_ND, ge::FORMAT_ND, {}}, placement, type, data};
}

void Registry(const char* library) {
    auto& of_process = gert::DefaultOpImplSpaceRegistryV2::GetInstance();
    TRUE(of_process.GetSpaceRegistry() == nullptr);
    const auto registry = std::make_shared<gert::OpImplSpaceRegistryV2>();
    EQUAL(registry->AddSoToRegistry(gert::OppSoDesc({"/no/such/library.so"}, "none")),
          ge::GRAPH_FAILED);
    EQUAL(registry->AddSoToRegistry(gert::OppSoDesc({library}, "probe")), ge::GRAPH_SUCCESS);
    TRUE(registry->GetOpImpl("NoSuchType") == nullptr);
    EQUAL(of_process.SetSpaceRegistry(registry), ge::GRAPH_SUCCESS);
    TRUE(of_process.GetSpaceRegistry(gert::OppImplVersionTag::kOppKernel) == nullptr);
}

}  // namespace

void DescribedContexts(const char* library, fe::PlatFormInfos* platform) {
    Registry(library);
    const auto* const probe =
        gert::DefaultOpImplSpaceRegistryV2::GetInstance().GetSpaceRegistry()->GetOpImpl("Probe");
    TRUE(probe != nullptr && probe->tiling != nullptr);
    int32_t value = 42;
    gert::Tensor x = Of({{8, 2048}, {8, 2048}}, ge::DT_FLOAT, gert::kOnDeviceHbm, nullptr);
    gert::Tensor scalar = Of({}, ge::DT_INT32, gert::kOnHost, &value);
    gert::Tensor y = Of({{8, 2048}, {8, 2048}}, ge::DT_FLOAT, gert::kOnDeviceHbm, nullptr);

    uint64_t compile_info[4] = {};
    gert::OpTilingParseContextBuilder parse;
    auto parsed =
        parse.OpType("Probe").IONum(0, 0).CompiledInfo(compile_info).PlatformInfo(platform).Build();
    EQUAL(probe->tiling_parse(reinterpret_cast<gert::KernelContext*>(parsed.GetContext())),
          ge::GRAPH_SUCCESS);
    EQUAL(compile_info[0], 196352U);  // 192 KiB, of which the APIs reserve 256 bytes

    gert::OpTilingContextBuilder tiling;
    const auto workspaces = gert::ContinuousVector::Create<size_t>(20);
    auto tiled = tiling.OpType("Probe")
                     .OpName("node")
                     .IOInstanceNum({1, 1, 1, 2}, {1})
                     .AppendAttr(ge::AscendString("plain"))
                     .AppendAttr(int64_t{9})
                     .AppendAttr(std::vector<int64_t>{77, 78, 79})
                     .InputTensors({&x, nullptr, &scalar, &x, &x})
                     .OutputTensors({&y})
                     .CompileInfo(compile_info)
                     .PlatformInfo(platform)
                     .Deterministic(1)
                     .TilingDataSize(256)
                     .Workspace(reinterpret_cast<gert::ContinuousVector*>(workspaces.get()))
                     .Build();
    gert::TilingContext* const context = tiled.GetContext();
    EQUAL(probe->tiling(context), ge::GRAPH_SUCCESS);
    EQUAL(context->GetTilingKey(), 1023U);  // all that op_library.cpp looks at is as expected
    EQUAL(context->GetBlockDim(), 3U);      // deterministic
    EQUAL(*static_cast<const uint32_t*>(context->GetRawTilingData()->GetData()), 8U);
    EQUAL(context->GetWorkspaceSizes(2)[0], 100U);

    gert::OpInferShapeContextBuilder shapes;
    auto inferred = shapes.OpType("Probe")
                        .IOInstanceNum({1, 0, 1, 2}, {1})
                        .InputTensors({&x, &scalar, &x, &x})
                        .OutputTensorDesc(0, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND)
                        .Build();
    EQUAL(probe->infer_shape(inferred.GetContext()), ge::GRAPH_SUCCESS);
    TRUE(*inferred.GetContext()->GetOutputShape(0) == gert::Shape({8, 2048, 7}));

    gert::OpInferDataTypeContextBuilder types;
    auto typed = types.OpType("Probe")
                     .IOInstanceNum({1, 0, 1, 2}, {1})
                     .InputTensorDesc(0, ge::DT_FLOAT16, ge::FORMAT_ND, ge::FORMAT_ND)
                     .OutputTensorDesc(0, ge::FORMAT_ND, ge::FORMAT_ND)
                     .Build();
    EQUAL(probe->infer_datatype(typed.GetContext()), ge::GRAPH_SUCCESS);
    EQUAL(typed.GetContext()->GetOutputDataType(0), ge::DT_FLOAT16);

    gert::Range<gert::Tensor> range(&x, &y);
    gert::OpInferShapeRangeContextBuilder ranges;
    auto ranged = ranges.OpType("Probe").IONum(1, 1).InputTensorsRange({&range}).Build();
    TRUE(ranged.GetContext()->GetInputTensorRange(0) == &range);
    *ranged.GetContext()->GetOutputShapeRange(0)->GetMax() = gert::Shape({5});
    EQUAL(ranged.GetContext()->GetOutputShapeRange(0)->GetMax()->GetDim(0), 5);

    gert::OpKernelContextBuilder pointers;
    auto plain = pointers.OpType("Any").IONum(0, 0).Inputs({&value}).Outputs({&x}).Build();
    TRUE(plain.GetContext()->GetInputValue<int32_t*>(0) == &value);

    // What cannot be is no context.
    gert::OpInferShapeContextBuilder wrong;
    TRUE(wrong.OpType("Probe").IONum(1, 1).InputTensors({&x, &x}).Build().GetContext() == nullptr);
    gert::OpInferShapeContextBuilder texts;
    texts.IONum(0, 0).AppendAttr(std::vector<ge::AscendString>{"a"});
    TRUE(texts.Build().GetContext() == nullptr);
    gert::DefaultOpImplSpaceRegistryV2::GetInstance().ClearSpaceRegistry();
}
