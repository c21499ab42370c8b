// What metadef's documentation (docs/api/gert_namespace) says of the structures that operator
// functions get, mostly by its own examples. Each check names the pages' folders.
#include "check.h"
#include "exe_graph/runtime/infer_datatype_context.h"
#include "exe_graph/runtime/infer_shape_context.h"
#include "exe_graph/runtime/infer_shape_range_context.h"
#include "exe_graph/runtime/tiling_context.h"
#include "exe_graph/tiling_context_builder.h"
#include "tiling/context/context_builder.h"
#include "tiling/platform/platform_ascendc.h"

namespace {

const int64_t kDims[] = {3, 4};
const int64_t kSteps[] = {1, 3};

// x as it lies in memory (transposed), an absent optional input, a dynamic input of two; one
// output.
gert::OpArgs Args() {
    gert::OpArgs args;
    args.op_type = "Documented";
    gert::TensorArg x;
    x.dims = kDims;
    x.dim_num = 2;
    x.dtype = ge::DT_INT8;
    x.present = true;
    gert::TensorArg view = x;
    view.strides = kSteps;
    args.inputs = {{view}, {gert::TensorArg()}, {x, view}};
    args.outputs = {{x}};
    return args;
}

gert::TilingResult Tile(gert::OpImplRegisterV2::TilingKernelFunc function) {
    gert::OpImplFunctions functions;
    functions.tiling = function;
    return gert::RunTiling(functions, Args(), nullptr, nullptr, 64, 0);
}

// stride, tensorv2, tilingcontext: views
void Views() {
    gert::Stride stride({3, 256, 256});
    EQUAL(stride.GetDimNum(), 3U);
    EQUAL(stride.GetStride(0), 3);
    EQUAL(stride.GetStride(gert::Stride::kMaxDimNum), gert::Stride::kInvalidStrideValue);
    EQUAL(stride[5], 0);
    stride.AppendStride(1024);
    TRUE(stride == gert::Stride({3, 256, 256, 1024}));
    TRUE(stride != gert::Stride({1, 3, 256, 256}));
    stride.SetDimNum(1);
    stride.SetStride(0, 7);
    TRUE(stride == gert::Stride({7}));
    for (int i = 0; i < 30; ++i) {
        stride.AppendStride(i);
    }
    EQUAL(stride.GetDimNum(), gert::Stride::kMaxDimNum);

    const gert::StorageShape shape({1, 2, 3}, {1, 2, 3});
    gert::TensorV2 view(shape, {ge::FORMAT_ND, ge::FORMAT_FRACTAL_NZ, {}}, gert::kFollowing,
                        ge::DT_FLOAT, nullptr, nullptr, gert::Stride({6, 3, 1}), 10);
    TRUE(view.GetStride() == gert::Stride({6, 3, 1}));
    EQUAL(view.GetOffset(), 10);
    EQUAL(view.GetSize(), 24U);
    TRUE(view.GetAddr() == &view + 1);
    gert::Tensor* const base = &view;
    EQUAL(base->GetVersion(), gert::kTensorV2);
    EQUAL(gert::Tensor().GetVersion(), gert::kTensorV1);
    size_t total = 0;
    const auto following = gert::TensorV2::CreateFollowing(6, ge::DT_FLOAT, total);
    EQUAL(total, sizeof(gert::TensorV2) + 24);

    const gert::TilingResult result = Tile([](gert::TilingContext* context) -> ge::graphStatus {
        uint64_t key = 0;
        key |= context->InputIsView(0) ? 1U : 0U;
        key |= context->RequiredInputIsView(0) ? 2U : 0U;
        key |= context->OptionalInputIsView(1) ? 4U : 0U;     // not there
        key |= context->InputIsView(2) ? 8U : 0U;             // the first of the dynamic ones
        key |= context->DynamicInputIsView(2, 0) ? 16U : 0U;  // which is contiguous
        key |= context->DynamicInputIsView(2, 1) ? 32U : 0U;  // the second is not
        key |= context->DynamicInputIsView(2, 2) ? 64U : 0U;  // out of range
        key |= context->OutputIsView(0) ? 128U : 0U;
        key |= *context->GetInputStride(0) == gert::Stride({1, 3}) ? 256U : 0U;
        key |= context->GetDynamicInputStride(2, 0) == nullptr ? 512U : 0U;
        key |= context->GetDynamicInputOffset(2, 1) == 0 ? 1024U : 0U;
        key |= context->GetInputOffset(9) == -1 ? 2048U : 0U;
        context->SetTilingKey(key);
        context->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    });
    EQUAL(result.tiling_key, 1U + 2U + 32U + 256U + 512U + 1024U + 2048U);
}

// tilingdata
void TilingBuffer() {
    auto holder = gert::TilingData::CreateCap(100U);
    auto* const data = reinterpret_cast<gert::TilingData*>(holder.get());
    EQUAL(data->GetCapacity(), 100U);
    TRUE(data->GetData() == holder.get() + sizeof(gert::TilingData));
    struct AppendData {
        int a = 10;
        int b = 100;
    };
    EQUAL(data->Append<AppendData>(AppendData()), ge::GRAPH_SUCCESS);
    const std::vector<int32_t> numbers(50);
    EQUAL(data->Append<int32_t>(numbers.data(), 10), ge::GRAPH_SUCCESS);
    EQUAL(data->Append<int32_t>(numbers.data(), 50), ge::GRAPH_FAILED);
    EQUAL(data->Append<int32_t>(numbers.data(), SIZE_MAX / 2), ge::GRAPH_FAILED);
    EQUAL(data->GetDataSize(), 48U);
    TRUE(data->Expand(100) == nullptr);
    *data << numbers[0] << numbers[0];
    EQUAL(data->GetDataSize(), 56U);
    size_t total = 0;
    EQUAL(gert::TilingData::CalcTotalSize(100, total), ge::GRAPH_SUCCESS);
    EQUAL(total, 100 + sizeof(gert::TilingData));
    EQUAL(gert::TilingData::CalcTotalSize(SIZE_MAX, total), ge::GRAPH_FAILED);
}

// tilingcontext
void Tiling() {
    const gert::TilingResult result = Tile([](gert::TilingContext* context) -> ge::graphStatus {
        uint64_t key = 0;
        key |= context->GetInputShape(9) == nullptr ? 1U : 0U;
        key |= context->GetOutputShape(1) == nullptr ? 2U : 0U;
        key |= context->GetOptionalInputShape(1) == nullptr ? 4U : 0U;
        key |= context->GetDynamicInputShape(2, 2) == nullptr ? 8U : 0U;
        key |= context->GetDynamicInputTensor(9, 0) == nullptr ? 16U : 0U;
        key |= context->GetRequiredInputTensor(9) == nullptr ? 32U : 0U;
        key |= context->GetInputTensor(0)->GetAddr() == nullptr ? 64U : 0U;  // tiling does not
                                                                             // depend on it
        key |= context->GetDynUBufSize() == 0 && context->GetLocalMemorySize() == 0 ? 128U : 0U;
        key |= context->GetScheduleMode() == 0 ? 256U : 0U;
        struct Large {
            uint8_t bytes[65];
        };
        key |= context->GetTilingData<Large>() == nullptr ? 512U : 0U;
        context->SetDynUBufSize(4096);
        key |= context->GetLocalMemorySize() == 4096 ? 1024U : 0U;
        context->SetTilingCond(3);
        key |= context->GetTilingCond() == 3 ? 2048U : 0U;
        context->SetTilingKey(key);
        context->SetSimdNumBlocks(2);
        return ge::GRAPH_SUCCESS;
    });
    EQUAL(result.tiling_key, 4095U);
    EQUAL(result.block_dim, 2U);
    EQUAL(result.local_memory_size, 4096U);
}

// shape, storageshape
void Shapes() {
    gert::Shape shape({3, 256, 256});
    EQUAL(shape.GetDim(gert::Shape::kMaxDimNum), gert::Shape::kInvalidDimValue);
    EQUAL(gert::Shape::kInvalidDimValue, INT64_MIN);
    EQUAL(shape.GetShapeSize(), 3 * 256 * 256);
    shape.AppendDim(1024);
    TRUE(shape == gert::Shape({3, 256, 256, 1024}));
    TRUE(shape != gert::Shape({1, 3, 256, 256}));
    shape.SetDimNum(1);
    EQUAL(shape.GetDimNum(), 1U);
    TRUE(!shape.IsScalar());
    shape.SetScalar();
    TRUE(shape.IsScalar());
    EQUAL(shape.GetShapeSize(), 1);
    const gert::StorageShape two({3, 256, 256}, {256, 256, 3});
    TRUE(two.GetOriginShape() == gert::Shape({3, 256, 256}));
    TRUE(two.GetShape() == two.GetOriginShape());
    TRUE(two.GetStorageShape() == gert::Shape({256, 256, 3}));
    TRUE(two != gert::StorageShape({3, 256, 256}, {3, 256, 256}));
}

// expanddimstype, storageformat
void Formats() {
    const gert::Shape origin({3, 256, 256});
    gert::Shape out;
    EQUAL(gert::ExpandDimsType("1000").Expand(origin, out), ge::GRAPH_SUCCESS);
    TRUE(out == gert::Shape({1, 3, 256, 256}));
    EQUAL(gert::ExpandDimsType("10000").Expand(origin, out), ge::GRAPH_FAILED);
    EQUAL(gert::ExpandDimsType("1001").Expand(origin, out), ge::GRAPH_SUCCESS);
    TRUE(out == gert::Shape({1, 3, 256, 1, 256}));
    gert::Shape own({3, 256, 256});
    EQUAL(gert::ExpandDimsType("1000").Expand(own), ge::GRAPH_SUCCESS);
    TRUE(own == gert::Shape({1, 3, 256, 256}));
    gert::ExpandDimsType rule("1001");
    EQUAL(rule.GetFullSize(), 4U);
    TRUE(rule.IsExpandIndex(0));
    TRUE(!rule.IsExpandIndex(1));
    rule.SetExpandIndex(1);
    TRUE(rule == gert::ExpandDimsType("1101"));
    gert::StorageFormat format(ge::FORMAT_NCHW, ge::FORMAT_C1HWNC0, gert::ExpandDimsType("1001"));
    EQUAL(format.GetStorageFormat(), ge::FORMAT_C1HWNC0);
    const gert::StorageFormat other(ge::FORMAT_NCHW, ge::FORMAT_NCHW, {});
    TRUE(format != other);
    format.SetStorageFormat(ge::FORMAT_NCHW);
    format.MutableExpandDimsType() = gert::ExpandDimsType();
    TRUE(format == other);
}

struct Counted {
    int value;
    int references;
};

ge::graphStatus Manage(gert::TensorAddress addr, gert::TensorOperateType operation, void** out) {
    auto* const counted = static_cast<Counted*>(addr);
    if (operation == gert::kGetTensorAddress) {
        *out = &counted->value;
    } else {
        counted->references += operation == gert::kPlusShareCount ? 1 : -1;
    }
    return counted->references < 0 ? 0x77U : ge::GRAPH_SUCCESS;
}

// tensor, tensordata
void Tensors() {
    Counted counted = {5, 1};
    {
        gert::TensorData first(&counted, Manage);
        TRUE(first.GetAddr() == &counted.value);
        gert::TensorData second;
        EQUAL(second.ShareFrom(first), ge::GRAPH_SUCCESS);
        TRUE(second.IsSharedWith(first));
        EQUAL(counted.references, 2);
        gert::TensorData moved(std::move(second));
        EQUAL(counted.references, 2);
    }
    EQUAL(counted.references, 0);
    gert::TensorData last(&counted, Manage);
    EQUAL(last.Free(), 0x77U);  // the manager's own code
    gert::TensorAddrManager manager = nullptr;
    TRUE(last.Release(manager) == &counted);
    TRUE(manager == Manage);
    EQUAL(last.Free(), ge::GRAPH_SUCCESS);
    gert::Tensor tensor({{8, 3, 224, 224}, {16, 3, 224, 224}},
                        {ge::FORMAT_ND, ge::FORMAT_FRACTAL_NZ, {}}, gert::kFollowing,
                        ge::DT_FLOAT16, nullptr);
    EQUAL(tensor.GetShapeSize(), 16 * 3 * 224 * 224);
    TRUE(tensor.GetAddr() == &tensor + 1);
    EQUAL(tensor.GetPlacement(), gert::kFollowing);
    EQUAL(tensor.GetSize(), size_t{16} * 3 * 224 * 224 * 2);
}

// continuousvector, continuousvectorvector, range, anchorinstanceinfo
void Vectors() {
    const auto holder = gert::ContinuousVector::Create<int64_t>(100U);
    auto* const vector = reinterpret_cast<gert::ContinuousVector*>(holder.get());
    EQUAL(vector->GetCapacity(), 100U);
    EQUAL(vector->GetSize(), 0U);
    EQUAL(vector->SetSize(10U), ge::GRAPH_SUCCESS);
    EQUAL(vector->SetSize(101U), ge::GRAPH_FAILED);
    EQUAL(vector->GetSize(), 10U);
    std::vector<uint8_t> block(1000);
    auto* const lists = reinterpret_cast<gert::ContinuousVectorVector*>(block.data());
    lists->Init(2);
    TRUE(lists->Add<int64_t>(3) != nullptr);
    TRUE(lists->Add<int64_t>(1) != nullptr);
    TRUE(lists->Add<int64_t>(1) == nullptr);
    EQUAL(lists->Get(0)->GetSize(), 3U);
    EQUAL(lists->GetSize(), 2U);
    int low = 0;
    int high = 1024;
    int same = 1024;
    const gert::Range<int> range(&low, &high);
    TRUE(range == gert::Range<int>(&low, &same));
    TRUE(*gert::Range<int>(&low).GetMax() == 0);
    TRUE(gert::Range<int>().GetMin() == nullptr);
    const gert::AnchorInstanceInfo anchor(10, 1);
    EQUAL(anchor.GetInstanceStart(), 10U);
    EQUAL(anchor.GetInstanceNum(), 1U);
}

// infershapecontext, inferdatatypecontext: what is not there
void Inference() {
    gert::OpImplFunctions functions;
    functions.infer_shape = [](gert::InferShapeContext* context) -> ge::graphStatus {
        const bool absent =
            context->GetInputShape(9) == nullptr && context->GetOptionalInputShape(1) == nullptr &&
            context->GetOptionalInputTensor(1) == nullptr &&
            context->GetDynamicInputShape(2, 2) == nullptr &&
            context->GetDynamicInputTensor(9, 0) == nullptr &&
            context->GetRequiredInputShape(9) == nullptr && context->GetInputTensor(9) == nullptr &&
            context->GetOutputShape(1) == nullptr;
        *context->GetOutputShape(0) = *context->GetDynamicInputShape(2, 1);
        context->GetOutputShape(0)->AppendDim(absent ? 1 : 0);
        return ge::GRAPH_SUCCESS;
    };
    std::vector<std::vector<int64_t>> dims;
    EQUAL(gert::RunInferShape(functions, Args(), &dims), ge::GRAPH_SUCCESS);
    TRUE(dims == std::vector<std::vector<int64_t>>({{3, 4, 1}}));
    functions.infer_datatype = [](gert::InferDataTypeContext* context) -> ge::graphStatus {
        const bool absent = context->GetInputDataType(9) == ge::DT_UNDEFINED &&
                            context->GetOptionalInputDataType(1) == ge::DT_UNDEFINED &&
                            context->GetDynamicInputDataType(2, 2) == ge::DT_UNDEFINED &&
                            context->GetRequiredInputDataType(9) == ge::DT_UNDEFINED &&
                            context->GetOutputDataType(1) == ge::DT_UNDEFINED &&
                            context->SetOutputDataType(1, ge::DT_INT8) != ge::GRAPH_SUCCESS;
        return context->SetOutputDataType(0, absent ? ge::DT_INT16 : ge::DT_INT8);
    };
    std::vector<ge::DataType> types;
    EQUAL(gert::RunInferDataType(functions, Args(), &types), ge::GRAPH_SUCCESS);
    TRUE(types == std::vector<ge::DataType>({ge::DT_INT16}));
    // The rule that takes the first input's type for all outputs.
    functions.infer_datatype = nullptr;
    functions.infer_datatype_same_as_first_input = true;
    EQUAL(gert::RunInferDataType(functions, Args(), &types), ge::GRAPH_SUCCESS);
    TRUE(types == std::vector<ge::DataType>({ge::DT_INT8}));
}

// extendedkernelcontext, compiletimetensordesc, runtimeattrs
void Nodes() {
    gert::OpImplFunctions functions;
    functions.tiling = [](gert::TilingContext* context) -> ge::graphStatus {
        uint64_t key = 0;
        key |= context->GetComputeNodeInputNum() == 4 ? 1U : 0U;  // one slot for the absent one
        key |= context->GetComputeNodeOutputNum() == 1 ? 2U : 0U;
        key |= context->GetIrInputInstanceInfo(1)->GetInstanceNum() == 0 ? 4U : 0U;
        key |= context->GetIrInputInstanceInfo(2)->GetInstanceStart() == 2 ? 8U : 0U;
        key |= context->GetIrInputInstanceInfo(2)->GetInstanceNum() == 2 ? 16U : 0U;
        key |= context->GetInputDesc(4) == nullptr ? 32U : 0U;
        key |= context->GetOptionalInputDesc(1) == nullptr ? 64U : 0U;
        key |= context->GetDynamicInputDesc(2, 2) == nullptr ? 128U : 0U;
        key |= context->GetOutputDesc(0)->GetDataType() == ge::DT_INT8 ? 256U : 0U;
        key |= context->GetOutputDesc(1) == nullptr ? 512U : 0U;
        key |= std::string(context->GetNodeType()) == "Documented" ? 1024U : 0U;
        key |= context->GetAttrs()->GetAttrNum() == 2 ? 2048U : 0U;
        key |= *context->GetAttrs()->GetInt(0) == 7 ? 4096U : 0U;
        key |= context->GetAttrs()->GetListInt(1)->GetData()[1] == 9 ? 8192U : 0U;
        key |= context->GetAttrs()->GetFloat(2) == nullptr ? 16384U : 0U;
        context->SetTilingKey(key);
        context->SetBlockDim(1);
        return ge::GRAPH_SUCCESS;
    };
    gert::OpArgs args = Args();
    args.attrs = {gert::AttrValue::Int(7), gert::AttrValue::ListInt({8, 9})};
    EQUAL(gert::RunTiling(functions, args, nullptr, nullptr, 64, 0).tiling_key, 32767U);
    gert::CompileTimeTensorDesc desc;
    desc.SetDataType(ge::DT_INT32);
    desc.SetStorageFormat(ge::FORMAT_NCHW);
    desc.SetOriginFormat(ge::FORMAT_NC);
    desc.SetExpandDimsType(gert::ExpandDimsType("1001"));
    EQUAL(desc.GetFormat().GetOriginFormat(), ge::FORMAT_NC);
    TRUE(desc.GetExpandDimsType() == gert::ExpandDimsType("1001"));
}

// asc-devkit docs/zh/api/Utils-API/Tiling调测/ContextBuilder
void Builder() {
    const gert::StorageShape x({2, 3}, {2, 3});
    const gert::StorageShape shape({2}, {2});
    std::vector<float> values = {1.5f, -2.0f};
    const auto buffer = gert::TilingData::CreateCap(64);
    const auto sizes = gert::ContinuousVector::Create<size_t>(4);
    auto* const workspace = reinterpret_cast<gert::ContinuousVector*>(sizes.get());
    int info = 7;
    const auto holder =
        context_ascendc::ContextBuilder()
            .SetOpNameType("node", "Type")
            .NodeIoNum(4, 1)
            .IrInstanceNum({1, 0, 2, 1})
            .AddInputTd(0, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_FRACTAL_NZ, x)
            .AddInputTd(1, ge::DT_FLOAT16, ge::FORMAT_ND, ge::FORMAT_ND, shape, values.data())
            .AddInputTd(2, ge::DT_BF16, ge::FORMAT_ND, ge::FORMAT_ND, shape, values.data())
            .AddInputTd(3, ge::DT_FLOAT, ge::FORMAT_ND, ge::FORMAT_ND, shape, values.data())
            .AddOutputTd(0, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_ND, x)
            .AddAttr("a", int64_t{5})
            .AddAttr("b", true)
            .AddAttr("c", std::string("text"))
            .AddAttr("d", 1.5f)
            .AddAttr("e", std::vector<int64_t>{1, 2})
            .AddAttr("f", std::vector<std::vector<int64_t>>{{1, 2}, {3}})
            .CompileInfo(&info)
            .TilingData(buffer.get())
            .Workspace(workspace)
            .AddPlatformInfo("Ascend910B3")
            .BuildTilingContext();
    TRUE(holder != nullptr);
    auto* const context = holder->GetContext<gert::TilingContext>();
    values.clear();  // they were copied
    EQUAL(context->GetComputeNodeInputNum(), 4U);
    EQUAL(context->GetIrInputInstanceInfo(1)->GetInstanceNum(), 0U);
    TRUE(context->GetOptionalInputShape(1) == nullptr);
    TRUE(context->GetDynamicInputShape(2, 1)->GetStorageShape() == gert::Shape({2}));
    EQUAL(context->GetInputDesc(0)->GetStorageFormat(), ge::FORMAT_FRACTAL_NZ);
    EQUAL(context->GetInputDesc(0)->GetOriginFormat(), ge::FORMAT_ND);
    TRUE(context->GetInputTensor(0)->GetData<int8_t>() == nullptr);
    EQUAL(context->GetInputTensor(1)->GetData<uint16_t>()[0], 0x3E00);  // 1.5 as half
    EQUAL(context->GetInputTensor(1)->GetData<uint16_t>()[1], 0xC000);
    EQUAL(context->GetInputTensor(2)->GetData<uint16_t>()[0], 0x3FC0);  // and as bfloat16
    EQUAL(context->GetInputTensor(3)->GetData<float>()[1], -2.0f);
    EQUAL(std::string(context->GetNodeName()), "node");
    EQUAL(std::string(context->GetNodeType()), "Type");
    EQUAL(*context->GetAttrs()->GetInt(0), 5);
    TRUE(*context->GetAttrs()->GetBool(1));
    EQUAL(std::string(context->GetAttrs()->GetStr(2)), "text");
    EQUAL(*context->GetAttrs()->GetFloat(3), 1.5f);
    EQUAL(context->GetAttrs()->GetListInt(4)->GetSize(), 2U);
    EQUAL(context->GetAttrs()->GetListListInt(5)->GetSize(), 2U);
    EQUAL(*context->GetCompileInfo<int>(), 7);
    EQUAL(platform_ascendc::PlatformAscendC(context->GetPlatformInfo()).GetCoreNumAiv(), 40U);
    TRUE(static_cast<void*>(context->GetRawTilingData()) == buffer.get());
    context->SetTilingKey(3);
    EQUAL(context->GetTilingKey(), 3U);
    context->GetWorkspaceSizes(1)[0] = 9;
    EQUAL(workspace->GetSize(), 1U);
    EQUAL(holder->MutableComputeNodeInfo()->GetInputsNum(), 4U);

    int input = 1;
    int output = 2;
    const auto kernel = context_ascendc::ContextBuilder()
                            .Inputs({nullptr, &input})
                            .Outputs({&output})
                            .BuildKernelRunContext();
    auto* const parse = kernel->GetContext<gert::KernelContext>();
    EQUAL(parse->GetInputNum(), 2U);
    TRUE(parse->GetInputValue<int*>(1) == &input);
    TRUE(*parse->GetOutputPointer<int*>(0) == &output);
}

void WrongBuilders() {
    using context_ascendc::ContextBuilder;
    const gert::StorageShape x({2}, {2});
    const auto refused = [](ContextBuilder& builder) {
        return builder.BuildTilingContext() == nullptr;
    };
    ContextBuilder incomplete;
    TRUE(refused(incomplete.NodeIoNum(1, 0)));  // without IrInstanceNum
    ContextBuilder two;
    TRUE(refused(two.NodeIoNum(1, 0).IrInstanceNum({1})));  // without AddInputTd
    ContextBuilder three;
    three.NodeIoNum(1, 0).IrInstanceNum({1});
    TRUE(refused(three.AddInputTd(1, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_ND, x)));
    ContextBuilder four;
    four.NodeIoNum(1, 0).IrInstanceNum({1});
    TRUE(refused(four.AddInputTd(0, ge::DT_INT8, ge::FORMAT_ND, ge::FORMAT_ND, x, "/nowhere")));
    TRUE(refused(ContextBuilder().AddAttr("a", int64_t{1}).AddAttr("a", true)));
    TRUE(refused(ContextBuilder().AddPlatformInfo("Ascend1")));
    ContextBuilder five;
    five.AddPlatformInfo("Ascend310P3").BuildTilingContext().reset();
    const auto again = five.BuildTilingContext();  // the platform of the first
    auto* const info = again->GetContext<gert::TilingContext>()->GetPlatformInfo();
    EQUAL(platform_ascendc::PlatformAscendC(info).GetCoreNumVector(), 7U);
    TRUE(!refused(ContextBuilder().AddPlatformInfo(nullptr)));
    const context_ascendc::OpTilingRegistry registry;
    TRUE(!registry.LoadTilingLibrary("/nowhere.so"));
    TRUE(registry.GetTilingFunc("Nothing") == nullptr);
}

// asc-devkit docs/zh/api/Utils-API/平台信息获取/PlatformAscendC
struct Documented {
    const char* soc;
    bool split;            ///< cube and vector cores are separate
    uint32_t vector_only;  ///< GetCoreNumVector, of the 310P only
    platform_ascendc::SocVersion version;
    uint32_t arch;  ///< DAV_<this>
};

void Platforms() {
    using platform_ascendc::SocVersion;
    const Documented all[] = {
        {"Ascend910A", false, 0, SocVersion::ASCEND910, 1001},
        {"Ascend310P3", false, 7, SocVersion::ASCEND310P, 2002},
        {"Ascend310B1", false, 0, SocVersion::ASCEND310B, 3002},
        {"Ascend910B3", true, 0, SocVersion::ASCEND910B, 2201},
        // So that kernels serve both, this is the answer for the 910B.
        {"Ascend910_9391", true, 0, SocVersion::ASCEND910B, 2201},
    };
    for (const Documented& soc : all) {
        const auto holder =
            context_ascendc::ContextBuilder().AddPlatformInfo(soc.soc).BuildTilingContext();
        platform_ascendc::PlatformAscendC platform(
            holder->GetContext<gert::TilingContext>()->GetPlatformInfo());
        const uint32_t aic = platform.GetCoreNumAic();
        const uint32_t aiv = platform.GetCoreNumAiv();
        EQUAL(platform.GetCoreNum(), aiv);
        EQUAL(aiv, soc.split ? 2 * aic : aic);
        EQUAL(platform.GetCoreNumVector(), soc.vector_only);
        TRUE(platform.GetSocVersion() == soc.version);
        EQUAL(static_cast<uint32_t>(platform.GetCurNpuArch()), soc.arch);
        EQUAL(platform.GetVecRegLen(), 0U);  // as of all without registers
        // A group is a cube core and its vector cores.
        EQUAL(platform.CalcTschNumBlocks(aiv, aic, aiv), soc.split ? aic : aiv);
    }
}

}  // namespace

int main() {
    check::Run("views", Views);
    check::Run("tiling_buffer", TilingBuffer);
    check::Run("tiling", Tiling);
    check::Run("shapes", Shapes);
    check::Run("formats", Formats);
    check::Run("tensors", Tensors);
    check::Run("vectors", Vectors);
    check::Run("inference", Inference);
    check::Run("nodes", Nodes);
    check::Run("builder", Builder);
    check::Run("wrong_builders", WrongBuilders);
    check::Run("platforms", Platforms);
    return 0;
}
